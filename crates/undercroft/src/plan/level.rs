//! Levels: how many rooms each has, and where each begins.
//!
//! Level 0 comes first, then those below it from above, then those above it from below. Each begins under or over a
//! room of the level before, one of the farthest from that level's own beginning.

use undercroft_grid::Dir;

use super::PlanError;
use super::cell::PlanCell;
use super::shape::{Sketch, Task};
use super::spec::MIN_ROOMS;
use super::streams::PlanStreams;
use crate::fraction::Fraction;
use crate::meter::Meter;
use crate::recipe::{Bounds, PlanSpec};
use crate::seed::Stream;

/// How many of the greatest distances from a level's first room its stairs are drawn among.
const FARTHEST: usize = 2;

/// One level of a plan: its rooms and where it begins.
#[derive(Clone, Debug)]
pub struct LevelPlan {
    /// Its height.
    pub z: i32,
    /// Its rooms and the tree of its links, counted from its start.
    pub sketch: Sketch,
    /// Its other links.
    pub loops: Vec<[usize; 2]>,
    /// The cell of its start.
    pub start: PlanCell,
    /// The position of the level it is reached from and the room of that level; `None` for the first.
    pub from: Option<(usize, usize)>,
}

impl LevelPlan {
    /// The mirror image of each room in the line from the visitor through the plan's start, itself included.
    pub fn images(&self) -> Vec<Option<usize>> {
        let numbers = self.sketch.numbers();
        let image = |cell: &PlanCell| numbers.get(&PlanCell::new(-cell.x - 2 * self.start.x, cell.y)).copied();
        self.sketch.cells.iter().map(image).collect()
    }
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
/// A line that turns by chance may end where there is no path back: then it is drawn again without turns.
///
/// # Errors
/// When level 0 has no space for its rooms within the bounds.
pub fn draw(
    spec: &PlanSpec,
    loops: Fraction,
    streams: PlanStreams,
    meter: &mut Meter,
) -> Result<Vec<LevelPlan>, PlanError> {
    let drawing = Drawing { spec, has_loops: loops.parts() > 0, bounds: spec.level_bounds() };
    let shares = rooms_per_level(spec)?;
    let mut levels: Vec<LevelPlan> = Vec::new();
    for &(z, size) in &shares {
        let mut stream = streams.get(&format!("level/{z}"));
        let before = levels.iter().position(|level| level.z == z - z.signum());
        let site = match before.filter(|_| z != 0) {
            Some(before) => drawing.landing(&levels, before, size, &mut stream)?,
            None => drawing.beginning(size)?,
        };
        let leads_on =
            shares.iter().any(|&(next, _)| next.abs() == z.abs() + 1 && (z == 0 || next.signum() == z.signum()));
        levels.push(drawing.level((z, size), site, leads_on, &mut stream, meter)?);
    }
    Ok(levels)
}

/// What all levels are drawn from.
struct Drawing<'a> {
    spec: &'a PlanSpec,
    /// Whether a maze is to have loops.
    has_loops: bool,
    /// The cells that each level may use.
    bounds: Bounds,
}

/// Where a level begins, and the room that it is reached from.
#[derive(Clone, Copy)]
struct LevelSite {
    start: PlanCell,
    from: Option<(usize, usize)>,
}

/// The directions in which level 0 goes away from the visitor.
const AWAY: [Dir; 4] = [Dir::North, Dir::East, Dir::West, Dir::South];
/// Other levels go back towards where the visitor came from, so that the levels lie over each other.
const RETURNING: [Dir; 4] = [Dir::South, Dir::North, Dir::East, Dir::West];

impl Drawing<'_> {
    /// The site of level 0.
    fn beginning(&self, size: usize) -> Result<LevelSite, PlanError> {
        let site = LevelSite { start: PlanCell::START, from: None };
        let most = self.task(site).most();
        if most < size as u64 { Err(self.spec.capacity_error(most)) } else { Ok(site) }
    }

    /// The site of a level with `size` rooms: under or over a room of the one `before` it from which it has space, drawn
    /// among those of the greatest distances.
    fn landing(
        &self,
        levels: &[LevelPlan],
        before: usize,
        size: usize,
        stream: &mut Stream,
    ) -> Result<LevelSite, PlanError> {
        let site = |room: usize| {
            let start = levels[before].sketch.cells[room].plus(levels[before].start);
            LevelSite { start, from: Some((before, room)) }
        };
        let most = |room: usize| self.task(site(room)).most();
        let rooms = landings(levels, before);
        let has_space = |&(room, _): &(usize, u32)| most(room) >= size as u64;
        let mut fitting: Vec<(usize, u32)> = rooms.iter().copied().filter(has_space).collect();
        // So few rooms lie on the axis that the first is one among them.
        let on_axis: Vec<(usize, u32)> = fitting.iter().copied().filter(|&(room, _)| site(room).start.x == 0).collect();
        if self.spec.is_symmetric() && !on_axis.is_empty() {
            let drawn = stream.choose(&on_axis).map_or(0, |&(room, _)| room);
            return Ok(site(drawn));
        }
        // The first room comes last, and only where no other is left.
        let mut distances: Vec<u32> = fitting.iter().map(|(_, hops)| *hops).collect();
        distances.dedup();
        distances.truncate(FARTHEST);
        fitting.retain(|(room, hops)| distances.contains(hops) && (*room != 0 || distances == [0]));
        match stream.choose(&fitting) {
            Some(&(room, _)) => Ok(site(room)),
            None => Err(self.spec.capacity_error(rooms.iter().map(|&(room, _)| most(room)).max().unwrap_or(0))),
        }
    }

    /// Level `z` with `size` rooms. One that `leads_on` has a room from which a level of its size has space.
    fn level(
        &self,
        (z, size): (i32, usize),
        site: LevelSite,
        leads_on: bool,
        stream: &mut Stream,
        meter: &mut Meter,
    ) -> Result<LevelPlan, PlanError> {
        let task = self.task(site);
        let mut sketch = task.draw(size, stream, meter)?;
        let has_space = |cell: &PlanCell| {
            let start = cell.plus(site.start);
            self.task(LevelSite { start, from: Some((0, 0)) }).most() >= size as u64
        };
        if task.bend.parts() > 0 && leads_on && !sketch.cells.iter().skip(1).any(has_space) {
            sketch = Task { bend: Fraction::ZERO, ..task }.draw(size, stream, meter)?;
        }
        Ok(LevelPlan { z, sketch, loops: Vec::new(), start: site.start, from: site.from })
    }

    fn task(&self, LevelSite { start, from }: LevelSite) -> Task<'static> {
        Task {
            shape: self.spec.shape,
            has_loops: self.has_loops,
            is_mirrored: self.spec.is_symmetric(),
            bend: self.spec.bend,
            has_front: from.is_none(),
            bounds: self.bounds.relative_to(start),
            headings: if from.is_none() { &AWAY } else { &RETURNING },
        }
    }
}

/// The rooms of a level that can have stairs with their distances from its first, farthest first: none that has some.
fn landings(levels: &[LevelPlan], level: usize) -> Vec<(usize, u32)> {
    let taken = |room: usize| levels.iter().any(|other| other.from == Some((level, room)));
    let hops = hops(&levels[level].sketch);
    let mut rooms: Vec<usize> = (0..hops.len()).filter(|&room| !taken(room)).collect();
    // The first room of any other level has the stairs by which it was reached.
    rooms.retain(|&room| room != 0 || levels[level].from.is_none());
    rooms.sort_by_key(|&room| (std::cmp::Reverse(hops[room]), room));
    rooms.into_iter().map(|room| (room, hops[room])).collect()
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
