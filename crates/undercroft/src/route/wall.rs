//! The walls of a room, and the places in them where a door can be.
//!
//! Walls are found from the real floor, not from a bounding box, so that they are right for any shape of room:
//!
//! ```text
//!      nnn            n, w, s, e: door cells by the direction that leads out of the room.
//!     w...e           A ring corner touches no floor and is in no wall.
//!     w...eee
//!     w......e
//!      ssssss
//! ```

use undercroft_grid::{Cell, Dir, Rect};

use super::brush_flags::{HUG_ACROSS, HUG_ALONG, OPEN};
use super::routing_map::RoutingMap;
use crate::dungeon::{Run, Shape};
use crate::place::Placement;
use crate::recipe::Corridors;

/// The shortest wall that is long. [Unit: cells]
const LONG_WALL: i32 = 3;

/// The shortest wall of a cave in which a leaf can hang. [Unit: cells]
pub const LEAF_WALL: i32 = 2;

/// A straight stretch of ring cells with floor behind each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Outwards.
    pub normal: Dir,
    /// The westernmost or northernmost cell.
    pub first: Cell,
    /// Number of cells.
    pub length: i32,
}

/// A place for a door: 1 to 4 cells of a wall, from which a runway leads straight out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Outwards.
    pub normal: Dir,
    /// The westernmost or northernmost cell of the door.
    pub first: Cell,
    /// Number of cells.
    pub width: i32,
    /// How many cells the corridor runs straight out.
    pub runway: i32,
    /// What it costs to take this place instead of the best one.
    pub cost: u32,
}

/// The walls of a room as far as doors can be in them: of a room from a template its sockets only, of one of a shape its
/// long walls, so that no door is in a niche, beside a pillar or in the steps of a circle, and of a cave those of two cells
/// and more, which have place for a leaf.
pub fn walls_of(room: &Placement) -> Vec<Wall> {
    if room.template.is_none() {
        let all = walls(&room.floor);
        let shortest = match room.shape {
            Shape::Rect | Shape::Free => 1,
            Shape::Cave => LEAF_WALL,
            _ => LONG_WALL,
        };
        let long: Vec<Wall> = all.iter().copied().filter(|wall| wall.length >= shortest).collect();
        return if long.is_empty() { all } else { long };
    }
    let mut walls = Vec::new();
    for normal in Dir::ALL {
        let sockets = room.sockets.iter().filter(|socket| socket.dir == normal);
        join(sockets.map(|socket| socket.cell).collect(), normal, &mut walls);
    }
    walls
}

/// The walls of a floor, by normal (north, east, south, west), then by their first cell.
pub fn walls(floor: &[Run]) -> Vec<Wall> {
    let mut walls = Vec::with_capacity(4);
    Dir::ALL.into_iter().for_each(|normal| add_walls_facing(floor, normal, &mut walls));
    walls
}

/// The walls of a floor with one normal, by their first cell.
pub fn walls_facing(floor: &[Run], normal: Dir) -> Vec<Wall> {
    let mut walls = Vec::new();
    add_walls_facing(floor, normal, &mut walls);
    walls
}

/// Walls without some of their cells.
pub fn without(walls: &[Wall], is_closed: impl Fn(Cell) -> bool) -> Vec<Wall> {
    let mut left: Vec<Wall> = Vec::with_capacity(walls.len());
    for wall in walls {
        let mut is_next = false;
        for cell in (0..wall.length).map(|offset| wall.cell(offset)) {
            let is_open = !is_closed(cell);
            match left.last_mut().filter(|_| is_open && is_next) {
                Some(last) => last.length += 1,
                None if is_open => left.push(Wall { first: cell, length: 1, ..*wall }),
                None => {}
            }
            is_next = is_open;
        }
    }
    left
}

fn add_walls_facing(floor: &[Run], normal: Dir, walls: &mut Vec<Wall>) {
    let cells = if normal.is_horizontal() { ends(floor, normal) } else { flanks(floor, normal) };
    join(cells, normal, walls);
}

/// The cells west or east of the runs.
fn ends(floor: &[Run], normal: Dir) -> Vec<Cell> {
    let end = |run: &Run| if normal == Dir::West { run.start + normal } else { run.start + Cell::new(run.length, 0) };
    floor.iter().map(end).collect()
}

/// The cells north or south of the runs that are not floor. Runs are sorted by rows.
fn flanks(floor: &[Run], normal: Dir) -> Vec<Cell> {
    let row = |y: i32| {
        let start = floor.partition_point(|run| run.start.y < y);
        floor[start..].iter().take_while(move |run| run.start.y == y)
    };
    let outside = |cell: &Cell| !row(cell.y).any(|run| run.rect().contains(*cell));
    let single = |run: &Run| row(run.start.y + normal.delta().y).next().is_none();
    let mut cells = Vec::new();
    for run in floor {
        // Most rows of most rooms lie under a run of the same length: nothing to add.
        let beyond = run.cells().map(|cell| cell + normal);
        if single(run) {
            cells.extend(beyond);
        } else if !row(run.start.y + normal.delta().y).any(|other| covers(other, run)) {
            cells.extend(beyond.filter(outside));
        }
    }
    cells
}

fn covers(other: &Run, run: &Run) -> bool {
    other.start.x <= run.start.x && run.start.x + run.length <= other.start.x + other.length
}

/// Groups cells into straight stretches.
fn join(mut cells: Vec<Cell>, normal: Dir, walls: &mut Vec<Wall>) {
    // Walls run along the axis across their normal; sorting by that brings neighbours together.
    if normal.is_horizontal() {
        cells.sort_unstable_by_key(|cell| (cell.x, cell.y));
    } else {
        cells.sort_unstable();
    }
    let along = if normal.is_horizontal() { Cell::new(0, 1) } else { Cell::new(1, 0) };
    let mut last: Option<Cell> = None;
    for cell in cells {
        if last.is_some_and(|last| last + along == cell) {
            walls.last_mut().into_iter().for_each(|wall| wall.length += 1);
        } else {
            walls.push(Wall { normal, first: cell, length: 1 });
        }
        last = Some(cell);
    }
}

impl Wall {
    /// Whether a cell lies in it.
    pub fn has(&self, cell: Cell) -> bool {
        (0..self.length).any(|offset| self.cell(offset) == cell)
    }

    /// The places for a door in this wall from which a runway of this length is free.
    pub fn sites(&self, map: &RoutingMap, corridors: &Corridors, runway: i32) -> impl Iterator<Item = Site> {
        self.all_sites(corridors, runway).filter_map(move |site| {
            let hugs = site.hugs(map).filter(|_| !site.touches_door(map))?;
            let cost = site.cost + hugs * corridors.cost.hug + site.crowding_cost(map, corridors);
            Some(Site { cost, ..site })
        })
    }

    /// All places for a door in this wall, whether or not something blocks it.
    pub fn all_sites(&self, corridors: &Corridors, runway: i32) -> impl Iterator<Item = Site> {
        let width = corridors.width.min(self.length);
        (0..=self.length - width).map(move |offset| {
            let cost = self.site_cost(corridors, offset, width);
            Site { normal: self.normal, first: self.cell(offset), width, runway, cost }
        })
    }

    /// What a door of this width so far along the wall costs: for each cell off the middle, and beside an end of the wall.
    pub fn site_cost(&self, corridors: &Corridors, offset: i32, width: i32) -> u32 {
        let off_center = (2 * offset + width - self.length).unsigned_abs() / 2;
        let is_end = offset == 0 || offset == self.length - width;
        let corner = if is_end && self.length >= width + 2 { corridors.cost.corner } else { 0 };
        off_center * corridors.cost.off_center + corner
    }

    /// The cell this far along the wall.
    pub fn cell(&self, offset: i32) -> Cell {
        if self.normal.is_horizontal() { self.first + Cell::new(0, offset) } else { self.first + Cell::new(offset, 0) }
    }
}

impl Site {
    /// The cells this many steps out from the door, as wide as the door; 0 is the door itself.
    pub fn slice(&self, depth: i32) -> Rect {
        let first = self.first.step(self.normal, depth);
        if self.normal.is_horizontal() { Rect::at(first, 1, self.width) } else { Rect::at(first, self.width, 1) }
    }

    /// The north-west cell of a brush of this width whose near edge is this many steps out from the door. Brush and door
    /// begin at the same cell of the wall, so that the path, which names this cell of the brush, stays on the floor of a
    /// runway that is narrower than the brush.
    pub fn brush(&self, depth: i32, width: i32) -> Cell {
        let Cell { x, y } = self.first;
        match self.normal {
            Dir::North => Cell::new(x, y - depth - width + 1),
            Dir::East => Cell::new(x + depth, y),
            Dir::South => Cell::new(x, y + depth),
            Dir::West => Cell::new(x - depth - width + 1, y),
        }
    }

    /// The brush at the end of the runway, where the search begins or ends.
    pub fn runway_end(&self, width: i32) -> Cell {
        self.brush(self.runway.max(1), width)
    }

    /// The runway's cells, without the door.
    pub fn runway_rect(&self) -> Rect {
        (1..=self.runway).map(|depth| self.slice(depth)).fold(Rect::new(0, 0, 0, 0), Rect::hull)
    }

    /// Whether a door has one of its cells or one next to them in the wall.
    pub fn touches_door(&self, map: &RoutingMap) -> bool {
        (-1..=self.width).any(|offset| map.is_door(self.along(offset)))
    }

    /// What it costs that a door has a cell of the wall with one or two between it and this place.
    pub fn crowding_cost(&self, map: &RoutingMap, corridors: &Corridors) -> u32 {
        let mut beyond = [-3, -2, self.width + 1, self.width + 2].into_iter();
        if beyond.any(|offset| map.is_door(self.along(offset))) { corridors.cost.door_gap } else { 0 }
    }

    /// The cell in the line of the wall this far from the first one.
    fn along(&self, offset: i32) -> Cell {
        if self.normal.is_horizontal() { self.first + Cell::new(0, offset) } else { self.first + Cell::new(offset, 0) }
    }

    /// How many steps of the runway have a room beside them; `None` when the runway or the brush at its end is not
    /// passable.
    fn hugs(&self, map: &RoutingMap) -> Option<u32> {
        let width = map.width();
        let hug = if self.normal.is_horizontal() { HUG_ACROSS } else { HUG_ALONG };
        let last = self.runway.max(1);
        let mut hugs = 0;
        for depth in (1..=last).rev() {
            let flags = *map.flags().get(self.brush(depth, width))?;
            // A door as wide as the brush has a runway as wide. A narrower one is looked at cell by cell.
            let passable =
                if depth == last || self.width == width { flags & OPEN != 0 } else { map.is_clear(self.slice(depth)) };
            if !passable {
                return None;
            }
            hugs += u32::from(flags & hug != 0 && depth <= self.runway);
        }
        Some(hugs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walls of a drawn floor, judged by the definition: not floor, and floor behind it.
    #[test]
    fn walls_are_the_cells_with_floor_behind_them() {
        for picture in ["...", ".\n.\n.", "....\n.  .\n....", " ..\n....\n .", "..  ..\n......\n.    ."] {
            let floor = runs(picture);
            let is_floor = |cell: Cell| floor.iter().any(|run| run.rect().contains(cell));
            for normal in Dir::ALL {
                let mut found: Vec<Cell> = walls(&floor)
                    .into_iter()
                    .filter(|wall| wall.normal == normal)
                    .flat_map(|wall| (0..wall.length).map(move |i| wall.cell(i)))
                    .collect();
                found.sort_unstable();
                let all = Rect::new(-1, -1, 8, 8).cells();
                let expected: Vec<Cell> = all.filter(|&c| !is_floor(c) && is_floor(c - normal)).collect();
                assert_eq!(found, expected, "{normal:?}\n{picture}");
            }
        }
    }

    #[test]
    fn walls_are_as_long_as_they_are_straight() {
        let lengths = |picture| walls(&runs(picture)).iter().map(|wall| wall.length).collect::<Vec<_>>();
        assert_eq!(lengths("....\n....\n...."), [4, 3, 4, 3]);
        assert_eq!(lengths("....\n..  "), [4, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn a_brush_keeps_its_distance_on_every_side() {
        for (normal, width) in Dir::ALL.into_iter().flat_map(|dir| (1..=4).map(move |width| (dir, width))) {
            let site = Site { normal, first: Cell::new(10, 10), width: width.min(3), runway: 2, cost: 0 };
            let brush = Rect::at(site.brush(2, width), width, width);
            assert!(brush.contains_rect(site.slice(2)) && !brush.overlaps(site.slice(1)), "{normal:?} {width}");
        }
    }

    fn runs(picture: &str) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (y, line) in picture.lines().enumerate() {
            for (x, _) in line.char_indices().filter(|(_, glyph)| *glyph == '.') {
                let cell = Cell::new(x as i32, y as i32);
                match runs.last_mut().filter(|run| run.start + Cell::new(run.length, 0) == cell) {
                    Some(run) => run.length += 1,
                    None => runs.push(Run { start: cell, length: 1 }),
                }
            }
        }
        runs
    }
}
