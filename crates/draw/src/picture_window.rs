//! A part of a picture.
//!
//! Strokes that lie outside are dropped whole: a closed line winds round no point beyond its bounds, and an open one inks
//! nothing there. What is left is the same as before, so that a part shows exactly what the whole shows in its place.

use super::picture::{Area, Paint, PaintedPath, PathCommand, Picture, PictureGroup, Point, VectorPath};

impl Picture {
    /// The part of the picture that lies in an area.
    ///
    /// ```
    /// use undercroft_draw::{Area, Color, Paint, Picture, PictureGroup, Point, VectorPath};
    ///
    /// let area = |left, right| Area::new(Point::new(left, 0), Point::new(right, 1000));
    /// let mut group = PictureGroup::new("discs");
    /// for x in [500, 1500] {
    ///     group.push("disc", Paint::fill(Color::new(200, 0, 0)), VectorPath::circle(Point::new(x, 500), 400));
    /// }
    /// let picture = Picture { title: "Two discs".to_owned(), area: area(0, 2000), groups: vec![group] };
    /// assert_eq!(picture.window(area(0, 1000)).groups[0].shapes.len(), 1);
    /// ```
    #[must_use]
    pub fn window(&self, area: Area) -> Self {
        let groups = self.groups.iter().map(|group| part_of_group(group, area));
        Self { title: self.title.clone(), area, groups: groups.filter(|group| !group.is_empty()).collect() }
    }
}

fn part_of_group(group: &PictureGroup, area: Area) -> PictureGroup {
    let back = |point: Point| point.shift(-group.offset.x, -group.offset.y);
    let own = Area::new(back(area.min), back(area.max));
    let shapes = group.shapes.iter().filter_map(|shape| part_of_shape(shape, own)).collect();
    let groups = group.groups.iter().map(|inner| part_of_group(inner, own)).filter(|inner| !inner.is_empty());
    PictureGroup { id: group.id.clone(), offset: group.offset, shapes, groups: groups.collect(), is_stamp: false }
}

fn part_of_shape(shape: &PaintedPath, area: Area) -> Option<PaintedPath> {
    let strokes = shape.path.commands.chunk_by(|_, next| !matches!(next, PathCommand::Move(_)));
    let shown = strokes.filter(|stroke| touches(stroke, shape.paint, area));
    let commands: Vec<PathCommand> = shown.flatten().copied().collect();
    (!commands.is_empty()).then_some(PaintedPath {
        class: shape.class,
        paint: shape.paint,
        path: VectorPath { commands },
    })
}

/// Whether ink of a stroke may lie in the area.
fn touches(stroke: &[PathCommand], paint: Paint, area: Area) -> bool {
    // Corners are round, so that ink lies within half a weight of the line.
    let reach = paint.stroke.map_or(0, |(_, weight)| weight / 2 + 1);
    let points: Vec<Point> = stroke.iter().flat_map(|command| command_points(*command)).collect();
    let bounds = Area::around(&points);
    bounds.min.x - reach <= area.max.x
        && bounds.max.x + reach >= area.min.x
        && bounds.min.y - reach <= area.max.y
        && bounds.max.y + reach >= area.min.y
}

/// The points that a command is spanned by: a curve stays among its control points.
fn command_points(command: PathCommand) -> Vec<Point> {
    match command {
        PathCommand::Move(to) | PathCommand::Line(to) => vec![to],
        PathCommand::Curve(a, b, to) => vec![a, b, to],
        PathCommand::Close => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DrawOptions;
    use crate::picture::CELL;
    use crate::{draw, fixture};

    #[test]
    fn a_window_has_only_strokes_that_show_and_no_fewer() {
        let rooms = "#######\n#.....#\n#.....+,,,,,,,,,,,\n#.....#\n#######";
        let picture =
            draw(&fixture::dungeon("Hall", &[rooms]), &DrawOptions { sheet: false, ..DrawOptions::default() });
        let whole = picture.window(picture.area);
        let everywhere = Area::new(Point::new(-100 * CELL, -100 * CELL), Point::new(100 * CELL, 100 * CELL));
        assert_eq!(picture.window(everywhere).groups, picture.groups, "nothing is dropped where all shows");
        let east = Area::new(Point::new(10 * CELL, 0), picture.area.max);
        let part = picture.window(east);
        assert!(part.to_svg().len() < whole.to_svg().len());
        assert_eq!(part.window(east), part);
        assert_eq!(whole.window(east), part, "a window of a window is a window");
    }
}
