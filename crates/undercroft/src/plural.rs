//! Counts with their nouns, for messages.

/// `1 loop`, `2 loops`: a number with its noun, which gets an `s` unless the number is 1.
pub fn count(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
