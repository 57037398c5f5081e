//! Hearths and windows of houses: where they are, and which of them an edit leaves in place.
//!
//! ```text
//!   #W###W##H##    A window is a wall cell that faces outside or a court, above ground, with wall on both sides of it. A
//!   #......#..#    hearth is a wall cell of the kitchen or of the largest public room; where it is possible the same cell
//!   #......+..#    serves the other storeys, as a chimney does.
//! ```

use undercroft_grid::{Cell, Dir, Grid};

use crate::dungeon::{Dungeon, Hearth, Level, Room, RoomId, Shape, Terrain, Window};

/// The shortest outer wall that has windows. [Unit: cells]
const WINDOW_WALL: i32 = 3;
/// How far doors are from a hearth, as |dx| + |dy|. [Unit: cells]
const HEARTH_GAP: i32 = 2;
/// The purpose of the room that has the first hearth.
const KITCHEN: &str = "kitchen";

/// The rooms of a level, cell by cell.
struct LevelView<'a> {
    dungeon: &'a Dungeon,
    level: &'a Level,
    rooms: Grid<Option<RoomId>>,
}

impl<'a> LevelView<'a> {
    fn new(dungeon: &'a Dungeon, level: &'a Level) -> Self {
        let mut rooms = Grid::filled(level.size(), None);
        for room in dungeon.rooms.iter().filter(|room| room.z == level.z) {
            room.cells().filter(|&cell| level.size().contains(cell)).for_each(|cell| rooms[cell] = Some(room.id));
        }
        Self { dungeon, level, rooms }
    }

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

/// Puts hearths into the kitchen and the largest public room of the ground floor, and above and below them.
pub fn assign_hearths(dungeon: &mut Dungeon, is_public: impl Fn(RoomId) -> bool) {
    let on_ground = || dungeon.rooms.iter().filter(|room| room.z == 0);
    let kitchen = on_ground().find(|room| room.purpose.as_deref() == Some(KITCHEN)).map(|room| room.id);
    let public =
        on_ground().filter(|room| is_public(room.id) && room.shape != Shape::Court && Some(room.id) != kitchen);
    let largest = public.max_by_key(|room| (room.area(), std::cmp::Reverse(room.id))).map(|room| room.id);
    for room in [kitchen, largest].into_iter().flatten() {
        for (room, hearth) in chimney(dungeon, room) {
            dungeon.rooms[room.index()].hearth.get_or_insert(hearth);
        }
    }
}

/// The hearths in one wall cell, on all storeys where it can be one; the cell that serves most storeys, nearest to the middle
/// of the room.
fn chimney(dungeon: &Dungeon, room: RoomId) -> Vec<(RoomId, Hearth)> {
    let views: Vec<LevelView> = dungeon.levels.iter().map(|level| LevelView::new(dungeon, level)).collect();
    let Some(own) = views.iter().find(|view| view.level.z == dungeon.room(room).z) else { return Vec::new() };
    let bounds = dungeon.room(room).bounds();
    let twice = |cell: Cell| Cell::new(2 * cell.x + 1, 2 * cell.y + 1);
    let middle = Cell::new(bounds.left + bounds.right, bounds.top + bounds.bottom);
    let sides = |cell: Cell| Dir::ALL.into_iter().map(move |normal| Hearth { cell, normal });
    let good = bounds.grow(1).cells().flat_map(sides).filter(|&hearth| own.is_good_hearth(room, hearth));
    let elsewhere = |cell: Cell| {
        views.iter().filter(|view| view.level.z != own.level.z).filter_map(move |view| view.hearth_at(cell))
    };
    let best = good.min_by_key(|hearth| {
        let storeys = std::cmp::Reverse(elsewhere(hearth.cell).count());
        (storeys, twice(hearth.cell).distance_squared(middle), hearth.cell)
    });
    best.map(|hearth| std::iter::once((room, hearth)).chain(elsewhere(hearth.cell)).collect()).unwrap_or_default()
}

/// Puts windows into the outer walls above ground, one every so many cells, away from doors and hearths.
pub fn assign_windows(dungeon: &mut Dungeon, distance: i32) {
    if distance < 1 {
        return;
    }
    let mut windows = Vec::new();
    for level in dungeon.levels.iter().filter(|level| level.z >= 0) {
        let view = LevelView::new(dungeon, level);
        for room in dungeon.rooms.iter().filter(|room| room.z == level.z) {
            for normal in Dir::ALL {
                windows.extend(window_cells(&view, room, normal, distance).map(|cell| (level.z, cell, normal)));
            }
        }
    }
    let window = |(id, (z, cell, normal))| Window { id, z, cell, normal };
    dungeon.windows = (0..).zip(windows).map(window).collect();
}

/// The cells of a room's walls on one side that have windows.
fn window_cells<'a>(
    view: &'a LevelView,
    room: &'a Room,
    normal: Dir,
    distance: i32,
) -> impl Iterator<Item = Cell> + use<'a> {
    let mut cells: Vec<Cell> = room.cells().map(|cell| cell + normal).collect();
    cells.retain(|&cell| view.faces_outside(cell, normal) && !room.contains(cell));
    if normal.is_horizontal() {
        cells.sort_unstable_by_key(|cell| (cell.x, cell.y));
    }
    let runs: Vec<Vec<Cell>> = cells.chunk_by(|a, b| a.manhattan(*b) == 1).map(<[Cell]>::to_vec).collect();
    let spaced = move |run: &Vec<Cell>| -> Vec<Cell> {
        // The ends are beside corners; what is left is filled from the middle.
        let usable = run.len() as i32 - 2;
        let count = (usable - 1) / distance + 1;
        let first = 1 + (usable - ((count - 1) * distance + 1)) / 2;
        (0..count).map(|i| run[(first + i * distance) as usize]).collect()
    };
    let hearth = move |cell: Cell| {
        let fixed = view.dungeon.rooms.iter().filter(|room| room.z == view.level.z).filter_map(|room| room.hearth);
        fixed.into_iter().any(|hearth| hearth.cell.manhattan(cell) <= 1)
    };
    runs.into_iter()
        .filter(|run| run.len() as i32 >= WINDOW_WALL)
        .flat_map(move |run| spaced(&run))
        .filter(move |&cell| view.has_window_place(cell, normal) && !hearth(cell))
}

/// Takes out what an edit has left without its wall or floor: windows first, then hearths.
pub fn drop_misplaced(dungeon: &mut Dungeon) {
    if dungeon.windows.is_empty() && dungeon.rooms.iter().all(|room| room.hearth.is_none()) {
        return;
    }
    let views: Vec<LevelView> = dungeon.levels.iter().map(|level| LevelView::new(dungeon, level)).collect();
    let view = |z: i32| views.iter().find(|view| view.level.z == z);
    let is_hearth =
        |room: &Room, hearth: Hearth| view(room.z).is_some_and(|view| view.has_hearth_place(room.id, hearth));
    let hearths: Vec<Option<Hearth>> =
        dungeon.rooms.iter().map(|room| room.hearth.filter(|&hearth| is_hearth(room, hearth))).collect();
    let stays = |window: &&Window| view(window.z).is_some_and(|view| view.has_window_place(window.cell, window.normal));
    let windows: Vec<Window> = dungeon.windows.iter().filter(stays).copied().collect();
    dungeon.rooms.iter_mut().zip(hearths).for_each(|(room, hearth)| room.hearth = hearth);
    dungeon.windows = (0..).zip(windows).map(|(id, window)| Window { id, ..window }).collect();
}
