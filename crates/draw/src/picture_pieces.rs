//! A picture in pieces that are painted one over the other: between two of them a painter can be stopped.
//!
//! Shapes are painted in order, so that a piece of whole shapes changes no pixel. A long path of opaque strokes is cut
//! between two strokes: where their soft edges cross a cut, a pixel may be a shade darker.

use super::picture::{PaintedPath, PathCommand, Picture, PictureGroup, Point, VectorPath};

/// About how many strokes of the pen are in a piece: a few milliseconds of painting.
const PIECE: usize = 1 << 12;

/// The picture in pieces, each with the paper of the whole.
pub fn pieces(picture: Picture) -> Vec<Picture> {
    let mut shapes = Vec::new();
    picture.groups.into_iter().for_each(|group| flatten(group, Point::default(), &mut shapes));
    let mut pieces: Vec<Picture> = Vec::new();
    let mut length = 0;
    for (offset, shape) in
        shapes.into_iter().flat_map(|(offset, shape)| cut(shape).into_iter().map(move |part| (offset, part)))
    {
        let added = shape.path.commands.len();
        let group = PictureGroup { offset, shapes: vec![shape], ..PictureGroup::default() };
        if let Some(piece) = pieces.last_mut().filter(|_| length + added <= PIECE) {
            piece.groups.push(group);
        } else {
            pieces.push(Picture { title: String::new(), area: picture.area, groups: vec![group] });
            length = 0;
        }
        length += added;
    }
    pieces
}

/// The shapes of a group in the order in which they are painted, with their places.
fn flatten(group: PictureGroup, around: Point, shapes: &mut Vec<(Point, PaintedPath)>) {
    let offset = around.shift(group.offset.x, group.offset.y);
    shapes.extend(group.shapes.into_iter().map(|shape| (offset, shape)));
    group.groups.into_iter().for_each(|inner| flatten(inner, offset, shapes));
}

/// A shape in parts, where that can be.
fn cut(shape: PaintedPath) -> Vec<PaintedPath> {
    let is_cut = shape.paint.fill.is_none() && shape.paint.opacity == 0 && shape.path.commands.len() > PIECE;
    if !is_cut {
        return vec![shape];
    }
    let PaintedPath { class, paint, path } = shape;
    let mut parts: Vec<VectorPath> = vec![VectorPath::default()];
    for command in path.commands {
        let is_start = matches!(command, PathCommand::Move(_));
        if is_start && parts.last().is_some_and(|part| part.commands.len() >= PIECE) {
            parts.push(VectorPath::default());
        }
        parts.last_mut().into_iter().for_each(|part| part.commands.push(command));
    }
    parts.into_iter().map(|path| PaintedPath { class, paint, path }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DrawOptions;
    use crate::picture::{CELL, Paint};
    use crate::theme::Color;
    use crate::{draw, fixture};

    fn commands(pictures: &[Picture]) -> Vec<(Point, Paint, PathCommand)> {
        let groups = pictures.iter().flat_map(|picture| &picture.groups);
        let shapes = groups.flat_map(|group| group.shapes.iter().map(move |shape| (group.offset, shape)));
        shapes
            .flat_map(|(offset, shape)| shape.path.commands.iter().map(move |&to| (offset, shape.paint, to)))
            .collect()
    }

    #[test]
    fn all_strokes_are_in_the_pieces_in_order_and_no_piece_is_long() {
        let picture = fixture::random_picture(undercroft_grid::Size::of(4, 4), 3);
        let drawing = draw(&fixture::furnished("Random", &[&picture]), &DrawOptions::default());
        let mut shapes = Vec::new();
        drawing.groups.iter().cloned().for_each(|group| flatten(group, Point::default(), &mut shapes));
        let all: Vec<_> = shapes
            .iter()
            .flat_map(|(offset, shape)| shape.path.commands.iter().map(|&to| (*offset, shape.paint, to)))
            .collect();
        let pieces = pieces(drawing);
        assert!(pieces.len() > 1 && commands(&pieces) == all);
        let longest_face = shapes.iter().filter(|(_, shape)| shape.paint.fill.is_some() || shape.paint.opacity > 0);
        let longest_face = longest_face.map(|(_, shape)| shape.path.commands.len()).max().unwrap();
        let longest = pieces.iter().map(|piece| commands(std::slice::from_ref(piece)).len()).max().unwrap();
        assert!(longest <= (PIECE + 8).max(longest_face), "{longest}");
    }

    #[test]
    fn faces_and_faint_lines_stay_whole() {
        let mut path = VectorPath::default();
        (0..3 * PIECE as i32).for_each(|i| path.add_line([Point::new(i, 0), Point::new(i, CELL)]));
        let ink = Color::new(0, 0, 0);
        let parts = |paint| cut(PaintedPath { class: "", paint, path: path.clone() }).len();
        assert_eq!([Paint::fill(ink), Paint::stroke(ink, 9).faint(20), Paint::stroke(ink, 9)].map(parts), [1, 1, 6]);
    }
}
