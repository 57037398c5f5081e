//! The paths from one place to others, nearest first.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};
use undercroft::dungeon::{Dungeon, Level};
use undercroft::grid::{Cell, Grid};
use undercroft::multi_level::{LevelCell, LevelGraph, MultiLevelError, MultiLevelPath, PathSegment};
use undercroft::sight::{Footprint, Observer};
use undercroft_draw::Point;
use undercroft_draw::{Mark, Overlay};

use crate::path_lane::{color, lane};
use crate::place::Place;

/// Wider maps are not drawn in letters.
const MAX_COLUMNS: i32 = 200;

/// The end of a path, as it was named and where that is.
#[derive(Clone, Copy)]
pub struct Goal {
    pub place: Place,
    pub spot: LevelCell,
}

/// Who walks: the cells of the body all the way, and those in whose middle a body of one cell starts.
#[derive(Clone, Copy)]
pub struct Walker {
    pub body: Footprint,
    pub start: Footprint,
}

/// Paths from one place.
pub struct PathReport {
    walker: Walker,
    from: LevelCell,
    /// The places, nearest first, those without a path last; equally near ones in the order in which they were asked for.
    paths: Vec<(Goal, Option<MultiLevelPath>)>,
}

impl PathReport {
    /// Finds the paths.
    pub fn plan(graph: &LevelGraph, walker: Walker, from: LevelCell, places: &[Goal]) -> Result<Self, MultiLevelError> {
        let path = |&to: &Goal| Ok((to, graph.travel_straddled(from, walker.start, to.spot)?));
        let mut paths = places.iter().map(path).collect::<Result<Vec<_>, MultiLevelError>>()?;
        paths.sort_by_key(|(_, path)| path.as_ref().map_or(u64::MAX, MultiLevelPath::units));
        Ok(Self { walker, from, paths })
    }

    /// Whether there is a path to every place.
    pub fn reaches_all(&self) -> bool {
        self.paths.iter().all(|(_, path)| path.is_some())
    }

    /// The levels of all ends and paths.
    pub fn levels(&self) -> BTreeSet<i32> {
        let ends = self.paths.iter().map(|(to, _)| to.spot.z).chain([self.from.z]);
        ends.chain(self.found().flat_map(|(_, _, path)| path.segments().iter().map(|segment| segment.z))).collect()
    }

    /// The paths that there are, with their numbers and places.
    fn found(&self) -> impl Iterator<Item = (usize, Goal, &MultiLevelPath)> {
        self.paths.iter().enumerate().filter_map(|(i, (to, path))| Some((i, *to, path.as_ref()?)))
    }

    /// A line for each path, and the map with the paths on it unless it is very wide.
    pub fn text(&self, dungeon: &Dungeon) -> String {
        let (mut text, levels) = (String::new(), self.levels());
        for (_, to, path) in self.found() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "to {}: {:.6} cells, {}", self.named(to), path.length(), describe(path));
        }
        self.missing(dungeon).for_each(|line| text.extend([line.as_str(), "\n"]));
        for level in
            levels.iter().rev().filter_map(|&z| dungeon.level(z)).filter(|level| level.size().width() <= MAX_COLUMNS)
        {
            text.push('\n');
            if levels.len() > 1 {
                let _ = writeln!(text, "level {}", level.z);
            }
            text.push_str(&self.map(dungeon, level));
        }
        text
    }

    /// A line for each place that cannot be reached.
    pub fn missing(&self, dungeon: &Dungeon) -> impl Iterator<Item = String> {
        let why = shut_doors(dungeon);
        let missing = self.paths.iter().filter(|(_, path)| path.is_none());
        missing.map(move |&(to, _)| format!("to {}: no path{why}", self.named(to)))
    }

    /// A place as it was asked for, and where it is.
    fn named(&self, Goal { place, spot }: Goal) -> String {
        let name = if matches!(place, Place::Cell(_)) { String::new() } else { format!("{place} ") };
        let level = if self.levels().len() == 1 { String::new() } else { format!(" on level {}", spot.z) };
        format!("{name}{}{level}", spot.cell)
    }

    /// Lengths and waypoints, level by level.
    pub fn json(&self) -> Value {
        let segment = |segment: &PathSegment| {
            let mut fields = json!({ "level": segment.z, "waypoints": segment.path.waypoints() });
            if self.straddles() {
                fields["centers"] = segment.path.centers().map(|at| json!([halved(at.x), halved(at.y)])).collect();
            }
            fields
        };
        let path = |(Goal { place, spot }, path): &(Goal, Option<MultiLevelPath>)| {
            let segments: Vec<Value> = path.iter().flat_map(MultiLevelPath::segments).map(segment).collect();
            json!({ "place": place.to_string(), "to": spot.cell, "level": spot.z, "length": path.as_ref().map(MultiLevelPath::length), "segments": segments })
        };
        let paths: Vec<Value> = self.paths.iter().map(path).collect();
        let (body, start) =
            if self.straddles() { (self.walker.start, "straddle") } else { (self.walker.body, "cells") };
        json!({ "from": self.from.cell, "level": self.from.z, "body": body.to_string(), "start": start, "paths": paths })
    }

    /// A line for each path, numbered, and the places.
    pub fn overlays(&self) -> Vec<Overlay> {
        let levels = self.levels();
        let lines = self.found().flat_map(|path| levels.iter().filter_map(move |&z| self.line(path, z)));
        lines.chain(levels.iter().map(|&z| self.places(z))).collect()
    }

    /// What there is of a path on a level.
    fn line(&self, (i, to, path): (usize, Goal, &MultiLevelPath), z: i32) -> Option<Overlay> {
        let lane = lane(i, self.paths.len());
        let line = |segment: &PathSegment| {
            segment.path.centers().map(|at| self.middle(at).shift(lane, lane)).collect::<Vec<_>>()
        };
        let lines: Vec<_> = path.segments().iter().filter(|segment| segment.z == z).map(line).collect();
        let name = format!("path {} to {} ({:.1} cells)", i + 1, to.place, path.length());
        (!lines.is_empty()).then_some(Overlay { name, z, color: color(i), mark: Mark::Lines(lines) })
    }

    /// The start and the places on a level.
    fn places(&self, z: i32) -> Overlay {
        let start = (self.from, self.walker.start, "A".to_owned());
        let numbered = (1..).zip(&self.paths).map(|(i, (to, _))| (to.spot, Footprint::One, i.to_string()));
        let here = [start].into_iter().chain(numbered).filter(|(spot, ..)| spot.z == z);
        let middle = |spot: LevelCell, cells| Cell::new(2 * spot.cell.x, 2 * spot.cell.y) + corner(cells);
        let points = here.map(|(spot, cells, word)| (self.middle(middle(spot, cells)), word)).collect();
        Overlay { name: "places".to_owned(), z, color: color(7), mark: Mark::Points(points) }
    }

    /// Whether a body of one cell starts between cells.
    fn straddles(&self) -> bool {
        self.walker.start != Footprint::One
    }

    /// The middle of the body when that of its north-west cell is here. [Unit: half cells]
    fn middle(&self, at: Cell) -> Point {
        let at = at + corner(self.walker.body);
        let near = Point::middle(Cell::new(at.x.div_euclid(2), at.y.div_euclid(2)));
        let far = Point::middle(Cell::new((at.x + 1).div_euclid(2), (at.y + 1).div_euclid(2)));
        Point::new(near.x.midpoint(far.x), near.y.midpoint(far.y))
    }

    /// `#` solid, `A` the start, `B` the only place or `1` to `9` the nearest of several, `+` turns and stairs, `*` cells on the path.
    fn map(&self, dungeon: &Dungeon, level: &Level) -> String {
        let (solid, size) = (dungeon.solid(level), level.size());
        let mut letters = Grid::from_fn(size, |cell| if solid.contains(cell) { '#' } else { '.' });
        let segments: Vec<&PathSegment> =
            self.found().flat_map(|(_, _, path)| path.segments()).filter(|segment| segment.z == level.z).collect();
        for leg in segments.iter().flat_map(|segment| segment.path.waypoints().windows(2)) {
            cells_between(leg[0], leg[1]).for_each(|cell| letters[cell] = '*');
        }
        segments.iter().flat_map(|segment| segment.path.waypoints()).for_each(|&cell| letters[cell] = '+');
        let several = self.paths.len() > 1;
        let letter = |i: usize| if several { char::from_digit(i as u32 + 1, 10).unwrap_or('B') } else { 'B' };
        let ends = self.paths.iter().enumerate().map(|(i, (to, _))| (to.spot, letter(i))).chain([(self.from, 'A')]);
        ends.filter(|(end, _)| end.z == level.z).for_each(|(end, letter)| letters[end.cell] = letter);
        if self.straddles() && self.from.z == level.z {
            Observer::new(self.from.cell, self.walker.start).cells().for_each(|cell| letters[cell] = 'A');
        }
        let row = |y| (0..size.width()).map(move |x| Cell::new(x, y));
        (0..size.height()).flat_map(|y| row(y).map(|cell| letters[cell]).chain(['\n'])).collect()
    }
}

/// What may be the reason that there is no path.
fn shut_doors(dungeon: &Dungeon) -> &'static str {
    let is_shut = dungeon.doors.iter().any(|door| door.secret || !door.is_passable());
    if is_shut { "; locked, barred and secret doors are walls without --open-doors" } else { "" }
}

/// The turns of a path, and where it takes stairs.
fn describe(path: &MultiLevelPath) -> String {
    let mut text = String::new();
    for (i, segment) in path.segments().iter().enumerate() {
        if i > 0 {
            let direction = if segment.z > path.segments()[i - 1].z { "up" } else { "down" };
            // Writing to a string cannot fail.
            let _ = write!(text, ", {direction} to level {}: ", segment.z);
        }
        let centers = segment.path.centers();
        let points: Vec<String> = centers.map(|at| format!("({}, {})", halved(at.x), halved(at.y))).collect();
        text.push_str(&points.join(" → "));
    }
    text
}

/// From half cells to cells.
fn halved(at: i32) -> f64 {
    f64::from(at) / 2.0
}

/// From the middle of the north-west cell to the middle of all. [Unit: half cells]
const fn corner(cells: Footprint) -> Cell {
    Cell::new(cells.width() - 1, cells.height() - 1)
}

/// The cells nearest to a straight leg, one for each column or row, whichever are more.
fn cells_between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let steps = from.chebyshev(to).max(1);
    let along = move |a: i32, b: i32, i: i32| a + (2 * (b - a) * i + steps).div_euclid(2 * steps);
    (0..=steps).map(move |i| Cell::new(along(from.x, to.x, i), along(from.y, to.y, i)))
}
