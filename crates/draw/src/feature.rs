//! Features: boxes with the first letter of their kind, and small marks for those in walls.

use undercroft_grid::Cell;

use super::ink::Frame;
use super::lettering;
use super::level_drawing::LevelDrawing;
use super::picture::{Area, CELL, Paint, PictureGroup, Point, VectorPath};
use super::theme::Theme;
use undercroft::dungeon::Feature;

/// Height of the letters in a box one cell wide.
const LETTER: i32 = 360;
/// How far a box stands back from the sides of its cells: what lies flat takes up more than what stands.
const FLAT_INSET: i32 = 60;
const INSET: i32 = 130;
/// Length of the dashes round what visitors do not see.
const DASH: i32 = 120;

/// The features of a level, flat ones first.
pub fn features(chart: &LevelDrawing, theme: &Theme, id: &str) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-features"));
    let here =
        || chart.dungeon.features.iter().filter(|feature| feature.z == chart.level.z && is_on_map(chart, feature));
    for secret in [false, true] {
        let alike = |flat: bool| here().filter(move |it| it.is_on_floor() && it.flat == flat && it.secret == secret);
        boxes(&mut group, alike(true), theme, Look { flat: true, secret });
        boxes(&mut group, alike(false), theme, Look { flat: false, secret });
    }
    let marks = here().filter(|feature| !feature.is_on_floor()).map(wall_mark);
    group.push("wall-feature", Paint::fill(theme.ink), marks.fold(VectorPath::default(), joined));
    group
}

/// How a box is drawn.
#[derive(Clone, Copy)]
struct Look {
    flat: bool,
    secret: bool,
}

fn is_on_map(chart: &LevelDrawing, feature: &Feature) -> bool {
    chart.level.size().rect().contains_rect(feature.rect())
}

/// Boxes that are painted alike, with their letters.
fn boxes<'a>(group: &mut PictureGroup, features: impl Iterator<Item = &'a Feature>, theme: &Theme, look: Look) {
    let (mut outlines, mut letters) = (VectorPath::default(), VectorPath::default());
    for feature in features {
        outlines.extend(VectorPath::rect(area(feature)));
        letters.extend(letter(feature));
    }
    let weight = theme.weights.symbol.0 * if look.flat { 1 } else { 2 } / 2;
    let (class, paint) = if look.flat {
        ("flat-feature", Paint::stroke(theme.ink, weight).faint(60))
    } else {
        ("feature", Paint::face(theme.floor, theme.ink, weight))
    };
    let paint = if look.secret { paint.dashed(DASH) } else { paint };
    group.push(class, paint, outlines);
    let ink = Paint::stroke(theme.ink, lettering::pen_weight(LETTER));
    group.push("words", if look.flat { ink.faint(60) } else { ink }, letters);
}

fn area(feature: &Feature) -> Area {
    let inset = if feature.flat { FLAT_INSET } else { INSET };
    let whole = Area::from_rect(feature.rect());
    Area::new(whole.min.shift(inset, inset), whole.max.shift(-inset, -inset))
}

/// The first letter of a kind in the middle of its box; of what lies flat in its corner, where others leave it free.
fn letter(feature: &Feature) -> VectorPath {
    let first: String = feature.kind.chars().next().into_iter().flat_map(char::to_uppercase).collect();
    let Area { min, max } = area(feature);
    let middle = Point::new(i32::midpoint(min.x, max.x), i32::midpoint(min.y, max.y));
    let corner = Point::middle(Cell::new(feature.rect().right - 1, feature.rect().bottom - 1));
    let is_large = feature.flat && feature.rect().area() > 2;
    lettering::write_centred(&first, if is_large { corner } else { middle }, LETTER)
}

/// A small block on the face of the wall, towards the room.
fn wall_mark(feature: &Feature) -> VectorPath {
    let front = feature.front();
    let rect = feature.rect();
    let (along, out) =
        if front.is_horizontal() { (rect.height(), rect.width()) } else { (rect.width(), rect.height()) };
    let Area { min, max } = Area::from_rect(rect);
    let middle = Point::new(i32::midpoint(min.x, max.x), i32::midpoint(min.y, max.y));
    let frame = Frame { origin: middle, out: front };
    let (half, face) = ((along - 1) * CELL / 2 + 190, out * CELL / 2);
    frame.rect([-half, face - 60], [half, face + 150])
}

fn joined(mut all: VectorPath, one: VectorPath) -> VectorPath {
    all.extend(one);
    all
}

#[cfg(test)]
mod tests {
    use crate::draw::draw;
    use crate::fixture;
    use crate::options::{DrawOptions, Edition};

    fn drawn(edition: Edition) -> String {
        let mut hall = fixture::dungeon("", &["########\n#......#\n#......#\n#......#\n########"]);
        fixture::furnish(&mut hall);
        draw(&hall, &DrawOptions { edition, sheet: false, ..DrawOptions::default() }).to_svg()
    }

    #[test]
    fn features_have_a_layer_of_their_own_below_numbers_with_flat_ones_first() {
        let svg = drawn(Edition::GameMaster);
        let at = |word: &str| svg.find(word).unwrap_or_else(|| panic!("{word}\n{svg}"));
        assert!(
            at("level-0-features") < at("class=\"flat-feature\"")
                && at("class=\"flat-feature\"") < at("class=\"feature\"")
        );
        assert!(at("class=\"wall-feature\"") < at("level-0-words"));
        assert!(svg.contains("stroke-dasharray"), "a secret pit is dashed");
    }

    #[test]
    fn players_see_no_pit() {
        assert!(!drawn(Edition::Player).contains("stroke-dasharray"));
    }
}
