//! Odd floors, ground, shapes and records: at the borders of the rules, just inside them or just beyond, for the list of
//! flaws.

use undercroft_grid::{Cell, Dir, Grid, Rect, Size};

use super::fixture::{corridor, line, retile};
use super::fixture_contents::add_feature;
use super::mutants::{Mutant, carry, lay, tile};
use super::odd_joints::older;
use super::odd_rooms::{extra_room, window};
use super::pin_cases::with_alcove;
use crate::dungeon::{Dungeon, Ground, Hearth, LinkKind, PlacedTemplate, Role, Room, Run, Shape, Stub, Terrain};

/// What a dungeon has, and the change of the sound dungeon that gives it.
pub const ODD_FLOORS: &[(&str, Mutant)] = &[
    ("a floor in two runs side by side", |d| floor(d, &[(20, 24, 8), (20, 25, 3), (23, 25, 5), (20, 26, 8)])),
    ("a floor of one row in two runs side by side", |d| floor(d, &[(20, 24, 4), (24, 24, 4)])),
    ("a floor of one row in two runs with a cell between", |d| floor(d, &[(20, 24, 4), (25, 24, 3)])),
    ("a floor in runs that overlap in a row", |d| floor(d, &[(20, 24, 8), (20, 25, 4), (23, 25, 5)])),
    ("a floor in runs in the wrong order in a row", |d| floor(d, &[(20, 24, 8), (23, 25, 5), (20, 25, 3)])),
    ("a floor with an empty run", |d| floor(d, &[(20, 24, 8), (20, 25, 0), (20, 26, 8)])),
    ("a floor with a pillar between two equal runs", |d| {
        floor(d, &[(20, 24, 8), (20, 25, 3), (25, 25, 3), (20, 26, 8)]);
    }),
    ("a floor of two equal runs, one to the side of the other", |d| floor(d, &[(20, 24, 5), (23, 25, 5)])),
    ("a floor of equal runs in three rows, one to the side of the others", |d| {
        floor(d, &[(20, 24, 6), (22, 25, 6), (20, 26, 6)]);
    }),
    ("two wrong tiles in a row", |d| {
        tile(d, 50, 30, Terrain::Wall);
        tile(d, 52, 30, Terrain::Wall);
    }),
    ("a hole in a wall of two rooms", |d| tile(d, 38, 16, Terrain::Rock)),
    ("three wrong tiles in a row", |d| (50..53).for_each(|x| tile(d, x, 30, Terrain::Corridor))),
    ("ground of another size with deep water", |d| {
        let mut ground = Grid::filled(Size::of(60, 39), Ground::Bare);
        Rect::new(22, 24, 23, 30).cells().chain([Cell::new(14, 12)]).for_each(|cell| ground[cell] = Ground::Deep);
        d.levels[0].ground = Some(ground);
    }),
    ("a room parted by rock, with deep water in one part", |d| {
        (24..30).for_each(|y| tile(d, 23, y, Terrain::Wall));
        lay(d, Rect::new(26, 28, 27, 29), Ground::Deep);
    }),
    ("a bridge that ends at a wall", |d| {
        lay(d, Rect::new(24, 24, 28, 30), Ground::Chasm);
        lay(d, Rect::new(24, 26, 28, 27), Ground::Bridge);
    }),
    ("a bridge along a wall", |d| {
        lay(d, Rect::new(22, 24, 25, 30), Ground::Chasm);
        lay(d, Rect::new(22, 29, 25, 30), Ground::Bridge);
    }),
    ("deep water on a light", |d| lay(d, Rect::new(7, 13, 8, 14), Ground::Deep)),
    ("deep water on the second step of stairs", |d| {
        let runs = [line((40, 20), (41, 20)), line((40, 20), (40, 20))];
        d.links[8].kind = LinkKind::Stairs { runs };
        retile(d);
        lay(d, Rect::new(41, 20, 42, 21), Ground::Deep);
    }),
    ("deep water before both doors of a corridor", |d| {
        lay(d, Rect::new(11, 12, 12, 13), Ground::Deep);
        lay(d, Rect::new(18, 12, 19, 13), Ground::Deep);
    }),
    ("a room in the shape of an L", |d| {
        d.rooms[4].floor[..2].iter_mut().for_each(|run| run.length -= 2);
        d.rooms[4].shape = Shape::L;
        retile(d);
    }),
    ("rectangles with an alcove of stairs", |d| {
        *d = with_alcove();
        (d.rooms[3].shape, d.rooms[5].shape) = (Shape::Rect, Shape::Rect);
    }),
    ("a dais opposite a door in the west", |d| dais(d, 1, Rect::new(26, 10, 28, 16))),
    ("a dais opposite a door in the east", |d| dais(d, 0, Rect::new(4, 10, 6, 16))),
    ("a dais opposite a door in the north", |d| dais(d, 4, Rect::new(20, 28, 28, 30))),
    ("a dais opposite a door in the south", |d| {
        d.doors[0].normal = Dir::South;
        dais(d, 0, Rect::new(4, 10, 10, 12));
    }),
    ("a dais opposite the door of a neighbour", |d| dais(d, 3, Rect::new(36, 21, 44, 23))),
    ("a dais in a room that is too small", |d| {
        floor(d, &[(20, 24, 5), (20, 25, 5), (20, 26, 5), (20, 27, 5)]);
        dais(d, 4, Rect::new(20, 26, 25, 28));
    }),
    ("a template of one's own", |d| {
        porch(d);
        carry(d, "templates.file", "name: porch");
    }),
    ("a template of a name that is not shipped", |d| {
        porch(d);
        d.rooms[2].template = Some(placed("nook of one's own"));
    }),
    ("a template of an older dungeon", |d| {
        porch(d);
        older(d);
    }),
    ("a template of a map that was not generated", |d| {
        porch(d);
        d.provenance.recipe.clear();
    }),
    ("a hearth before stairs", |d| stairs_at_hearth(d, Cell::new(38, 17))),
    ("a hearth whose second cell is stairs", |d| stairs_at_hearth(d, Cell::new(39, 17))),
    ("a hearth beside stairs", |d| stairs_at_hearth(d, Cell::new(37, 17))),
    ("a hearth that faces another room", |d| hearth(d, 3, Cell::new(38, 16), Dir::North)),
    ("a hearth on another level", |d| hearth(d, 5, Cell::new(36, 17), Dir::South)),
    ("a window in the corner of a ring", |d| window(d, 20, 9, Dir::North)),
    ("a window beside a partition", |d| {
        extra_room(d, Rect::new(29, 10, 32, 16));
        window(d, 29, 9, Dir::North);
        window(d, 27, 9, Dir::North);
    }),
    ("a window to another room", |d| window(d, 38, 16, Dir::South)),
    ("a window in the corner of two walls", |d| window(d, 3, 9, Dir::North)),
    ("windows of two levels in one cell", |d| {
        window(d, 22, 17, Dir::North);
        window(d, 22, 17, Dir::North);
        d.windows[1].z = -1;
    }),
    ("a feature on a key that names no room", |d| {
        d.markers[0].room = None;
        d.markers[0].cell = Cell::new(39, 13);
        add_feature(d, "crate", 2, (39, 13), [1, 1]);
    }),
    ("a feature beside a key that names no room", |d| {
        d.markers[0].room = None;
        d.markers[0].cell = Cell::new(40, 13);
        add_feature(d, "crate", 2, (39, 13), [1, 1]);
    }),
    ("as much floor as templates need", |d| floor_cells(d, 0)),
    ("a cell less than templates need", |d| floor_cells(d, 1)),
    ("a cell less than templates need, edited", |d| {
        floor_cells(d, 1);
        d.set_edited();
    }),
    ("a cell less than templates need, with a warning", |d| {
        floor_cells(d, 1);
        d.warnings.push("No place was left.".to_owned());
    }),
    ("a room too few, edited", |d| {
        d.provenance.recipe.insert("rooms.count", 8);
        d.set_edited();
    }),
    ("a room too many, edited", |d| {
        d.provenance.recipe.insert("rooms.count", 6);
        d.set_edited();
    }),
    ("two halls, and a room too many", |d| {
        d.provenance.recipe.insert("rooms.count", 4);
        d.rooms[2].roles = vec![Role::Hall];
        d.rooms[3].roles = vec![Role::Hall];
    }),
    ("the first epoch", |d| {
        older(d);
        d.provenance.epoch = 1;
    }),
    ("long rooms that are meant to be long", |d| {
        for (room, purpose) in [(1, "hall"), (2, "gallery"), (3, "landing"), (4, "kitchen")] {
            let start = d.rooms[room].floor[0].start;
            d.rooms[room].floor.retain(|run| run.start.y < start.y + 3);
            d.rooms[room].purpose = Some(purpose.to_owned());
        }
        retile(d);
    }),
    ("rooms without links of a map that was not generated", |d| {
        let rooms = d.rooms.clone();
        *d = Dungeon::bare("The rooms", d.levels.clone());
        d.rooms = rooms;
    }),
    ("a generated map without rooms", |d| {
        let recipe = d.provenance.recipe.clone();
        *d = Dungeon::bare("The map", d.levels.clone());
        d.provenance.recipe = recipe;
    }),
    ("more blind corridors than links", |d| {
        d.stubs.extend((0..9).map(|i| Stub { z: 0, path: line((50, 20 + 2 * i), (51, 20 + 2 * i)), width: 1 }));
        retile(d);
    }),
    ("a blind corridor inside a secret passage", |d| {
        d.stubs.push(Stub { z: 0, path: line((8, 20), (10, 20)), width: 1 });
        retile(d);
    }),
    ("a blind corridor below that crosses a secret passage above", |d| {
        d.stubs.push(Stub { z: -1, path: line((8, 20), (8, 22)), width: 1 });
        retile(d);
    }),
    ("a corridor through a corner of the map", |d| {
        corridor(d, 6).roughened = vec![Cell::new(59, 39), Cell::new(0, 39), Cell::new(59, 0)];
        retile(d);
    }),
];

/// Gives room 4 another floor.
fn floor(d: &mut Dungeon, runs: &[(i32, i32, i32)]) {
    d.rooms[4].floor = runs.iter().map(|&(x, y, length)| Run { start: Cell::new(x, y), length }).collect();
    retile(d);
}

fn dais(d: &mut Dungeon, room: usize, dais: Rect) {
    (d.rooms[room].shape, d.rooms[room].dais) = (Shape::Dais, Some(dais));
}

fn placed(name: &str) -> PlacedTemplate {
    PlacedTemplate { name: name.to_owned(), turn: 0, mirror: false, at: Cell::new(19, 9) }
}

/// Room 1 claims to be from a template that looks different.
fn porch(d: &mut Dungeon) {
    d.rooms[1].template = Some(placed("porch"));
}

fn hearth(d: &mut Dungeon, room: usize, cell: Cell, normal: Dir) {
    d.rooms[room].hearth = Some(Hearth { cell, normal });
}

/// A hearth in the north of room 3, and its stairs in this cell.
fn stairs_at_hearth(d: &mut Dungeon, stairs: Cell) {
    d.links[8].kind = LinkKind::stairs_at(stairs);
    retile(d);
    hearth(d, 3, Cell::new(38, 16), Dir::South);
}

/// The recipe needs so many floor cells more than there are.
fn floor_cells(d: &mut Dungeon, more: i64) {
    let cells: i64 = d.rooms.iter().map(Room::area).sum();
    d.provenance.recipe.insert("templates.floor_cells", cells + more);
}
