//! Which fields of a recipe have no say: what others must be for them to matter.
//!
//! A test changes fields that are said to have none and sees the same dungeon. Where a rule would need more than one word
//! of each of some fields, there is none, and the field is always offered.

use crate::protocol::Need;

/// A field, or all whose name begins so, with what others must be: all of them, each one of these words.
type Rule = (&'static str, &'static [(&'static str, &'static [&'static str])]);

/// Rooms are not drawn already.
const MADE: &[&str] = &["bsp", "lattice"];
/// The map is as large as the recipe says.
const SIZED: &[&str] = &["bsp", "templates"];
const PLANNED: &[&str] = &["lattice"];

const RULES: &[Rule] = &[
    ("width", &[("place", SIZED)]),
    ("height", &[("place", SIZED)]),
    ("rooms.style", &[("place", &["bsp"])]),
    ("rooms.count", &[("place", MADE)]),
    ("rooms.min", &[("place", MADE)]),
    ("rooms.max", &[("place", MADE)]),
    ("rooms.grid", &[("place", MADE)]),
    ("rooms.padding", &[("place", MADE), ("rooms.style", &["separate"])]),
    ("rooms.house", &[("place", SIZED)]),
    ("rooms.natural", &[("place", PLANNED)]),
    ("templates.", &[("place", &["templates"])]),
    ("templates.set", &[("place", &["templates", "lattice"])]),
    ("shape", &[("place", PLANNED)]),
    ("branching", &[("place", PLANNED), ("shape", &["auto", "branching"])]),
    ("bounds", &[("place", PLANNED)]),
    ("levels", &[("place", PLANNED)]),
    ("secrets.", &[("place", PLANNED)]),
    ("locks", &[("place", PLANNED)]),
    ("tags.", &[("place", PLANNED)]),
    ("storeys", &[("place", &["bsp"]), ("rooms.style", &["adjoining"])]),
];

/// What other fields must be for this one to matter.
pub fn needs(key: &str) -> Vec<Need> {
    let is_meant = |name: &str| if name.ends_with('.') { key.starts_with(name) } else { key == name };
    let rule = RULES.iter().filter(|(name, _)| is_meant(name)).max_by_key(|(name, _)| name.len());
    let need = |&(field, words): &(&str, &[&str])| Need {
        field: field.to_owned(),
        words: words.iter().map(|&word| word.to_owned()).collect(),
    };
    rule.map_or_else(Vec::new, |(_, needs)| needs.iter().map(need).collect())
}
