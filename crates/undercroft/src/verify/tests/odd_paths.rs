//! Odd paths of corridors, and doors that shut a visitor out: at the borders of the rules, for the list of flaws.

use undercroft_grid::{Cell, Dir};

use super::fixture::{corridor, line, retile};
use super::mutants::Mutant;
use super::odd_joints::leaf;
use crate::dungeon::{DoorKind, DoorState, Dungeon, Fallback, HiddenDoor, Marker, MarkerKind};

/// What a dungeon has, and the change of the sound dungeon that gives it.
pub const ODD_PATHS: &[(&str, Mutant)] = &[
    ("a runway of one cell where one is owed", |d| {
        d.provenance.recipe.insert("corridors.runway", 1);
        (corridor(d, 0).runway[0], corridor(d, 0).fallback[0]) = (1, Fallback::OneCell);
    }),
    ("straight corridors shorter than a runway", |d| {
        d.provenance.recipe.insert("corridors.runway", 8);
        (corridor(d, 3).runway, corridor(d, 5).runway) = ([6, 6], [6, 6]);
    }),
    ("a runway that is owed and a cell longer than its straight", |d| {
        d.provenance.recipe.insert("corridors.runway", 3);
        (corridor(d, 6).runway[0], corridor(d, 6).fallback[0]) = (1, Fallback::OneCell);
        (corridor(d, 7).runway[0], corridor(d, 7).fallback[0]) = (2, Fallback::OneCell);
    }),
    ("a fallback at a door wider than its corridor", |d| {
        wide_door(d, 3, 0, (23, 16), (25, 16));
        (corridor(d, 3).runway[0], corridor(d, 3).fallback[0]) = (1, Fallback::OneCell);
    }),
    ("doors wider than a corridor that goes south", |d| {
        wide_door(d, 3, 0, (23, 16), (25, 16));
        wide_door(d, 3, 1, (23, 23), (25, 23));
        d.provenance.recipe.clear();
    }),
    ("a wide corridor that goes south beside its door", |d| {
        corridor(d, 3).width = 2;
        wide_door(d, 3, 0, (25, 16), (26, 16));
    }),
    ("a wide corridor that goes south on the other side of its door", |d| {
        corridor(d, 3).width = 2;
        wide_door(d, 3, 1, (23, 23), (24, 23));
    }),
    ("a blind corridor with a gap that crosses itself", |d| {
        d.stubs[0].path = [line((32, 5), (32, 4)), line((32, 2), (32, 5))].concat();
        retile(d);
    }),
    ("a path that goes round in a circle", |d| {
        let path = &mut corridor(d, 4).path;
        let at = path.iter().position(|&cell| cell == Cell::new(12, 26)).expect("it passes here");
        let circle = [(12, 26), (12, 27), (11, 27), (11, 26), (12, 26)].map(|(x, y)| Cell::new(x, y));
        path.splice(at..=at, circle);
        retile(d);
    }),
    ("a blind corridor that turns back in the corner of the map", |d| {
        d.stubs[0].path = [(0, 0), (1, 0), (0, 0)].map(|(x, y)| Cell::new(x, y)).to_vec();
        retile(d);
    }),
    ("a locked secret door of a link that is not hidden", |d| d.doors[5].secret = true),
    ("a discovered door that must be passed", |d| d.links[5].set_hidden(HiddenDoor::Discovered)),
    ("a secret door that must be passed", |d| d.doors[9].secret = true),
    ("a locked door at both ends, with one key", |d| {
        leaf(d, 3, 1, DoorKind::Door, DoorState::Locked);
    }),
    ("a locked door at both ends, with one shared key", |d| {
        leaf(d, 3, 1, DoorKind::Door, DoorState::Locked);
        d.provenance.recipe.insert("keys", "shared");
    }),
    ("a light with a locked link", |d| {
        let light = Marker { kind: MarkerKind::Light, ..d.markers[0].clone() };
        d.markers[0] = light;
    }),
    ("an entrance two cells wide", |d| {
        d.doors[15].cells = line((5, 16), (6, 16));
        retile(d);
    }),
    ("an entrance two cells wide beside a corridor", |d| {
        d.doors[15].cells = line((5, 16), (6, 16));
        corridor(d, 4).roughened = vec![Cell::new(7, 18)];
        retile(d);
    }),
    ("an entrance that leads into its room", |d| {
        d.doors[15].normal = Dir::North;
        retile(d);
    }),
    ("rooms without roles", |d| {
        d.rooms[0].roles.clear();
        d.rooms[6].roles.clear();
    }),
    ("a portcullis that is open", |d| leaf(d, 6, 0, DoorKind::Portcullis, DoorState::Open)),
    ("a barred door at both ends", |d| {
        leaf(d, 0, 0, DoorKind::Barred, DoorState::Closed);
        leaf(d, 0, 1, DoorKind::Barred, DoorState::Closed);
    }),
];

/// Gives an end of a link a door of these cells.
fn wide_door(d: &mut Dungeon, link: usize, end: usize, from: (i32, i32), to: (i32, i32)) {
    let door = d.links[link].doors()[end].index();
    d.doors[door].cells = line(from, to);
    retile(d);
}
