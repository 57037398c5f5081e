//! Draws masks: a shape by weight, a box that it can have, what its rule leaves open, and a quarter turn.

use super::{MaskDraft, Shape, ShapeWeights, rule};
use crate::seed::Stream;

/// The boxes that rooms can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideLimits {
    /// Shortest side. [Unit: cells]
    pub min: i32,
    /// Longest side. [Unit: cells]
    pub max: i32,
    /// Sides are multiples of these, by axis; each has one between `min` and `max`.
    pub modules: [i32; 2],
    /// Longest side in per cent of the shortest.
    pub max_aspect: i32,
}

impl SideLimits {
    /// The sides on an axis, shortest first.
    fn sides(self, axis: usize) -> impl Iterator<Item = i32> + Clone {
        let module = self.modules[axis];
        let first = (self.min + module - 1) / module * module;
        (first..=self.max).step_by(module as usize)
    }

    /// All boxes, by width, then by height.
    pub fn boxes(self) -> impl Iterator<Item = [i32; 2]> {
        self.sides(0).flat_map(move |width| self.sides(1).map(move |height| [width, height]))
    }

    pub fn allows_aspect(self, [width, height]: [i32; 2]) -> bool {
        width.max(height) * 100 <= width.min(height) * self.max_aspect
    }
}

/// The boxes of each shape within the limits, by weight of the shape.
#[derive(Clone, Debug)]
pub struct ShapeChooser {
    /// Weights of the shapes that have a box.
    weights: Vec<u32>,
    /// Shapes with their boxes after turning, never none.
    shapes: Vec<(Shape, Vec<[i32; 2]>)>,
    /// The boxes of rectangles, largest first.
    rects: Vec<[i32; 2]>,
    /// The shortest side of each axis.
    smallest: [i32; 2],
}

impl ShapeChooser {
    /// Shapes that have no box within the limits are left out; without any other, rooms are rectangles.
    pub fn new(weights: ShapeWeights, limits: SideLimits) -> Self {
        let allowed: Vec<[i32; 2]> = limits.boxes().filter(|&sides| limits.allows_aspect(sides)).collect();
        // Where no box is square enough, the aspect is given up.
        let allowed = if allowed.is_empty() { limits.boxes().collect() } else { allowed };
        let has_turn = |shape, [width, height]: [i32; 2]| {
            rule::has_box(shape, [width, height]) || rule::has_box(shape, [height, width])
        };
        let boxes = |shape| allowed.iter().copied().filter(|&sides| has_turn(shape, sides)).collect::<Vec<_>>();
        let weighed = Shape::DRAWN.into_iter().zip(weights.0).filter(|(_, weight)| *weight > 0);
        let mut found: Vec<(Shape, u32, Vec<[i32; 2]>)> =
            weighed.map(|(shape, weight)| (shape, weight, boxes(shape))).collect();
        found.retain(|(_, _, boxes)| !boxes.is_empty());
        if found.is_empty() {
            found.push((Shape::Rect, 1, allowed.clone()));
        }
        let mut rects = allowed;
        rects.sort_by_key(|sides| std::cmp::Reverse(sides[0] * sides[1]));
        let (weights, shapes) = found.into_iter().map(|(shape, weight, boxes)| (weight, (shape, boxes))).unzip();
        let smallest = [0, 1].map(|axis| limits.sides(axis).next().unwrap_or(limits.min));
        Self { weights, shapes, rects, smallest }
    }

    /// The rectangles, largest first.
    pub fn rects(&self) -> impl Iterator<Item = MaskDraft> {
        self.rects.iter().copied().map(MaskDraft::rect)
    }

    /// Draws a mask.
    pub fn draw(&self, stream: &mut Stream) -> MaskDraft {
        let (shape, boxes) = &self.shapes[stream.weighted(&self.weights).unwrap_or(0)];
        draft(*shape, boxes, stream)
    }

    /// Draws a mask whose width and height are at most these; the smallest rectangle where no shape has such a box.
    pub fn draw_within(&self, most: [i32; 2], stream: &mut Stream) -> MaskDraft {
        let fits = |sides: &&[i32; 2]| sides[0] <= most[0] && sides[1] <= most[1];
        let within = |(_, boxes): &(Shape, Vec<[i32; 2]>)| boxes.iter().filter(fits).copied().collect::<Vec<_>>();
        let boxes: Vec<Vec<[i32; 2]>> = self.shapes.iter().map(within).collect();
        let weight = |(weight, boxes): (&u32, &Vec<_>)| if boxes.is_empty() { 0 } else { *weight };
        let weights: Vec<u32> = self.weights.iter().zip(&boxes).map(weight).collect();
        let Some(shape) = stream.weighted(&weights) else { return MaskDraft::rect(self.smallest) };
        draft(self.shapes[shape].0, &boxes[shape], stream)
    }
}

/// Draws one of the boxes, a turn and what the rule of the shape leaves open.
fn draft(shape: Shape, boxes: &[[i32; 2]], stream: &mut Stream) -> MaskDraft {
    let turned = boxes[stream.below(boxes.len() as u32) as usize];
    let mut turns = stream.below(4);
    let sides = |turns: u32| if turns.is_multiple_of(2) { turned } else { [turned[1], turned[0]] };
    if !rule::has_box(shape, sides(turns)) {
        turns = (turns + 1) % 4;
    }
    let cut = rule::cuts(shape, sides(turns)).map(|[least, most]| stream.range(least..most + 1));
    MaskDraft { shape, sides: sides(turns), cut, turns }
}
