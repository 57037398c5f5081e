//! The line at the foot of a page: scale, north, and where the dungeon comes from.

use super::measure::{capital, leading};
use crate::picture::{Point, VectorPath};
use crate::typeset::capitals::capitalized;
use crate::typeset::paragraph::{Paragraph, Setting, Span};
use crate::typeset::room_entry::people;
use crate::voice::Voice;
use crate::word::Word;
use undercroft::dungeon::Dungeon;

/// [Unit: tenths of a point]
const SIZE: i32 = 65;
/// Between scale, arrow and words.
const GAP: i32 = 3_500;

/// The words at the foot of a page, counted from its upper left corner.
pub struct PageFooter {
    /// Scale and north, for everyone.
    pub scale: Vec<Word>,
    /// The arrow before the letter of the north.
    pub arrow: VectorPath,
    /// What the game master reads.
    pub facts: Vec<Word>,
    /// How high it is.
    pub height: i32,
}

/// Sets the footer, with remarks after the facts about the dungeon.
pub fn page_footer(dungeon: &Dungeon, remarks: &[String], width: i32) -> PageFooter {
    let height = capital(SIZE);
    let word =
        |text: &str, x: i32| Word { text: text.to_owned(), voice: Voice::Regular, height, at: Point::new(x, height) };
    let scale = word(&format!("1 square = {} ft", dungeon.tile_feet), 0);
    let arrow = Point::new(scale.width() + GAP, height);
    let side = height * 9 / 10;
    let triangle = VectorPath::polygon([arrow, arrow.shift(side / 2, -height), arrow.shift(side, 0)]);
    let north = word("N", arrow.x + side + height / 3);
    let left = north.at.x + north.width() + GAP;
    let text = facts(dungeon).into_iter().chain(remarks.iter().cloned()).collect::<Vec<_>>().join(" · ");
    let paragraph = Paragraph { label: String::new(), spans: vec![Span::new(Voice::Regular, text)] };
    let lines = Setting { height, width: width - left, indent: 0 }.set(&paragraph);
    let count = lines.len() as i32;
    let placed = (0..)
        .zip(lines)
        .flat_map(|(i, line)| line.into_iter().map(move |word| word.shift(left, height + i * leading(SIZE))));
    PageFooter {
        scale: vec![scale, north],
        arrow: triangle,
        facts: placed.collect(),
        height: height + (count - 1).max(0) * leading(SIZE),
    }
}

/// `Crypt`, `seed 4`, `who is here: salvagers (6)`.
fn facts(dungeon: &Dungeon) -> Vec<String> {
    let category = dungeon.provenance.recipe.category().map(capitalized);
    let seed = (!dungeon.provenance.seed.is_empty()).then(|| format!("seed {}", dungeon.provenance.seed));
    let people: Vec<String> = dungeon.groups.iter().map(people).collect();
    let people = (!people.is_empty()).then(|| format!("who is here: {}", people.join(", ")));
    [category, seed, people].into_iter().flatten().collect()
}
