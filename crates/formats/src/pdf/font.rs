//! Words: strokes that everyone sees, and letters that can be searched and copied.
//!
//! The strokes are those of the project's lettering. Over them lies the same text in Helvetica, which every program that
//! shows PDF has, in the invisible mode, stretched to the width of the strokes. The encoding is `WinAnsiEncoding`; letters
//! beyond it become question marks. Widths are those of Adobe's font metrics for Helvetica, in thousandths of the size.

use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Name, Str};

use super::paint::Ink;
use undercroft_draw::parts::Voice;
use undercroft_draw::{Color, Paint, Point, Word};

/// What the resources call the font.
pub const FONT_NAME: &[u8] = b"F";
/// What the reader's program calls it.
pub const FONT: &[u8] = b"Helvetica";

/// A line of words for a page whose lengths are thousandths of a point.
pub fn line(text: impl Into<String>, voice: Voice, size: i32, at: Point) -> Word {
    // Capitals of the lettering are 70 % of the size, as those of printed faces.
    Word { text: text.into(), voice, height: size * 7 / 10, at }
}

impl Ink {
    /// Writes words.
    pub fn write(&mut self, word: &Word, color: Color) {
        self.path(Paint::stroke(color, word.voice.pen_weight(word.height)), &word.path());
        self.add_text(word);
    }

    /// Lays letters over words that are drawn already.
    pub fn add_text(&mut self, word: &Word) {
        let bytes = encoded(&word.text);
        let size = word.height as f32 * 10.0 / 7.0;
        let natural: i64 = bytes.iter().map(|&letter| i64::from(advance(letter))).sum();
        if natural == 0 {
            return;
        }
        let stretch = word.width() as f32 / (natural as f32 / 1000.0 * size) * 100.0;
        let content = self.content();
        content.save_state().begin_text().set_text_rendering_mode(TextRenderingMode::Invisible);
        content.set_font(Name(FONT_NAME), 1.0).set_horizontal_scaling(stretch);
        // Places are counted downwards, letters stand upright all the same.
        content.set_text_matrix([size, 0.0, 0.0, -size, word.at.x as f32, word.at.y as f32]);
        content.show(Str(&bytes)).end_text().restore_state();
    }
}

fn encoded(text: &str) -> Vec<u8> {
    text.chars().map(letter).collect()
}

fn letter(letter: char) -> u8 {
    match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => letter as u32 as u8,
        '−' | '‐' | '‑' => b'-',
        '◊' => b'*',
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
    fn letters_beyond_the_encoding_become_question_marks() {
        assert_eq!(encoded("é – 字\n−"), [0xe9, b' ', 0x96, b' ', b'?', b' ', b'-']);
    }

    #[test]
    fn letters_are_as_wide_as_the_metrics_say() {
        assert_eq!(
            encoded("Hall 12").iter().map(|&letter| advance(letter)).sum::<u16>(),
            722 + 556 + 222 + 222 + 278 + 2 * 556
        );
    }
}
