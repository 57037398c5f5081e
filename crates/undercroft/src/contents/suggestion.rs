//! Words for names that are not known.

use crate::field::nearest;

/// The most letters of a name that a message repeats.
const MAX_ECHO: usize = 40;

/// The most names that a message lists.
const MAX_LISTED: usize = 8;

/// `unknown feature kind "sarcofagus"; did you mean "sarcophagus"?`; where none is near, the first names that there are.
pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let shown: String = name.chars().take(MAX_ECHO).collect();
    let quoted = |names: &[&str]| names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>();
    let advice = match quoted(&nearest(name, known.iter().copied())).as_slice() {
        [] if known.is_empty() => "there is none yet".to_owned(),
        [] => listed(&quoted(&known)),
        [only] => format!("did you mean {only}?"),
        [rest @ .., last] => format!("did you mean {} or {last}?", rest.join(", ")),
    };
    format!("unknown {what} {shown:?}; {advice}")
}

fn listed(names: &[String]) -> String {
    let first = names[..names.len().min(MAX_LISTED)].join(", ");
    match names.len() - names.len().min(MAX_LISTED) {
        0 => format!("known: {first}"),
        more => format!("known: {first} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_comes_with_those_that_are_near() {
        assert_eq!(unknown("rule", "wal", ["wall", "corner"]), "unknown rule \"wal\"; did you mean \"wall\"?");
        assert_eq!(unknown("rule", "x", ["wall", "rows"]), "unknown rule \"x\"; known: \"wall\", \"rows\"");
        let many = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1"];
        assert!(unknown("rule", "x", many).ends_with("\"h1\" and 2 more"));
        assert_eq!(unknown("table", "x", []), "unknown table \"x\"; there is none yet");
        assert!(unknown("rule", &"x".repeat(10_000), ["wall"]).len() < 100);
    }
}
