//! What differs between two dungeons is named, tiles first.

use undercroft_grid::Cell;

use super::super::not_reproduced;
use super::fixture::dungeon;
use super::mutants::Mutant;
use super::pin_mutants::pin_all;
use crate::dungeon::{Dungeon, RoomId, Terrain};

/// What is said of a change.
const DIFFERENCES: &[(&str, Mutant)] = &[
    ("the levels have other heights or sizes", |d| d.levels[1].z = -2),
    ("a tile is Rock instead of Floor: level 0, cell (4, 10)", |d| {
        d.levels[0].terrain[Cell::new(4, 10)] = Terrain::Rock;
        d.name.clear();
    }),
    ("room 6 differs", |d| d.rooms[6].depth = 9),
    ("door 3 differs", |d| d.doors[3].secret = true),
    ("link 2 differs", |d| d.links[2].rooms.reverse()),
    ("blind corridor 0 differs", |d| d.stubs[0].width = 2),
    ("marker 2 differs", |d| d.markers.extend(d.markers.clone())),
    ("feature 4 differs", |d| d.features[4].secret = false),
    ("spawn 8 differs", |d| {
        d.spawns.pop();
    }),
    ("group 1 differs", |d| d.groups[1].count = 9),
    ("the story differs", |d| d.story.hook.clear()),
    ("warning 0 differs", |d| d.warnings.push("Few rooms fit.".to_owned())),
    ("the entrance differs", |d| d.entrance = None),
    ("the goal differs", |d| d.goal = Some(RoomId(0))),
    ("the recipe differs", |d| d.provenance.recipe.insert("rooms.count", 9)),
    ("pin 0 differs", pin_all),
    ("the name, outline, tile size, seed or epoch differs", |d| d.name.clear()),
    ("the name, outline, tile size, seed or epoch differs", |d| d.provenance.epoch = 1),
];

#[test]
fn what_differs_from_a_dungeon_generated_again_is_named() {
    for (what, change) in DIFFERENCES {
        let (d, mut again): (Dungeon, Dungeon) = (dungeon(), dungeon());
        change(&mut again);
        let flaw = not_reproduced(&d, &again).unwrap_or_else(|| panic!("{what}"));
        assert_eq!(flaw.sentence, format!("Generated again from its recipe and seed, {what}."));
    }
}
