//! Scissors: what of a picture lies in a strip of paper.
//!
//! A picture is cut into rows of pages and every row into pages, so that a page costs no more than what is on it. What
//! lies outside is dropped, what crosses the edge is shortened somewhere beyond it: the page is clipped exactly when it is
//! painted. Fills are cut by the method of I. E. Sutherland and G. W. Hodgman ("Reentrant polygon clipping", 1974), which
//! keeps the winding of every point inside.

use std::borrow::Cow;
use std::ops::Range;

use undercroft_draw::{Area, Paint, PathCommand, Picture, PictureGroup, Point};

/// A stroke of the pen, from where it is put down to where it is lifted.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    area: Area,
    /// Its commands.
    pub commands: Cow<'a, [PathCommand]>,
}

/// Pieces that are painted alike.
#[derive(Clone, Debug)]
pub struct Layer<'a> {
    /// How.
    pub paint: Paint,
    /// What.
    pub pieces: Vec<Piece<'a>>,
}

/// The direction in which something is cut out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// West to east.
    X,
    /// North to south.
    Y,
}

impl Axis {
    const fn coordinate(self, point: Point) -> i32 {
        match self {
            Self::X => point.x,
            Self::Y => point.y,
        }
    }
}

/// Everything on a picture but its paper, from the lowest layer to the highest.
pub fn layers(picture: &Picture) -> Vec<Layer<'_>> {
    let mut layers = Vec::new();
    for group in picture.groups.iter().filter(|group| group.id != "paper") {
        add(&mut layers, group, Point::default());
    }
    layers
}

fn add<'a>(layers: &mut Vec<Layer<'a>>, group: &'a PictureGroup, origin: Point) {
    let origin = origin.shift(group.offset.x, group.offset.y);
    for shape in &group.shapes {
        let pieces = shape.path.commands.chunk_by(|_, next| !matches!(next, PathCommand::Move(_)));
        let pieces = pieces.map(|commands| Piece::from_commands(moved(commands, origin))).collect();
        layers.push(Layer { paint: shape.paint, pieces });
    }
    group.groups.iter().for_each(|inner| add(layers, inner, origin));
}

fn moved(commands: &[PathCommand], by: Point) -> Cow<'_, [PathCommand]> {
    if by == Point::default() {
        return Cow::Borrowed(commands);
    }
    let place = |p: Point| p.shift(by.x, by.y);
    let command = |command: &PathCommand| match *command {
        PathCommand::Move(to) => PathCommand::Move(place(to)),
        PathCommand::Line(to) => PathCommand::Line(place(to)),
        PathCommand::Curve(a, b, to) => PathCommand::Curve(place(a), place(b), place(to)),
        PathCommand::Close => PathCommand::Close,
    };
    Cow::Owned(commands.iter().map(command).collect())
}

/// What of the layers lies in a range of one axis.
pub fn cut<'a>(layers: &[Layer<'a>], axis: Axis, range: &Range<i32>) -> Vec<Layer<'a>> {
    let cut = |layer: &Layer<'a>| {
        let reach = layer.paint.stroke.map_or(0, |(_, weight)| weight / 2 + 1);
        let range = range.start - reach..range.end + reach;
        let pieces = layer.pieces.iter().flat_map(|piece| piece.cut(layer.paint, axis, &range)).collect();
        Layer { paint: layer.paint, pieces }
    };
    layers.iter().map(cut).filter(|layer| !layer.pieces.is_empty()).collect()
}

impl<'a> Piece<'a> {
    fn from_commands(commands: Cow<'a, [PathCommand]>) -> Self {
        let mut area: Option<Area> = None;
        let mut take = |p: Point| {
            let was = area.unwrap_or(Area::new(p, p));
            let (min, max) = (was.min, was.max);
            area =
                Some(Area::new(Point::new(min.x.min(p.x), min.y.min(p.y)), Point::new(max.x.max(p.x), max.y.max(p.y))));
        };
        for command in commands.iter() {
            match *command {
                PathCommand::Move(to) | PathCommand::Line(to) => take(to),
                // A curve stays among its control points.
                PathCommand::Curve(a, b, to) => [a, b, to].into_iter().for_each(&mut take),
                PathCommand::Close => {}
            }
        }
        Self { area: area.unwrap_or(Area::new(Point::default(), Point::default())), commands }
    }

    fn cut(&self, paint: Paint, axis: Axis, range: &Range<i32>) -> Vec<Self> {
        let (low, high) = (axis.coordinate(self.area.min), axis.coordinate(self.area.max));
        if high < range.start || low > range.end {
            return Vec::new();
        }
        let is_inside = range.start <= low && high <= range.end;
        // Curves are small symbols, and dashes must not lose their beat.
        if is_inside || paint.dash > 0 || self.commands.iter().any(|command| matches!(command, PathCommand::Curve(..)))
        {
            return vec![self.clone()];
        }
        match (paint.fill, paint.stroke) {
            (Some(_), None) => polygon(&self.points(), axis, range).into_iter().collect(),
            (None, Some(_)) => lines(&self.points(), axis, range),
            _ => vec![self.clone()],
        }
    }

    /// The corners of a piece without curves; where it is closed, the first comes again at the end.
    fn points(&self) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::with_capacity(self.commands.len());
        for command in self.commands.iter() {
            match *command {
                PathCommand::Move(to) | PathCommand::Line(to) | PathCommand::Curve(_, _, to) => points.push(to),
                PathCommand::Close => points.extend(points.first().copied()),
            }
        }
        points
    }
}

/// The part of a polygon in the range, if there is one.
fn polygon(corners: &[Point], axis: Axis, range: &Range<i32>) -> Option<Piece<'static>> {
    let kept = half(corners, axis, range.start, |at| at >= range.start);
    let kept = half(&kept, axis, range.end, |at| at <= range.end);
    if kept.len() < 3 {
        return None;
    }
    let lines = kept.iter().enumerate().map(|(i, &p)| if i == 0 { PathCommand::Move(p) } else { PathCommand::Line(p) });
    Some(Piece::from_commands(Cow::Owned(lines.chain([PathCommand::Close]).collect())))
}

/// The part of a polygon on one side of a line across the axis.
fn half(corners: &[Point], axis: Axis, edge: i32, inside: impl Fn(i32) -> bool) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    let next = corners.iter().cycle().skip(1);
    for (&from, &to) in corners.iter().zip(next) {
        let [starts, ends] = [from, to].map(|p| inside(axis.coordinate(p)));
        if starts {
            kept.push(from);
        }
        if starts != ends {
            kept.push(crossing(from, to, axis, edge));
        }
    }
    kept.dedup();
    kept
}

/// Where a line that crosses the edge does so, to the thousandth.
fn crossing(from: Point, to: Point, axis: Axis, edge: i32) -> Point {
    let part = i64::from(edge - axis.coordinate(from));
    let whole = i64::from(axis.coordinate(to) - axis.coordinate(from));
    let between = |a: i32, b: i32| a + (i64::from(b - a) * part / whole) as i32;
    match axis {
        Axis::X => Point::new(edge, between(from.y, to.y)),
        Axis::Y => Point::new(between(from.x, to.x), edge),
    }
}

/// The stretches of a line whose segments touch the range.
fn lines(points: &[Point], axis: Axis, range: &Range<i32>) -> Vec<Piece<'static>> {
    let mut stretches: Vec<Vec<PathCommand>> = Vec::new();
    let mut pen = None;
    for pair in points.windows(2) {
        let [a, b] = [axis.coordinate(pair[0]), axis.coordinate(pair[1])];
        if a.max(b) < range.start || a.min(b) > range.end {
            continue;
        }
        match stretches.last_mut().filter(|_| pen == Some(pair[0])) {
            Some(stretch) => stretch.push(PathCommand::Line(pair[1])),
            None => stretches.push(vec![PathCommand::Move(pair[0]), PathCommand::Line(pair[1])]),
        }
        pen = Some(pair[1]);
    }
    stretches.into_iter().map(|stretch| Piece::from_commands(Cow::Owned(stretch))).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use undercroft_draw::{Color, VectorPath};

    fn points(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Point>> {
        prop::collection::vec((-50..50, -50..50).prop_map(|(x, y)| Point::new(x * 100, y * 100)), count)
    }

    fn axis() -> impl Strategy<Value = Axis> {
        prop_oneof![Just(Axis::X), Just(Axis::Y)]
    }

    fn layer(paint: Paint, path: &VectorPath) -> Vec<Layer<'_>> {
        vec![Layer { paint, pieces: vec![Piece::from_commands(Cow::Borrowed(&path.commands))] }]
    }

    /// How often the pieces wind round a point, by the crossings of a ray to the east.
    fn winding(layers: &[Layer], point: Point) -> i32 {
        let pieces = layers.iter().flat_map(|layer| &layer.pieces);
        let rings = pieces.map(Piece::points);
        let sides = rings.flat_map(|ring| (0..ring.len()).map(move |i| [ring[i], ring[(i + 1) % ring.len()]]));
        sides
            .map(|[a, b]| {
                let turn =
                    i64::from(b.x - a.x) * i64::from(point.y - a.y) - i64::from(point.x - a.x) * i64::from(b.y - a.y);
                match (a.y <= point.y, b.y <= point.y) {
                    (true, false) if turn > 0 => 1,
                    (false, true) if turn < 0 => -1,
                    _ => 0,
                }
            })
            .sum()
    }

    proptest! {
        /// Corners are multiples of 100 and cuts may be off by one, so points that keep 2 from the lines are judged.
        #[test]
        fn a_cut_fill_covers_what_it_covered(corners in points(3..12), axis in axis(), low in -40..0, high in 1..40) {
            let path = VectorPath::polygon(corners);
            let whole = layer(Paint::fill(Color::new(0, 0, 0)), &path);
            let range = low * 100..high * 100;
            let part = cut(&whole, axis, &range);
            let place = |i: i32| i * 100 + 37;
            for (x, y) in (-51..51).step_by(3).flat_map(|x| (-51..51).step_by(3).map(move |y| (place(x), place(y)))) {
                let point = Point::new(x, y);
                let near = sides(&path).any(|[a, b]| is_near(point, a, b));
                if range.contains(&axis.coordinate(point)) && !near {
                    prop_assert_eq!(winding(&whole, point), winding(&part, point), "{:?}", point);
                }
            }
        }

        #[test]
        fn a_cut_line_keeps_every_stretch_that_shows(corners in points(2..20), axis in axis(), low in -40..0, high in 1..40) {
            let path = VectorPath::line(corners.iter().copied());
            let range = low * 100..high * 100;
            let part = cut(&layer(Paint::stroke(Color::new(0, 0, 0), 20), &path), axis, &range);
            let kept: Vec<[Point; 2]> = part.iter().flat_map(|layer| &layer.pieces).flat_map(|piece| {
                piece.points().windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
            }).collect();
            for pair in corners.windows(2) {
                let [a, b] = [axis.coordinate(pair[0]), axis.coordinate(pair[1])];
                let shows = a.max(b) >= range.start && a.min(b) <= range.end;
                prop_assert!(!shows || kept.contains(&[pair[0], pair[1]]));
            }
            prop_assert!(kept.iter().all(|pair| corners.windows(2).any(|whole| whole == pair)));
        }
    }

    fn sides(path: &VectorPath) -> impl Iterator<Item = [Point; 2]> {
        let ring = Piece::from_commands(Cow::Borrowed(&path.commands)).points();
        (0..ring.len() - 1).map(move |i| [ring[i], ring[i + 1]])
    }

    fn is_near(point: Point, a: Point, b: Point) -> bool {
        let [dx, dy] = [f64::from(b.x - a.x), f64::from(b.y - a.y)];
        let [px, py] = [f64::from(point.x - a.x), f64::from(point.y - a.y)];
        let along = ((px * dx + py * dy) / (dx * dx + dy * dy).max(1.0)).clamp(0.0, 1.0);
        (px - along * dx).hypot(py - along * dy) < 2.0
    }

    #[test]
    fn dashes_and_curves_stay_whole() {
        let mut path = VectorPath::line([Point::new(0, 0), Point::new(9000, 0)]);
        let paint = Paint::stroke(Color::new(0, 0, 0), 20);
        assert_eq!(cut(&layer(paint.dashed(90), &path), Axis::X, &(3000..4000))[0].pieces[0].commands.len(), 2);
        path.commands.push(PathCommand::Curve(Point::new(9000, 0), Point::new(9000, 9000), Point::new(0, 9000)));
        assert_eq!(cut(&layer(paint, &path), Axis::X, &(3000..4000))[0].pieces[0].commands.len(), 3);
        assert!(cut(&layer(paint, &path), Axis::X, &(-3000..-400)).is_empty());
    }
}
