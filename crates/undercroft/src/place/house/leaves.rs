//! The leaves of a partition as rooms: for storeys of more rooms than a program describes, and for those that no division
//! by the program fits.
//!
//! A room that could only be reached through too many others gets a hallway: the building, or a part of it, is cut by a
//! strip one hall wide, and the rooms lie on both sides of it.

use std::collections::VecDeque;

use undercroft_grid::Rect;

use super::door_tree::shared_walls;
use super::space::{Space, floor_of};
use crate::meter::{Halt, Meter};
use crate::place::partition::{CutStreams, Part, Plane};
use crate::seed::{Seed, Stream};

/// The most rooms to pass between the best-placed room and any other.
const MOST_PASSED: u32 = 2;
/// Cuts by halls, each halving the last parts; five make 31 halls.
const MOST_CUTS: u32 = 5;
/// Below this number of rooms a hall would take more than it gives.
const FEWEST_FOR_HALL: i32 = 5;
/// Narrowest floor of a hall. [Unit: cells]
const HALL_FLOOR: i32 = 2;

/// A leaf of the building. [Unit: modules]
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// Its place.
    pub area: Rect,
    /// Whether it only leads to others.
    pub hall: bool,
}

/// The leaves, with the fewest halls that keep paths from passing too many rooms.
pub fn leaves(plane: &Plane, whole: Part, seed: &Seed, meter: &mut Meter) -> Result<Vec<Leaf>, Halt> {
    let mut best: Option<(u32, Vec<Leaf>)> = None;
    for cuts in 0..=MOST_CUTS {
        let name = format!("place/storey/{}/leaves/{cuts}", plane.z);
        let tried = with_halls(plane, whole, cuts, CutStreams { seed, name: &name }, meter)?;
        let passed = most_passed(plane, &tried, meter)?;
        if best.as_ref().is_none_or(|(fewest, _)| passed < *fewest) {
            best = Some((passed, tried));
        }
        if passed <= MOST_PASSED {
            break;
        }
    }
    Ok(best.map(|(_, leaves)| leaves).unwrap_or_default())
}

fn with_halls(
    plane: &Plane,
    whole: Part,
    cuts: u32,
    streams: CutStreams,
    meter: &mut Meter,
) -> Result<Vec<Leaf>, Halt> {
    let mut leaves = Vec::new();
    let mut open = vec![(whole, cuts)];
    while let Some((part, cuts)) = open.pop() {
        if let Some((hall, sides)) = hall(plane, part, &mut streams.at("hall", part.area)).filter(|_| cuts > 0) {
            leaves.push(Leaf { area: hall, hall: true });
            open.extend(sides.map(|side| (side, cuts - 1)));
        } else {
            let rooms = plane.leaves(part, streams, meter)?;
            leaves.extend(rooms.into_iter().map(|area| Leaf { area, hall: false }));
        }
    }
    Ok(leaves)
}

/// A strip along the part's longer side, and the two parts beside it with their share of the rooms.
fn hall(plane: &Plane, part: Part, stream: &mut Stream) -> Option<(Rect, [Part; 2])> {
    let area = part.area;
    if part.quota < FEWEST_FOR_HALL {
        return None;
    }
    let flat = area.width() * plane.x.module >= area.height() * plane.y.module;
    let axis = if flat { plane.y } else { plane.x };
    let (start, end) = if flat { (area.top, area.bottom) } else { (area.left, area.right) };
    let thickness = (HALL_FLOOR + axis.module) / axis.module;
    let lines = start + axis.smallest_leaf()..end - axis.smallest_leaf() - thickness + 1;
    if lines.is_empty() {
        return None;
    }
    let quarter = (lines.end - lines.start) / 4;
    let line = stream.range(lines.start + quarter..lines.end - quarter);
    let cut = |from: i32, to: i32| {
        if flat { Rect::new(area.left, from, area.right, to) } else { Rect::new(from, area.top, to, area.bottom) }
    };
    let [before, after] = [cut(start, line), cut(line + thickness, end)];
    let rooms = part.quota - 1;
    let (room, other) = (plane.capacity(before), plane.capacity(after));
    if room + other < rooms {
        return None;
    }
    let fair = (i64::from(rooms) * before.area() / (before.area() + after.area())) as i32;
    let quota = fair.clamp((rooms - other).max(1), room.min(rooms - 1));
    Some((cut(line, line + thickness), [Part { area: before, quota }, Part { area: after, quota: rooms - quota }]))
}

/// The most rooms between the best-placed room and the one farthest from it, walking through shared walls.
fn most_passed(plane: &Plane, leaves: &[Leaf], meter: &mut Meter) -> Result<u32, Halt> {
    meter.spend(4 * leaves.len() as u64)?;
    let spaces: Vec<Space> = leaves.iter().map(|leaf| Space::new(floor_of(plane, leaf.area), None)).collect();
    let mut neighbours = vec![Vec::new(); leaves.len()];
    for wall in shared_walls(&spaces, 1) {
        let [a, b] = wall.rooms.map(|room| room as usize);
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let centre = (0..leaves.len()).max_by_key(|&leaf| (neighbours[leaf].len(), std::cmp::Reverse(leaf))).unwrap_or(0);
    let mut hops = vec![u32::MAX; leaves.len()];
    hops[centre] = 0;
    let mut queue = VecDeque::from([centre]);
    while let Some(leaf) = queue.pop_front() {
        meter.spend(1)?;
        for &next in &neighbours[leaf] {
            if hops[next] == u32::MAX {
                hops[next] = hops[leaf] + 1;
                queue.push_back(next);
            }
        }
    }
    Ok(hops.into_iter().max().unwrap_or(0).saturating_sub(1))
}
