//! Binary space partition with quotas: a partition of the map is cut in two until every part has one room to hold.
//!
//! Each part carries the number of rooms that it owes. A cut is only taken where both sides can hold what they owe, so
//! the requested number of leaves is met exactly whenever it can be met at all, and since debts are dealt by area the rooms
//! spread over the map instead of bunching where the first cuts fell.

use undercroft_grid::Rect;

use super::axis::Axis;
use crate::events::Event;
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::seed::{Seed, Stream};

/// Where the cuts of a partition draw from: streams named by the part that is cut, so that a room more or less changes
/// few of them.
#[derive(Clone, Copy, Debug)]
pub struct CutStreams<'a> {
    /// The seed.
    pub seed: &'a Seed,
    /// What the names of the streams begin with.
    pub name: &'a str,
}

impl CutStreams<'_> {
    /// The stream that decides about an area. [Unit: modules]
    pub fn at(&self, what: &str, Rect { left, top, right, bottom }: Rect) -> Stream {
        self.seed.stream(&format!("{}/{what}/{left},{top},{right},{bottom}", self.name))
    }
}

/// A part of the map, in modules, with the number of rooms it owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The part. [Unit: modules]
    pub area: Rect,
    /// How many rooms must come to lie in it.
    pub quota: i32,
}

/// Both axes of a partitioned map.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    /// West to east.
    pub x: Axis,
    /// North to south.
    pub y: Axis,
    /// The level.
    pub z: i32,
}

impl Plane {
    /// The whole plane in modules.
    pub const fn area(&self) -> Rect {
        Rect::new(0, 0, self.x.extent, self.y.extent)
    }

    /// How many smallest leaves fit.
    pub fn capacity(&self, area: Rect) -> i32 {
        let rooms = i64::from(self.x.capacity(area.width())) * i64::from(self.y.capacity(area.height()));
        rooms.min(i64::from(i32::MAX)) as i32
    }

    /// An area of modules in cells.
    pub const fn cells(&self, area: Rect) -> Rect {
        Rect::new(self.x.cell(area.left), self.y.cell(area.top), self.x.cell(area.right), self.y.cell(area.bottom))
    }

    /// Cuts the part until each leaf owes one room. Leaves come in the order of a walk through the tree.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn leaves(&self, whole: Part, streams: CutStreams, meter: &mut Meter) -> Result<Vec<Rect>, Halt> {
        let mut leaves = Vec::with_capacity(whole.quota as usize);
        let mut open = vec![whole];
        while let Some(part) = open.pop() {
            // A line takes a few nanoseconds to judge.
            meter.spend(1 + (part.area.width() + part.area.height()) as u64 / 16)?;
            // Naming a stream costs more than most cuts.
            let halves = (part.quota > 1).then(|| self.cut(part, &mut streams.at("cut", part.area))).flatten();
            let Some(halves) = halves else {
                leaves.push(part.area);
                continue;
            };
            if meter.wants_events() {
                let parts = halves.map(|half| self.cells(half.area));
                meter.on_event(Event::Split { z: self.z, partition: self.cells(part.area), parts });
            }
            open.extend(halves.into_iter().rev());
        }
        Ok(leaves)
    }

    /// Two halves that can both hold what they owe; `None` where no cut leaves such. The part owes two rooms or more.
    fn cut(&self, part: Part, stream: &mut Stream) -> Option<[Part; 2]> {
        let across = self.cut_across(part.area, stream);
        [across, !across].into_iter().find_map(|across| {
            let lines = self.lines(part, across);
            let line = choose_line(&lines, stream)?;
            Some(self.halves(part, across, line, stream))
        })
    }

    /// Whether to try a cut by a north-south line first: long partitions are usually cut across.
    fn cut_across(&self, area: Rect, stream: &mut Stream) -> bool {
        const LONG_SIDE: Fraction = Fraction::constant(7_000);
        let (width, height) = (area.width() * self.x.module, area.height() * self.y.module);
        // Aspect above 1.25, without a fraction.
        if 4 * width > 5 * height {
            stream.chance(LONG_SIDE)
        } else if 4 * height > 5 * width {
            !stream.chance(LONG_SIDE)
        } else {
            stream.below(2) == 0
        }
    }

    /// Module lines where a cut leaves room for the quota on both sides together.
    fn lines(&self, Part { area, quota }: Part, across: bool) -> Vec<i32> {
        let (axis, other, start, end, side) = if across {
            (self.x, self.y, area.left, area.right, area.height())
        } else {
            (self.y, self.x, area.top, area.bottom, area.width())
        };
        let smallest = axis.smallest_leaf();
        let deep = i64::from(other.capacity(side));
        let holds = |line: i32| {
            let rows = axis.capacity(line - start) + axis.capacity(end - line);
            i64::from(rows) * deep >= i64::from(quota)
        };
        if deep == 0 { Vec::new() } else { (start + smallest..=end - smallest).filter(|&line| holds(line)).collect() }
    }

    /// Deals the quota by area, within what each half can hold.
    fn halves(&self, part: Part, across: bool, line: i32, stream: &mut Stream) -> [Part; 2] {
        let Rect { left, top, right, bottom } = part.area;
        let [first, second] = if across {
            [Rect::new(left, top, line, bottom), Rect::new(line, top, right, bottom)]
        } else {
            [Rect::new(left, top, right, line), Rect::new(left, line, right, bottom)]
        };
        let (room, other_room) = (self.capacity(first), self.capacity(second));
        // Rounded by chance, so that small parts get their fair share over many dungeons.
        let product = i64::from(part.quota) * first.area();
        let chance = Fraction::ratio((product % part.area.area()) as u64, part.area.area() as u64);
        let fair = (product / part.area.area()) as i32 + i32::from(stream.chance(chance));
        let least = (part.quota - other_room).max(1);
        let most = room.min(part.quota - 1);
        let quota = fair.clamp(least, most);
        [Part { area: first, quota }, Part { area: second, quota: part.quota - quota }]
    }
}

/// A line from the middle half of the lines more often than not: slivers are dull.
fn choose_line(lines: &[i32], stream: &mut Stream) -> Option<i32> {
    const MIDDLE: Fraction = Fraction::constant(8_000);
    let quarter = lines.len() / 4;
    let middle = &lines[quarter..lines.len() - quarter];
    let pool = if stream.chance(MIDDLE) { middle } else { lines };
    stream.choose(pool).copied()
}
