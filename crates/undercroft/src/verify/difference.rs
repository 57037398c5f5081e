//! Two dungeons that should be the same: where do they first differ?

use std::fmt::Debug;

use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Level};

/// The flaw of a dungeon that its recipe and seed do not give again; `None` when they do.
///
/// `again` is what generating from the dungeon's own recipe and seed gave. The sentence names the first difference:
/// tiles first, since they are what people see, then entities in the order of the document.
///
/// ```
/// use undercroft::generate;
/// use undercroft::verify::not_reproduced;
///
/// let dungeon = generate("crypt", 7)?;
/// assert_eq!(not_reproduced(&dungeon, &generate("crypt", 7)?), None);
/// assert!(not_reproduced(&dungeon, &generate("crypt", 8)?).is_some());
/// # Ok::<(), undercroft::Error>(())
/// ```
pub fn not_reproduced(dungeon: &Dungeon, again: &Dungeon) -> Option<Flaw> {
    if dungeon == again {
        return None;
    }
    let flaw = of_tiles(dungeon, again).unwrap_or_else(|| of_entities(dungeon, again));
    Some(Flaw { code: FlawCode::NotReproduced, ..flaw })
}

fn of_tiles(dungeon: &Dungeon, again: &Dungeon) -> Option<Flaw> {
    let shapes = |dungeon: &Dungeon| -> Vec<_> { dungeon.levels.iter().map(|level| (level.z, level.size())).collect() };
    if shapes(dungeon) != shapes(again) {
        return Some(difference_flaw("the levels have other heights or sizes"));
    }
    dungeon.levels.iter().zip(&again.levels).find_map(|(level, again)| of_level(level, again))
}

fn of_level(level: &Level, again: &Level) -> Option<Flaw> {
    let position = level.terrain.values().iter().zip(again.terrain.values()).position(|(a, b)| a != b)?;
    let cell = level.size().cell(position);
    Some(
        difference_flaw(&format!("a tile is {:?} instead of {:?}", again.at(cell), level.at(cell)))
            .at(level.z, &[cell]),
    )
}

fn of_entities(dungeon: &Dungeon, again: &Dungeon) -> Flaw {
    let what = first_of("room", &dungeon.rooms, &again.rooms)
        .or_else(|| first_of("door", &dungeon.doors, &again.doors))
        .or_else(|| first_of("link", &dungeon.links, &again.links))
        .or_else(|| first_of("blind corridor", &dungeon.stubs, &again.stubs))
        .or_else(|| first_of("marker", &dungeon.markers, &again.markers))
        .or_else(|| first_of("feature", &dungeon.features, &again.features))
        .or_else(|| first_of("spawn", &dungeon.spawns, &again.spawns))
        .or_else(|| first_of("group", &dungeon.groups, &again.groups))
        .or_else(|| (dungeon.story != again.story).then(|| "the story".to_owned()))
        .or_else(|| first_of("warning", &dungeon.file_warnings(), &again.file_warnings()))
        .or_else(|| (dungeon.entrance != again.entrance).then(|| "the entrance".to_owned()))
        .or_else(|| (dungeon.goal != again.goal).then(|| "the goal".to_owned()))
        .or_else(|| (dungeon.provenance.recipe != again.provenance.recipe).then(|| "the recipe".to_owned()))
        .or_else(|| first_of("pin", &dungeon.provenance.pins, &again.provenance.pins))
        .unwrap_or_else(|| "the name, outline, tile size, seed or epoch".to_owned());
    difference_flaw(&format!("{what} differs"))
}

fn first_of<T: PartialEq + Debug>(noun: &str, these: &[T], those: &[T]) -> Option<String> {
    let longest = these.len().max(those.len());
    (0..longest).find(|&i| these.get(i) != those.get(i)).map(|i| format!("{noun} {i}"))
}

fn difference_flaw(what: &str) -> Flaw {
    Flaw::new(FlawCode::NotReproduced, format!("Generated again from its recipe and seed, {what}."))
}
