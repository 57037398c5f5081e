//! Suggestions for misspelt names.

/// Letters of a word that are compared. Names are shorter; a word of a megabyte would take seconds.
const LONGEST: usize = 64;

/// The three names that are nearest to a word, the nearest first; a name one letter away is meant alone.
///
/// The part of a dotted name after its last dot is compared too.
///
/// ```
/// use undercroft::field::nearest;
///
/// assert_eq!(nearest("rooms.mim", ["rooms.min", "rooms.max", "width"]), ["rooms.min"]);
/// assert_eq!(nearest("max", ["rooms.min", "rooms.max", "width"]), ["rooms.max", "rooms.min", "width"]);
/// ```
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.chars().take(LONGEST).collect::<String>().to_lowercase();
    let last = |name: &'a str| name.rsplit('.').next().unwrap_or(name);
    let distance = |name: &'a str| edit_distance(&word, name).min(edit_distance(&word, last(name)));
    let mut names: Vec<_> = names.into_iter().map(|name| (distance(name), name)).collect();
    names.sort_by_key(|(distance, _)| *distance);
    let count = if names.first().is_some_and(|(distance, _)| *distance == 1) { 1 } else { 3 };
    names.into_iter().take(count).map(|(_, name)| name).collect()
}

/// Letters to add, drop or change to get from one word to the other (Levenshtein).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &other) in b.iter().enumerate() {
            let change = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_counts_letters() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", "abc"), 0);
    }
}
