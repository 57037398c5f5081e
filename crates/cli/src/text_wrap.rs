//! Words on lines of limited width.

pub use undercroft::plural::count;

/// Breaks a text between words so that no line is longer than `width`, unless one word is.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// Letters that are seen: all but the escapes of colours, blanks at the end not counted.
pub fn visible(line: &str) -> usize {
    let mut shown = String::new();
    let mut rest = line;
    while let Some((before, escape)) = rest.split_once("\x1b[") {
        shown.push_str(before);
        rest = escape.split_once('m').map_or("", |(_, after)| after);
    }
    shown.push_str(rest);
    shown.trim_end().chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("a bee or two", 5), ["a bee", "or", "two"]);
        assert_eq!(wrapped("enormous", 3), ["enormous"]);
        assert!(wrapped("", 3).is_empty());
    }

    #[test]
    fn lists_and_numbers_are_read_aloud() {
        assert_eq!([&["a"][..], &["a", "b"], &["a", "b", "c"]].map(listed), ["a", "a and b", "a, b and c"]);
        assert_eq!([0, 1, 2].map(|number| count(number, "loop")), ["0 loops", "1 loop", "2 loops"]);
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(visible("\x1b[1mone\x1b[0m"), 3);
        assert_eq!(visible("\x1b[0m  "), 0);
        assert_eq!(visible("░▒"), 2);
    }
}
