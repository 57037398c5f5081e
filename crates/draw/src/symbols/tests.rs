//! Laws of the shipped symbols.

use std::collections::{BTreeMap, BTreeSet};

use undercroft::contents::{Contents, FeatureSymbol, PenStroke, SymbolDrawing};
use undercroft::dungeon::{Feature, Mount};
use undercroft_grid::Cell;

use super::symbol_set::{SHIPPED_TEXT, SymbolSet};
use super::symbol_stamp::SymbolStamp;
use crate::picture::{Area, CELL, Paint, PathCommand, Picture, PictureGroup, Point, VectorPath};
use crate::theme::Theme;

fn feature(kind: &str, size: [i32; 2], turn: u8, cell: Cell) -> Feature {
    let size = if turn.is_multiple_of(2) { size } else { [size[1], size[0]] };
    Feature {
        id: 0,
        kind: kind.to_owned(),
        z: 0,
        cell,
        size,
        turn,
        room: None,
        blocks: false,
        opaque: false,
        secret: false,
        flat: false,
        mount: Mount::Floor,
        light: None,
        spawn: None,
    }
}

/// The shipped symbols, by kind.
fn shipped() -> BTreeMap<&'static str, &'static FeatureSymbol> {
    let set: &'static SymbolSet = Box::leak(Box::default());
    Contents::shipped().kinds().filter_map(|kind| Some((kind.name.as_str(), set.get(&kind.name)?))).collect()
}

#[test]
fn every_kind_has_a_symbol_whose_points_lie_in_its_footprint() {
    let symbols = Contents::shipped().read_symbols("symbols.toml", SHIPPED_TEXT).unwrap();
    let kinds: BTreeSet<&str> = Contents::shipped().kinds().map(|kind| kind.name.as_str()).collect();
    assert_eq!(symbols.keys().map(String::as_str).collect::<BTreeSet<_>>(), kinds);
    assert_eq!(symbols.values().filter(|symbol| symbol.variants.len() > 1).count(), 12);
}

/// The mutant of the page's laws: a point 100 outside of the altar's footprint of two cells.
#[test]
fn a_symbol_outside_its_footprint_is_refused_and_nothing_else_is_wrong_with_it() {
    let (altar, outside) = ("M82 196 L1924 193", "M82 196 L2100 193");
    assert_eq!(SHIPPED_TEXT.matches(altar).count(), 1);
    let mutant = SHIPPED_TEXT.replace(altar, outside);
    let problem = Contents::shipped().read_symbols("symbols.toml", &mutant).unwrap_err().to_string();
    assert!(problem.contains("need x from -60 to 2060") && problem.contains("got 2100 193"), "{problem}");
}

fn strokes(drawing: &SymbolDrawing) -> Vec<&PenStroke> {
    [&drawing.face, &drawing.fine, &drawing.solid, &drawing.light].into_iter().flatten().collect()
}

#[test]
fn every_drawing_has_two_strokes_and_no_two_drawings_are_equal() {
    let mut seen: Vec<(&str, &SymbolDrawing)> = Vec::new();
    for (name, symbol) in shipped() {
        for drawing in &symbol.variants {
            let begun = strokes(drawing).into_iter().filter(|stroke| matches!(stroke, PenStroke::Move(_))).count();
            assert!(begun >= 2, "{name}");
            assert!(seen.iter().all(|(_, other)| strokes(other) != strokes(drawing)), "{name}");
            seen.push((name, drawing));
        }
    }
}

/// The inked pixels of a feature that fills a picture of this many pixels.
#[cfg(feature = "png")]
fn bitmap(feature: &Feature, symbol: &FeatureSymbol, [width, height]: [u32; 2]) -> Vec<bool> {
    let theme = Theme::mono();
    let [w, h] = feature.size.map(|side| side * CELL);
    let area = Area::new(Point::default(), Point::new(w, h));
    let mut paper = PictureGroup::new("paper");
    paper.push("paper", Paint::fill(theme.floor), VectorPath::rect(area));
    let groups = vec![paper, SymbolStamp::sample(feature, Some(symbol), 0).paint(&theme)];
    let svg = Picture { title: String::new(), area, groups }.to_svg();
    let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
    let mut pixmap = resvg::tiny_skia::Pixmap::new(width, height).unwrap();
    let scale = |pixels: u32, length: i32| pixels as f32 * CELL as f32 / length as f32;
    let transform = resvg::tiny_skia::Transform::from_scale(scale(width, w), scale(height, h));
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap.pixels().iter().map(|pixel| pixel.red() < 160).collect()
}

#[test]
#[cfg(feature = "png")]
fn every_symbol_shows_at_twelve_pixels_a_cell_and_no_two_look_alike() {
    let mut looks: Vec<(&str, Vec<bool>)> = Vec::new();
    for (name, symbol) in shipped() {
        let [width, depth] = symbol.size;
        let it = feature(name, [width, depth].map(i32::from), 0, Cell::new(0, 0));
        let large = bitmap(&it, symbol, [width, depth].map(|side| u32::from(side) * 12));
        let inked = large.iter().filter(|inked| **inked).count();
        assert!(inked >= 8, "{name}: {inked}");
        // Squeezed into one cell, so that sizes alone make no difference.
        let look = bitmap(&it, symbol, [12, 12]);
        for (other, known) in &looks {
            let apart = look.iter().zip(known).filter(|(a, b)| a != b).count();
            assert!(apart > 0, "{name} and {other} look alike");
        }
        looks.push((name, look));
    }
}

fn points(group: &PictureGroup) -> Vec<Point> {
    let commands = group.shapes.iter().flat_map(|shape| &shape.path.commands);
    let points = commands.flat_map(|command| match *command {
        PathCommand::Move(to) | PathCommand::Line(to) => vec![to],
        PathCommand::Curve(a, b, to) => vec![a, b, to],
        PathCommand::Close => Vec::new(),
    });
    points.map(|point| point.shift(group.offset.x, group.offset.y)).collect()
}

/// The margin of symbols, the jitter, and a lean of two degrees over half of the longest side.
const NEAR: i32 = 60 + 30 + 70;

#[test]
fn a_symbol_stays_at_its_place_at_every_turn() {
    for (name, symbol) in shipped() {
        for (turn, x) in [0, 1, 2, 3].into_iter().flat_map(|turn| (0..20).map(move |x| (turn, x))) {
            let it = feature(name, symbol.size.map(i32::from), turn, Cell::new(x, 7));
            let painted = SymbolStamp::new(&it, Some(symbol)).paint(&Theme::mono());
            let Area { min, max } = Area::from_rect(it.rect());
            let limits = Area::new(min.shift(-NEAR, -NEAR), max.shift(NEAR + 1, NEAR + 1));
            assert!(points(&painted).into_iter().all(|point| limits.contains(point)), "{name} at turn {turn}");
        }
    }
}

#[test]
fn four_quarter_turns_are_none_and_built_things_stand_straight() {
    let symbols = shipped();
    let corners = |turn: u8| {
        let it = feature("altar", [2, 1], turn, Cell::new(0, 0));
        let painted = SymbolStamp::new(&it, Some(symbols["altar"])).paint(&Theme::mono());
        assert_eq!(painted.offset, Point::default());
        Area::around(&points(&painted))
    };
    let Area { min, max } = corners(0);
    assert_eq!(corners(1), Area::new(Point::new(CELL - max.y, min.x), Point::new(CELL - min.y, max.x)));
    assert_eq!(corners(4), corners(0));
    for name in ["altar", "hearth", "column", "throne", "well", "fountain", "sarcophagus"] {
        assert!(!symbols[name].is_loose, "{name}");
    }
    assert!(symbols["chair"].is_loose && symbols["bones"].is_loose);
}

#[test]
fn loose_things_and_variants_differ_by_place_and_are_the_same_again() {
    let symbols = shipped();
    let look = |x: i32| {
        let it = feature("barrel", [1, 1], 0, Cell::new(x, 3));
        let painted = SymbolStamp::new(&it, Some(symbols["barrel"])).paint(&Theme::mono());
        PictureGroup { offset: painted.offset.shift(-x * CELL, -3 * CELL), ..painted }
    };
    let looks: Vec<PictureGroup> = (0..60).map(look).collect();
    assert_eq!(looks, (0..60).map(look).collect::<Vec<_>>());
    let faces: BTreeSet<usize> = looks.iter().map(|look| look.shapes[0].path.commands.len()).collect();
    assert_eq!(faces.len(), 3, "three drawings");
    assert!(looks.iter().any(|look| look.offset != looks[0].offset));
    assert!(looks.iter().all(|look| look.offset.x.abs() <= 30 && look.offset.y.abs() <= 30));
}
