//! The pen that writes on a page: everything it draws is a multiple of its unit.

use super::lettering;
use super::options::DrawOptions;
use super::picture::{Paint, PictureGroup, Point};
use super::voice::Voice;
use super::word::Word;

/// The pen that writes on a sheet: everything is a multiple of its unit.
pub struct PagePen<'a> {
    /// What to draw.
    pub options: &'a DrawOptions,
    /// The length that letters and gaps are measured in.
    pub unit: i32,
    /// What has been drawn so far.
    pub group: PictureGroup,
}

impl PagePen<'_> {
    /// Writes a line whose baseline begins at `at`, with capitals of `height` hundredths of the unit.
    pub fn write(&mut self, text: &str, at: Point, height: i32) {
        self.write_high(text, at, self.units(height));
    }

    /// Writes a line with capitals of this height.
    pub fn write_high(&mut self, text: &str, at: Point, height: i32) {
        self.write_word(&Word { text: text.to_owned(), voice: Voice::Regular, height, at });
    }

    /// Writes words that were set before.
    pub fn write_word(&mut self, word: &Word) {
        let paint = Paint::stroke(self.options.theme.ink, word.voice.pen_weight(word.height));
        self.group.push("words", paint, word.path());
    }

    /// How wide such a line is.
    pub fn width(&self, text: &str, height: i32) -> i32 {
        lettering::width(text, self.units(height))
    }

    /// Hundredths of the unit.
    pub const fn units(&self, hundredths: i32) -> i32 {
        self.unit * hundredths / 100
    }
}
