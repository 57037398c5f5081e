//! Candidates for a storey: the list of rooms is dealt to the wings and split with them.

use undercroft_grid::{Dir, Rect};

use super::strip::StripRule;
use crate::fraction::Fraction;
use crate::place::axis::Axis;
use crate::place::partition::Plane;
use crate::program::{DEFAULT_ASPECT, ProgramRoom};
use crate::seed::Stream;

/// Chance of the rooms to be dealt in the order of the program.
const IN_ORDER: Fraction = Fraction::constant(3_000);

/// Of so many cuts all but one leave the first room the half at the front; the last is made by chance.
const TO_FRONT: u32 = 4;

/// A storey that candidates are drawn for.
pub struct StoreyTask<'a> {
    /// The wall lines.
    pub plane: &'a Plane,
    /// The rooms, the first one first.
    pub rooms: &'a [ProgramRoom],
    /// The floors that they should have. [Unit: cells]
    pub wanted: Vec<i64>,
    /// The rectangles to fill, largest first. [Unit: modules]
    pub wings: &'a [Rect],
    /// The room that is a court, and its place. [Unit: modules]
    pub court: Option<(usize, Rect)>,
    /// Whether the storey is a disc.
    pub is_round: bool,
    /// The side of the front door, on the ground floor.
    pub front: Option<Dir>,
    /// The first room as a strip that others open on.
    pub strip: Option<StripRule>,
    /// Longest sides of rooms. [Unit: modules]
    pub longest: [i32; 2],
}

/// A division of a storey while it is drawn; one serves for all candidates.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The places of the rooms. [Unit: modules]
    pub places: Vec<Rect>,
    order: Vec<usize>,
    areas: Vec<Rect>,
}

impl StoreyTask<'_> {
    /// Draws the places of all rooms, or `None` where they come out too small, too long, or not at all.
    pub fn draw(&self, draft: &mut Draft, stream: &mut Stream) -> Option<()> {
        let Draft { places, order, areas } = draft;
        places.clear();
        places.resize(self.rooms.len(), Rect::new(0, 0, 0, 0));
        areas.clear();
        order.clear();
        order.extend(usize::from(self.strip.is_some())..self.rooms.len());
        if let Some((room, place)) = self.court {
            places[room] = place;
            order.retain(|&other| other != room);
        }
        if let Some(strip) = &self.strip {
            places[0] = strip.draw(self.plane, self.wings, areas, stream)?;
            areas.extend_from_slice(&self.wings[1..]);
        } else {
            areas.extend_from_slice(self.wings);
        }
        if !stream.chance(IN_ORDER) {
            self.shuffle(order, stream);
        }
        self.deal(areas, order, places, stream)
    }

    /// A random order. The first room stays in the largest wing, and the rooms that want to be beside a strip are usually
    /// dealt to its sides, which come first.
    fn shuffle(&self, order: &mut [usize], stream: &mut Stream) {
        let fixed = usize::from(order[0] == 0);
        stream.shuffle(&mut order[fixed..]);
        if self.strip.is_some() && stream.below(3) > 0 {
            let first = Some(&self.rooms[0].purpose);
            order.sort_by_key(|&room| self.rooms[room].beside.as_ref() != first);
        }
    }

    /// Deals the rooms by area, in order, and divides each part; it holds at least one and no more than it has place for.
    fn deal(&self, areas: &[Rect], order: &[usize], places: &mut [Rect], stream: &mut Stream) -> Option<()> {
        let (total, whole) = (self.wanted(order), areas.iter().map(|area| area.area()).sum::<i64>());
        let mut most_after: usize = areas.iter().map(|&area| self.capacity(area)).sum();
        let mut least_after: usize = areas.iter().map(|&area| self.fewest(area)).sum();
        let mut rest = order;
        for &area in areas {
            let (capacity, fewest) = (self.capacity(area), self.fewest(area));
            (most_after, least_after) = (most_after - capacity, least_after - fewest);
            let least = rest.len().saturating_sub(most_after).max(fewest);
            let most = rest.len().checked_sub(least_after)?.min(capacity);
            if least > most {
                return None;
            }
            let fair = self.fair_count(rest, 2 * total * area.area() / whole);
            let drawn = (fair + [0, 1, 1, 2][stream.below(4) as usize]).saturating_sub(1);
            let (taken, left) = rest.split_at(drawn.clamp(least, most));
            self.split(area, taken, places, stream)?;
            rest = left;
        }
        rest.is_empty().then_some(())
    }

    fn wanted(&self, rooms: &[usize]) -> i64 {
        rooms.iter().map(|&room| self.wanted[room]).sum()
    }

    /// How many of the first rooms a quota covers, which is doubled so that a room counts where its middle lies.
    fn fair_count(&self, rooms: &[usize], quota: i64) -> usize {
        let mut sum = 0;
        let covered = |&&room: &&usize| {
            let middle = 2 * sum + self.wanted[room];
            sum += self.wanted[room];
            middle < quota
        };
        rooms.iter().take_while(covered).count()
    }

    /// How many smallest rooms fit.
    fn capacity(&self, area: Rect) -> usize {
        self.plane.capacity(area) as usize
    }

    /// Cuts the list at a random place, and the rectangle across its longer side in the ratio of the areas. Where that leaves a
    /// part too large or too small for its rooms, the list is cut elsewhere.
    fn split(&self, area: Rect, rooms: &[usize], places: &mut [Rect], stream: &mut Stream) -> Option<()> {
        if let [room] = *rooms {
            places[room] = area;
            return self.is_shapely(room, area).then_some(());
        }
        let (width, height) = (area.width() * self.plane.x.module, area.height() * self.plane.y.module);
        // Nearly square parts are cut along either side.
        let is_across = if 20 * width > 23 * height {
            true
        } else if 20 * height > 23 * width {
            false
        } else {
            stream.below(2) == 0
        };
        let places_to_cut = rooms.len() - 1;
        let first = stream.below(places_to_cut as u32) as usize;
        let tries = (0..places_to_cut).map(|off| 1 + (first + off) % places_to_cut);
        let (head, tail, halves) = tries.into_iter().find_map(|at| {
            let (head, tail) = rooms.split_at(at);
            Some((head, tail, self.cut(area, is_across, [head, tail], stream)?))
        })?;
        self.split(halves[0], head, places, stream)?;
        self.split(halves[1], tail, places, stream)
    }

    /// The two halves, the first for the head of the list, on either side.
    fn cut(&self, area: Rect, is_across: bool, lists: [&[usize]; 2], stream: &mut Stream) -> Option<[Rect; 2]> {
        let axis = if is_across { &self.plane.x } else { &self.plane.y };
        let length = if is_across { area.width() } else { area.height() };
        let sums = lists.map(|rooms| self.wanted(rooms));
        let total = sums[0] + sums[1];
        let fair = ((2 * i64::from(length) * sums[0] + total) / (2 * total)) as i32;
        let chance = [-1, 0, 0, 1][stream.below(4) as usize];
        let is_swapped = self.head_is_last(is_across, lists[0], stream);
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
        let (first, last) = (axis.sides.0, length - axis.sides.0);
        let nearest = (fair + chance).clamp(first, last.max(first));
        // The lines in the order of their distance from the fair one.
        let lines = (0..=last - first).flat_map(|off| [nearest - off, nearest + off]);
        lines
            .filter(|line| (first..=last).contains(line))
            .map(halves)
            .find(|[a, b]| self.holds(*a, lists[0].len()) && self.holds(*b, lists[1].len()))
    }

    /// Whether the head of a list gets the eastern or southern half: by chance, but the first room is mostly at the front.
    fn head_is_last(&self, is_across: bool, head: &[usize], stream: &mut Stream) -> bool {
        let front = self.front.filter(|front| head[0] == 0 && front.is_horizontal() == is_across);
        match front {
            Some(front) if stream.below(TO_FRONT) > 0 => matches!(front, Dir::East | Dir::South),
            _ => stream.below(2) == 0,
        }
    }

    /// Whether a rectangle could be divided into this many rooms between the shortest and the longest side.
    fn holds(&self, area: Rect, rooms: usize) -> bool {
        rooms <= self.capacity(area) && rooms >= self.fewest(area)
    }

    /// The fewest rooms that fill a rectangle without one that is too long; what a disc cuts off is judged later.
    fn fewest(&self, area: Rect) -> usize {
        if self.is_round { 1 } else { fewest_rooms(self.plane, self.longest, area) }
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
        let longest = if depth < 2 * other.sides.0 {
            let shapely = (DEFAULT_ASPECT as i32 * (depth * other.module - 1) / 100 + 1) / own.module;
            longest.min(shapely).max(1)
        } else {
            longest
        };
        if length <= longest { 1 } else { (length + longest - 1) / longest }
    };
    let [w, h] = [area.width(), area.height()];
    let across = along(&plane.x, &plane.y, w, h, longest[0]);
    let down = along(&plane.y, &plane.x, h, w, longest[1]);
    (across * down) as usize
}
