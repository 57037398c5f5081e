//! Candidates for a storey: the list of rooms is dealt to the wings and split with them.

use undercroft_grid::{Dir, Rect};

use crate::fraction::Fraction;
use crate::place::axis::Axis;
use crate::place::partition::Plane;
use crate::program::{DEFAULT_ASPECT, ProgramRoom};
use crate::seed::Stream;

/// From this many private rooms on that want to be beside the first room, that one is a strip.
const FEWEST_FOR_STRIP: usize = 4;
/// The narrowest floor of a strip. [Unit: cells]
const STRIP_FLOOR: i32 = 2;
/// Chance of the rooms to be dealt in the order of the program.
const IN_ORDER: Fraction = Fraction::constant(3_000);

/// A storey that candidates are drawn for.
pub struct StoreyTask<'a> {
    /// The wall lines.
    pub plane: &'a Plane,
    /// The rooms, the first one first.
    pub rooms: &'a [ProgramRoom],
    /// The rectangles to fill, largest first. [Unit: modules]
    pub wings: &'a [Rect],
    /// The court, where one of the rooms is it. [Unit: modules]
    pub court: Option<Rect>,
    /// Whether the storey is a disc.
    pub is_round: bool,
    /// The side of the front door, on the ground floor.
    pub front: Option<Dir>,
    /// Width of corridors, which a strip has at least. [Unit: cells]
    pub width: i32,
    /// Longest sides of rooms. [Unit: modules]
    pub longest: [i32; 2],
}

/// A part of the storey with the rooms that it holds.
struct Part {
    area: Rect,
    rooms: Vec<usize>,
}

impl StoreyTask<'_> {
    /// Whether the first room is a strip that others open on.
    pub fn has_strip(&self) -> bool {
        let first = &self.rooms[0].purpose;
        let requests = self.rooms.iter().filter(|room| room.private && room.beside.as_ref() == Some(first));
        !self.is_round && requests.count() >= FEWEST_FOR_STRIP
    }

    /// Draws the places of all rooms, or `None` where they come out too small, too long, or not at all. [Unit: modules]
    pub fn draw(&self, stream: &mut Stream) -> Option<Vec<Rect>> {
        let mut places = vec![Rect::new(0, 0, 0, 0); self.rooms.len()];
        let court = self.court.and_then(|_| self.rooms.iter().position(ProgramRoom::is_court));
        if let (Some(court), Some(area)) = (court, self.court) {
            places[court] = area;
        }
        let mut areas = self.wings.to_vec();
        let mut order: Vec<usize> = (0..self.rooms.len()).filter(|&room| Some(room) != court).collect();
        if self.has_strip() {
            let (strip, sides) = self.strip(areas[0], stream)?;
            places[0] = strip;
            areas.splice(0..1, sides);
            order.remove(0);
        }
        if !stream.chance(IN_ORDER) {
            // The first room stays in the largest wing.
            let fixed = usize::from(order[0] == 0);
            stream.shuffle(&mut order[fixed..]);
        }
        for part in self.deal(&areas, &order, stream)? {
            self.split(part, &mut places, stream)?;
        }
        Some(places)
    }

    /// A strip through a rectangle, from the front where there is one, and what lies on both sides of it.
    fn strip(&self, area: Rect, stream: &mut Stream) -> Option<(Rect, Vec<Rect>)> {
        let (width, height) = (area.width() * self.plane.x.module, area.height() * self.plane.y.module);
        let along = match self.front {
            Some(front) => front.is_horizontal(),
            None => width > height || width == height && stream.below(2) == 0,
        };
        self.strip_along(area, along, stream).or_else(|| self.strip_along(area, !along, stream))
    }

    fn strip_along(&self, area: Rect, is_across: bool, stream: &mut Stream) -> Option<(Rect, Vec<Rect>)> {
        let axis = if is_across { self.plane.y } else { self.plane.x };
        let (start, end) = if is_across { (area.top, area.bottom) } else { (area.left, area.right) };
        let floor = STRIP_FLOOR.max(self.width);
        let thickness = (floor + axis.module) / axis.module;
        // Rooms on both sides, or on one.
        let is_deep = |side: i32| side == 0 || side >= axis.sides.0;
        let is_good = |line: &i32| is_deep(line - start) && is_deep(end - line - thickness) && end - start > thickness;
        let lines: Vec<i32> = (start..=end - thickness).filter(is_good).collect();
        let &line = stream.choose(&lines)?;
        let cut = |from: i32, to: i32| {
            if is_across {
                Rect::new(area.left, from, area.right, to)
            } else {
                Rect::new(from, area.top, to, area.bottom)
            }
        };
        let sides = [cut(start, line), cut(line + thickness, end)];
        Some((cut(line, line + thickness), sides.into_iter().filter(|side| !side.is_empty()).collect()))
    }

    /// Deals the rooms by area, in order; each part holds at least one and no more than it has place for.
    fn deal(&self, areas: &[Rect], order: &[usize], stream: &mut Stream) -> Option<Vec<Part>> {
        let wanted = |rooms: &[usize]| -> i64 { rooms.iter().map(|&room| self.rooms[room].area).sum() };
        let (total, whole): (i64, i64) = (wanted(order), areas.iter().map(|area| area.area()).sum());
        let mut rest = order;
        let mut parts = Vec::with_capacity(areas.len());
        for (i, &area) in areas.iter().enumerate() {
            let after = &areas[i + 1..];
            let most_after: usize = after.iter().map(|&area| self.capacity(area)).sum();
            let least_after: usize = after.iter().map(|&area| self.fewest(area)).sum();
            let least = rest.len().saturating_sub(most_after).max(self.fewest(area));
            let most = rest.len().checked_sub(least_after)?.min(self.capacity(area));
            if least > most {
                return None;
            }
            // Twice the quota, so that a room counts where its middle lies.
            let quota = 2 * total * area.area() / whole;
            let fair =
                (1..=rest.len()).take_while(|&n| 2 * wanted(&rest[..n - 1]) + self.rooms[rest[n - 1]].area < quota);
            let fair = (fair.count() + [0, 1, 1, 2][stream.below(4) as usize]).saturating_sub(1);
            let (taken, left) = rest.split_at(fair.clamp(least, most));
            parts.push(Part { area, rooms: taken.to_vec() });
            rest = left;
        }
        rest.is_empty().then_some(parts)
    }

    /// How many smallest rooms fit.
    fn capacity(&self, area: Rect) -> usize {
        self.plane.capacity(area) as usize
    }

    /// Cuts the list at a random place, and the rectangle across its longer side in the ratio of the areas.
    fn split(&self, part: Part, places: &mut [Rect], stream: &mut Stream) -> Option<()> {
        let Part { area, rooms } = part;
        if let [room] = rooms[..] {
            places[room] = area;
            return self.is_shapely(room, area).then_some(());
        }
        let at = stream.range(1..rooms.len() as i32) as usize;
        let sums =
            [&rooms[..at], &rooms[at..]].map(|rooms| rooms.iter().map(|&room| self.rooms[room].area).sum::<i64>());
        let (width, height) = (area.width() * self.plane.x.module, area.height() * self.plane.y.module);
        // Nearly square parts are cut along either side.
        let is_across = if 20 * width > 23 * height {
            true
        } else if 20 * height > 23 * width {
            false
        } else {
            stream.below(2) == 0
        };
        let counts = [at, rooms.len() - at];
        let halves = self.cut(area, is_across, counts, sums, stream)?;
        let (head, tail) = rooms.split_at(at);
        self.split(Part { area: halves[0], rooms: head.to_vec() }, places, stream)?;
        self.split(Part { area: halves[1], rooms: tail.to_vec() }, places, stream)
    }

    /// The two halves, the first for the head of the list, on either side.
    fn cut(
        &self,
        area: Rect,
        is_across: bool,
        counts: [usize; 2],
        sums: [i64; 2],
        stream: &mut Stream,
    ) -> Option<[Rect; 2]> {
        let axis = if is_across { self.plane.x } else { self.plane.y };
        let length = if is_across { area.width() } else { area.height() };
        let total = sums[0] + sums[1];
        let fair = ((2 * i64::from(length) * sums[0] + total) / (2 * total)) as i32;
        let chance = [-1, 0, 0, 1][stream.below(4) as usize];
        let is_swapped = stream.below(2) == 0;
        let halves = |line: i32| {
            let first = if is_swapped { length - line } else { line };
            let [a, b] = if is_across {
                let x = area.left + first;
                [Rect { right: x, ..area }, Rect { left: x, ..area }]
            } else {
                let y = area.top + first;
                [Rect { bottom: y, ..area }, Rect { top: y, ..area }]
            };
            if is_swapped { [b, a] } else { [a, b] }
        };
        let lines = axis.sides.0..=length - axis.sides.0;
        let holds = |line: &i32| {
            let [a, b] = halves(*line);
            self.holds(a, counts[0]) && self.holds(b, counts[1])
        };
        let line = lines.filter(holds).min_by_key(|line| (line - fair - chance).abs())?;
        Some(halves(line))
    }

    /// Whether a rectangle could be divided into this many rooms between the shortest and the longest side.
    fn holds(&self, area: Rect, rooms: usize) -> bool {
        (self.fewest(area)..=self.capacity(area)).contains(&rooms)
    }

    /// The fewest rooms that fill a rectangle without one that is too long.
    fn fewest(&self, area: Rect) -> usize {
        fewest_rooms(self.plane, self.longest, area)
    }

    /// Whether a room of this size is not too long; what a disc cuts off is judged later.
    fn is_shapely(&self, room: usize, area: Rect) -> bool {
        let [w, h] = [area.width() * self.plane.x.module - 1, area.height() * self.plane.y.module - 1].map(i64::from);
        self.is_round || 100 * w.max(h) <= self.rooms[room].max_aspect * w.min(h)
    }
}

/// The fewest rooms that fill a rectangle without one that is longer than `longest`, or too long for a rectangle that is one
/// room deep.
pub fn fewest_rooms(plane: &Plane, longest: [i32; 2], area: Rect) -> usize {
    let along = |own: &Axis, other: &Axis, length: i32, depth: i32, longest: i32| {
        let shapely = (DEFAULT_ASPECT * (i64::from(depth * other.module) - 1) / 100 + 1) / i64::from(own.module);
        let longest = if depth < 2 * other.sides.0 { longest.min(shapely as i32) } else { longest };
        (length + longest - 1) / longest.max(1)
    };
    let [w, h] = [area.width(), area.height()];
    let across = along(&plane.x, &plane.y, w, h, longest[0]);
    let down = along(&plane.y, &plane.x, h, w, longest[1]);
    (across * down).max(1) as usize
}
