//! Words for names that are not known.

use crate::field::nearest;

/// The most letters of a name that a message repeats.
const MAX_ECHO: usize = 40;

/// `unknown feature kind "sarcofagus"; did you mean "sarcophagus"?`
pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let nearest: Vec<String> = nearest(name, known).into_iter().map(|name| format!("{name:?}")).collect();
    let shown: String = name.chars().take(MAX_ECHO).collect();
    match nearest.as_slice() {
        [] => format!("unknown {what} {shown:?}; there is none yet"),
        [only] => format!("unknown {what} {shown:?}; did you mean {only}?"),
        [rest @ .., last] => format!("unknown {what} {shown:?}; did you mean {} or {last}?", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_comes_with_those_that_are_near() {
        assert_eq!(unknown("rule", "wal", ["wall", "corner"]), "unknown rule \"wal\"; did you mean \"wall\"?");
        assert_eq!(unknown("rule", "x", ["wall", "rows"]), "unknown rule \"x\"; did you mean \"wall\" or \"rows\"?");
        assert_eq!(unknown("table", "x", []), "unknown table \"x\"; there is none yet");
        assert!(unknown("rule", &"x".repeat(10_000), ["wall"]).len() < 100);
    }
}
