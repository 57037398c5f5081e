//! Letters that have no strokes.

use std::collections::BTreeSet;

use crate::lettering::is_drawn;
use undercroft::dungeon::Dungeon;

/// The letters of a dungeon's texts that are written as question marks, each once.
///
/// ```
/// use undercroft::dungeon::Dungeon;
/// use undercroft_draw::undrawn_letters;
///
/// assert_eq!(undrawn_letters(&Dungeon::bare("Crypt 字 of Ünder 字", Vec::new())), ['字']);
/// ```
pub fn undrawn_letters(dungeon: &Dungeon) -> Vec<char> {
    let names = dungeon.levels.iter().map(|level| &level.name).chain([&dungeon.name, &dungeon.story.hook]);
    let rooms = dungeon.rooms.iter().flat_map(|room| {
        let notes = room.notes.iter().map(|note| &note.plain);
        notes.chain([&room.name]).chain(room.purpose.as_ref())
    });
    let groups = dungeon.groups.iter().flat_map(|group| [&group.one, &group.many, &group.mood]);
    let letters = names.chain(rooms).chain(groups).chain(&dungeon.story.rumours).flat_map(|text| text.chars());
    letters.filter(|&letter| !is_drawn(letter)).collect::<BTreeSet<char>>().into_iter().collect()
}
