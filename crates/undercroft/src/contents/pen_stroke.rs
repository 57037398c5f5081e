//! The pen language of symbols: `M x y` puts the pen down, `L` draws a line, `H` a quarter of an ellipse that sets out
//! sideways, `V` one that sets out upright, `C` a cubic curve with two control points, `Z` closes the figure.

/// One move of a pen. [Unit: thousandths of a cell]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PenStroke {
    /// Puts the pen down.
    Move([i32; 2]),
    /// Draws a straight line.
    Line([i32; 2]),
    /// Draws a quarter of an ellipse that sets out sideways.
    Horizontal([i32; 2]),
    /// Draws a quarter of an ellipse that sets out upright.
    Vertical([i32; 2]),
    /// Draws a cubic curve: two control points and the end.
    Curve([[i32; 2]; 3]),
    /// Goes back to where the pen was put down.
    Close,
}

/// What is wrong with a text of strokes.
pub struct PenError {
    /// The letter of the text, from 1.
    pub letter: usize,
    /// What is wrong, and what is needed.
    pub message: String,
}

/// How far points may lie outside of a footprint. [Unit: thousandths of a cell]
const MARGIN: i32 = 60;

/// The strokes of a text, whose points lie in a footprint of `size` cells and a little around it.
pub fn parse_strokes(text: &str, size: [u8; 2]) -> Result<Vec<PenStroke>, PenError> {
    let mut words = Words { text, at: 0, size };
    let mut strokes: Vec<PenStroke> = Vec::new();
    while let Some((at, letter)) = words.next_letter()? {
        if letter != 'M' && matches!(strokes.last(), None | Some(PenStroke::Close)) {
            return Err(words.error(at, format!("need M before {letter}, to put the pen down")));
        }
        strokes.push(match letter {
            'M' => PenStroke::Move(words.point(letter)?),
            'L' => PenStroke::Line(words.point(letter)?),
            'H' => PenStroke::Horizontal(words.point(letter)?),
            'V' => PenStroke::Vertical(words.point(letter)?),
            'C' => PenStroke::Curve([words.point(letter)?, words.point(letter)?, words.point(letter)?]),
            'Z' => PenStroke::Close,
            _ => return Err(words.error(at, format!("unknown pen letter {letter:?}; need M, L, H, V, C or Z"))),
        });
    }
    Ok(strokes)
}

/// Letters and numbers of a text, one after the other.
struct Words<'a> {
    text: &'a str,
    /// The next byte.
    at: usize,
    size: [u8; 2],
}

impl<'a> Words<'a> {
    /// The next letter of the language, with its place; `None` at the end.
    fn next_letter(&mut self) -> Result<Option<(usize, char)>, PenError> {
        self.skip_blanks();
        let at = self.at;
        let Some(letter) = self.text[at..].chars().next() else { return Ok(None) };
        if letter == '-' || letter.is_ascii_digit() {
            let word = self.word();
            return Err(self.error(at, format!("need a pen letter, got {word}")));
        }
        self.at += letter.len_utf8();
        Ok(Some((at, letter)))
    }

    fn point(&mut self, letter: char) -> Result<[i32; 2], PenError> {
        self.skip_blanks();
        let at = self.at;
        let point = [self.number(letter)?, self.number(letter)?];
        let limit = |axis: usize| i32::from(self.size[axis]) * 1_000 + MARGIN;
        let is_inside = |axis: usize| (-MARGIN..=limit(axis)).contains(&point[axis]);
        if is_inside(0) && is_inside(1) {
            return Ok(point);
        }
        let ([x, y], [right, bottom]) = (point, [limit(0), limit(1)]);
        let needed = format!("need x from {} to {right} and y from {} to {bottom}", -MARGIN, -MARGIN);
        Err(self.error(at, format!("{needed}, {MARGIN} round the footprint, got {x} {y}")))
    }

    fn number(&mut self, letter: char) -> Result<i32, PenError> {
        self.skip_blanks();
        let at = self.at;
        let word = self.word();
        let wrong = || {
            let count = if letter == 'C' { "six" } else { "two" };
            let got = if word.is_empty() { "none".to_owned() } else { word.to_owned() };
            self.error(at, format!("need {count} whole numbers after {letter}, got {got}"))
        };
        word.parse().map_err(|_| wrong())
    }

    /// The text up to the next blank or capital, at most a few letters of it.
    fn word(&mut self) -> &'a str {
        const LONGEST: usize = 12;
        let rest = &self.text[self.at..];
        let is_end = |&(i, letter): &(usize, char)| letter.is_whitespace() || (i > 0 && letter.is_alphabetic());
        let end = rest.char_indices().take(LONGEST + 1).find(is_end).map(|(i, _)| i);
        let end = end.unwrap_or_else(|| rest.char_indices().nth(LONGEST).map_or(rest.len(), |(i, _)| i));
        self.at += end;
        &rest[..end]
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error(&self, at: usize, message: String) -> PenError {
        PenError { letter: self.text[..at].chars().count() + 1, message }
    }
}
