//! A drawing as a value: groups of painted paths, in thousandths of a cell.
//!
//! All numbers are integers, so that the text of a picture is the same on every machine. Nothing here depends on a dungeon.

use undercroft_grid::{Cell, Rect};

use super::theme::Color;

/// Thousandths in the side of a cell.
pub const CELL: i32 = 1000;

/// A place on the paper. [Unit: thousandths of a cell]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Point {
    /// To the east.
    pub x: i32,
    /// To the south.
    pub y: i32,
}

impl Point {
    /// The place `x` east and `y` south of the origin.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The north-west corner of a cell.
    pub const fn corner(cell: Cell) -> Self {
        Self::new(cell.x * CELL, cell.y * CELL)
    }

    /// The middle of a cell.
    pub const fn middle(cell: Cell) -> Self {
        Self::new(cell.x * CELL + CELL / 2, cell.y * CELL + CELL / 2)
    }

    /// Moved by `x` and `y`.
    pub const fn shift(self, x: i32, y: i32) -> Self {
        Self::new(self.x + x, self.y + y)
    }
}

/// A rectangle of paper, half-open. [Unit: thousandths of a cell]
///
/// ```
/// use undercroft_draw::{Area, CELL, Point};
/// use undercroft_grid::Rect;
///
/// let area = Area::from_rect(Rect::new(1, 1, 4, 3));
/// assert_eq!((area.width(), area.height()), (3 * CELL, 2 * CELL));
/// assert!(area.contains(Point::new(1500, 1500)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The north-west corner.
    pub min: Point,
    /// The south-east corner.
    pub max: Point,
}

impl Area {
    /// The area between two corners.
    pub const fn new(min: Point, max: Point) -> Self {
        Self { min, max }
    }

    /// The area that a rectangle of cells takes up.
    pub const fn from_rect(rect: Rect) -> Self {
        Self::new(Point::new(rect.left * CELL, rect.top * CELL), Point::new(rect.right * CELL, rect.bottom * CELL))
    }

    /// Its width.
    pub const fn width(self) -> i32 {
        self.max.x - self.min.x
    }

    /// Its height.
    pub const fn height(self) -> i32 {
        self.max.y - self.min.y
    }

    /// Whether a point lies in it.
    pub const fn contains(self, point: Point) -> bool {
        self.min.x <= point.x && point.x < self.max.x && self.min.y <= point.y && point.y < self.max.y
    }

    /// The smallest area round some points.
    pub fn around(points: &[Point]) -> Self {
        let by = |pick: fn(&Point) -> i32| {
            let all = points.iter().map(pick);
            (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (by(|p| p.x), by(|p| p.y));
        Self::new(Point::new(left, top), Point::new(right, bottom))
    }

    /// The cells that it touches.
    pub const fn cells(self) -> Rect {
        Rect::new(
            self.min.x.div_euclid(CELL),
            self.min.y.div_euclid(CELL),
            (self.max.x + CELL - 1).div_euclid(CELL),
            (self.max.y + CELL - 1).div_euclid(CELL),
        )
    }
}

/// One stroke of a pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathCommand {
    /// Lifts the pen and puts it down elsewhere.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve: two control points and the end.
    Curve(Point, Point, Point),
    /// Back to where the pen was put down.
    Close,
}

/// Strokes that are painted alike.
///
/// ```
/// use undercroft_draw::{Point, VectorPath};
///
/// let path = VectorPath::line([Point::new(0, 0), Point::new(500, 0), Point::new(500, 500)]);
/// assert!(!path.is_empty());
/// assert_eq!(path.map(|point| point.shift(10, 0)).map(|point| point.shift(-10, 0)), path);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VectorPath {
    /// The strokes in order.
    pub commands: Vec<PathCommand>,
}

impl VectorPath {
    /// An open line through the points.
    pub fn line(points: impl IntoIterator<Item = Point>) -> Self {
        let mut path = Self::default();
        path.add_line(points);
        path
    }

    /// A closed figure through the points.
    pub fn polygon(points: impl IntoIterator<Item = Point>) -> Self {
        let mut path = Self::default();
        path.add_polygon(points);
        path
    }

    /// A rectangle.
    pub fn rect(area: Area) -> Self {
        let Area { min, max } = area;
        Self::polygon([min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)])
    }

    /// A circle.
    pub fn circle(centre: Point, radius: i32) -> Self {
        let mut path = Self::default();
        path.move_to(centre.shift(radius, 0));
        path.quarter_vertical(centre.shift(0, radius));
        path.quarter_horizontal(centre.shift(-radius, 0));
        path.quarter_vertical(centre.shift(0, -radius));
        path.quarter_horizontal(centre.shift(radius, 0));
        path.commands.push(PathCommand::Close);
        path
    }

    /// Adds an open line.
    pub fn add_line(&mut self, points: impl IntoIterator<Item = Point>) {
        for (i, point) in points.into_iter().enumerate() {
            self.commands.push(if i == 0 { PathCommand::Move(point) } else { PathCommand::Line(point) });
        }
    }

    /// Adds a closed figure.
    pub fn add_polygon(&mut self, points: impl IntoIterator<Item = Point>) {
        self.add_line(points);
        self.commands.push(PathCommand::Close);
    }

    /// Adds the strokes of another path.
    pub fn extend(&mut self, other: Self) {
        self.commands.extend(other.commands);
    }

    /// Puts the pen down.
    pub fn move_to(&mut self, to: Point) {
        self.commands.push(PathCommand::Move(to));
    }

    /// Draws a straight line.
    pub fn line_to(&mut self, to: Point) {
        self.commands.push(PathCommand::Line(to));
    }

    /// Draws a quarter of an ellipse that sets out sideways and arrives upright.
    pub fn quarter_horizontal(&mut self, to: Point) {
        let from = self.pen();
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        self.commands.push(PathCommand::Curve(from.shift(bulge(dx), 0), to.shift(0, -bulge(dy)), to));
    }

    /// Draws a quarter of an ellipse that sets out upright and arrives sideways.
    pub fn quarter_vertical(&mut self, to: Point) {
        let from = self.pen();
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        self.commands.push(PathCommand::Curve(from.shift(0, bulge(dy)), to.shift(-bulge(dx), 0), to));
    }

    /// The path with every point moved through `place`.
    #[must_use]
    pub fn map(&self, place: impl Fn(Point) -> Point) -> Self {
        let moved = |command: &PathCommand| match *command {
            PathCommand::Move(to) => PathCommand::Move(place(to)),
            PathCommand::Line(to) => PathCommand::Line(place(to)),
            PathCommand::Curve(a, b, to) => PathCommand::Curve(place(a), place(b), place(to)),
            PathCommand::Close => PathCommand::Close,
        };
        Self { commands: self.commands.iter().map(moved).collect() }
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    fn pen(&self) -> Point {
        let end = |command: &PathCommand| match *command {
            PathCommand::Move(to) | PathCommand::Line(to) | PathCommand::Curve(_, _, to) => Some(to),
            PathCommand::Close => None,
        };
        self.commands.iter().rev().find_map(end).unwrap_or_default()
    }
}

/// How far the control points of a quarter circle lie from its ends: 4/3·(√2 − 1) of the radius.
const fn bulge(radius: i32) -> i32 {
    radius * 552 / 1000
}

/// How a path is inked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// What its inside is filled with.
    pub fill: Option<Color>,
    /// Its line, with the weight in thousandths of a cell.
    pub stroke: Option<(Color, i32)>,
    /// How much of what lies below is covered; 0 stands for all. [Unit: per cent]
    pub opacity: u8,
    /// Length of the dashes and of the gaps between them; 0 for a whole line.
    pub dash: i32,
}

impl Paint {
    /// Filled, without a line.
    pub const fn fill(color: Color) -> Self {
        Self { fill: Some(color), stroke: None, opacity: 0, dash: 0 }
    }

    /// A line.
    pub const fn stroke(color: Color, weight: i32) -> Self {
        Self { fill: None, stroke: Some((color, weight)), opacity: 0, dash: 0 }
    }

    /// Filled, with a line round it.
    pub const fn face(fill: Color, line: Color, weight: i32) -> Self {
        Self { fill: Some(fill), stroke: Some((line, weight)), opacity: 0, dash: 0 }
    }

    /// The same, but translucent.
    #[must_use]
    pub const fn faint(self, per_cent: u8) -> Self {
        Self { opacity: per_cent, ..self }
    }

    /// The same, but dashed.
    #[must_use]
    pub const fn dashed(self, length: i32) -> Self {
        Self { dash: length, ..self }
    }
}

/// A path with its paint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaintedPath {
    /// What it shows, for those who read the SVG.
    pub class: &'static str,
    /// How it is inked.
    pub paint: Paint,
    /// Its strokes.
    pub path: VectorPath,
}

/// Shapes that belong together, painted in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PictureGroup {
    /// Its name, stable from drawing to drawing.
    pub id: String,
    /// Where its origin lies in the group around it.
    pub offset: Point,
    /// Its own shapes.
    pub shapes: Vec<PaintedPath>,
    /// The groups in it, painted above its own shapes.
    pub groups: Vec<PictureGroup>,
    /// Whether others of this name have the same shapes at other places, so that a writer may keep them once.
    pub is_stamp: bool,
}

impl PictureGroup {
    /// A group without anything in it.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    /// Adds a shape, unless its path is empty.
    pub fn push(&mut self, class: &'static str, paint: Paint, path: VectorPath) {
        if !path.is_empty() {
            self.shapes.push(PaintedPath { class, paint, path });
        }
    }

    /// Adds a group, unless it is empty.
    pub fn add(&mut self, group: PictureGroup) {
        if !group.is_empty() {
            self.groups.push(group);
        }
    }

    /// Whether there is nothing to draw in it.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty() && self.groups.is_empty()
    }
}

/// A whole drawing.
///
/// ```
/// use undercroft_draw::{Area, Color, Paint, Picture, PictureGroup, Point, VectorPath};
///
/// let area = Area::new(Point::new(0, 0), Point::new(2000, 1000));
/// let mut group = PictureGroup::new("shapes");
/// group.push("disc", Paint::fill(Color::new(200, 0, 0)), VectorPath::circle(Point::new(1000, 500), 400));
/// let picture = Picture { title: "A disc".to_owned(), area, groups: vec![group] };
/// assert!(picture.to_svg().contains("#c80000"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What it is called.
    pub title: String,
    /// The paper.
    pub area: Area,
    /// What is on it, painted in order.
    pub groups: Vec<PictureGroup>,
}
