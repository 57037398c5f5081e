//! Levels: how many rooms each has, and where each begins.
//!
//! Level 0 comes first, then those below it from above, then those above it from below. Each begins under or over a
//! room of the level before, the farthest from that level's own beginning where there is a choice.

use undercroft_grid::Dir;

use super::PlanError;
use super::cell::PlanCell;
use super::shape::{Sketch, Task};
use super::spec::MIN_ROOMS;
use crate::fraction::Fraction;
use crate::meter::Meter;
use crate::recipe::{Bounds, PlanSpec};
use crate::seed::Stream;

/// One level of a plan: its rooms and where it begins.
#[derive(Clone, Debug)]
pub struct LevelPlan {
    /// Its height.
    pub z: i32,
    /// Its rooms and links, counted from its start.
    pub sketch: Sketch,
    /// The cell of its start.
    pub start: PlanCell,
    /// The position of the level it is reached from and the room of that level; `None` for the first.
    pub from: Option<(usize, usize)>,
}

/// The levels of a plan in the order in which they are drawn, with the number of rooms of each.
///
/// # Errors
/// When levels that the recipe gives would have fewer than two rooms each. A category's levels are dropped until each has
/// the rooms that its shape needs.
fn rooms_per_level(spec: &PlanSpec) -> Result<Vec<(i32, usize)>, PlanError> {
    let [mut low, mut high] = spec.level_range();
    let size = spec.room_count();
    let count = |low: i32, high: i32| (high - low + 1) as usize;
    if spec.levels.is_some() && low < high && size < MIN_ROOMS * count(low, high) {
        return Err(PlanError::TooFewRooms { size, levels: count(low, high) });
    }
    let is_thin =
        |levels: usize| size < MIN_ROOMS * levels || (size < spec.least_rooms() * levels && spec.fits(levels - 1));
    while spec.levels.is_none() && low < high && is_thin(count(low, high)) {
        // The farthest goes first, the higher one of two.
        if high >= -low { high -= 1 } else { low += 1 }
    }
    let order: Vec<i32> = (low..=0).rev().chain(1..=high).collect();
    let shares = shares(size, order.len(), spec.least_rooms());
    Ok(order.into_iter().zip(shares).collect())
}

/// The rooms of each level: even shares, but where those are less than the least that a level should have, the first
/// levels get that much and the others what is left, at least [`MIN_ROOMS`].
fn shares(size: usize, levels: usize, least: usize) -> Vec<usize> {
    let (each, more) = (size / levels, size % levels);
    if each >= least {
        return (0..levels).map(|level| each + usize::from(level < more)).collect();
    }
    let mut left = size;
    let share = |level: usize| {
        let kept = MIN_ROOMS * (levels - 1 - level);
        let share = least.min(left - kept);
        left -= share;
        share
    };
    (0..levels).map(share).collect()
}

/// Draws all levels.
///
/// Where level 0 has space for its rooms, every level has. A level begins where the one before it has a room from which
/// there is enough space, and there always is one: a hub reaches the four edges and a maze fills the bounds from
/// anywhere; from the last room of a line, a staircase or a spine the path back holds as many rooms as the path there.
/// Levels after level 0 never have more rooms than it. At
/// worst the level above it begins at the entrance's own cell, which holds as many as level 0 does.
///
/// # Errors
/// When level 0 has no space for its rooms within the bounds.
pub fn draw(
    spec: &PlanSpec,
    loops: Fraction,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<Vec<LevelPlan>, PlanError> {
    let drawing = Drawing { spec, loops, bounds: spec.level_bounds() };
    let mut levels: Vec<LevelPlan> = Vec::new();
    for (z, size) in rooms_per_level(spec)? {
        let before = levels.iter().position(|level| level.z == z - z.signum());
        let level = match before.filter(|_| z != 0) {
            Some(before) => drawing.next(&levels, (before, z, size), stream, meter)?,
            None => drawing.first(size, stream, meter)?,
        };
        levels.push(level);
    }
    Ok(levels)
}

/// What all levels are drawn from.
struct Drawing<'a> {
    spec: &'a PlanSpec,
    /// Fraction of the possible extra links of a maze.
    loops: Fraction,
    /// The cells that each level may use.
    bounds: Bounds,
}

impl Drawing<'_> {
    fn first(&self, size: usize, stream: &mut Stream, meter: &mut Meter) -> Result<LevelPlan, PlanError> {
        let task = self.task(PlanCell::START, &[Dir::North, Dir::East, Dir::West, Dir::South]);
        if task.most() < size as u64 {
            return Err(self.spec.capacity_error(task.most()));
        }
        Ok(LevelPlan { z: 0, sketch: task.draw(size, stream, meter)?, start: PlanCell::START, from: None })
    }

    /// Level `z` with `size` rooms, which begins under or over the farthest room of the one `before` it from which it has
    /// space.
    fn next(
        &self,
        levels: &[LevelPlan],
        (before, z, size): (usize, i32, usize),
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<LevelPlan, PlanError> {
        // Back towards where the visitor came from, so that the levels lie over each other.
        let headings = [Dir::South, Dir::North, Dir::East, Dir::West];
        let cell = |room: usize| levels[before].sketch.cells[room].plus(levels[before].start);
        let most = |room: usize| self.task(cell(room), &headings).most();
        let rooms = landings(levels, before);
        let Some(&room) = rooms.iter().find(|&&room| most(room) >= size as u64) else {
            return Err(self.spec.capacity_error(rooms.iter().map(|&room| most(room)).max().unwrap_or(0)));
        };
        let sketch = self.task(cell(room), &headings).draw(size, stream, meter)?;
        Ok(LevelPlan { z, sketch, start: cell(room), from: Some((before, room)) })
    }

    fn task<'a>(&self, start: PlanCell, headings: &'a [Dir]) -> Task<'a> {
        Task { shape: self.spec.shape, loops: self.loops, bounds: self.bounds.relative_to(start), headings }
    }
}

/// The rooms of a level that can have stairs, farthest first: none that has some, and its first only where no other is
/// left.
fn landings(levels: &[LevelPlan], level: usize) -> Vec<usize> {
    let taken = |room: usize| levels.iter().any(|other| other.from == Some((level, room)));
    let hops = hops(&levels[level].sketch);
    let mut rooms: Vec<usize> = (0..hops.len()).filter(|&room| !taken(room)).collect();
    // The first room of any other level has the stairs by which it was reached.
    rooms.retain(|&room| room != 0 || levels[level].from.is_none());
    rooms.sort_by_key(|&room| (std::cmp::Reverse(hops[room]), room));
    rooms
}

/// Links between the first room and each other one.
fn hops(sketch: &Sketch) -> Vec<u32> {
    let mut neighbours = vec![Vec::new(); sketch.cells.len()];
    for &[a, b] in &sketch.links {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut hops = vec![u32::MAX; sketch.cells.len()];
    hops[0] = 0;
    let mut queue = std::collections::VecDeque::from([0]);
    while let Some(room) = queue.pop_front() {
        for &next in &neighbours[room] {
            if hops[next] == u32::MAX {
                hops[next] = hops[room] + 1;
                queue.push_back(next);
            }
        }
    }
    hops
}
