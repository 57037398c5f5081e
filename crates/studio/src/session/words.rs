//! Names of fields and choices as people read them. Recipes and commands have names of their own, which the page shows
//! beside them.

use crate::protocol::ChoiceInfo;

/// A word that speaks for itself.
pub fn choice(name: &str) -> ChoiceInfo {
    ChoiceInfo { name: name.to_owned(), title: title(name) }
}

/// `small-dungeon` is `Small dungeon`, and `off_centre` is `Off centre`.
pub fn title(name: &str) -> String {
    let words = name.replace(['-', '_', '.'], " ");
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
