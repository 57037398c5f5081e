//! The questions that all checks of a document ask.

use undercroft_grid::{Cell, Size};

use super::path::{Fault, Path};
use crate::field::MAX_TEXT;

/// Nothing, or the first fault.
pub type Checked = Result<(), Fault>;

/// Checks each element of a list.
pub fn each<T>(list: &str, things: &[T], check: impl Fn(usize, &T, &Path) -> Checked) -> Checked {
    things.iter().enumerate().try_for_each(|(i, thing)| check(i, thing, &Path::of(list).index(i)))
}

/// Ids are positions.
pub fn is_position(id: usize, position: usize, path: &Path) -> Checked {
    if id == position {
        return Ok(());
    }
    Err(path.clone().key("id").fault(format!("ids are positions in the list: need {position}, got {id}")))
}

/// Cells lie on a level of this size.
pub fn on_level(size: Size, cells: impl IntoIterator<Item = Cell>, path: impl Fn() -> Path) -> Checked {
    match cells.into_iter().find(|&cell| !size.contains(cell)) {
        Some(cell) => Err(path().fault(format!("{cell} does not lie on a {size} level"))),
        None => Ok(()),
    }
}

/// Names are for labels and titles.
pub fn is_text(text: &str, path: impl Fn() -> Path) -> Checked {
    is_text_of(MAX_TEXT, text, path)
}

/// A text of at most this many characters.
pub fn is_text_of(most: usize, text: &str, path: impl Fn() -> Path) -> Checked {
    let letters = text.chars().count();
    if letters <= most {
        return Ok(());
    }
    Err(path().fault(format!("need at most {most} characters, got {letters}")))
}
