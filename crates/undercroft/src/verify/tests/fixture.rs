//! A sound dungeon with one of everything, built by hand, for tests to break.
//!
//! Level 0, and below room 3 the second level with rooms 5 and 6 (the goal):
//!
//! ```text
//!       .───────────────7──┬───6─ ─ ─ ┐       0, 1, …  rooms; 0 is the entrance, 3 has a shared wall with 2
//!     ┌───┐           ┌───┐ └──6──┐┌──┴┐      6        a loop behind a portcullis, with a blind stub
//!     │ 0 │─────0─────│ 1 │═══1═══════│ 2 │   1        two cells wide
//!     └┬─┬┘           └─┬─┘           ├─2─┤   3        locked; its key lies in room 0
//!    entrance ╎ 4 (secret) 3              │ 3 │   7        merges into 6
//!         └╌╌╌╌╌╌╌╌╌╌╌┌┴──┐           └─>─┘   5        on the lower level, from room 5 to room 6
//!                     │ 4 │
//! ```

use undercroft_grid::{Cell, Dir, Rect, Size};

use super::fixture_contents::add_contents;
use crate::dungeon::{
    Corridor, Door, DoorId, DoorKind, DoorState, Dungeon, Entrance, HiddenDoor, Level, Link, LinkId, LinkKind, Marker,
    MarkerKind, Record, Role, Room, RoomId, Run, Socket, Stub, Terrain,
};
use crate::fraction::Fraction;
use crate::recipe::RecipeFile;
use crate::seed::Seed;

const SIZE: (i32, i32) = (60, 40);

/// The sound dungeon. Its numbers are in the module's picture.
pub(crate) fn dungeon() -> Dungeon {
    let mut d = empty();
    let rooms = [
        (0, Rect::new(4, 10, 10, 16), 0, [0, 0, 0]),
        (0, Rect::new(20, 10, 28, 16), 1, [1, 0, 0]),
        (0, Rect::new(36, 10, 44, 16), 1, [1, 1, 0]),
        (0, Rect::new(36, 17, 44, 23), 2, [2, 1, 0]),
        (0, Rect::new(20, 24, 28, 30), 2, [2, 0, 0]),
        (-1, Rect::new(36, 18, 44, 24), 3, [2, 1, -1]),
        (-1, Rect::new(20, 18, 28, 24), 4, [1, 1, -1]),
    ];
    for (z, floor, depth, plan) in rooms {
        add_room(&mut d, z, floor, depth, plan);
    }
    d.rooms[3].aligned = false;
    d.rooms[0].roles = vec![Role::Entrance];
    d.rooms[6].roles = vec![Role::Goal];
    // Room 4 hangs on room 1, everything else with the goal on room 2.
    d.rooms.iter_mut().zip([1, 2, 4, 5, 3, 6, 7]).for_each(|(room, number)| room.number = Some(number));
    add_links(&mut d);
    add_ends(&mut d);
    retile(&mut d);
    add_contents(&mut d);
    d
}

/// Writes the plain texts of all notes again.
pub(crate) fn rewrite_notes(d: &mut Dungeon) {
    for room in 0..d.rooms.len() {
        for note in 0..d.rooms[room].notes.len() {
            d.rooms[room].notes[note].plain = d.write_out(&d.rooms[room].notes[note].text);
        }
    }
}

/// A large sound dungeon: `side`×`side` square rooms of 8×8 cells, one in each square of `pitch` cells, joined along rows
/// and down the first column by straight corridors.
pub(crate) fn checkerboard(side: i32, pitch: i32) -> Dungeon {
    let mut d = Dungeon::bare("The checkerboard", vec![Level::solid_rock(0, Size::of(side * pitch, side * pitch))]);
    d.provenance.recipe = record(&format!("rooms.count = {0}\nwidth = {1}\nheight = {1}", side * side, side * pitch));
    d.module_grid = Some([1, 1]);
    "1".clone_into(&mut d.provenance.seed);
    // Rooms had no numbers.
    d.provenance.epoch = 2;
    let corner = |column, row| Cell::new(column * pitch + 4, row * pitch + 4);
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        add_room(&mut d, 0, Rect::at(corner(column, row), 8, 8), (row + column) as u32, [column, -row, 0]);
    }
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let (at, room) = (corner(column, row), (row * side + column) as u32);
        if column + 1 < side {
            join(&mut d, [room, room + 1], Cell::new(at.x + 8, at.y + 3), Dir::East, pitch - 9);
        }
        if column == 0 && row + 1 < side {
            join(&mut d, [room, room + side as u32], Cell::new(at.x + 3, at.y + 8), Dir::South, pitch - 9);
        }
    }
    let door = add_door(&mut d, 0, vec![corner(0, 0) + Dir::North], Dir::North);
    d.entrance = Some(Entrance { room: RoomId(0), door, runway: 1, open_end: false });
    d.goal = Some(RoomId((side * side - 1) as u32));
    retile(&mut d);
    d
}

fn join(d: &mut Dungeon, rooms: [u32; 2], from: Cell, dir: Dir, gap: i32) {
    let doors =
        [add_door(d, rooms[0], vec![from], dir), add_door(d, rooms[1], vec![from.step(dir, gap)], dir.opposite())];
    add_corridor(d, rooms, doors, (1..gap).map(|i| from.step(dir, i)).collect());
}

/// Writes the tiles again from the entities.
pub(crate) fn retile(d: &mut Dungeon) {
    for level in 0..d.levels.len() {
        let z = d.levels[level].z;
        d.levels[level] = Level::solid_rock(z, d.levels[level].size());
        for room in d.rooms.iter().filter(|room| room.z == z) {
            let ring: Vec<Cell> =
                room.cells().flat_map(Cell::neighbors8).filter(|&cell| !room.contains(cell)).collect();
            paint(&mut d.levels[level], ring, Terrain::Wall);
        }
        let floors: Vec<Cell> = d.rooms.iter().filter(|room| room.z == z).flat_map(Room::cells).collect();
        paint(&mut d.levels[level], floors, Terrain::Floor);
        let doors: Vec<Cell> = d.doors_on(z).flat_map(|door| door.cells.clone()).collect();
        paint(&mut d.levels[level], doors, Terrain::Door);
        let (corridors, stairs) = (corridor_cells(d, z), stairs(d, z));
        paint(&mut d.levels[level], corridors, Terrain::Corridor);
        for (cell, terrain) in stairs {
            paint(&mut d.levels[level], vec![cell], terrain);
        }
    }
}

/// A line of cells from one to the other, both included.
pub(crate) fn line(from: (i32, i32), to: (i32, i32)) -> Vec<Cell> {
    let length = (to.0 - from.0).abs().max((to.1 - from.1).abs());
    let step = Cell::new((to.0 - from.0).signum(), (to.1 - from.1).signum());
    (0..=length).map(|i| Cell::new(from.0 + step.x * i, from.1 + step.y * i)).collect()
}

pub(crate) fn add_door(d: &mut Dungeon, room: u32, cells: Vec<Cell>, normal: Dir) -> DoorId {
    let id = DoorId(d.doors.len() as u32);
    let room = RoomId(room);
    let (kind, state) = (DoorKind::Door, DoorState::Closed);
    d.doors.push(Door { id, z: d.room(room).z, room: Some(room), cells, normal, kind, state, secret: false });
    id
}

/// The corridor of a link that has one.
pub(crate) fn corridor(d: &mut Dungeon, link: usize) -> &mut Corridor {
    d.links[link].corridor_mut().expect("the link has a corridor")
}

fn add_corridor(d: &mut Dungeon, rooms: [u32; 2], doors: [DoorId; 2], path: Vec<Cell>) -> LinkId {
    let corridor = Corridor { runway: [2, 2], ..Corridor::new(doors, path) };
    add_link(d, rooms, LinkKind::Corridor { corridor, hidden: HiddenDoor::None })
}

fn add_link(d: &mut Dungeon, rooms: [u32; 2], kind: LinkKind) -> LinkId {
    let id = LinkId(d.links.len() as u32);
    d.links.push(Link::new(id, rooms.map(RoomId), kind));
    id
}

fn empty() -> Dungeon {
    let size = Size::of(SIZE.0, SIZE.1);
    let mut d = Dungeon::bare("The sound cellar", vec![Level::solid_rock(0, size), Level::solid_rock(-1, size)]);
    d.provenance.recipe = record(&format!("rooms.count = 7\nwidth = {}\nheight = {}", SIZE.0, SIZE.1));
    "1".clone_into(&mut d.provenance.seed);
    d.module_grid = Some([2, 2]);
    d
}

/// The record of a recipe.
fn record(recipe: &str) -> Record {
    let file = RecipeFile::parse("sound.toml", recipe).unwrap_or_else(|error| panic!("{error}"));
    file.check(Seed::new(1)).unwrap_or_else(|error| panic!("{error}")).record
}

fn add_room(d: &mut Dungeon, z: i32, floor: Rect, depth: u32, plan: [i32; 3]) {
    let bare = Room::bare(RoomId(d.rooms.len() as u32), z, Run::of_rect(floor));
    let difficulty = Fraction::ratio(depth.into(), 4);
    d.rooms.push(Room { depth, difficulty, plan: Some(plan), aligned: true, ..bare });
}

fn add_links(d: &mut Dungeon) {
    let cell = |x, y| vec![Cell::new(x, y)];
    // 0: straight.
    let doors = [add_door(d, 0, cell(10, 12), Dir::East), add_door(d, 1, cell(19, 12), Dir::West)];
    add_corridor(d, [0, 1], doors, line((11, 12), (18, 12)));
    // 1: two wide.
    let doors =
        [add_door(d, 1, line((28, 11), (28, 12)), Dir::East), add_door(d, 2, line((35, 13), (35, 14)), Dir::West)];
    let path = [line((29, 11), (31, 11)), line((31, 12), (31, 13)), line((32, 13), (34, 13))].concat();
    let wide = add_corridor(d, [1, 2], doors, path);
    corridor(d, wide.index()).width = 2;
    // 2: a shared wall.
    let door = add_door(d, 2, cell(40, 16), Dir::South);
    add_link(d, [2, 3], LinkKind::Shared { door, hidden: HiddenDoor::None });
    // 3: locked.
    let doors = [add_door(d, 1, cell(24, 16), Dir::South), add_door(d, 4, cell(24, 23), Dir::North)];
    d.doors[doors[0].index()].state = DoorState::Locked;
    add_corridor(d, [1, 4], doors, line((24, 17), (24, 22)));
    // 4: secret.
    add_secret_passage(d);
    // 5: below.
    let doors = [add_door(d, 5, cell(35, 20), Dir::West), add_door(d, 6, cell(28, 20), Dir::East)];
    add_corridor(d, [5, 6], doors, line((34, 20), (29, 20)));
    // 6: behind a portcullis.
    let doors = [add_door(d, 1, cell(24, 9), Dir::North), add_door(d, 2, cell(40, 9), Dir::North)];
    d.doors[doors[0].index()].kind = DoorKind::Portcullis;
    let path = [line((24, 8), (24, 6)), line((25, 6), (40, 6)), line((40, 7), (40, 8))].concat();
    let barred = add_corridor(d, [1, 2], doors, path);
    corridor(d, barred.index()).roughened = vec![Cell::new(30, 7)];
    // 7: merges into 6.
    let doors = [add_door(d, 0, cell(6, 9), Dir::North), add_door(d, 2, cell(38, 9), Dir::North)];
    let path = [line((6, 8), (6, 6)), line((7, 6), (38, 6)), line((38, 7), (38, 8))].concat();
    add_corridor(d, [0, 2], doors, path);
    // Short corridors have one leaf.
    for link in [0, 1, 5] {
        let door = d.links[link].doors()[1].index();
        (d.doors[door].kind, d.doors[door].state) = (DoorKind::Doorway, DoorState::Open);
    }
    // 8: stairs.
    add_link(d, [3, 5], LinkKind::stairs_at(Cell::new(40, 20)));
}

fn add_secret_passage(d: &mut Dungeon) {
    let cell = |x, y| vec![Cell::new(x, y)];
    let doors = [add_door(d, 0, cell(8, 16), Dir::South), add_door(d, 4, cell(19, 26), Dir::West)];
    for door in &doors {
        d.doors[door.index()].secret = true;
    }
    let path = [line((8, 17), (8, 26)), line((9, 26), (18, 26))].concat();
    let corridor = Corridor { runway: [2, 2], ..Corridor::new(doors, path) };
    add_link(d, [0, 4], LinkKind::Secret { corridor, discovered: false });
}

fn add_ends(d: &mut Dungeon) {
    let door = add_door(d, 0, vec![Cell::new(6, 16)], Dir::South);
    d.entrance = Some(Entrance { room: RoomId(0), door, runway: 2, open_end: false });
    d.goal = Some(RoomId(6));
    d.stubs.push(Stub { z: 0, path: line((32, 5), (32, 4)), width: 1 });
    let socket = |x, y, dir, required, open| Socket { cell: Cell::new(x, y), dir, required, open };
    d.rooms[3].sockets = vec![socket(40, 16, Dir::North, true, true), socket(44, 20, Dir::East, false, false)];
    let (room, link) = (Some(RoomId(0)), Some(LinkId(3)));
    d.markers.push(Marker { kind: MarkerKind::Key, z: 0, cell: Cell::new(5, 11), room, link, label: None });
    d.markers.push(Marker { kind: MarkerKind::Light, z: 0, cell: Cell::new(7, 13), room, link: None, label: None });
}

fn paint(level: &mut Level, cells: Vec<Cell>, terrain: Terrain) {
    for cell in cells {
        if let Some(tile) = level.terrain.get_mut(cell) {
            *tile = terrain;
        }
    }
}

fn corridor_cells(d: &Dungeon, z: i32) -> Vec<Cell> {
    let links = d.links.iter().filter(|link| d.room(link.rooms[0]).z == z);
    let links = links.flat_map(|link| d.corridor_cells(link).chain(link.roughened().iter().copied()));
    let stubs = d.stubs.iter().filter(|stub| stub.z == z).flat_map(|stub| {
        let brush = move |&at: &Cell| Rect::at(at, stub.width.into(), stub.width.into()).cells();
        stub.path.iter().flat_map(brush)
    });
    let entrance = d.entrance.iter().filter(|entrance| d.door(entrance.door).z == z);
    let entrance = entrance.flat_map(|entrance| d.door(entrance.door).runway_rect(entrance.runway.into()).cells());
    links.chain(stubs).chain(entrance).collect()
}

fn stairs(d: &Dungeon, z: i32) -> Vec<(Cell, Terrain)> {
    let stairs = d.links.iter().filter(|link| link.stairs().is_some());
    let ends = stairs.flat_map(|link| {
        let [a, b] = link.rooms.map(|room| d.room(room).z);
        [(a, b, link.rooms[0]), (b, a, link.rooms[1])]
            .map(|(here, there, room)| (here, link.stairs_in(room), here > there))
    });
    let here = ends.filter(|&(here, _, _)| here == z);
    let terrain = |down| if down { Terrain::StairsDown } else { Terrain::StairsUp };
    here.flat_map(|(_, run, down)| run.iter().map(move |&cell| (cell, terrain(down)))).collect()
}
