//! The ways from one place to others, nearest first.

use std::fmt::Write as _;

use serde_json::{Value, json};
use undercroft::draw::Point;
use undercroft::draw::overlay::{Mark, Overlay, PALETTE};
use undercroft::grid::{BitGrid, Cell, Grid};
use undercroft::sight::{CornerGraph, Floor, Path, PathError, Shape, WaySearch, path};

/// Wider maps are not drawn in letters.
const MAX_COLUMNS: i32 = 200;

/// Between two ways that share a corridor, and between the outermost of many. [Unit: thousandths of a cell]
const GAP: i32 = 240;
const WIDEST: i32 = 800;

/// Ways from one place.
pub struct Journey {
    body: Shape,
    from: Cell,
    /// The places, nearest first, those without a way last; equally near ones in the order in which they were asked for.
    ways: Vec<(Cell, Option<Path>)>,
}

impl Journey {
    /// Finds the ways on a floor where the body is one cell.
    pub fn plan(floor: &Floor, body: Shape, from: Cell, places: &[Cell]) -> Result<Self, PathError> {
        let mut ways = if let [to] = places {
            vec![(*to, path(floor, from, *to)?)]
        } else {
            let (graph, mut search) = (CornerGraph::build(floor), WaySearch::new());
            let way = |&to: &Cell| Ok((to, graph.path(&mut search, from, to)?));
            places.iter().map(way).collect::<Result<Vec<_>, PathError>>()?
        };
        let length = |way: &Option<Path>| way.as_ref().map_or(f64::INFINITY, Path::length);
        ways.sort_by(|(_, a), (_, b)| length(a).total_cmp(&length(b)));
        Ok(Self { body, from, ways })
    }

    /// Whether there is a way to every place.
    pub fn reaches_all(&self) -> bool {
        self.ways.iter().all(|(_, way)| way.is_some())
    }

    /// A line for each way, and the map with the ways on it unless it is very wide.
    pub fn text(&self, solid: &BitGrid) -> String {
        let mut text = String::new();
        for (to, way) in &self.ways {
            // Writing to a string cannot fail.
            let _ = match way {
                None => writeln!(text, "to {to}: no way"),
                Some(way) => {
                    let points: Vec<String> = way.waypoints().iter().map(Cell::to_string).collect();
                    writeln!(text, "to {to}: {:.6} cells, {}", way.length(), points.join(" → "))
                }
            };
        }
        if solid.size().width() <= MAX_COLUMNS {
            text.push('\n');
            text.push_str(&self.map(solid));
        }
        text
    }

    /// Lengths and waypoints.
    pub fn json(&self) -> Value {
        let way = |(to, way): &(Cell, Option<Path>)| match way {
            None => json!({ "to": to, "length": null, "waypoints": [] }),
            Some(way) => json!({ "to": to, "length": way.length(), "waypoints": way.waypoints() }),
        };
        json!({ "from": self.from, "body": self.body.to_string(), "ways": self.ways.iter().map(way).collect::<Vec<_>>() })
    }

    /// A line for each way, numbered, and the places.
    pub fn overlays(&self, z: i32) -> Vec<Overlay> {
        let (width, height) = (self.body.width(), self.body.height());
        let middle = |cell: Cell| {
            let (a, b) = (Point::middle(cell), Point::middle(cell + Cell::new(width - 1, height - 1)));
            Point::new(a.x.midpoint(b.x), a.y.midpoint(b.y))
        };
        let colour = |i: usize| PALETTE[i % PALETTE.len()];
        let beside = |i: usize, at: Point| at.shift(lane(i, self.ways.len()), lane(i, self.ways.len()));
        let found = self.ways.iter().enumerate().filter_map(|(i, (to, way))| Some((i, to, way.as_ref()?)));
        let lines = found.map(|(i, to, way)| Overlay {
            name: format!("way {} to {}, {} ({:.1} cells)", i + 1, to.x, to.y, way.length()),
            z,
            colour: colour(i),
            mark: Mark::Line(way.waypoints().iter().map(|&cell| beside(i, middle(cell))).collect()),
        });
        let start = [(middle(self.from), "A".to_owned())];
        let numbered = self.ways.iter().enumerate().map(|(i, (to, _))| (middle(*to), (i + 1).to_string()));
        let ends = Mark::Points(start.into_iter().chain(numbered).collect());
        let ends = Overlay { name: "places".to_owned(), z, colour: colour(7), mark: ends };
        lines.chain([ends]).collect()
    }

    /// `#` solid, `A` the start, `B` the places, `+` turns, `*` cells on the way.
    fn map(&self, solid: &BitGrid) -> String {
        let mut letters = Grid::from_fn(solid.size(), |cell| if solid.contains(cell) { '#' } else { '.' });
        let ways: Vec<&Path> = self.ways.iter().filter_map(|(_, way)| way.as_ref()).collect();
        for leg in ways.iter().flat_map(|way| way.waypoints().windows(2)) {
            cells_between(leg[0], leg[1]).for_each(|cell| letters[cell] = '*');
        }
        ways.iter().flat_map(|way| way.waypoints()).for_each(|&cell| letters[cell] = '+');
        self.ways.iter().for_each(|&(to, _)| letters[to] = 'B');
        letters[self.from] = 'A';
        let row = |y| (0..solid.size().width()).map(move |x| Cell::new(x, y));
        (0..solid.size().height()).flat_map(|y| row(y).map(|cell| letters[cell]).chain(['\n'])).collect()
    }
}

/// How far a way is drawn beside its true place, so that ways which share a corridor run side by side in it.
/// [Unit: thousandths of a cell]
fn lane(number: usize, ways: usize) -> i32 {
    let gap = (WIDEST / ways as i32).min(GAP);
    gap * (2 * number as i32 + 1 - ways as i32) / 2
}

/// The cells nearest to a straight leg, one for each column or row, whichever are more.
fn cells_between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let steps = from.chebyshev(to).max(1);
    let along = move |a: i32, b: i32, i: i32| a + (2 * (b - a) * i + steps).div_euclid(2 * steps);
    (0..=steps).map(move |i| Cell::new(along(from.x, to.x, i), along(from.y, to.y, i)))
}
