//! Sentences of content tables, read once, so that writing one out cannot fail.
//!
//! ```text
//! text := (letters | "{{" | "}}" | "{" alternative ("|" alternative)* "}" | "{" reference "}")*
//! ```
//!
//! Alternatives are texts, may be empty and nest up to four deep. A brace without a bar is a reference. Doubled braces
//! are letters outside braces only; there, `{{` begins alternatives where a bar of its own follows, as in
//! `{{owner}|the sexton}`.

mod length_range;
mod parser;
mod place;
pub(super) mod reference;
mod vocabulary;

pub use length_range::LengthRange;
pub use parser::parse;
pub use place::SentencePlace;
pub use vocabulary::Vocabulary;

/// The fact that lists the materials of keys; each lock takes one of its own.
pub const KEY_FACT: &str = "key";

/// A sentence that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence as its table has it.
    pub text: String,
    /// Its parts, in order.
    pub parts: Vec<SentencePart>,
    /// A number that stands for its text where sentences are compared often.
    pub digest: u64,
    /// Whether it can be written wherever it may stand.
    pub is_unconditional: bool,
}

impl Sentence {
    /// A sentence with its parts.
    pub fn new(text: String, parts: Vec<SentencePart>) -> Self {
        let digest = text.bytes().fold(FNV_OFFSET, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(FNV_PRIME));
        let is_unconditional = parts.iter().all(SentencePart::is_unconditional);
        Self { text, parts, digest, is_unconditional }
    }

    /// A sentence that is written out as it stands.
    pub fn plain(text: String) -> Self {
        let parts = vec![SentencePart::Text(text.clone())];
        Self::new(text, parts)
    }
}

/// The constants of the hash FNV-1a for 64 bits (Fowler, Noll, Vo).
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentencePart {
    /// These letters.
    Text(String),
    /// One of these, by chance; at least two.
    Choice(Vec<Vec<SentencePart>>),
    /// A fact of the dungeon, by its name.
    Fact(String),
    /// The material of this room's key or lock.
    KeyMaterial,
    /// A word of a list.
    Word {
        /// The list.
        list: String,
        /// Whether `a` or `an` comes before it.
        article: bool,
    },
    /// The number of a room.
    Room(RoomReference),
    /// The compass direction of a room, as seen from this one.
    Direction(RoomReference),
    /// Words about this room's group.
    Group(GroupWord),
    /// One text where there is one of what is counted, the other where there are more.
    Agreement {
        /// What is counted.
        with: Counted,
        /// For one.
        one: String,
        /// For several.
        many: String,
    },
    /// The noun of a feature that stands in this room, by its kind.
    Feature(String),
    /// The name of this level.
    Level,
    /// The number of doors of this room, as a word.
    Doors,
    /// How many of the group are in this room.
    Members {
        /// The list of a noun that is counted.
        noun: Option<String>,
    },
    /// A side of this room, in feet.
    Feet(RoomSide),
}

impl SentencePart {
    /// Whether it names nothing that may be missing. Lists of words are never empty.
    fn is_unconditional(&self) -> bool {
        match self {
            Self::Text(_) | Self::Word { .. } => true,
            Self::Choice(choices) => choices.iter().any(|parts| parts.iter().all(Self::is_unconditional)),
            _ => false,
        }
    }

    /// The room that it names or points to.
    pub const fn room(&self) -> Option<&RoomReference> {
        match self {
            Self::Room(room) | Self::Direction(room) => Some(room),
            _ => None,
        }
    }
}

/// A room that a sentence names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomReference {
    /// The linked neighbour that is meant.
    Next,
    /// The room behind this lock.
    Far,
    /// The home of the group.
    Home,
    /// Where the key of this lock lies.
    Key,
    /// The goal.
    Goal,
    /// Any room that is so.
    Matching(RoomFilter),
}

/// What a room must be like to be named; at least one condition is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomFilter {
    /// It is linked to this room.
    pub linked: bool,
    /// It has no light.
    pub unlit: bool,
    /// It has this purpose.
    pub purpose: Option<String>,
}

/// What a form of a word agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All members of this room's group.
    Group,
    /// Those in this room.
    Members,
    /// The doors of this room.
    Doors,
}

impl Counted {
    /// Each with its name in sentences.
    pub const NAMES: [(Self, &'static str); 3] = [(Self::Group, "group"), (Self::Members, "n"), (Self::Doors, "doors")];
}

/// A side of the box round a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomSide {
    /// The longer one.
    Length,
    /// The shorter one.
    Width,
}

/// A word about a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupWord {
    /// Its noun, by its number.
    Noun,
    /// Its noun for several.
    Many,
    /// How many it has, as a word.
    Count,
    /// What it feels.
    Mood,
}

#[cfg(test)]
mod tests;
