//! Words that can be searched: Helvetica, which every program that shows PDF has, so that no font travels in the file.
//!
//! The encoding is `WinAnsiEncoding`; letters beyond it become question marks. Widths are those of Adobe's font metrics for
//! Helvetica, in thousandths of the size.

use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Name, Str};

use super::paint::{Ink, parts};
use undercroft_draw::{Color, Point};

/// A face of the font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The usual one.
    Plain,
    /// A heavier one.
    Bold,
}

impl Face {
    /// All faces.
    pub const ALL: [Self; 2] = [Self::Plain, Self::Bold];

    /// What the resources call it.
    pub const fn name(self) -> &'static [u8] {
        match self {
            Self::Plain => b"F",
            Self::Bold => b"B",
        }
    }

    /// What the reader's program calls it.
    pub const fn font(self) -> &'static [u8] {
        match self {
            Self::Plain => b"Helvetica",
            Self::Bold => b"Helvetica-Bold",
        }
    }
}

/// How a line is set.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    /// The face.
    pub face: Face,
    /// The size. [Unit: thousandths of a point]
    pub size: i32,
    /// The colour; without one the words can be found but not seen.
    pub colour: Option<Color>,
}

impl Ink {
    /// Writes a line whose baseline begins at `at`.
    pub fn write(&mut self, text: &str, at: Point, kind: Type) {
        let content = self.content();
        content.save_state();
        if let Some(colour) = kind.colour {
            let [r, g, b] = parts(colour);
            content.set_fill_rgb(r, g, b);
        }
        content.begin_text();
        if kind.colour.is_none() {
            content.set_text_rendering_mode(TextRenderingMode::Invisible);
        }
        content.set_font(Name(kind.face.name()), 1.0);
        // Places are counted downwards, letters stand upright all the same.
        let size = kind.size as f32;
        content.set_text_matrix([size, 0.0, 0.0, -size, at.x as f32, at.y as f32]);
        content.show(Str(&encoded(text))).end_text().restore_state();
    }
}

/// How wide a line is. Digits are as wide in bold.
pub fn width(text: &str, size: i32) -> i32 {
    let thousandths: i64 = encoded(text).iter().map(|&letter| i64::from(advance(letter))).sum();
    (thousandths * i64::from(size) / 1000) as i32
}

/// Breaks a text between words into lines of at most this width; a longer word stands alone.
pub fn wrap(text: &str, size: i32, limit: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn encoded(text: &str) -> Vec<u8> {
    text.chars().map(letter).collect()
}

fn letter(letter: char) -> u8 {
    match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => letter as u32 as u8,
        '−' | '‐' | '‑' => b'-',
        '€' => 0x80,
        '…' => 0x85,
        'Š' => 0x8a,
        'Œ' => 0x8c,
        'Ž' => 0x8e,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        '–' => 0x96,
        '—' => 0x97,
        'š' => 0x9a,
        'œ' => 0x9c,
        'ž' => 0x9e,
        'Ÿ' => 0x9f,
        letter if letter.is_whitespace() || letter.is_control() => b' ',
        _ => b'?',
    }
}

/// From the blank to the tilde.
const ASCII: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

const fn advance(letter: u8) -> u16 {
    match letter {
        b' '..=b'~' => ASCII[(letter - b' ') as usize],
        0x85 | 0x8c | 0x97 | 0xc6 => 1000,
        0x91 | 0x92 => 222,
        0x93..=0x95 => 333,
        0xb7 | 0xcc..=0xcf | 0xec..=0xef => 278,
        0xd7 | 0xf7 => 584,
        0xc0..=0xc5 | 0xc8..=0xcb | 0xdd | 0x8a => 667,
        0xc7 | 0xd0 | 0xd1 | 0xd9..=0xdc => 722,
        0xd2..=0xd6 | 0xd8 => 778,
        0xe6 | 0x9c => 944,
        0xdf | 0xf8 => 611,
        0xe7 | 0xfd | 0xff | 0x9a | 0x9e => 500,
        _ => 556,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_wide_as_the_metrics_say() {
        assert_eq!(width("Hall 12", 10_000), 7220 + 5560 + 2220 + 2220 + 2780 + 5560 + 5560);
        assert_eq!((width("", 8000), width("×", 1000)), (0, 584));
    }

    #[test]
    fn letters_beyond_the_encoding_become_question_marks() {
        assert_eq!(encoded("é – 字\n−"), [0xe9, b' ', 0x96, b' ', b'?', b' ', b'-']);
    }

    #[test]
    fn lines_break_between_words() {
        let limit = width("one two", 8000);
        assert_eq!(wrap("one two three four", 8000, limit), ["one two", "three", "four"]);
        assert_eq!(wrap("interminable x", 8000, 10), ["interminable", "x"]);
        assert!(wrap(" ", 8000, 10).is_empty());
    }
}
