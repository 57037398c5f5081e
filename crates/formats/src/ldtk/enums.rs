//! The words of a dungeon as LDtk's enums and IntGrid values write them: capitalised, with a colour for the editor.

use undercroft_grid::Dir;

use undercroft::dungeon::{DoorKind, DoorState, Fallback, Ground, Mount, Role, SpawnKind, Terrain};
use undercroft::format::json::LinkFileKind;

/// A word with what it means and its colour, `0xRRGGBB`.
pub(super) struct Word<T> {
    pub meaning: T,
    pub text: &'static str,
    pub colour: u32,
}

/// What is written as one word of an enum.
pub(super) trait Worded: Copy + PartialEq + 'static {
    /// The enum's name in the project.
    const ENUM: &'static str;
    /// Its words, each meaning once.
    const WORDS: &'static [Word<Self>];

    /// The word for it.
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|word| word.meaning == self);
        found.expect("every meaning has a word").text
    }

    /// What a word means.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|known| known.text == word).map(|known| known.meaning)
    }
}

const fn word<T>(meaning: T, text: &'static str, colour: u32) -> Word<T> {
    Word { meaning, text, colour }
}

/// Where stairs lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flight {
    Up,
    Down,
}

impl Worded for DoorKind {
    const ENUM: &'static str = "DoorKind";
    const WORDS: &'static [Word<Self>] = &[
        word(Self::Door, "Door", 0xb5_7a_3c),
        word(Self::Archway, "Archway", 0xa8_a0_90),
        word(Self::Portcullis, "Portcullis", 0x7a_86_92),
        word(Self::Barred, "Barred", 0x6b_4a_2a),
        word(Self::Doorway, "Doorway", 0xc9_b9_8f),
    ];
}

impl Worded for Ground {
    const ENUM: &'static str = "Ground";
    const WORDS: &'static [Word<Self>] = &[
        word(Self::Shallow, "Shallow", 0x7a_a3_b0),
        word(Self::Deep, "Deep", 0x35_5f_78),
        word(Self::Chasm, "Chasm", 0x1d_1a_1e),
        word(Self::Rubble, "Rubble", 0x7b_72_66),
        word(Self::Grass, "Grass", 0x6f_82_50),
        word(Self::Bridge, "Bridge", 0x86_62_38),
    ];
}

impl Worded for DoorState {
    const ENUM: &'static str = "DoorState";
    const WORDS: &'static [Word<Self>] = &[
        word(Self::Open, "Open", 0x6f_b0_5e),
        word(Self::Closed, "Closed", 0xd8_a0_3c),
        word(Self::Locked, "Locked", 0xc8_4a_3c),
    ];
}

impl Worded for LinkFileKind {
    const ENUM: &'static str = "LinkKind";
    const WORDS: &'static [Word<Self>] = &[
        word(Self::Corridor, "Corridor", 0x7c_8a_a0),
        word(Self::Shared, "Shared", 0xa8_a0_90),
        word(Self::Stairs, "Stairs", 0x5a_9e_b8),
        word(Self::SecretPassage, "SecretPassage", 0x9a_5a_b0),
    ];
}

impl Worded for Fallback {
    const ENUM: &'static str = "Fallback";
    const WORDS: &'static [Word<Self>] = &[
        word(Self::None, "None", 0x6f_b0_5e),
        word(Self::OneCell, "OneCell", 0xd8_c0_3c),
        word(Self::NoRunway, "NoRunway", 0xd8_8a_3c),
        word(Self::LastResort, "LastResort", 0xc8_4a_3c),
    ];
}

impl Worded for Role {
    const ENUM: &'static str = "Role";
    const WORDS: &'static [Word<Self>] = &[
        word(Self::Entrance, "Entrance", 0x6f_b0_5e),
        word(Self::Goal, "Goal", 0xe0_c0_48),
        word(Self::Boss, "Boss", 0xc8_4a_3c),
        word(Self::Treasure, "Treasure", 0xe0_a0_30),
        word(Self::Merchant, "Merchant", 0x5a_9e_b8),
        word(Self::Event, "Event", 0x9a_5a_b0),
        word(Self::Hall, "Hall", 0xa8_a0_90),
    ];
}

impl Worded for Dir {
    const ENUM: &'static str = "Direction";
    const WORDS: &'static [Word<Self>] = &[
        word(Self::North, "North", 0x5a_9e_b8),
        word(Self::East, "East", 0xe0_c0_48),
        word(Self::South, "South", 0xc8_4a_3c),
        word(Self::West, "West", 0x6f_b0_5e),
    ];
}

impl Worded for Mount {
    const ENUM: &'static str = "Mount";
    const WORDS: &'static [Word<Self>] =
        &[word(Self::Floor, "Floor", 0xc9_b9_8f), word(Self::Wall, "Wall", 0x5b_55_66)];
}

impl Worded for SpawnKind {
    const ENUM: &'static str = "SpawnKind";
    const WORDS: &'static [Word<Self>] = &[
        word(Self::Player, "Player", 0x6f_b0_5e),
        word(Self::Enemy, "Enemy", 0xc8_4a_3c),
        word(Self::Loot, "Loot", 0xe0_a0_30),
        word(Self::Trap, "Trap", 0x9a_5a_b0),
        word(Self::Npc, "Npc", 0x5a_9e_b8),
    ];
}

impl Worded for Flight {
    const ENUM: &'static str = "Flight";
    const WORDS: &'static [Word<Self>] = &[word(Self::Up, "Up", 0xe0_c0_48), word(Self::Down, "Down", 0x5a_9e_b8)];
}

/// The values of the terrain layer, from 1 in this order; rock is 0, LDtk's empty cell.
impl Worded for Terrain {
    const ENUM: &'static str = "Terrain";
    const WORDS: &'static [Word<Self>] = &[
        word(Self::Rock, "Rock", 0x17_15_1c),
        word(Self::Wall, "Wall", 0x5b_55_66),
        word(Self::Floor, "Floor", 0xc9_b9_8f),
        word(Self::Corridor, "Corridor", 0x9c_93_82),
        word(Self::Door, "Door", 0xb5_7a_3c),
        word(Self::StairsUp, "StairsUp", 0xe0_c0_48),
        word(Self::StairsDown, "StairsDown", 0x5a_9e_b8),
    ];
}

/// `#rrggbb`.
pub(super) fn hex(colour: u32) -> String {
    format!("#{colour:06X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Worded + std::fmt::Debug>(all: &[T]) {
        assert_eq!(T::WORDS.len(), all.len(), "{}", T::ENUM);
        for &meaning in all {
            assert_eq!(T::from_word(meaning.word()), Some(meaning));
            let capital = meaning.word().starts_with(|c: char| c.is_ascii_uppercase());
            // LDtk cleans identifiers of this style: a capital, then letters, digits and underscores.
            assert!(capital && meaning.word().chars().all(|c| c.is_ascii_alphanumeric()), "{meaning:?}");
        }
    }

    #[test]
    fn every_meaning_has_one_word_that_the_editor_keeps() {
        check(&DoorKind::ALL);
        check(&[DoorState::Open, DoorState::Closed, DoorState::Locked]);
        check(&[LinkFileKind::Corridor, LinkFileKind::Shared, LinkFileKind::Stairs, LinkFileKind::SecretPassage]);
        check(&[Fallback::None, Fallback::OneCell, Fallback::NoRunway, Fallback::LastResort]);
        check(&[Role::Entrance, Role::Goal, Role::Boss, Role::Treasure, Role::Merchant, Role::Event, Role::Hall]);
        check(&Dir::ALL);
        check(&[Flight::Up, Flight::Down]);
        check(&[Mount::Floor, Mount::Wall]);
        check(&SpawnKind::ALL);
        check(&Terrain::ALL);
    }
}
