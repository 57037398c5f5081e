//! Masks of rooms on the axis of a symmetric level: of odd width, and their own mirror images.

use std::rc::Rc;

use super::masks::mask_of;
use crate::dungeon::Shape;
use crate::place::joint::RoomMask;
use crate::seed::Stream;
use crate::shape::{MaskDraft, ShapeChooser, ShapeWeights, SideLimits};

/// How often a mask is drawn before it is the smallest rectangle.
const DRAWS: usize = 60;

/// What a room on the axis is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisRoom {
    /// Where the visitor comes in: at least as wide as deep.
    Porch,
    /// A hall longer than it is wide.
    Nave,
    /// Where the arms meet: a cross, an octagon or a circle.
    Crossing,
    /// The far end: half a disc away from the visitor.
    Apse,
    /// Any shape.
    Hall,
}

impl AxisRoom {
    /// The room at a place of the axis that so many rooms have, counted from the visitor.
    pub const fn at(place: usize, rooms: usize) -> Self {
        match place {
            0 if rooms > 3 => Self::Porch,
            _ if place + 1 == rooms => Self::Apse,
            0 | 1 if rooms > 3 || place == 0 => Self::Nave,
            _ if place + 2 == rooms => Self::Crossing,
            _ => Self::Hall,
        }
    }

    const fn shapes(self) -> &'static [Shape] {
        match self {
            Self::Porch => &[Shape::Rect, Shape::Octagon],
            Self::Nave => &[Shape::Rect, Shape::Pillared, Shape::Alcoves],
            Self::Crossing => &[Shape::Cross, Shape::Octagon, Shape::Circle],
            Self::Apse => &[Shape::Apse],
            Self::Hall => &Shape::DRAWN,
        }
    }

    fn allows(self, draft: &MaskDraft, mask: &RoomMask) -> bool {
        let (width, height) = (mask.size().width(), mask.size().height());
        match self {
            Self::Porch => width >= height,
            Self::Nave => height > width,
            Self::Apse => draft.shape != Shape::Apse || draft.turns == 0,
            Self::Crossing | Self::Hall => true,
        }
    }
}

/// Draws masks for rooms on the axis.
#[derive(Clone, Debug)]
pub struct AxisShapes {
    /// Of each kind of room, in the order of [`ROOMS`].
    choosers: [ShapeChooser; ROOMS.len()],
    smallest: [i32; 2],
}

const ROOMS: [AxisRoom; 5] = [AxisRoom::Porch, AxisRoom::Nave, AxisRoom::Crossing, AxisRoom::Apse, AxisRoom::Hall];

impl AxisShapes {
    /// Shapes of these weights within these limits; `None` where no width is odd.
    pub fn new(weights: ShapeWeights, limits: SideLimits) -> Option<Self> {
        let [x, y] = limits.modules;
        let least = |module: i32| (limits.min + module - 1) / module * module;
        let width = (least(x)..=limits.max).step_by(x as usize).find(|width| width % 2 == 1)?;
        let chooser = |room: AxisRoom| {
            let mut own = weights;
            let shapes = Shape::DRAWN.into_iter().zip(&mut own.0);
            shapes.filter(|(shape, _)| !room.shapes().contains(shape)).for_each(|(_, weight)| *weight = 0);
            let has_any = own.0.iter().any(|&weight| weight > 0);
            ShapeChooser::new(if has_any { own } else { weights }, limits)
        };
        Some(Self { choosers: ROOMS.map(chooser), smallest: [width, least(y)] })
    }

    /// A mask that is its own image, and after half of the draws of whatever proportions.
    pub fn draw(&self, room: AxisRoom, stream: &mut Stream) -> Rc<RoomMask> {
        let chooser = &self.choosers[room as usize];
        for tried in 0..DRAWS {
            let draft = chooser.draw(stream);
            let mask = mask_of(draft);
            if mask.is_own_image() && (tried > DRAWS / 2 || room.allows(&draft, &mask)) {
                return mask;
            }
        }
        self.smallest()
    }

    /// The smallest rectangle.
    pub fn smallest(&self) -> Rc<RoomMask> {
        mask_of(MaskDraft::rect(self.smallest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SACRED: ShapeWeights = ShapeWeights([40, 0, 0, 8, 10, 10, 10, 16, 6, 0, 0]);

    #[test]
    fn rooms_on_the_axis_are_their_own_images_and_look_like_their_names() {
        let limits = SideLimits { min: 4, max: 9, modules: [1, 1], max_aspect: 200 };
        let shapes = AxisShapes::new(SACRED, limits).unwrap();
        let mut stream = Stream::new(2, "place");
        for (i, room) in ROOMS.into_iter().enumerate() {
            assert_eq!(i, room as usize);
            for _ in 0..300 {
                let mask = shapes.draw(room, &mut stream);
                assert!(mask.is_own_image(), "{room:?}");
                let (width, height) = (mask.size().width(), mask.size().height());
                match room {
                    AxisRoom::Porch => assert!(width >= height),
                    AxisRoom::Nave => assert!(height > width, "{:?} {width}×{height}", mask.shape),
                    AxisRoom::Crossing => assert!(room.shapes().contains(&mask.shape)),
                    AxisRoom::Apse => assert_eq!((mask.shape, mask.floor[0].length < width), (Shape::Apse, true)),
                    AxisRoom::Hall => {}
                }
            }
        }
    }

    #[test]
    fn a_module_grid_without_odd_widths_has_no_axis() {
        let limits = |modules| SideLimits { min: 4, max: 8, modules, max_aspect: 200 };
        assert!(AxisShapes::new(SACRED, limits([2, 1])).is_none());
        assert!(AxisShapes::new(SACRED, limits([6, 1])).is_none());
        let narrow = AxisShapes::new(SACRED, limits([1, 2])).unwrap();
        assert_eq!(narrow.smallest().size(), undercroft_grid::Size::of(5, 4));
    }

    #[test]
    fn an_axis_begins_with_a_porch_or_a_nave_and_ends_in_an_apse() {
        use AxisRoom::{Apse, Crossing, Hall, Nave, Porch};
        let all = |rooms: usize| (0..rooms).map(|place| AxisRoom::at(place, rooms)).collect::<Vec<_>>();
        assert_eq!(all(1), [Apse]);
        assert_eq!(all(3), [Nave, Crossing, Apse]);
        assert_eq!(all(4), [Porch, Nave, Crossing, Apse]);
        assert_eq!(all(6), [Porch, Nave, Hall, Hall, Crossing, Apse]);
    }
}
