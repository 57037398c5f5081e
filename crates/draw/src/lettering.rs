//! Writing: text as strokes, so that it looks the same everywhere and needs no font.

use super::glyphs::{CAPITAL, accented, glyph};
use super::picture::{Point, VectorPath};

/// From one letter to the next, in units of the glyphs.
const SPACE_BETWEEN: i32 = 14;
/// The width of a blank.
const BLANK: i32 = 14;

/// The weight of the pen for letters whose capitals are `height` high.
pub const fn pen_weight(height: i32) -> i32 {
    height * 11 / 100
}

/// How wide a line of text is when its capitals are `height` high.
pub fn width(text: &str, height: i32) -> i32 {
    scaled(text.chars().map(|letter| advance(letter) + SPACE_BETWEEN).sum::<i32>() - SPACE_BETWEEN, height).max(0)
}

/// Writes a line of text whose baseline begins at `at`.
pub fn write(text: &str, at: Point, height: i32) -> VectorPath {
    let mut path = VectorPath::default();
    let mut x = 0;
    for letter in text.chars() {
        let place = |p: Point| at.shift(scaled(x + p.x, height), scaled(p.y - CAPITAL, height));
        path.extend(strokes(letter).map(place));
        x += advance(letter) + SPACE_BETWEEN;
    }
    path
}

/// Writes a line of text with its capitals centred on `middle`.
pub fn write_centred(text: &str, middle: Point, height: i32) -> VectorPath {
    write(text, middle.shift(-width(text, height) / 2, height / 2), height)
}

/// Breaks text into lines of at most this width: between words, and within a word only where it fills a line alone.
pub fn wrap(text: &str, height: i32, limit: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}")).filter(|line| width(line, height) <= limit);
        match (longer, lines.last_mut()) {
            (Some(longer), Some(line)) => *line = longer,
            _ => lines.extend(hyphenless(word, height, limit)),
        }
    }
    lines
}

/// A word in pieces that fit; a letter that is wider than the limit stands alone.
fn hyphenless(word: &str, height: i32, limit: i32) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut taken = 0;
    for letter in word.chars() {
        let step = scaled(advance(letter) + SPACE_BETWEEN, height);
        if taken > 0 && taken + step > limit {
            pieces.push(String::new());
            taken = 0;
        }
        pieces.last_mut().expect("there is always one").push(letter);
        taken += step;
    }
    pieces
}

const fn scaled(units: i32, height: i32) -> i32 {
    units * height / CAPITAL
}

fn advance(letter: char) -> i32 {
    match letter {
        letter if letter.is_whitespace() => BLANK,
        letter => i32::from(drawn(letter).1.0),
    }
}

/// A letter as it is drawn: the accent, and the letter below it. What was never drawn becomes a question mark.
fn drawn(letter: char) -> (Option<(char, &'static str)>, super::glyphs::Glyph) {
    let accent = accented(letter);
    let base = accent.map_or(letter, |(base, _)| base);
    (accent, glyph(base).or_else(|| glyph('?')).unwrap_or((0, "")))
}

fn strokes(letter: char) -> VectorPath {
    if letter.is_whitespace() || letter.is_control() {
        return VectorPath::default();
    }
    let (accent, (width, text)) = drawn(letter);
    let mut path = parse(text);
    if let Some((base, strokes)) = accent {
        // Capitals carry their accents one small letter's difference higher; a cedilla hangs below all the same.
        let lift = if base.is_uppercase() && !strokes.starts_with("M1 60") { -18 } else { 0 };
        path.extend(parse(strokes).map(|p| p.shift(i32::from(width) / 2, lift)));
    }
    path
}

/// The strokes written in the little language of [`super::glyphs`].
fn parse(text: &str) -> VectorPath {
    let mut path = VectorPath::default();
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        let (command, first) = word.split_at_checked(1).unwrap_or(("", ""));
        let rest = std::iter::from_fn(|| words.next_if(|word| !word.starts_with(|c: char| c.is_ascii_uppercase())));
        let numbers: Vec<i32> =
            std::iter::once(first).chain(rest).map(|number| number.parse().unwrap_or_default()).collect();
        let points: Vec<Point> = numbers.chunks_exact(2).map(|pair| Point::new(pair[0], pair[1])).collect();
        match (command, &points[..]) {
            ("M", &[to]) => path.move_to(to),
            ("L", &[to]) => path.line_to(to),
            ("H", &[to]) => path.quarter_horizontal(to),
            ("V", &[to]) => path.quarter_vertical(to),
            ("C", &[a, b, to]) => path.commands.push(super::picture::PathCommand::Curve(a, b, to)),
            _ => unreachable!("the glyphs are spelt right: the tests read them all"),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_promised_alphabet_is_drawn() {
        let alphabet = ('!'..='~').filter(|letter| !"$@^`{|}~".contains(*letter));
        for letter in alphabet.chain("äöüßéèêëçñåøæÆØÄÖÜÉ–—−×·°…↑↓→←’“”".chars())
        {
            assert!(glyph(letter).is_some() || accented(letter).is_some(), "{letter}");
            assert!(!strokes(letter).is_empty(), "{letter}");
        }
    }

    #[test]
    fn accents_stand_on_letters_that_are_drawn() {
        let letters = ('\u{c0}'..='\u{17f}').filter_map(accented);
        assert!(letters.map(|(base, strokes)| (glyph(base), parse(strokes))).all(|(glyph, _)| glyph.is_some()));
    }

    #[test]
    fn unknown_letters_become_question_marks_and_controls_nothing() {
        assert_eq!(strokes('字'), strokes('?'));
        assert!(write("\u{7}\n\t ", Point::default(), 500).is_empty());
        assert_eq!(width("", 500), 0);
    }

    #[test]
    fn lines_break_between_words_and_long_words_anywhere() {
        let limit = width("one two", 600);
        assert_eq!(wrap("one two three four", 600, limit), ["one two", "three", "four"]);
        let lines = wrap(&"long".repeat(1000), 600, limit);
        assert_eq!(lines.concat(), "long".repeat(1000));
        assert!(lines.iter().all(|line| width(line, 600) <= limit));
        assert_eq!(wrap("  ", 600, limit), [""; 0]);
    }
}
