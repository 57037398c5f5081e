//! Sentences about rooms.

use serde::{Deserialize, Serialize};

/// What a note is about.
///
/// ```
/// use undercroft::dungeon::NoteKind;
///
/// assert!(NoteKind::ALL.iter().all(|kind| NoteKind::from_name(kind.name()) == Some(*kind)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum NoteKind {
    /// Something to see, hear or smell.
    Sense,
    /// The inhabitants.
    Inhabitant,
    /// A danger, with what gives it away.
    Danger,
    /// Something of worth.
    Treasure,
    /// Something out of place.
    Oddity,
    /// A key.
    Key,
    /// A lock.
    Lock,
    /// What shows of a room next door.
    Trace,
    /// What visitors come for.
    Goal,
}

impl NoteKind {
    /// All kinds, in the order of the documentation.
    pub const ALL: [Self; 9] = [
        Self::Sense,
        Self::Inhabitant,
        Self::Danger,
        Self::Treasure,
        Self::Oddity,
        Self::Key,
        Self::Lock,
        Self::Trace,
        Self::Goal,
    ];

    /// Its name in content tables and in dungeon JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sense => "sense",
            Self::Inhabitant => "inhabitant",
            Self::Danger => "danger",
            Self::Treasure => "treasure",
            Self::Oddity => "oddity",
            Self::Key => "key",
            Self::Lock => "lock",
            Self::Trace => "trace",
            Self::Goal => "goal",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A sentence or two about a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The words, with references to rooms and things in braces, such as `{room:12}`.
    pub text: String,
    /// The same with every reference written out.
    pub plain: String,
    /// Whether players must not read it.
    pub secret: bool,
    /// What it is about.
    pub kind: NoteKind,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_note_has_one_name_everywhere() {
        for kind in NoteKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }
}
