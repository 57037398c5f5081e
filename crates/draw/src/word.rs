//! Words on a page as data: what stands where, for the text layer of prints and for those who check a page.

use super::lettering;
use super::picture::{Area, Point, VectorPath};
use super::voice::Voice;

/// Words in one line and one voice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The letters.
    pub text: String,
    /// How they are written.
    pub voice: Voice,
    /// The height of capitals. [Unit: that of the picture]
    pub height: i32,
    /// Where the baseline begins.
    pub at: Point,
}

impl Word {
    /// What the letters take up: from the tops of capitals to the ends of tails.
    pub fn area(&self) -> Area {
        // Tails go down by 18 of 60; slanted letters lean out at the top.
        let lean = self.voice.lean(self.height);
        let tail = self.height * 3 / 10;
        Area::new(self.at.shift(0, -self.height), self.at.shift(self.width() + lean, tail))
    }

    /// How wide the letters are at the baseline.
    pub fn width(&self) -> i32 {
        lettering::width_in(self.voice, &self.text, self.height)
    }

    /// The strokes.
    pub fn path(&self) -> VectorPath {
        lettering::write_in(self.voice, &self.text, self.at, self.height)
    }

    /// The same at another place.
    #[must_use]
    pub fn shift(mut self, x: i32, y: i32) -> Self {
        self.at = self.at.shift(x, y);
        self
    }
}
