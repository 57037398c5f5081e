//! Words that messages of all kinds need.

/// `1 loop`, `2 loops`: a number with its word, which gets an `s` where there is not exactly one.
pub fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
