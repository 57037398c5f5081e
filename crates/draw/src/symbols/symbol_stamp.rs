//! A feature on paper: its symbol at its turn, a little askew where it is loose.

use undercroft::contents::{FeatureSymbol, PenStroke, SymbolDrawing};
use undercroft::dungeon::Feature;
use undercroft_grid::Cell;

use crate::lettering;
use crate::picture::{Area, CELL, Paint, PaintedPath, PathCommand, PictureGroup, Point, VectorPath};
use crate::theme::Theme;

/// Height of the letter of a kind without a symbol.
const LETTER: i32 = 360;
/// How far the box of a kind without a symbol stands back from its cells, and how round its corners are.
const INSET: i32 = 120;
const CORNER: i32 = 140;
/// Length of the dashes round what visitors do not see.
const DASH: i32 = 120;
/// Two degrees: the tangent. [Unit: thousandths]
const TILT: i32 = 35;

/// A feature that can be painted.
pub struct SymbolStamp<'a> {
    feature: &'a Feature,
    symbol: Option<&'a FeatureSymbol>,
    variant: usize,
    /// How far it stands from its place, and the side it leans to: loose ones only.
    shift: Point,
    lean: i32,
}

impl<'a> SymbolStamp<'a> {
    /// A feature with its symbol; without one it is a box with its first letter.
    pub fn new(feature: &'a Feature, symbol: Option<&'a FeatureSymbol>) -> Self {
        let hash = mix(feature.cell, feature.z);
        let variant = hash as usize % symbol.map_or(1, |symbol| symbol.variants.len());
        let straight = Self { feature, symbol, variant, shift: Point::default(), lean: 0 };
        if symbol.is_none_or(|symbol| !symbol.is_loose) {
            return straight;
        }
        let shift = |bit: u32| ((hash >> bit) % 7) as i32 * 10 - 30;
        Self { shift: Point::new(shift(8), shift(16)), lean: ((hash >> 24) % 3) as i32 - 1, ..straight }
    }

    /// The same, moved by this much.
    pub fn moved(mut self, by: Point) -> Self {
        self.shift = self.shift.shift(by.x, by.y);
        self
    }

    /// A feature in one of the drawings of its symbol, not askew.
    pub const fn sample(feature: &'a Feature, symbol: Option<&'a FeatureSymbol>, variant: usize) -> Self {
        Self { feature, symbol, variant, shift: Point::new(0, 0), lean: 0 }
    }

    /// Its shadow, if it casts one.
    pub fn shadow(&self, theme: &Theme) -> Option<PictureGroup> {
        let symbol = self.symbol.filter(|symbol| symbol.shadow > 0)?;
        let drawing = self.drawing(symbol);
        let strokes = if drawing.face.is_empty() { &drawing.solid } else { &drawing.face };
        let by = i32::from(symbol.shadow);
        let path = self.turned(strokes).map(|p| p.shift(by, by));
        Some(self.group("-shadow", vec![PaintedPath { class: "shadow", paint: Paint::fill(theme.rock), path }]))
    }

    /// Itself.
    pub fn paint(&self, theme: &Theme) -> PictureGroup {
        let Some(symbol) = self.symbol else { return self.boxed(theme) };
        let drawing = self.drawing(symbol);
        let weight = self.weight(theme);
        let parts = [
            ("face", self.line(Paint::face(theme.floor, theme.ink, weight)), &drawing.face),
            ("fine", self.line(Paint::stroke(theme.ink, weight * 3 / 5)), &drawing.fine),
            ("solid", Paint::fill(theme.ink), &drawing.solid),
            ("light", Paint::fill(theme.floor), &drawing.light),
        ];
        let painted = parts.into_iter().filter(|(_, _, strokes)| !strokes.is_empty());
        let shapes = painted.map(|(class, paint, strokes)| PaintedPath { class, paint, path: self.turned(strokes) });
        self.group("", shapes.collect())
    }

    /// A rounded box with the first letter of the kind.
    fn boxed(&self, theme: &Theme) -> PictureGroup {
        let [width, height] = self.feature.size.map(|side| side * CELL);
        let area = Area::new(Point::new(INSET, INSET), Point::new(width - INSET, height - INSET));
        let first: String = self.feature.kind.chars().next().into_iter().flat_map(char::to_uppercase).collect();
        let letter = lettering::write_centred(&first, Point::new(width / 2, height / 2), LETTER);
        let face = self.line(Paint::face(theme.floor, theme.ink, self.weight(theme)));
        let ink = Paint::stroke(theme.ink, lettering::pen_weight(LETTER));
        let shapes = [("face", face, rounded(area)), ("words", ink, letter)];
        let shapes = shapes.into_iter().filter(|(_, _, path)| !path.is_empty());
        self.group("", shapes.map(|(class, paint, path)| PaintedPath { class, paint, path }).collect())
    }

    /// What lies flat has finer lines.
    fn weight(&self, theme: &Theme) -> i32 {
        let weight = theme.weights.symbol.0 * 9 / 10;
        if self.feature.flat { weight * 3 / 4 } else { weight }
    }

    fn line(&self, paint: Paint) -> Paint {
        if self.feature.secret { paint.dashed(DASH) } else { paint }
    }

    fn group(&self, part: &str, shapes: Vec<PaintedPath>) -> PictureGroup {
        let offset = Point::corner(self.feature.cell).shift(self.shift.x, self.shift.y);
        let id = format!("{}{part}", name(&self.feature.kind));
        PictureGroup { id, offset, shapes, groups: Vec::new(), is_stamp: true }
    }

    fn drawing(&self, symbol: &'a FeatureSymbol) -> &'a SymbolDrawing {
        &symbol.variants[self.variant]
    }

    /// Strokes at the turn of the feature, tilted where it is loose.
    fn turned(&self, strokes: &[PenStroke]) -> VectorPath {
        let [width, height] = self.feature.size.map(|side| side * CELL);
        let is_upright = self.symbol.is_some_and(|symbol| symbol.is_upright);
        let turn = |p: Point| match if is_upright { 0 } else { self.feature.turn % 4 } {
            0 => p,
            1 => Point::new(width - p.y, p.x),
            2 => Point::new(width - p.x, height - p.y),
            _ => Point::new(p.y, height - p.x),
        };
        let middle = Point::new(width / 2, height / 2);
        let askew = |p: Point| {
            let (dx, dy) = (p.x - middle.x, p.y - middle.y);
            p.shift(-dy * TILT * self.lean / CELL, dx * TILT * self.lean / CELL)
        };
        traced(strokes).map(|p| askew(turn(p)))
    }
}

/// Strokes of the pen as a path.
fn traced(strokes: &[PenStroke]) -> VectorPath {
    let mut path = VectorPath::default();
    let point = |[x, y]: [i32; 2]| Point::new(x, y);
    for stroke in strokes {
        match *stroke {
            PenStroke::Move(to) => path.move_to(point(to)),
            PenStroke::Line(to) => path.line_to(point(to)),
            PenStroke::Horizontal(to) => path.quarter_horizontal(point(to)),
            PenStroke::Vertical(to) => path.quarter_vertical(point(to)),
            PenStroke::Curve([a, b, to]) => path.commands.push(PathCommand::Curve(point(a), point(b), point(to))),
            PenStroke::Close => path.commands.push(PathCommand::Close),
        }
    }
    path
}

fn rounded(area: Area) -> VectorPath {
    let Area { min, max } = area;
    let mut path = VectorPath::default();
    path.move_to(min.shift(CORNER, 0));
    path.line_to(Point::new(max.x - CORNER, min.y));
    path.quarter_horizontal(Point::new(max.x, min.y + CORNER));
    path.line_to(Point::new(max.x, max.y - CORNER));
    path.quarter_vertical(Point::new(max.x - CORNER, max.y));
    path.line_to(Point::new(min.x + CORNER, max.y));
    path.quarter_horizontal(Point::new(min.x, max.y - CORNER));
    path.line_to(Point::new(min.x, min.y + CORNER));
    path.quarter_vertical(min.shift(CORNER, 0));
    path.commands.push(PathCommand::Close);
    path
}

/// The name of a kind as it may stand in an id.
fn name(kind: &str) -> String {
    kind.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

/// A hash of a place.
const fn mix(cell: Cell, z: i32) -> u32 {
    let mut hash = (cell.x as u32).wrapping_mul(0x9e37_79b1)
        ^ (cell.y as u32).wrapping_mul(0x85eb_ca77).rotate_left(13)
        ^ (z as u32).wrapping_mul(0xc2b2_ae3d).rotate_left(7);
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}
