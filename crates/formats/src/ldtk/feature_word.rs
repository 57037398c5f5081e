//! Kinds of features as words of an enum: LDtk keeps a capital, then letters, digits and underscores.

use std::collections::BTreeSet;

use undercroft::dungeon::Dungeon;

/// The word that new projects have even where no feature stands anywhere: an enum needs one.
const FIRST: &str = "chest";
/// The color of all of them.
pub(super) const COLOR: u32 = 0x8a_6a_4a;

/// The word of a kind: `grave-slab` is `Grave_slab`. Other letters than those of the alphabet become underscores.
pub(super) fn feature_word(kind: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let mut word: String = kind.chars().map(letter).collect();
    if !word.starts_with(|first: char| first.is_ascii_alphabetic()) {
        word.insert(0, 'K');
    }
    word[..1].make_ascii_uppercase();
    word
}

/// The kind that a word stands for, where nothing else tells it.
pub(super) fn kind_of(word: &str) -> String {
    word.to_ascii_lowercase().replace('_', "-")
}

/// The words of a dungeon's kinds, each once, in order.
pub(super) fn feature_words(dungeon: &Dungeon) -> Vec<String> {
    let kinds = dungeon.features.iter().map(|feature| feature.kind.as_str()).chain([FIRST]);
    kinds.map(feature_word).collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_the_editor_keeps() {
        for (kind, word) in [("chest", "Chest"), ("grave-slab", "Grave_slab"), ("4 poster", "K4_poster"), ("öl", "K_l")]
        {
            assert_eq!(feature_word(kind), word);
        }
        assert_eq!(kind_of(&feature_word("grave-slab")), "grave-slab");
    }
}
