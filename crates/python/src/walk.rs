//! Walks over all levels of a dungeon, as numbers for arrays.

use undercroft::Dungeon;
use undercroft::multi_level::{LevelCell, LevelGraph};
use undercroft::sight::Footprint;
use undercroft::solve::{Solution, SolveGoal, SolveOptions, WalkAction, solve};

use crate::arrays::cell;
use crate::problem::Problem;

/// Cells as level, row and column; the locks that are opened; whether no walk is shorter.
pub type Solved = (Option<Vec<i32>>, Vec<u32>, bool);

/// A shortest walk to the goal, or through all rooms.
pub fn solved(dungeon: &Dungeon, all: bool, secrets: bool) -> Result<Solved, Problem> {
    let mut options = SolveOptions::default();
    (options.goal, options.with_secrets) = (if all { SolveGoal::AllRooms } else { SolveGoal::Goal }, secrets);
    let solution =
        solve(dungeon, &options).map_err(|error| Problem::new("UndercroftError", format!("solve: {error}")))?;
    let optimal = !matches!(solution, Solution::Bounded { .. });
    let Some(walk) = solution.walk() else { return Ok((None, Vec::new(), optimal)) };
    let position = |z| dungeon.levels.iter().position(|level| level.z == z).unwrap_or(0) as i32;
    let cells = walk.cells.iter().flat_map(|at| [position(at.z), at.cell.y, at.cell.x]).collect();
    let locks = walk.events.iter().filter_map(|event| match event.action {
        WalkAction::OpenLock { link, .. } => Some(link.0),
        _ => None,
    });
    Ok((Some(cells), locks.collect(), optimal))
}

/// Length and points as level, row and column.
pub type Travelled = Option<(f64, Vec<i32>)>;

/// The shortest path of a body over all levels.
pub fn travelled(
    dungeon: &Dungeon,
    start: (i32, i64, i64),
    goal: (i32, i64, i64),
    body: Footprint,
    open_doors: bool,
) -> Result<Travelled, Problem> {
    let spot = |name: &str, (z, y, x): (i32, i64, i64)| {
        let level = dungeon.level(z).ok_or_else(|| no_level(dungeon, z))?;
        Ok::<_, Problem>(LevelCell { z, cell: cell(name, (y, x), level.size())? })
    };
    let (start, goal) = (spot("start", start)?, spot("goal", goal)?);
    let opened = open_doors.then(|| {
        let mut open = dungeon.clone();
        open.open_doors();
        open
    });
    let graph = LevelGraph::new(opened.as_ref().unwrap_or(dungeon), body);
    // A start or goal in a wall has no path.
    let Ok(Some(path)) = graph.travel(start, goal) else { return Ok(None) };
    let position = |z| dungeon.levels.iter().position(|level| level.z == z).unwrap_or(0) as i32;
    let points = path.segments().iter().flat_map(|segment| {
        let z = position(segment.z);
        segment.path.waypoints().iter().flat_map(move |cell| [z, cell.y, cell.x])
    });
    Ok(Some((path.length(), points.collect())))
}

/// A level that the map does not have.
pub fn no_level(dungeon: &Dungeon, z: i32) -> Problem {
    let there: Vec<String> = dungeon.levels.iter().map(|level| level.z.to_string()).collect();
    Problem::new("CellError", format!("level: there is no level {z}; the map has {}", there.join(", ")))
}
