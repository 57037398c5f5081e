//! Numbers in sentences: thousands apart, and nouns in their plural. Input in sentences: cut short.

/// A number with its thousands apart, as the page writes it.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}

/// A number with its noun: `1 loop`, `8,000 rooms`.
pub fn plural(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Characters of the input that a message repeats.
const ECHOED: usize = 300;
/// Characters of a message, whatever it repeats.
const LONGEST: usize = 2_000;

/// A piece of input, cut short where it is long.
pub fn echo(input: &str) -> String {
    cut(input, ECHOED)
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A message in which every quotation and every word of more than 300 characters is cut short, and which itself ends
/// after 2,000.
///
/// ```
/// let message = format!("rooms.{}: unknown field", "x".repeat(1_000_000));
/// let short = undercroft_studio::abridged(&message);
/// assert!(short.chars().count() < 330 && short.ends_with("x…: unknown field"));
/// ```
pub fn abridged(message: &str) -> String {
    let mut text = String::new();
    let (mut mark, mut length) = (None, 0);
    for letter in message.chars() {
        let is_mark = matches!(letter, '"' | '`') && mark.is_none_or(|mark| mark == letter);
        if is_mark {
            mark = mark.xor(Some(letter));
        }
        let is_end = is_mark || mark.is_none() && (letter.is_whitespace() || letter == ':');
        length = if is_end { 0 } else { length + 1 };
        match length {
            0..=ECHOED => text.push(letter),
            _ if length == ECHOED + 1 => text.push('…'),
            _ => {}
        }
    }
    let short = cut(&text, LONGEST);
    if short.len() < text.len() && text.ends_with('.') { short + "." } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart_and_one_is_single() {
        let words = [0, 1, 12, 999, 1_000, 65_536, 4_194_304].map(|number| plural(number, "cell"));
        let expected = ["0 cells", "1 cell", "12 cells", "999 cells", "1,000 cells", "65,536 cells", "4,194,304 cells"];
        assert_eq!(words, expected);
    }

    #[test]
    fn input_is_repeated_up_to_its_limit_and_no_message_is_endless() {
        let long = "x".repeat(1_000_000);
        for message in [format!("{long} is wrong"), format!("need 1, got \"{long} {long}\""), format!("`{long}`: no")] {
            let short = abridged(&message);
            assert!(short.contains('…') && short.chars().count() < ECHOED + 30, "{short}");
        }
        assert!(abridged(&"many words ".repeat(100_000)).chars().count() <= LONGEST + 2);
        assert_eq!(abridged("rooms.count: need 2 to 20000, got 1"), "rooms.count: need 2 to 20000, got 1");
    }
}
