//! Text in several voices, broken into lines.

use crate::lettering;
use crate::picture::Point;
use crate::voice::Voice;
use crate::word::Word;

/// Text in one voice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// How it is written.
    pub voice: Voice,
    /// The text; blanks at its ends do not count.
    pub text: String,
}

impl Span {
    /// Text in a voice.
    pub fn new(voice: Voice, text: impl Into<String>) -> Self {
        Self { voice, text: text.into() }
    }
}

/// A text that begins on a new line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paragraph {
    /// Stands before the first line, in the indent of the others; may be empty.
    pub label: String,
    /// What it is made of.
    pub spans: Vec<Span>,
}

/// A line of words, counted from its left end and its baseline.
pub type SetLine = Vec<Word>;

/// How text is set.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The height of capitals.
    pub height: i32,
    /// The longest line.
    pub width: i32,
    /// How far lines begin behind the label.
    pub indent: i32,
}

impl Setting {
    /// The lines of a paragraph. No letter is lost: a word that is longer than a line is broken.
    pub fn set(&self, paragraph: &Paragraph) -> Vec<SetLine> {
        let mut setter = LineSetter { setting: *self, lines: vec![Vec::new()], end: None };
        for span in &paragraph.spans {
            span.text.split_whitespace().for_each(|word| setter.add(span.voice, word));
        }
        if !paragraph.label.is_empty() {
            let label = self.word(Voice::Bold, paragraph.label.clone(), 0);
            setter.lines[0].insert(0, label);
        }
        setter.lines
    }

    /// How far lines begin behind the widest of some labels.
    pub fn indent(height: i32, paragraphs: &[Paragraph]) -> i32 {
        let labels = paragraphs.iter().map(|paragraph| lettering::width_in(Voice::Bold, &paragraph.label, height));
        let widest = labels.max().unwrap_or(0);
        if widest > 0 { widest + lettering::blank(Voice::Bold, height) } else { 0 }
    }

    const fn word(&self, voice: Voice, text: String, x: i32) -> Word {
        Word { text, voice, height: self.height, at: Point::new(x, 0) }
    }
}

struct LineSetter {
    setting: Setting,
    lines: Vec<SetLine>,
    /// Where the last word of the line ends.
    end: Option<i32>,
}

impl LineSetter {
    fn add(&mut self, voice: Voice, word: &str) {
        let setting = self.setting;
        let room = setting.width - setting.indent;
        if lettering::width_in(voice, word, setting.height) > room {
            for piece in lettering::break_word(voice, word, setting.height, room) {
                self.place(voice, &piece);
            }
        } else {
            self.place(voice, word);
        }
    }

    fn place(&mut self, voice: Voice, word: &str) {
        let setting = self.setting;
        let width = lettering::width_in(voice, word, setting.height);
        let x = self.end.map_or(setting.indent, |end| end + lettering::blank(voice, setting.height));
        let fits = self.end.is_none() || x + width <= setting.width;
        let x = if fits { x } else { setting.indent };
        if !fits {
            self.lines.push(Vec::new());
        }
        let line = self.lines.last_mut().expect("there is always one");
        match line.last_mut().filter(|last| fits && last.voice == voice) {
            Some(last) => {
                last.text.push(' ');
                last.text.push_str(word);
            }
            None => line.push(setting.word(voice, word.to_owned(), x)),
        }
        self.end = Some(x + width);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn paragraph(text: &str) -> Paragraph {
        let spans = vec![Span::new(Voice::Bold, "Porch."), Span::new(Voice::Regular, text)];
        Paragraph { label: "12".to_owned(), spans }
    }

    proptest! {
        #[test]
        fn no_letter_is_lost_and_no_line_is_too_long(text in "([a-zA-Z0-9.,]{1,30} ){0,40}", width in 9_000_i32..90_000) {
            let setting = Setting { height: 1980, width, indent: 5000 };
            let lines = setting.set(&paragraph(&text));
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            let written: String = lines.iter().flatten().map(|word| letters(&word.text)).collect();
            prop_assert_eq!(written, letters(&format!("12Porch.{text}")));
            for line in &lines {
                let end = line.iter().map(|word| word.at.x + word.width()).max().unwrap_or(0);
                // Rounding may add a thousandth for each word.
                prop_assert!(end <= width + 40, "{end} of {width}");
                prop_assert!(line.windows(2).all(|pair| pair[0].at.x + pair[0].width() <= pair[1].at.x + 40));
            }
        }
    }
}
