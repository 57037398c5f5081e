//! The walls as a pen draws them: stroked twice, so that their weight varies, and left open at the entrance.

use super::level_drawing::LevelDrawing;
use super::options::DrawOptions;
use super::outline::{Outline, OutlineLoop, OutlinePoint, OutlineTag};
use super::picture::{Paint, PictureGroup, Point, VectorPath};
use super::theme::{Theme, Weights};
use super::wobble::Wobble;

/// Parts of a wall's weight that its two strokes have. [Unit: per cent]
const FIRST: i32 = 90;
const SECOND: i32 = 55;

/// The walls of a level: those of corridors, then those of rooms.
pub fn walls(chart: &LevelDrawing, options: &DrawOptions, id: &str) -> PictureGroup {
    let mut group = PictureGroup::new(format!("{id}-walls"));
    let theme = &options.theme;
    let weights = theme.weights;
    if let Some(house) = &chart.house {
        stroke(&mut group, "building", house, weights.room.0, theme, |tag| tag == OutlineTag::RoomWall);
    }
    let outline = settled(&chart.outline, weights);
    let is_corridor = |tag: OutlineTag| matches!(tag, OutlineTag::CorridorWall | OutlineTag::DoorJamb);
    if weights.room == weights.corridor {
        let is_wall = |tag: OutlineTag| is_corridor(tag) || tag == OutlineTag::RoomWall;
        stroke(&mut group, "wall", &outline, weights.room.0, theme, is_wall);
    } else {
        stroke(&mut group, "corridor-wall", &outline, weights.corridor.0, theme, is_corridor);
        stroke(&mut group, "room-wall", &outline, weights.room.0, theme, |tag| tag == OutlineTag::RoomWall);
    }
    group
}

/// Strokes the parts of an outline with these tags.
fn stroke(
    group: &mut PictureGroup,
    class: &'static str,
    outline: &Outline,
    weight: i32,
    theme: &Theme,
    is_drawn: impl Fn(OutlineTag) -> bool,
) {
    let path = |hand: Wobble| {
        let mut path = VectorPath::default();
        outline.loops.iter().for_each(|found| add_lines(&mut path, &hand.trace(found), &is_drawn));
        path
    };
    if theme.wobble == 0 {
        group.push(class, Paint::stroke(theme.ink, weight), path(Wobble::first(0)));
        return;
    }
    group.push(class, Paint::stroke(theme.ink, weight * FIRST / 100), path(Wobble::first(theme.wobble)));
    group.push(class, Paint::stroke(theme.ink, weight * SECOND / 100), path(Wobble::second()));
}

/// Adds the lines of a loop that are drawn: the whole of it closed, so that its corners are joined.
fn add_lines(path: &mut VectorPath, points: &[OutlinePoint], is_drawn: impl Fn(OutlineTag) -> bool) {
    let count = points.len();
    let drawn = |i: usize| is_drawn(points[i % count].tag);
    let Some(first) = (0..count).find(|&i| drawn(i) && !drawn(i + count - 1)) else {
        if count > 0 && drawn(0) {
            path.add_polygon(points.iter().map(|point| point.at));
        }
        return;
    };
    let mut line: Vec<Point> = Vec::new();
    for i in first..first + count {
        if drawn(i) {
            if line.is_empty() {
                line.push(points[i % count].at);
            }
            line.push(points[(i + 1) % count].at);
        } else if !line.is_empty() {
            path.add_line(std::mem::take(&mut line));
        }
    }
    path.add_line(line);
}

/// The outline with changes of weight moved on to the next corner, since in a straight wall they look like a mistake.
fn settled(outline: &Outline, weights: Weights) -> Outline {
    let mut copy = outline.clone();
    if weights.room != weights.corridor {
        copy.loops.iter_mut().for_each(settle);
    }
    copy
}

fn settle(found: &mut OutlineLoop) {
    let count = found.points.len();
    let is_straight = |points: &[OutlinePoint], i: usize| {
        let [a, b, c] = [i + count - 1, i, i + 1].map(|j| points[j % count].at);
        let turn = i64::from(b.x - a.x) * i64::from(c.y - b.y) - i64::from(b.y - a.y) * i64::from(c.x - b.x);
        turn == 0
    };
    let Some(corner) = (0..count).find(|&i| !is_straight(&found.points, i)) else { return };
    let is_wall = |tag: OutlineTag| matches!(tag, OutlineTag::RoomWall | OutlineTag::CorridorWall);
    for i in corner..corner + count {
        let before = found.points[(i + count - 1) % count].tag;
        if is_straight(&found.points, i) && is_wall(before) && is_wall(found.points[i % count].tag) {
            found.points[i % count].tag = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(i32, i32, OutlineTag)]) -> Vec<OutlinePoint> {
        list.iter().map(|&(x, y, tag)| OutlinePoint { at: Point::new(x, y), tag, is_fixed: true }).collect()
    }

    #[test]
    fn weight_changes_at_a_corner_and_never_in_a_straight_wall() {
        use OutlineTag::{CorridorWall as C, RoomWall as R};
        let mut found = OutlineLoop { points: points(&[(0, 0, R), (5, 0, C), (9, 0, C), (9, 9, C), (0, 9, R)]) };
        settle(&mut found);
        let tags: Vec<OutlineTag> = found.points.iter().map(|point| point.tag).collect();
        assert_eq!(tags, [R, R, C, C, R]);
    }

    #[test]
    fn a_wall_is_left_open_where_the_entrance_is() {
        use OutlineTag::{Entrance, RoomWall};
        let square = points(&[(0, 0, RoomWall), (9, 0, Entrance), (9, 9, RoomWall), (0, 9, RoomWall)]);
        let mut path = VectorPath::default();
        add_lines(&mut path, &square, |tag| tag == RoomWall);
        let at = |x: i32, y: i32| Point::new(x, y);
        assert_eq!(path, VectorPath::line([at(9, 9), at(0, 9), at(0, 0), at(9, 0)]));
    }
}
