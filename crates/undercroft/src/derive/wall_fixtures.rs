//! Hearths and windows of houses: where they are, and which of them an edit leaves in place.
//!
//! ```text
//!   #W###W##H##    A window is a wall cell that faces outside or a court, above ground, with wall on both sides of it. A
//!   #......#..#    hearth is a wall cell of the kitchen or of the largest public room; where it is possible the same cell
//!   #......+..#    serves the other storeys, as a chimney does.
//! ```

use undercroft_grid::{Cell, Dir, Grid};

use crate::dungeon::{Dungeon, Hearth, Level, Room, RoomId, Run, Shape, Terrain, Window};

/// The shortest outer wall that has windows. [Unit: cells]
const WINDOW_WALL: i32 = 3;
/// How far doors are from a hearth, as |dx| + |dy|. [Unit: cells]
const HEARTH_GAP: i32 = 2;
/// The purpose of the room that has the first hearth.
const KITCHEN: &str = "kitchen";

/// The rooms of every level, cell by cell, in the order of the levels.
struct RoomMaps(Vec<Grid<Option<RoomId>>>);

impl RoomMaps {
    fn new(dungeon: &Dungeon) -> Self {
        let map = |level: &Level| {
            let mut rooms = Grid::filled(level.size(), None);
            for room in dungeon.rooms.iter().filter(|room| room.z == level.z) {
                room.cells().filter(|&cell| level.size().contains(cell)).for_each(|cell| rooms[cell] = Some(room.id));
            }
            rooms
        };
        Self(dungeon.levels.iter().map(map).collect())
    }

    fn views<'a>(&'a self, dungeon: &'a Dungeon) -> impl Iterator<Item = LevelView<'a>> + Clone {
        dungeon.levels.iter().zip(&self.0).map(move |(level, rooms)| LevelView { dungeon, level, rooms })
    }
}

/// A level with its rooms, cell by cell.
#[derive(Clone, Copy)]
struct LevelView<'a> {
    dungeon: &'a Dungeon,
    level: &'a Level,
    rooms: &'a Grid<Option<RoomId>>,
}

impl<'a> LevelView<'a> {
    fn room(&self, cell: Cell) -> Option<&'a Room> {
        self.rooms.get(cell).copied().flatten().map(|room| self.dungeon.room(room))
    }

    fn is_wall(&self, cell: Cell) -> bool {
        self.level.at(cell) == Terrain::Wall
    }

    /// Whether a wall cell faces outside or a court from inside a room that is no court.
    fn faces_outside(&self, cell: Cell, normal: Dir) -> bool {
        let is_court = |room: &Room| room.shape == Shape::Court;
        let beyond = cell + normal;
        let is_outside = self.level.at(beyond) == Terrain::Rock && self.level.size().contains(beyond)
            || self.room(beyond).is_some_and(is_court);
        is_outside && self.room(cell + normal.opposite()).is_some_and(|room| !is_court(room))
    }

    /// Whether a window can be here: above ground, facing outside, with wall of the same room on both sides.
    fn has_window_place(&self, cell: Cell, normal: Dir) -> bool {
        let inside = |cell: Cell| self.room(cell + normal.opposite()).map(|room| room.id);
        let is_plain = |beside: Cell| self.is_wall(beside) && inside(beside) == inside(cell);
        self.level.z >= 0
            && self.is_wall(cell)
            && self.faces_outside(cell, normal)
            && is_plain(cell + normal.left())
            && is_plain(cell + normal.right())
    }

    /// Whether a hearth can be here: in a wall, with floor of one room before it that is not stairs.
    fn has_hearth_place(&self, room: RoomId, hearth: Hearth) -> bool {
        let is_floor = |cell: &Cell| {
            self.level.at(*cell) == Terrain::Floor && self.room(*cell).is_some_and(|other| other.id == room)
        };
        self.is_wall(hearth.cell) && hearth.floor().iter().all(is_floor)
    }

    /// Whether a hearth is also away from doors and from the ends of its wall.
    fn is_good_hearth(&self, room: RoomId, hearth: Hearth) -> bool {
        let is_far = |door: &Cell| door.manhattan(hearth.cell) > HEARTH_GAP;
        let beside = [hearth.normal.left(), hearth.normal.right()].map(|dir| hearth.cell + dir);
        let is_inside = |cell: Cell| self.room(cell + hearth.normal).is_some_and(|other| other.id == room);
        self.has_hearth_place(room, hearth)
            && beside.into_iter().all(|cell| self.is_wall(cell) && is_inside(cell))
            && self.dungeon.doors_on(self.level.z).flat_map(|door| &door.cells).all(is_far)
    }

    /// The room and side that a wall cell can be a hearth of.
    fn hearth_at(&self, cell: Cell) -> Option<(RoomId, Hearth)> {
        let hearths = Dir::ALL.into_iter().map(|normal| Hearth { cell, normal });
        hearths.into_iter().find_map(|hearth| {
            let room = self.room(cell + hearth.normal).filter(|room| room.shape != Shape::Court)?;
            self.is_good_hearth(room.id, hearth).then_some((room.id, hearth))
        })
    }
}

/// Puts hearths into the kitchen and the largest public room of the ground floor, and above and below them, and windows into
/// the outer walls above ground, one every so many cells.
pub fn assign_wall_fixtures(dungeon: &mut Dungeon, distance: i32, is_public: impl Fn(RoomId) -> bool) {
    let maps = RoomMaps::new(dungeon);
    assign_hearths(dungeon, &maps, is_public);
    if distance > 0 {
        assign_windows(dungeon, &maps, distance);
    }
}

fn assign_hearths(dungeon: &mut Dungeon, maps: &RoomMaps, is_public: impl Fn(RoomId) -> bool) {
    let on_ground = || dungeon.rooms.iter().filter(|room| room.z == 0);
    let kitchen = on_ground().find(|room| room.purpose.as_deref() == Some(KITCHEN)).map(|room| room.id);
    let public =
        on_ground().filter(|room| is_public(room.id) && room.shape != Shape::Court && Some(room.id) != kitchen);
    let largest = public.max_by_key(|room| (room.area(), std::cmp::Reverse(room.id))).map(|room| room.id);
    for room in [kitchen, largest].into_iter().flatten() {
        for (room, hearth) in chimney(dungeon, maps, room) {
            dungeon.rooms[room.index()].hearth.get_or_insert(hearth);
        }
    }
}

/// The hearths in one wall cell, on all storeys where it can be one; the cell that serves most storeys, nearest to the middle
/// of the room.
fn chimney(dungeon: &Dungeon, maps: &RoomMaps, room: RoomId) -> Vec<(RoomId, Hearth)> {
    let views = maps.views(dungeon);
    let here = dungeon.room(room);
    let Some(own) = views.clone().find(|view| view.level.z == here.z) else { return Vec::new() };
    let bounds = here.bounds();
    let twice = |cell: Cell| Cell::new(2 * cell.x + 1, 2 * cell.y + 1);
    let middle = Cell::new(bounds.left + bounds.right, bounds.top + bounds.bottom);
    let on_side =
        |normal: Dir| edge_cells(here, normal.opposite()).into_iter().map(move |cell| Hearth { cell, normal });
    let good = Dir::ALL.into_iter().flat_map(on_side).filter(|&hearth| own.is_good_hearth(room, hearth));
    let elsewhere = |cell: Cell| {
        let others = views.clone().filter(|view| view.level.z != own.level.z);
        others.filter_map(move |view| view.hearth_at(cell))
    };
    let best = good.min_by_key(|hearth| {
        let storeys = std::cmp::Reverse(elsewhere(hearth.cell).count());
        (storeys, twice(hearth.cell).distance_squared(middle), hearth.cell)
    });
    best.map(|hearth| std::iter::once((room, hearth)).chain(elsewhere(hearth.cell)).collect()).unwrap_or_default()
}

fn assign_windows(dungeon: &mut Dungeon, maps: &RoomMaps, distance: i32) {
    let mut windows = Vec::new();
    for view in maps.views(dungeon).filter(|view| view.level.z >= 0) {
        let z = view.level.z;
        let rooms = || dungeon.rooms.iter().filter(|room| room.z == z);
        let hearths: Vec<Cell> = rooms().filter_map(|room| Some(room.hearth?.cell)).collect();
        let is_free = |cell: &Cell| hearths.iter().all(|hearth| hearth.manhattan(*cell) > 1);
        for (room, normal) in rooms().flat_map(|room| Dir::ALL.map(|normal| (room, normal))) {
            let cells = window_cells(view, room, normal, distance).into_iter().filter(is_free);
            windows.extend(cells.map(|cell| (z, cell, normal)));
        }
    }
    let window = |(id, (z, cell, normal))| Window { id, z, cell, normal };
    dungeon.windows = (0..).zip(windows).map(window).collect();
}

/// The cells of a room's walls on one side that can have windows, spaced out.
fn window_cells(view: LevelView, room: &Room, normal: Dir, distance: i32) -> Vec<Cell> {
    let mut cells = edge_cells(room, normal);
    cells.retain(|&cell| view.faces_outside(cell, normal));
    if normal.is_horizontal() {
        cells.sort_unstable_by_key(|cell| (cell.x, cell.y));
    }
    let spaced = |run: &[Cell]| -> Vec<Cell> {
        // The ends are beside corners; what is left is filled from the middle.
        let usable = run.len() as i32 - 2;
        let count = (usable - 1) / distance + 1;
        let first = 1 + (usable - ((count - 1) * distance + 1)) / 2;
        (0..count).map(|i| run[(first + i * distance) as usize]).collect()
    };
    let runs = cells.chunk_by(|a, b| a.manhattan(*b) == 1).filter(|run| run.len() as i32 >= WINDOW_WALL);
    runs.flat_map(spaced).filter(|&cell| view.has_window_place(cell, normal)).collect()
}

/// The cells beside a room's floor on one side, row by row.
fn edge_cells(room: &Room, side: Dir) -> Vec<Cell> {
    let floor = &room.floor;
    let covers = |other: Option<&Run>, run: &Run| {
        other.is_some_and(|other| {
            let end = |run: &Run| run.start.x + run.length;
            (other.start.y - run.start.y).abs() == 1 && other.start.x <= run.start.x && end(other) >= end(run)
        })
    };
    match side {
        Dir::East => floor.iter().map(|run| run.start + Cell::new(run.length, 0)).collect(),
        Dir::West => floor.iter().map(|run| run.start + side).collect(),
        Dir::North | Dir::South => {
            let next = |at: usize| if side == Dir::South { Some(at + 1) } else { at.checked_sub(1) };
            let beyond = |at: usize| next(at).and_then(|at| floor.get(at));
            let open = (0..floor.len()).filter(|&at| !covers(beyond(at), &floor[at])).map(|at| floor[at]);
            open.flat_map(Run::cells).map(|cell| cell + side).filter(|&cell| !room.contains(cell)).collect()
        }
    }
}

/// Takes out what an edit has left without its wall or floor: windows first, then hearths.
pub fn drop_misplaced(dungeon: &mut Dungeon) {
    if dungeon.windows.is_empty() && dungeon.rooms.iter().all(|room| room.hearth.is_none()) {
        return;
    }
    let maps = RoomMaps::new(dungeon);
    let view = |z: i32| maps.views(dungeon).find(|view| view.level.z == z);
    let is_hearth =
        |room: &Room, hearth: Hearth| view(room.z).is_some_and(|view| view.has_hearth_place(room.id, hearth));
    let hearths: Vec<Option<Hearth>> =
        dungeon.rooms.iter().map(|room| room.hearth.filter(|&hearth| is_hearth(room, hearth))).collect();
    let stays = |window: &&Window| view(window.z).is_some_and(|view| view.has_window_place(window.cell, window.normal));
    let windows: Vec<Window> = dungeon.windows.iter().filter(stays).copied().collect();
    dungeon.rooms.iter_mut().zip(hearths).for_each(|(room, hearth)| room.hearth = hearth);
    dungeon.windows = (0..).zip(windows).map(|(id, window)| Window { id, ..window }).collect();
}
