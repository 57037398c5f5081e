//! Suggestions for misspelt names.

/// Letters of a word that are compared. Names are shorter; a word of a megabyte would take seconds.
const LONGEST: usize = 64;
/// A name is near where at most every third letter of the word is wrong, and no more letters than this.
const MOST_WRONG: usize = 3;

/// The names near to a word, at most three, the nearest first; where one is a letter away at most, only those that are as near.
///
/// The part of a dotted name after its last dot is compared too.
///
/// ```
/// use undercroft::field::nearest;
///
/// assert_eq!(nearest("rooms.mim", ["rooms.min", "rooms.max", "width"]), ["rooms.min"]);
/// assert_eq!(nearest("max", ["rooms.min", "rooms.max", "width"]), ["rooms.max"]);
/// assert!(nearest("colour", ["rooms.min", "rooms.max", "width"]).is_empty());
/// ```
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.chars().take(LONGEST).collect::<String>().to_lowercase();
    let last = |name: &'a str| name.rsplit('.').next().unwrap_or(name);
    let distance = |name| edit_distance(&word, name).min(edit_distance(&word, last(name)));
    let far = (word.chars().count() / 3).clamp(1, MOST_WRONG);
    let mut near: Vec<_> =
        names.into_iter().map(|name| (distance(name), name)).filter(|(off, _)| *off <= far).collect();
    near.sort_by_key(|(off, _)| *off);
    near.dedup();
    if let Some(&(least @ 0..=1, _)) = near.first() {
        near.retain(|(off, _)| *off == least);
    }
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// `did you mean a, b or c? `, or nothing where there is nothing near.
pub fn suggestion(nearest: &[&str]) -> String {
    match nearest {
        [] => String::new(),
        [one] => format!("did you mean {one}? "),
        [rest @ .., last] => format!("did you mean {} or {last}? ", rest.join(", ")),
    }
}

/// Letters to add, drop, change or exchange with their neighbour to get from one word to the other, each letter once
/// (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|word| word.chars().collect::<Vec<char>>());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        rows[i][0] = i;
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_counts_letters() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", "abc"), 0);
        assert_eq!(edit_distance("jsno", "json"), 1);
    }

    #[test]
    fn names_that_are_far_are_not_suggested() {
        let names = ["mask.file", "rooms.min", "rooms.max", "ground.chance", "secrets.chance"];
        assert!(nearest("foo", names).is_empty());
        assert!(nearest("xyzzy", names).is_empty());
        assert_eq!(nearest("chance", names), ["ground.chance", "secrets.chance"]);
        assert_eq!(nearest("rooms.mix", names), ["rooms.min", "rooms.max"]);
    }

    #[test]
    fn a_suggestion_is_a_question() {
        assert_eq!(suggestion(&[]), "");
        assert_eq!(suggestion(&["a", "b", "c"]), "did you mean a, b or c? ");
    }
}
