//! Capital letters at the beginning of words that were written without.

/// The text with a capital at its beginning.
pub fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
