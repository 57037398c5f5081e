//! Places of sentences in a table: what they may refer to, and how long they may be.

use super::{Counted, RoomReference, SentencePart};
use crate::dungeon::NoteKind;

/// Where a sentence stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentencePlace {
    /// The name of a room.
    Name,
    /// A note about a room.
    Note(NoteKind),
    /// The reason to enter the dungeon.
    Hook,
    /// What people tell about the dungeon.
    Rumour,
}

impl SentencePlace {
    /// A place of each kind.
    pub const ALL: [Self; 5] =
        [Self::Name, Self::Note(NoteKind::Sense), Self::Note(NoteKind::Lock), Self::Hook, Self::Rumour];

    /// The most letters, written out.
    pub const fn max_length(self) -> usize {
        match self {
            Self::Name => 28,
            Self::Note(_) => 160,
            Self::Hook => 260,
            Self::Rumour => 120,
        }
    }

    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "a name",
            Self::Note(_) => "a note",
            Self::Hook => "a hook",
            Self::Rumour => "a rumour",
        }
    }

    /// Why a part cannot stand here.
    pub fn refusal(self, part: &SentencePart) -> Option<&'static str> {
        let is_free = matches!(part, SentencePart::Text(_) | SentencePart::Choice(_));
        let is_word = matches!(part, SentencePart::Fact(_) | SentencePart::Word { .. });
        match self {
            _ if is_free || is_word => None,
            Self::Name => Some("a name has facts and words only"),
            Self::Note(NoteKind::Key | NoteKind::Lock) => None,
            _ if is_about_key(part) => Some("only notes of kind key and lock have a key"),
            Self::Hook | Self::Rumour if is_about_room(part) => Some("hooks and rumours stand in no room"),
            _ => None,
        }
    }
}

fn is_about_key(part: &SentencePart) -> bool {
    matches!(part, SentencePart::KeyMaterial) || matches!(part.room(), Some(RoomReference::Far | RoomReference::Key))
}

/// Whether it concerns the room where the sentence stands.
fn is_about_room(part: &SentencePart) -> bool {
    match part {
        SentencePart::Feature(_)
        | SentencePart::Level
        | SentencePart::Doors
        | SentencePart::Members { .. }
        | SentencePart::Feet(_)
        | SentencePart::Agreement { with: Counted::Members | Counted::Doors, .. }
        | SentencePart::Direction(_)
        | SentencePart::Room(RoomReference::Next) => true,
        SentencePart::Room(RoomReference::Matching(filter)) => filter.linked,
        _ => false,
    }
}
