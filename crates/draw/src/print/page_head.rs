//! Title and hook at the top of a page.

use super::measure::{TITLE_RULE, capital, leading};
use crate::lettering;
use crate::picture::Point;
use crate::typeset::paragraph::{Paragraph, Setting, Span};
use crate::voice::Voice;
use crate::word::Word;

/// Capitals of a title on one line, and the smallest before it is broken.
const LARGEST: i32 = 7_000;
const SMALLEST: i32 = 4_500;
/// Sizes of the hook, until it has three lines. [Unit: tenths of a point]
const HOOK_SIZES: [i32; 5] = [90, 85, 80, 75, 70];
const HOOK_LINES: usize = 3;
/// Between title and hook, and before and after the rule.
const GAP: i32 = 2_600;

/// The words, and the height down to the place where the page goes on.
pub struct PageHead {
    /// Title and hook.
    pub words: Vec<Word>,
    /// The rule below them: its upper edge.
    pub rule: i32,
    /// Where the page goes on.
    pub bottom: i32,
}

/// Sets the title on one line where that can be, and the hook below it.
pub fn page_head(title: &str, hook: &str, at: Point, width: i32) -> PageHead {
    let (mut words, mut y) = title_lines(title, at, width);
    let (size, lines) = hook_lines(hook, width);
    for line in lines {
        y += leading(size);
        words.extend(line.into_iter().map(|word| word.shift(at.x, y)));
    }
    let rule = y + GAP;
    PageHead { words, rule, bottom: rule + TITLE_RULE + GAP }
}

fn title_lines(title: &str, at: Point, width: i32) -> (Vec<Word>, i32) {
    let wide = lettering::width_in(Voice::Bold, title, LARGEST).max(1);
    let fitting = (i64::from(LARGEST) * i64::from(width) / i64::from(wide)).min(LARGEST.into()) as i32;
    let height = fitting.max(SMALLEST);
    let setting = Setting { height, width, indent: 0 };
    let paragraph = Paragraph { label: String::new(), spans: vec![Span::new(Voice::Bold, title)] };
    let mut y = at.y;
    let mut words = Vec::new();
    for line in setting.set(&paragraph) {
        y += if words.is_empty() { height } else { height * 3 / 2 };
        words.extend(line.into_iter().map(|word| word.shift(at.x, y)));
    }
    (words, y + GAP)
}

/// The hook at the largest size at which it has three lines, or more lines at the smallest.
fn hook_lines(hook: &str, width: i32) -> (i32, Vec<Vec<Word>>) {
    let paragraph = Paragraph { label: String::new(), spans: vec![Span::new(Voice::Slanted, hook)] };
    let set = |size: i32| {
        let lines = Setting { height: capital(size), width, indent: 0 }.set(&paragraph);
        (size, lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>())
    };
    let mut tries = HOOK_SIZES.into_iter().map(set);
    let smallest = set(HOOK_SIZES[HOOK_SIZES.len() - 1]);
    tries.find(|(_, lines)| lines.len() <= HOOK_LINES).unwrap_or(smallest)
}
