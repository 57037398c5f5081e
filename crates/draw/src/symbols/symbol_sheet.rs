//! All kinds of features with their names on one sheet.

use undercroft::contents::{Contents, FeatureKind};
use undercroft::dungeon::{Feature, Mount};
use undercroft_grid::Cell;

use super::symbol_set::SymbolSet;
use super::symbol_stamp::SymbolStamp;
use crate::lettering;
use crate::picture::{Area, CELL, Paint, Picture, PictureGroup, Point, VectorPath};
use crate::theme::Theme;

/// Columns, and what a kind takes up. [Unit: thousandths of a cell]
const COLUMNS: usize = 8;
const SLOT: [i32; 2] = [5 * CELL, 4 * CELL + CELL / 2];
/// Height of the names, and where they stand in a slot.
const NAME: i32 = 360;
const BASELINE: i32 = 4 * CELL;
/// Between two drawings of a kind.
const GAP: i32 = CELL / 4;

/// Draws all kinds of features with their names, each in all of its drawings.
///
/// ```
/// use undercroft::contents::Contents;
/// use undercroft_draw::{Theme, symbol_sheet};
///
/// let svg = symbol_sheet(Contents::shipped(), &Theme::mono()).to_svg();
/// assert!(svg.contains("<symbol id=\"sarcophagus-"));
/// ```
pub fn symbol_sheet(contents: &Contents, theme: &Theme) -> Picture {
    let symbols = SymbolSet::from_contents(contents);
    let (mut drawings, mut names) = (PictureGroup::new("symbols"), VectorPath::default());
    let mut count = 0;
    for (i, kind) in contents.kinds().enumerate() {
        let corner = Point::new((i % COLUMNS) as i32 * SLOT[0], (i / COLUMNS) as i32 * SLOT[1]);
        add_kind(&mut drawings, kind, &symbols, corner, theme);
        let at = corner.shift((SLOT[0] - lettering::width(&kind.name, NAME)) / 2, BASELINE);
        names.extend(lettering::write(&kind.name, at, NAME));
        count = i + 1;
    }
    let rows = count.div_ceil(COLUMNS).max(1) as i32;
    let area = Area::new(Point::default(), Point::new(COLUMNS as i32 * SLOT[0], rows * SLOT[1]));
    let mut paper = PictureGroup::new("paper");
    paper.push("paper", Paint::fill(theme.floor), VectorPath::rect(area));
    let mut words = PictureGroup::new("names");
    words.push("words", Paint::stroke(theme.ink, lettering::pen_weight(NAME)), names);
    Picture { title: "Symbols".to_owned(), area, groups: vec![paper, drawings, words] }
}

/// All drawings of a kind, side by side.
fn add_kind(group: &mut PictureGroup, kind: &FeatureKind, symbols: &SymbolSet, corner: Point, theme: &Theme) {
    let feature = sample(kind);
    let symbol = symbols.for_feature(&feature);
    let count = symbol.map_or(1, |symbol| symbol.variants.len());
    let [width, height] = feature.size.map(|side| side * CELL);
    let whole = count as i32 * (width + GAP) - GAP;
    let first = corner.shift((SLOT[0] - whole) / 2, (BASELINE - NAME - height) / 2);
    for variant in 0..count {
        let stamp = SymbolStamp::sample(&feature, symbol, variant);
        for painted in stamp.shadow(theme).into_iter().chain([stamp.paint(theme)]) {
            let offset = first.shift(variant as i32 * (width + GAP), 0);
            group.add(PictureGroup { offset, ..painted });
        }
    }
}

/// A feature of a kind at turn 0.
fn sample(kind: &FeatureKind) -> Feature {
    Feature {
        id: 0,
        kind: kind.name.clone(),
        z: 0,
        cell: Cell::new(0, 0),
        size: kind.size.map(i32::from),
        turn: 0,
        room: None,
        blocks: kind.blocks,
        opaque: kind.opaque,
        secret: kind.secret,
        flat: kind.flat,
        mount: Mount::Floor,
        light: None,
        spawn: None,
    }
}
