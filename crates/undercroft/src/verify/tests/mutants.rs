//! Mutants of the sound dungeon, at least one for each code.

use undercroft_grid::{Cell, Dir, Grid, Rect, Size};

use super::super::FlawCode;
use super::fixture::{self, corridor, line, retile};
use crate::dungeon::{
    DoorKind, DoorState, Dungeon, Fallback, Ground, Hearth, HiddenDoor, Link, LinkId, LinkKind, PlacedTemplate,
    ProvenanceInput, Role, Room, RoomId, Run, Shape, Terrain, Window,
};

use FlawCode as F;

/// A mutation of the sound dungeon.
pub type Mutant = fn(&mut Dungeon);

/// Each break shows its code and no other.
pub const MUTANTS: &[(FlawCode, Mutant)] = &[
    (F::BrokenReference, |d| d.goal = Some(RoomId(99))),
    (F::BrokenReference, |d| d.rooms.swap(1, 2)),
    (F::BrokenReference, |d| d.doors[0].room = None),
    (F::BrokenReference, |d| d.markers[0].z = 7),
    (F::OutOfLimits, |d| corridor(d, 0).width = 9),
    (F::OutOfLimits, |d| d.doors[0].cells.clear()),
    (F::OutOfLimits, |d| corridor(d, 0).path.clear()),
    (F::LevelsDisordered, |d| d.levels.reverse()),
    (F::OutsideMap, |d| d.markers[1].cell = Cell::new(99, 99)),
    (F::OutsideMap, |d| d.rooms[4].floor.iter_mut().for_each(|run| run.start.x += 32)),
    (F::OutsideMap, |d| corridor(d, 0).path[3] = Cell::new(i32::MIN, i32::MAX)),
    (F::BorderOpen, |d| {
        d.stubs[0].path = line((32, 5), (32, 0));
        retile(d);
    }),
    (F::FloorMalformed, |d| d.rooms[0].floor.swap(0, 1)),
    (F::FloorMalformed, |d| d.rooms[0].floor.clear()),
    (F::FloorMalformed, |d| d.rooms[0].floor[0].length = -1),
    (F::RoomInPieces, |d| {
        d.rooms[6].floor.remove(2);
    }),
    (F::ShapeMismatch, |d| d.rooms[1].shape = Shape::Octagon),
    (F::ShapeMismatch, |d| d.rooms[1].shape = Shape::Cloister),
    (F::ShapeMismatch, |d| {
        d.rooms[0].floor[0].length -= 1;
        d.rooms[0].shape = Shape::Rect;
        retile(d);
    }),
    (F::TemplateMismatch, |d| {
        let name = "porch".to_owned();
        d.rooms[1].template = Some(PlacedTemplate { name, turn: 0, mirror: false, at: Cell::new(19, 9) });
    }),
    (F::DaisMisplaced, |d| d.rooms[1].dais = Some(Rect::new(20, 10, 22, 16))),
    (F::DaisMisplaced, |d| d.rooms[1].shape = Shape::Dais),
    (F::DaisMisplaced, |d| (d.rooms[1].shape, d.rooms[1].dais) = (Shape::Dais, Some(Rect::new(20, 14, 28, 16)))),
    (F::WindowMisplaced, |d| window(d, 6, 9, Dir::South)),
    (F::WindowMisplaced, |d| window(d, 22, 12, Dir::North)),
    (F::WindowMisplaced, |d| window(d, 20, 9, Dir::North)),
    (F::WindowMisplaced, |d| window(d, 40, 16, Dir::South)),
    (F::WindowMisplaced, |d| {
        window(d, 23, 9, Dir::North);
        window(d, 23, 9, Dir::North);
    }),
    (F::WindowMisplaced, |d| {
        window(d, 23, 17, Dir::North);
        d.windows[0].z = -1;
    }),
    (F::HearthMisplaced, |d| hearth(d, 22, 12, Dir::South)),
    (F::HearthMisplaced, |d| hearth(d, 22, 9, Dir::North)),
    (F::HearthMisplaced, |d| hearth(d, 27, 9, Dir::South)),
    (F::BrokenReference, |d| {
        window(d, 23, 9, Dir::North);
        d.windows[0].id = 3;
    }),
    (F::OutsideMap, |d| hearth(d, 99, 9, Dir::South)),
    (F::RoomsOverlap, |d| another_room(d, Rect::new(22, 26, 24, 28))),
    (F::FloorInRing, |d| another_room(d, Rect::new(28, 26, 30, 28))),
    (F::FloorMissing, |d| tile(d, 22, 12, Terrain::Rock)),
    (F::FloorMissing, |d| tile(d, 22, 12, Terrain::Corridor)),
    (F::RingBroken, |d| tile(d, 3, 9, Terrain::Rock)),
    (F::RingBroken, |d| tile(d, 5, 9, Terrain::Door)),
    (F::DoorMissing, |d| tile(d, 19, 26, Terrain::Wall)),
    (F::CorridorMissing, |d| tile(d, 12, 26, Terrain::Rock)),
    (F::WallWithoutRoom, |d| tile(d, 50, 30, Terrain::Wall)),
    (F::FloorWithoutRoom, |d| tile(d, 50, 30, Terrain::Floor)),
    (F::CorridorWithoutLink, |d| tile(d, 50, 30, Terrain::Corridor)),
    (F::DoorTileWithoutDoor, |d| tile(d, 50, 30, Terrain::Door)),
    (F::StairsWithoutLink, |d| tile(d, 22, 12, Terrain::StairsUp)),
    (F::StairsWithoutLink, |d| tile(d, 50, 30, Terrain::StairsDown)),
    (F::DoorShape, |d| d.doors[2].cells.reverse()),
    (F::DoorwayState, |d| door_of(d, 0).kind = DoorKind::Doorway),
    (F::DoorwayState, |d| (door_of(d, 0).kind, door_of(d, 0).state) = (DoorKind::Archway, DoorState::Locked)),
    (F::DoorPair, |d| {
        let door = d.links[5].doors()[1].index();
        (d.doors[door].kind, d.doors[door].state) = (DoorKind::Door, DoorState::Closed);
    }),
    (F::DoorOffRing, |d| move_entrance(d, Cell::new(6, 18))),
    (F::DoorAtCorner, |d| move_entrance(d, Cell::new(3, 16))),
    (F::DoorsTouch, |d| {
        let door = d.links[7].doors()[1].index();
        d.doors[door].cells = vec![Cell::new(39, 9)];
        corridor(d, 7).path = [line((6, 8), (6, 6)), line((7, 6), (39, 6)), line((39, 7), (39, 8))].concat();
        retile(d);
    }),
    (F::DoorLeadsNowhere, |d| d.links[2].rooms = [RoomId(2), RoomId(4)]),
    (F::DoorWithoutLink, |d| {
        fixture::add_door(d, 6, vec![Cell::new(24, 17)], Dir::North);
        retile(d);
    }),
    (F::DoorServesTwo, |d| {
        let twin = Link { id: LinkId(d.links.len() as u32), ..d.links[5].clone() };
        d.links.push(twin);
    }),
    (F::LinkDoorMismatch, |d| d.links[5].rooms.reverse()),
    (F::PathBroken, |d| {
        corridor(d, 4).path.remove(5);
        retile(d);
    }),
    (F::PathBroken, |d| {
        d.stubs[0].path.remove(0);
        d.stubs[0].path.extend([Cell::new(32, 5), Cell::new(32, 3)]);
        retile(d);
    }),
    (F::PathNotSimple, |d| {
        d.stubs[0].path.extend([Cell::new(32, 3), Cell::new(32, 4)]);
        retile(d);
    }),
    (F::PathMissesDoor, |d| {
        corridor(d, 4).path.pop();
    }),
    (F::PathNotSimple, |d| {
        detour(d);
        retile(d);
    }),
    (F::CorridorThroughRoom, |d| {
        d.stubs[0].path = line((18, 13), (19, 13));
        retile(d);
        tile(d, 19, 13, Terrain::Wall);
    }),
    (F::RunwayFalse, |d| {
        corridor(d, 6).runway[0] = 4;
        retile(d);
    }),
    (F::RunwayFalse, |d| {
        (corridor(d, 0).runway[0], corridor(d, 0).fallback[0]) = (1, Fallback::OneCell);
    }),
    (F::PathInRock, |d| {
        // Narrowed to the cell beside the one that the path names.
        for door in [d.links[1].doors()[0], d.links[1].doors()[1]] {
            d.doors[door.index()].cells.remove(0);
        }
        retile(d);
    }),
    (F::FallbackDisagrees, |d| corridor(d, 0).runway[0] = 1),
    (F::FallbackDisagrees, |d| corridor(d, 5).fallback[0] = Fallback::OneCell),
    (F::FallbackDisagrees, |d| corridor(d, 6).fallback[1] = Fallback::NoRunway),
    (F::FallbackDisagrees, |d| d.provenance.recipe.insert("corridors.runway", 4)),
    (F::CorridorNotAlone, |d| d.provenance.recipe.insert("method", "plan")),
    (F::CorridorNotAlone, |d| {
        // One step beside the corridor of link 0, as a part of the secret passage.
        corridor(d, 4).roughened = vec![Cell::new(9, 17)];
        corridor(d, 0).roughened = line((11, 13), (11, 17)).into_iter().chain(line((10, 17), (10, 17))).collect();
        retile(d);
    }),
    (F::RoughenedApart, |d| {
        corridor(d, 6).roughened = vec![Cell::new(50, 30)];
        retile(d);
    }),
    (F::StubApart, |d| {
        d.stubs[0].path = line((50, 30), (50, 31));
        retile(d);
    }),
    (F::EntranceMissing, |d| {
        d.entrance = None;
        d.doors.pop();
        retile(d);
    }),
    (F::EntranceMismatch, |d| {
        d.entrance.as_mut().unwrap().room = RoomId(1);
        d.rooms[0].roles.clear();
        (0..).zip([1, 0, 1, 2, 1, 3, 4]).for_each(|(room, depth): (usize, u32)| d.rooms[room].depth = depth);
    }),
    (F::EntranceNotBlind, |d| {
        d.stubs[0].path = line((6, 19), (6, 20));
        retile(d);
    }),
    (F::EntranceBlocked, |d| {
        corridor(d, 4).roughened = vec![Cell::new(7, 24), Cell::new(6, 24)];
        retile(d);
    }),
    (F::GoalMissing, |d| {
        d.goal = None;
        d.rooms[6].roles.clear();
    }),
    (F::DepthWrong, |d| d.rooms[3].depth = 7),
    (F::NumberTwice, |d| d.rooms[5].number = d.rooms[3].number),
    (F::NumberTwice, |d| {
        d.set_edited();
        d.rooms[5].number = d.rooms[3].number;
    }),
    (F::NumberOrder, |d| (d.rooms[1].number, d.rooms[2].number) = (d.rooms[2].number, d.rooms[1].number)),
    (F::NumberOrder, |d| d.rooms[5].number = None),
    (F::NumberOrder, |d| d.rooms[6].number = Some(8)),
    (F::RoleMisplaced, |d| d.rooms[1].roles.push(Role::Goal)),
    (F::RoleMisplaced, |d| d.rooms[1].roles.push(Role::Entrance)),
    (F::RoomUnreachable, |d| another_room(d, Rect::new(50, 30, 54, 34))),
    (F::RoomShutOff, |d| door_of(d, 5).kind = DoorKind::Barred),
    (F::RoomShutOff, |d| {
        // Depths do not count secret links either, so rooms beyond have none that could be wrong.
        door_of(d, 5).secret = true;
        d.links[5].set_hidden(HiddenDoor::Undiscovered);
    }),
    (F::RoomShutOff, take_key),
    (F::KeyWithoutLock, |d| {
        let key = crate::dungeon::Marker { link: Some(LinkId(0)), ..d.markers[0].clone() };
        d.markers.push(key);
    }),
    (F::KeysRunOut, |d| {
        d.provenance.recipe.insert("keys", "shared");
        d.provenance.seed = "1".to_owned();
        move_key(d);
    }),
    (F::KeyOutOfReach, move_key),
    (F::StairsUnpaired, |d| {
        let twin = Link { id: LinkId(d.links.len() as u32), ..d.links[8].clone() };
        d.links.push(twin);
    }),
    (F::StairsRun, |d| stairs(d, &[(40, 20), (41, 20), (41, 21)])),
    (F::StairsRun, |d| stairs(d, &[(40, 20), (42, 20)])),
    (F::StairsRun, |d| stairs(d, &[(40, 20), (41, 21)])),
    (F::StairsRun, |d| stairs(d, &[(40, 20), (41, 20), (42, 20), (43, 20)])),
    (F::StairsNearDoor, |d| {
        d.links[8].kind = LinkKind::stairs_at(Cell::new(37, 20));
        retile(d);
    }),
    (F::StairsNearDoor, |d| {
        // The first cell keeps away from the door on the lower level, the second does not.
        let cells = |xs: &[i32]| xs.iter().map(|&x| Cell::new(x, 20)).collect();
        d.links[8].kind = LinkKind::Stairs { runs: [cells(&[38]), cells(&[38, 37])] };
        retile(d);
    }),
    (F::PlanMismatch, |d| d.rooms[3].plan = d.rooms[2].plan),
    (F::PlanMismatch, |d| d.rooms[6].plan = Some([1, 1, -2])),
    (F::PlanMismatch, |d| d.rooms[6].plan = Some([4, 1, -1])),
    (F::PlanMismatch, |d| {
        // One step from room 6, but no longer under room 3.
        d.rooms[5].plan = Some([1, 2, -1]);
    }),
    (F::SecretMarkWrong, |d| d.links[4].set_hidden(HiddenDoor::Discovered)),
    (F::SecretMarkWrong, |d| d.links[6].set_hidden(HiddenDoor::Undiscovered)),
    (F::SecretMarkWrong, |d| door_of(d, 6).secret = true),
    (F::SecretTooNear, |d| d.rooms[4].plan = Some([0, -1, 0])),
    (F::SocketShut, |d| d.rooms[3].sockets[1].required = true),
    (F::SocketStateFalse, |d| d.rooms[3].sockets[1].open = true),
    (F::SocketStateFalse, |d| d.rooms[3].sockets[0].open = false),
    (F::SocketMisplaced, |d| d.rooms[3].sockets[1].cell = Cell::new(50, 30)),
    (F::SocketMisplaced, |d| d.rooms[3].sockets[1].dir = Dir::West),
    (F::MarkerMisplaced, |d| d.markers[1].cell = Cell::new(50, 30)),
    (F::MarkerMisplaced, |d| d.markers[1].room = Some(RoomId(1))),
    (F::AlignmentFalse, |d| d.rooms[3].aligned = true),
    (F::AlignmentFalse, |d| d.rooms[1].aligned = false),
    (F::CountDisagrees, |d| d.provenance.recipe.insert("rooms.count", 9)),
    (F::CountDisagrees, |d| d.provenance.recipe.insert("rooms.count", 6)),
    (F::CountDisagrees, |d| d.provenance.recipe.insert("height", 41)),
    (F::ProvenanceBroken, |d| d.provenance.seed.clear()),
    (F::ProvenanceBroken, |d| d.provenance.epoch = crate::dungeon::EPOCH + 1),
    (F::GroundMalformed, |d| lay(d, Rect::new(50, 30, 51, 31), Ground::Rubble)),
    (F::GroundMalformed, |d| lay(d, Rect::new(10, 12, 11, 13), Ground::Shallow)),
    (F::GroundMalformed, |d| d.levels[0].ground = Some(Grid::filled(Size::of(3, 3), Ground::Grass))),
    // Room 4 has a door in the north and a secret one in the west.
    (F::GroundCutsOff, |d| lay(d, Rect::new(22, 24, 23, 30), Ground::Chasm)),
    (F::GroundCutsOff, |d| lay(d, Rect::new(20, 26, 21, 27), Ground::Deep)),
    (F::GroundCutsOff, |d| lay(d, Rect::new(14, 12, 15, 13), Ground::Deep)),
    (F::BridgeDisconnected, |d| lay(d, Rect::new(22, 12, 23, 13), Ground::Bridge)),
    (F::BridgeDisconnected, |d| {
        lay(d, Rect::new(22, 11, 25, 14), Ground::Chasm);
        lay(d, Rect::new(23, 12, 24, 13), Ground::Bridge);
    }),
    (F::InputDigest, |d| {
        carry(d, "templates.file", "name: nook");
        d.provenance.inputs[0].text.push('x');
    }),
    (F::InputDigest, |d| {
        carry(d, "mask.file", &mask_around(d, None));
        d.provenance.inputs[0].digest.clear();
    }),
    (F::MaskedCell, |d| carry(d, "mask.file", &mask_around(d, Some(Cell::new(12, 26))))),
    (F::MaskedCell, |d| carry(d, "mask.file", &mask_around(d, Some(Cell::new(3, 9))))),
    (F::MaskedCell, |d| carry(d, "mask.file", "level: 0\n....\n")),
];

/// Breaks that cannot come alone, with what follows from them.
pub const MUTANTS_WITH_CONSEQUENCES: &[(FlawCode, &[FlawCode], Mutant)] = &[
    // Without stairs on the tiles no path leads down.
    (F::StairsMissing, &[F::RoomUnreachable], |d| d.levels[1].terrain[Cell::new(40, 20)] = Terrain::Floor),
    (F::StairsUnpaired, &[F::RoomUnreachable, F::StairsWithoutLink], |d| {
        d.links[8].kind = LinkKind::stairs_at(Cell::new(50, 30));
        retile(d);
    }),
    // Levels that are not neighbours are not joined by any stairs.
    (F::StairsUnpaired, &[F::RoomUnreachable], |d| {
        d.levels[1].z = -2;
        d.rooms.iter_mut().filter(|room| room.z == -1).for_each(|room| {
            room.z = -2;
            room.plan = room.plan.map(|[x, y, _]| [x, y, -2]);
        });
        d.doors.iter_mut().filter(|door| door.z == -1).for_each(|door| door.z = -2);
        d.features.iter_mut().filter(|feature| feature.z == -1).for_each(|feature| feature.z = -2);
        d.spawns.iter_mut().filter(|spawn| spawn.z == -1).for_each(|spawn| spawn.z = -2);
    }),
    // The locked link claims to join the rooms of the secret passage, which is not where its doors are.
    (F::SecretTooNear, &[F::LinkDoorMismatch, F::DepthWrong, F::PlanMismatch], |d| {
        d.links[3].rooms = [RoomId(0), RoomId(4)];
    }),
    // The corridor ends where the rock begins.
    (F::CorridorMissing, &[F::RoomUnreachable], |d| d.levels[1].terrain[Cell::new(32, 20)] = Terrain::Rock),
];

/// Gives the stairs another run on the lower level.
fn stairs(d: &mut Dungeon, run: &[(i32, i32)]) {
    let cells = |run: &[(i32, i32)]| run.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    d.links[8].kind = LinkKind::Stairs { runs: [cells(&[(40, 20)]), cells(run)] };
    retile(d);
}

/// Lays ground on cells of level 0.
pub fn lay(d: &mut Dungeon, cells: Rect, kind: Ground) {
    let level = &mut d.levels[0];
    let mut ground = level.ground.take().unwrap_or_else(|| Grid::filled(level.size(), Ground::Bare));
    cells.cells().for_each(|cell| ground[cell] = kind);
    level.set_ground(ground);
}

pub fn tile(d: &mut Dungeon, x: i32, y: i32, terrain: Terrain) {
    d.levels[0].terrain[Cell::new(x, y)] = terrain;
}

fn another_room(d: &mut Dungeon, floor: Rect) {
    let id = RoomId(d.rooms.len() as u32);
    let bare = Room { plan: None, number: None, notes: Vec::new(), ..d.rooms[1].clone() };
    let room = Room { id, floor: Run::of_rect(floor), sockets: Vec::new(), roles: Vec::new(), ..bare };
    d.rooms.push(room);
    d.provenance.recipe.insert("rooms.count", d.rooms.len());
    retile(d);
}

/// Takes the key away, and the note about it.
pub fn take_key(d: &mut Dungeon) {
    d.markers.remove(0);
    d.rooms[0].notes.remove(0);
}

/// Puts the key behind its lock, with its note.
fn move_key(d: &mut Dungeon) {
    (d.markers[0].cell, d.markers[0].room) = (Cell::new(22, 26), Some(RoomId(4)));
    let note = d.rooms[0].notes.remove(0);
    d.rooms[4].notes.push(note);
}

fn move_entrance(d: &mut Dungeon, to: Cell) {
    d.doors.last_mut().unwrap().cells = vec![to];
    retile(d);
}

/// The secret passage takes a step aside and comes back.
pub fn detour(d: &mut Dungeon) {
    let path = &mut corridor(d, 4).path;
    let at = path.iter().position(|&cell| cell == Cell::new(12, 26)).unwrap();
    path.splice(at..=at, [Cell::new(12, 26), Cell::new(12, 27), Cell::new(12, 26)]);
}

fn door_of(d: &mut Dungeon, link: usize) -> &mut crate::dungeon::Door {
    let door = d.links[link].doors()[0].index();
    &mut d.doors[door]
}

/// Adds a file to those that the dungeon carries.
pub(super) fn carry(d: &mut Dungeon, key: &str, text: &str) {
    d.provenance.inputs.push(ProvenanceInput::new(key, "own.txt", text));
}

/// A mask of level 0 whose free cells are those that the dungeon has there, without this one.
pub(super) fn mask_around(d: &Dungeon, without: Option<Cell>) -> String {
    let level = d.level(0).expect("there is level 0");
    let is_free = |cell: Cell| level.terrain[cell] != Terrain::Rock && Some(cell) != without;
    let row = |y| -> String {
        (0..level.size().width()).map(|x| if is_free(Cell::new(x, y)) { '.' } else { '#' }).collect::<String>() + "\n"
    };
    format!("level: 0\n{}", (0..level.size().height()).map(row).collect::<String>())
}

fn window(d: &mut Dungeon, x: i32, y: i32, normal: Dir) {
    let id = d.windows.len() as u32;
    d.windows.push(Window { id, z: 0, cell: Cell::new(x, y), normal });
}

fn hearth(d: &mut Dungeon, x: i32, y: i32, normal: Dir) {
    d.rooms[1].hearth = Some(Hearth { cell: Cell::new(x, y), normal });
}
