//! Prints how fast Undercroft finds shortest paths, next to `polyanya` (any-angle, on triangles) and `grid_pathfinding`
//! (jump points, eight directions): `cargo run --release --bin paths` in this folder.
//!
//! Everyone answers the same 200 questions to each map, on one thread; of three rounds the best time of each question
//! counts. Our prepared answer must be the unprepared one, waypoint by waypoint, and never longer than `polyanya`'s by more
//! than 1e-3. Where `polyanya` takes a detour or finds no path, a flood must say that there is one.
//! After each of 100 random edits the map is also built from scratch: the two have to be equal, and the share of the
//! time that the edit takes is printed, with the time of the questions on the edited graph beside that on the new one.
//!
//! Times are in µs for questions (median and 95th percentile of 200), in ms for preparation (best of three) and for edits.
//! `--maps FOLDER` adds the MovingAI maps of a folder; other arguments choose maps by parts of their names.

#[path = "../maps.rs"]
#[allow(dead_code, reason = "observers are for the other benchmark")]
mod maps;
#[path = "../../../crates/sight/tests/support/mesh.rs"]
mod triangles;

use std::hint::black_box;
use std::time::{Duration, Instant};

use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use maps::{SplitMix, Trial};
use undercroft_grid::{BitGrid, Cell, Regions, flood};
use undercroft_sight::{CornerGraph, Floor, PathSearch, oracle, path};

const QUERIES: usize = 200;
const ROUNDS: usize = 3;
/// Edits of a random cell per map.
const EDITS: usize = 100;
/// How long unprepared searches may take on a map. Only the largest cannot compare all answers in this time.
const COMPARING: Duration = Duration::from_secs(40);
/// How long the edits and builds of a map may take.
const EDITING: Duration = Duration::from_secs(20);

/// What 100 edits cost.
struct Edits {
    /// Median time of an edit. [Unit: ms]
    median: f64,
    /// The same as a share of the median time of a build of the same map.
    share: f64,
    /// Median time of a question on the edited graph, and on one built from scratch. [Unit: µs]
    edited: f64,
    fresh: f64,
}

/// How long something took on a map.
struct Figures {
    median: f64,
    late: f64,
    preparation: f64,
}

fn main() -> std::io::Result<()> {
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread can be had");
    let mut trials = maps::generated();
    let (folder, wanted) = maps::arguments();
    if let Some(folder) = folder {
        trials.extend(maps::from_folder(&folder)?);
    }
    trials.retain(|trial| wanted.is_empty() || wanted.iter().any(|part| trial.name.contains(part.as_str())));
    println!(
        "| map | corners | edges | MB | ours | 95 % | prepare | edit | share | edited | rebuilt | polyanya | 95 % | prepare | jps | 95 % |"
    );
    println!("|---|{}", "---:|".repeat(15));
    let ratios: Vec<[f64; 2]> = trials.iter().map(|trial| single.install(|| report(trial))).collect();
    for (peer, name) in ["polyanya", "grid_pathfinding"].iter().enumerate() {
        let logs: f64 = ratios.iter().map(|ratio| ratio[peer].ln()).sum();
        println!(
            "{:.1} × {name}, geometric mean of medians over {} maps",
            (logs / ratios.len() as f64).exp(),
            ratios.len()
        );
    }
    Ok(())
}

/// Prints a row and says how many times as fast as each peer we are.
fn report(trial: &Trial) -> [f64; 2] {
    let questions = questions(&trial.solid);
    let floor = Floor::new(&trial.solid);
    let (graph, preparation) = built(|| CornerGraph::build(&floor));
    let mut search = PathSearch::new();
    let ours = figures(&questions, preparation, |from, to| graph.path(&mut search, from, to).expect("ends are free"));
    let edits = edit(&graph);
    let (mesh, preparation) = built(|| triangles::mesh(&trial.solid));
    let centre = triangles::centre;
    let peer = figures(&questions, preparation, |from, to| mesh.path(centre(from), centre(to)));
    let (grid, preparation) = built(|| pathing_grid(&trial.solid));
    let point = |cell: Cell| Point::new(cell.x, cell.y);
    let jumper =
        figures(&questions, preparation, |from, to| grid.get_waypoints_single_goal(point(from), point(to), false));
    let megabytes = graph.bytes() as f64 / 1e6;
    print!("| {} | {} | {} | {megabytes:.1} |", trial.name, graph.corner_count(), graph.edge_count());
    print!(" {:.1} | {:.1} | {:.2} |", ours.median, ours.late, ours.preparation);
    print!(" {:.3} | {:.1} % | {:.1} | {:.1} |", edits.median, 100.0 * edits.share, edits.edited, edits.fresh);
    print!(" {:.1} | {:.1} | {:.1} |", peer.median, peer.late, peer.preparation);
    println!(" {:.1} | {:.1} |", jumper.median, jumper.late);
    compare(&trial.name, &graph, &mesh, &questions);
    [peer.median / ours.median, jumper.median / ours.median]
}

/// Pairs of free cells that hang together, from a fixed seed.
fn questions(solid: &BitGrid) -> Vec<(Cell, Cell)> {
    let floor = Floor::new(solid);
    let free: Vec<Cell> = floor.free().iter().collect();
    let regions = Regions::of(floor.free());
    let mut random = SplitMix(2017);
    let mut pick = || free[random.below(free.len() as i32) as usize];
    std::iter::repeat_with(|| (pick(), pick()))
        .filter(|&(from, to)| from != to && regions.at(from) == regions.at(to))
        .take(QUERIES)
        .collect()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// What is built, and the best time of as many rounds as the questions get.
fn built<T>(build: impl Fn() -> T) -> (T, Duration) {
    let (mut result, mut best) = timed(&build);
    for _ in 1..ROUNDS {
        let (next, time) = timed(&build);
        (result, best) = (next, best.min(time));
    }
    (result, best)
}

fn figures<T>(questions: &[(Cell, Cell)], preparation: Duration, mut answer: impl FnMut(Cell, Cell) -> T) -> Figures {
    let mut times = vec![Duration::MAX; questions.len()];
    for _ in 0..ROUNDS {
        for (&(from, to), time) in questions.iter().zip(&mut times) {
            *time = timed(|| black_box(answer(from, to))).1.min(*time);
        }
    }
    times.sort();
    let micros = |time: Duration| time.as_nanos() as f64 / 1e3;
    let late = times[(times.len() - 1) * 95 / 100];
    Figures { median: micros(times[times.len() / 2]), late: micros(late), preparation: micros(preparation) / 1e3 }
}

/// Changes random cells one after the other, and builds the map again after each.
fn edit(graph: &CornerGraph) -> Edits {
    let (mut graph, mut random, size) = (CornerGraph::build(graph.floor()), SplitMix(7), graph.floor().size());
    let (mut edits, mut builds, start) = (Vec::new(), Vec::new(), Instant::now());
    for number in 0..EDITS {
        let cell = size.cell(random.below(size.area() as i32) as usize);
        let free = !graph.floor().is_free(cell);
        edits.push(timed(|| graph.set_free(cell, free).expect("the cell lies on the map")).1);
        if start.elapsed() < EDITING || number + 1 == EDITS {
            let (fresh, time) = timed(|| CornerGraph::build(graph.floor()));
            assert!(fresh == graph, "edit {number} at {cell}");
            builds.push(time);
        }
    }
    let (edited, fresh) = questions_after(&graph);
    let (edit, build) = (median(edits), median(builds));
    Edits { median: edit, share: edit / build, edited, fresh }
}

/// The median times of questions on an edited graph and on one built from scratch.
fn questions_after(graph: &CornerGraph) -> (f64, f64) {
    let mut solid = graph.floor().free().clone();
    solid.complement();
    let (questions, fresh, mut search) = (questions(&solid), CornerGraph::build(graph.floor()), PathSearch::new());
    let [edited, fresh] = [graph, &fresh].map(|graph| {
        figures(&questions, Duration::ZERO, |from, to| graph.path(&mut search, from, to).expect("ends are free")).median
    });
    (edited, fresh)
}

/// In ms.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_nanos() as f64 / 1e6
}

fn pathing_grid(solid: &BitGrid) -> PathingGrid {
    let size = solid.size();
    let mut grid = PathingGrid::new(size.width() as usize, size.height() as usize, false);
    solid.iter().for_each(|cell| grid.set(cell.x, cell.y, true));
    grid.generate_components();
    grid
}

/// Holds the answers against each other.
fn compare(name: &str, graph: &CornerGraph, mesh: &polyanya::Mesh, questions: &[(Cell, Cell)]) {
    let (mut search, start, mut compared, mut detours) = (PathSearch::new(), Instant::now(), 0, Vec::new());
    for &(from, to) in questions {
        let ours = graph.path(&mut search, from, to).expect("ends are free").expect("ends hang together");
        if start.elapsed() < COMPARING {
            assert_eq!(path(graph.floor(), from, to).as_ref(), Ok(&Some(ours.clone())), "{name}, {from} to {to}");
            compared += 1;
        }
        let theirs = mesh.path(triangles::centre(from), triangles::centre(to)).map(|found| f64::from(found.length));
        let tolerance = 1e-3 * ours.length();
        assert!(theirs.is_none_or(|theirs| ours.length() <= theirs + tolerance), "{name}, {from} to {to}: {theirs:?}");
        if theirs.is_none_or(|theirs| theirs > ours.length() + tolerance) {
            assert!(flood(graph.floor().free(), from).contains(to), "{name}, {from} to {to}");
            let seen = |leg: &[Cell]| line_is_clear(graph.floor(), leg[0], leg[1]);
            assert!(ours.waypoints().windows(2).all(seen), "{name}, {from} to {to}");
            detours.push(theirs);
        }
    }
    if compared < questions.len() {
        eprintln!("{name}: {compared} of {} answers compared with an unprepared search", questions.len());
    }
    if !detours.is_empty() {
        let none = detours.iter().filter(|theirs| theirs.is_none()).count();
        eprintln!("{name}: polyanya finds no path for {none} and a longer one for {} questions", detours.len() - none);
    }
}

/// Whether a leg is clear, by the definition.
fn line_is_clear(floor: &Floor, from: Cell, to: Cell) -> bool {
    let (left, right) = (from.x.min(to.x), from.x.max(to.x));
    let box_of = (from.y.min(to.y)..=from.y.max(to.y)).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
    box_of.into_iter().all(|cell| floor.is_free(cell) || !oracle::hides(cell, from, to))
}
