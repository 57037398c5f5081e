//! Levels: how many rooms each has, and where each begins.
//!
//! Level 0 comes first, then those below it from above, then those above it from below. Each begins under or over a
//! room of the level before, the farthest from that level's own beginning where there is a choice.

use undercroft_grid::Dir;

use super::cell::Spot;
use super::shape::{Sketch, Task};
use super::{PlanError, PlanRequest};
use crate::recipe::Bounds;
use crate::seed::Stream;

/// The rooms that a level has at least, where there are several.
pub const FEWEST: usize = 2;

/// A level with its rooms.
#[derive(Clone, Debug)]
pub struct Storey {
    /// Its height.
    pub z: i32,
    /// Its rooms and links, counted from its start.
    pub sketch: Sketch,
    /// The place of its start.
    pub start: Spot,
    /// The storey it is reached from and the room of that storey; `None` for the first.
    pub from: Option<(usize, usize)>,
}

/// The levels of a plan in the order in which they are drawn, with the number of rooms of each.
///
/// # Errors
/// When levels that somebody asked for would have fewer than two rooms each. Others shrink.
pub fn deal(request: &PlanRequest) -> Result<Vec<(i32, usize)>, PlanError> {
    let [mut low, mut high] = request.levels;
    let count = |low: i32, high: i32| (high - low + 1) as usize;
    while low < high && request.size < FEWEST * count(low, high) {
        if request.strict_levels {
            return Err(PlanError::TooFewRooms { size: request.size, levels: count(low, high) });
        }
        // The farthest goes first, the higher one of two.
        if high >= -low { high -= 1 } else { low += 1 }
    }
    let order: Vec<i32> = (low..=0).rev().chain(1..=high).collect();
    let (each, more) = (request.size / order.len(), request.size % order.len());
    Ok(order.into_iter().enumerate().map(|(i, z)| (z, each + usize::from(i < more))).collect())
}

/// Draws all levels.
///
/// Where level 0 has place for its rooms, every level has. A level begins where the one before it has a room from which
/// there is place enough, and there always is one: a hub reaches the four edges and a maze fills the bounds from
/// anywhere; from the last room of a line, a staircase or a spine the way back holds as many rooms as the way there.
/// Levels after level 0 never have more rooms than it. For the level above it the entrance's own place is left at
/// least, which holds as many as level 0 does.
///
/// # Errors
/// When level 0 has no place for its rooms within the bounds.
pub fn draw(request: &PlanRequest, stream: &mut Stream) -> Result<Vec<Storey>, PlanError> {
    let mut storeys: Vec<Storey> = Vec::new();
    for (z, size) in deal(request)? {
        let before = storeys.iter().position(|storey| storey.z == z - z.signum());
        let storey = match before.filter(|_| z != 0) {
            Some(before) => next(request, &storeys, before, z, size, stream)?,
            None => first(request, size, stream)?,
        };
        storeys.push(storey);
    }
    Ok(storeys)
}

fn first(request: &PlanRequest, size: usize, stream: &mut Stream) -> Result<Storey, PlanError> {
    let task = task(request, Spot::START, &[Dir::North, Dir::East, Dir::West, Dir::South]);
    if task.most() < size as u64 {
        return Err(request.refusal(task.most()));
    }
    Ok(Storey { z: 0, sketch: task.draw(size, stream), start: Spot::START, from: None })
}

/// A level that begins under or over the farthest room of another from which it has place.
fn next(
    request: &PlanRequest,
    storeys: &[Storey],
    before: usize,
    z: i32,
    size: usize,
    stream: &mut Stream,
) -> Result<Storey, PlanError> {
    // Back towards where the visitor came from, so that the levels lie over each other.
    let headings = [Dir::South, Dir::North, Dir::East, Dir::West];
    let spot = |room: usize| storeys[before].sketch.spots[room].plus(storeys[before].start);
    let most = |room: usize| task(request, spot(room), &headings).most();
    let rooms = landings(storeys, before);
    let Some(&room) = rooms.iter().find(|&&room| most(room) >= size as u64) else {
        return Err(request.refusal(rooms.iter().map(|&room| most(room)).max().unwrap_or(0)));
    };
    let sketch = task(request, spot(room), &headings).draw(size, stream);
    Ok(Storey { z, sketch, start: spot(room), from: Some((before, room)) })
}

/// The rooms of a storey that can have stairs, farthest first: none that has some, and its first only where no other is
/// left.
fn landings(storeys: &[Storey], storey: usize) -> Vec<usize> {
    let taken = |room: usize| storeys.iter().any(|other| other.from == Some((storey, room)));
    let hops = hops(&storeys[storey].sketch);
    let mut rooms: Vec<usize> = (0..hops.len()).filter(|&room| !taken(room)).collect();
    // The first room of any other storey has the stairs by which it was reached.
    rooms.retain(|&room| room != 0 || storeys[storey].from.is_none());
    rooms.sort_by_key(|&room| (std::cmp::Reverse(hops[room]), room));
    rooms
}

/// Links between the first room and each other one.
fn hops(sketch: &Sketch) -> Vec<u32> {
    let mut neighbours = vec![Vec::new(); sketch.spots.len()];
    for &[a, b] in &sketch.links {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut hops = vec![u32::MAX; sketch.spots.len()];
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

fn task<'a>(request: &PlanRequest, start: Spot, headings: &'a [Dir]) -> Task<'a> {
    let bounds: Bounds = request.bounds.seen_from(start);
    Task { shape: request.shape, loops: request.loops, bounds, headings }
}
