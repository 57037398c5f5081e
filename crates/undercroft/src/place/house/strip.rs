//! Strips: a first room that many others open on runs through the largest wing.
//!
//! ```text
//!   ###########
//!   #...#..#..#    It is as narrow as the wall lines allow and at most six times as long as wide: a hall, not a corridor. What
//!   #.........#    lies on both sides of it is left to the other rooms, and what lies beyond its end where it is shorter than
//!   #..#...#..#    the wing.
//!   ###########
//! ```

use undercroft_grid::{Dir, Rect};

use super::footprint::border;
use crate::place::axis::Axis;
use crate::place::partition::Plane;
use crate::program::ProgramRoom;
use crate::seed::Stream;

/// From this many private rooms on that want to be beside the first room, that one is a strip; from the second number on
/// where a plain division leads through one of them.
pub const FEWEST_FOR_STRIP: [usize; 2] = [4, 2];
/// The narrowest floor of a strip. [Unit: cells]
const STRIP_FLOOR: i32 = 2;
/// How often a strip is at most as long as it is wide: halls of ground floors, and landings.
const LONGEST: [i32; 2] = [6, 7];

/// One in so many strips of ground floors runs along the front and not towards it.
const ALONG_FRONT: u32 = 4;

/// What strips of a storey are like.
#[derive(Clone, Copy, Debug)]
pub struct StripRule {
    /// The narrowest floor. [Unit: cells]
    floor: i32,
    /// The floor that it should have. [Unit: cells]
    wanted: i64,
    /// The side of the front door, on the ground floor.
    front: Option<Dir>,
    /// How many rooms are to open on it.
    rooms: i32,
}

/// Length and thickness. [Unit: modules]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StripSize {
    thickness: i32,
    /// The longest that it may be.
    longest: i32,
}

impl StripRule {
    /// The rule for a storey whose first room is a strip. `width` is that of corridors.
    pub fn new(rooms: &[ProgramRoom], wanted: i64, width: i32, front: Option<Dir>) -> Self {
        let first = &rooms[0].purpose;
        let requests = rooms.iter().filter(|room| room.beside.as_ref() == Some(first)).count();
        Self { floor: STRIP_FLOOR.max(width), wanted, front, rooms: requests as i32 }
    }

    /// How many private rooms want to be beside the first room.
    pub fn private_requests(rooms: &[ProgramRoom]) -> usize {
        let first = &rooms[0].purpose;
        rooms.iter().filter(|room| room.private && room.beside.as_ref() == Some(first)).count()
    }

    /// Draws a strip through the first of the wings, towards the front where there is one. The parts that it leaves go to
    /// `rest`. [Unit: modules]
    pub fn draw(&self, plane: &Plane, wings: &[Rect], rest: &mut Vec<Rect>, stream: &mut Stream) -> Option<Rect> {
        let area = wings[0];
        let (width, height) = (area.width() * plane.x.module, area.height() * plane.y.module);
        let is_across = match self.front {
            Some(front) => front.is_horizontal() != (stream.below(ALONG_FRONT) == 0),
            None => width > height || width == height && stream.below(2) == 0,
        };
        [is_across, !is_across].into_iter().find_map(|is_across| {
            let wing = Turned { area, is_across };
            self.draw_along(plane, wing, &wings[1..], rest, stream)
        })
    }

    fn draw_along(
        &self,
        plane: &Plane,
        wing: Turned,
        others: &[Rect],
        rest: &mut Vec<Rect>,
        stream: &mut Stream,
    ) -> Option<Rect> {
        let (own, deep) = if wing.is_across { (&plane.x, &plane.y) } else { (&plane.y, &plane.x) };
        let StripSize { thickness, longest } = self.size(own, deep, wing.length())?;
        let length = self.length(own, wing.length(), longest, stream);
        let from = if self.begins_at_end(wing, stream) { wing.length() - length } else { 0 };
        let to = from + length;
        let depth = wing.depth();
        // Rooms on both sides, or on one.
        let is_deep = |side: i32| side == 0 || side >= deep.sides.0;
        let is_good = |line: &i32| is_deep(*line) && is_deep(depth - line - thickness) && depth > thickness;
        let strip = |line: i32| wing.part([from, to], [line, line + thickness]);
        let lines = || (0..=depth - thickness).filter(is_good);
        let rank = |line: i32| {
            // Sides one room deep, and the edges of other wings, spare the rooms there a path through others.
            let single =
                [line, depth - line - thickness].into_iter().filter(|&side| side > 0 && side < 2 * deep.sides.0);
            let contact = others.iter().map(|&other| border(strip(line), other)).sum::<i32>();
            (self.has_front(strip(line), others), contact + deep.sides.0 * single.count() as i32)
        };
        let best = lines().map(rank).max()?;
        // Others that have a front are taken too.
        let least = if stream.below(4) == 0 { (best.0, 0) } else { best };
        let good = || lines().filter(|&line| rank(line) >= least);
        let line = good().nth(stream.below(good().count().max(1) as u32) as usize)?;
        let end = if from > 0 { [0, from] } else { [to, wing.length()] };
        let parts = parts_beside(wing, [from, to], end, [line, line + thickness], stream);
        rest.extend(parts.into_iter().filter(|part| !part.is_empty()));
        Some(strip(line))
    }

    /// The thickness whose floor comes nearest to what is wanted.
    fn size(&self, own: &Axis, deep: &Axis, whole: i32) -> Option<StripSize> {
        let narrowest = (self.floor + deep.module) / deep.module;
        let sizes = [narrowest, narrowest + 1].into_iter().filter_map(|thickness| {
            let floor = thickness * deep.module - 1;
            let most = (LONGEST[usize::from(self.front.is_none())] * floor + 1) / own.module;
            let longest = if whole <= most { whole } else { most.min(whole - own.sides.0) };
            let area = i64::from(floor) * i64::from(longest * own.module - 1);
            (longest >= own.sides.0).then_some(((area - self.wanted).abs(), StripSize { thickness, longest }))
        });
        sizes.min_by_key(|(off, _)| *off).map(|(_, size)| size)
    }

    /// All that it may be long, or less as long as the rooms that open on it have place on both sides.
    fn length(&self, own: &Axis, whole: i32, longest: i32, stream: &mut Stream) -> i32 {
        let least = (self.rooms / 2 * own.sides.0).max(own.sides.0);
        let most = if longest == whole { whole - own.sides.0 } else { longest };
        if least > most || stream.below(2) == 0 { longest } else { stream.range(least..most + 1) }
    }

    /// Whether no other wing lies before it, on the side of the front door.
    fn has_front(&self, strip: Rect, others: &[Rect]) -> bool {
        let is_before = |other: &Rect| match self.front {
            None => false,
            Some(Dir::North | Dir::South) => other.left < strip.right && other.right > strip.left,
            Some(Dir::East | Dir::West) => other.top < strip.bottom && other.bottom > strip.top,
        };
        let is_ahead = |other: &Rect| match self.front {
            None => false,
            Some(Dir::North) => other.top < strip.top,
            Some(Dir::East) => other.right > strip.right,
            Some(Dir::South) => other.bottom > strip.bottom,
            Some(Dir::West) => other.left < strip.left,
        };
        !others.iter().any(|other| is_before(other) && is_ahead(other))
    }

    /// Whether it lies at the far end of its wing: at the front, or by chance.
    fn begins_at_end(&self, wing: Turned, stream: &mut Stream) -> bool {
        match self.front.filter(|front| front.is_horizontal() == wing.is_across) {
            Some(front) => matches!(front, Dir::East | Dir::South),
            None => stream.below(2) == 0,
        }
    }
}

/// What lies on both sides of a strip and beyond its end. One of the sides or none runs on beside the end, so that the part
/// beyond is not always as deep as the wing.
fn parts_beside(wing: Turned, along: [i32; 2], end: [i32; 2], [near, far]: [i32; 2], stream: &mut Stream) -> [Rect; 3] {
    let (whole, depth) = ([0, wing.length()], wing.depth());
    let (first, second, across) = match stream.below(3) {
        0 if near > 0 => (whole, along, [near, depth]),
        1 if far < depth => (along, whole, [0, far]),
        _ => (along, along, [0, depth]),
    };
    [wing.part(first, [0, near]), wing.part(second, [far, depth]), wing.part(end, across)]
}

/// A rectangle seen along a strip.
#[derive(Clone, Copy, Debug)]
struct Turned {
    area: Rect,
    /// Whether the strip runs from west to east.
    is_across: bool,
}

impl Turned {
    const fn length(self) -> i32 {
        if self.is_across { self.area.width() } else { self.area.height() }
    }

    const fn depth(self) -> i32 {
        if self.is_across { self.area.height() } else { self.area.width() }
    }

    /// A part of it, measured from its north-western corner along and across the strip.
    const fn part(self, along: [i32; 2], across: [i32; 2]) -> Rect {
        let Rect { left, top, .. } = self.area;
        let [x, y] = if self.is_across { [along, across] } else { [across, along] };
        Rect::new(left + x[0], top + y[0], left + x[1], top + y[1])
    }
}
