//! Writing: text as strokes, so that it looks the same everywhere and needs no font.

use super::glyphs::{CAPITAL, accented, glyph, kerning};
use super::picture::{Point, VectorPath};
use super::voice::Voice;

/// The width of a blank.
const BLANK: i32 = 14;
/// All digits are as wide as the widest, so that figures stand below each other.
const DIGIT: i32 = 39;

/// The weight of the pen for letters whose capitals are `height` high.
pub const fn pen_weight(height: i32) -> i32 {
    Voice::Regular.pen_weight(height)
}

/// How wide a line of text is when its capitals are `height` high.
pub fn width(text: &str, height: i32) -> i32 {
    width_in(Voice::Regular, text, height)
}

/// How wide a line of text is in a voice.
pub fn width_in(voice: Voice, text: &str, height: i32) -> i32 {
    let steps: i32 = places(voice, text).last().map_or(0, |(letter, x)| x + advance(letter));
    scaled(steps, height).max(0)
}

/// Writes a line of text whose baseline begins at `at`.
pub fn write(text: &str, at: Point, height: i32) -> VectorPath {
    write_in(Voice::Regular, text, at, height)
}

/// Writes a line of text in a voice.
pub fn write_in(voice: Voice, text: &str, at: Point, height: i32) -> VectorPath {
    let mut path = VectorPath::default();
    for (letter, x) in places(voice, text) {
        let lean = |p: Point| p.x + voice.lean(CAPITAL - p.y);
        let place = |p: Point| at.shift(scaled(x + lean(p), height), scaled(p.y - CAPITAL, height));
        path.extend(strokes(letter).map(place));
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
            _ => lines.extend(break_word(Voice::Regular, word, height, limit)),
        }
    }
    lines
}

/// A word in pieces that fit; a letter that is wider than the limit stands alone.
pub fn break_word(voice: Voice, word: &str, height: i32, limit: i32) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut taken = 0;
    for letter in word.chars() {
        let step = scaled(advance(letter) + voice.space_between(), height) + 1;
        if taken > 0 && taken + step > limit {
            pieces.push(String::new());
            taken = 0;
        }
        pieces.last_mut().expect("there is always one").push(letter);
        taken += step;
    }
    pieces
}

/// Whether a letter has strokes of its own; others are written as question marks.
pub fn is_drawn(letter: char) -> bool {
    let base = accented(letter).map_or(letter, |(base, _)| base);
    letter.is_whitespace() || letter.is_control() || glyph(base).is_some()
}

/// From the end of a word to the beginning of the next.
pub const fn blank(voice: Voice, height: i32) -> i32 {
    scaled(BLANK + 2 * voice.space_between(), height)
}

/// The letters of a text with their places from the start of the line, in units of the glyphs.
fn places(voice: Voice, text: &str) -> impl Iterator<Item = (char, i32)> {
    let (mut x, mut before) = (0, None);
    text.chars().map(move |letter| {
        x += before.map_or(0, |before| advance(before) + voice.space_between() + kerning(before, letter));
        before = Some(letter);
        (letter, x)
    })
}

const fn scaled(units: i32, height: i32) -> i32 {
    units * height / CAPITAL
}

fn advance(letter: char) -> i32 {
    match letter {
        letter if letter.is_whitespace() => BLANK,
        '0'..='9' => DIGIT,
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
    if letter.is_ascii_digit() {
        path = path.map(|p| p.shift((DIGIT - i32::from(width)) / 2, 0));
    }
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
        for letter in ('!'..='~').chain("äöüßéèêëçñåøæÆØÄÖÜÉ–—−×·°…↑↓→←‘’“”‚„◊".chars())
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
    fn figures_are_all_as_wide_and_ones_stand_in_the_middle() {
        let widths: Vec<i32> = ('0'..='9').map(|digit| width(&digit.to_string(), 600)).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{widths:?}");
    }

    #[test]
    fn opening_and_closing_quotes_differ() {
        assert!(strokes('“') != strokes('”') && strokes('‘') != strokes('’') && strokes('“') != strokes('"'));
    }

    #[test]
    fn letters_with_slanting_sides_move_together() {
        let apart = |pair: &str| pair.chars().map(|letter| width(&letter.to_string(), 600)).sum::<i32>() + 140;
        for pair in ["AV", "VA", "To", "LT", "Ye", "WA"] {
            assert!(width(pair, 600) < apart(pair), "{pair}");
        }
        assert_eq!(width("HH", 600), apart("HH"));
    }

    #[test]
    fn slanted_letters_lean_to_the_right_and_stand_on_the_same_baseline() {
        let [upright, slanted] =
            [Voice::Regular, Voice::Slanted].map(|voice| write_in(voice, "I", Point::default(), 600).commands);
        let ends = |commands: &[super::super::picture::PathCommand]| match *commands {
            [super::super::picture::PathCommand::Move(a), super::super::picture::PathCommand::Line(b)] => [a, b],
            _ => panic!("one stroke"),
        };
        assert_eq!(
            (ends(&upright), ends(&slanted)),
            ([Point::new(0, -600), Point::new(0, 0)], [Point::new(100, -600), Point::new(0, 0)],)
        );
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
