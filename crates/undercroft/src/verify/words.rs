//! Lists of ids and cells in sentences.

use std::fmt::Display;

use undercroft_grid::Cell;

/// How many items a sentence names before it only counts.
const NAMED: usize = 4;

/// `cell (1, 2)`, `cells (1, 2) and (1, 3)`, `cells …, … and 9 more`.
pub(super) fn cells(cells: &[Cell]) -> String {
    list_named("cell", cells)
}

/// `room 3`, `rooms 3 and 4`, `rooms 3, 4, 5, 6 and 9 more`; likewise for other nouns whose plural ends in s.
pub(super) fn list_named<T: Display>(noun: &str, items: &[T]) -> String {
    let plural = if items.len() == 1 { "" } else { "s" };
    format!("{noun}{plural} {}", list(items))
}

fn list<T: Display>(items: &[T]) -> String {
    let names: Vec<String> = items.iter().take(NAMED).map(ToString::to_string).collect();
    match (items.len().saturating_sub(NAMED), names.as_slice()) {
        (0, []) => "none".to_owned(),
        (0, [one]) => one.clone(),
        (0, [most @ .., last]) => format!("{} and {last}", most.join(", ")),
        (more, named) => format!("{} and {more} more", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_prose() {
        assert_eq!(list_named("room", &[3]), "room 3");
        assert_eq!(list_named("room", &[3, 4]), "rooms 3 and 4");
        assert_eq!(list_named("door", &[1, 2, 3, 4]), "doors 1, 2, 3 and 4");
        assert_eq!(list_named("door", &[1, 2, 3, 4, 5]), "doors 1, 2, 3, 4 and 1 more");
    }
}
