//! Loops of a plan: extra links that spare the longest detours.
//!
//! ```text
//!   maze: neighbours without a link      hub: equally far on neighbouring spokes
//!     o─o─o                                    o─┐
//!     │ ┊ │                                  o─┼─o     an ambulatory joins what goes round the centre
//!     o o─o                                  └─o
//! ```
//!
//! Candidates of all levels are taken together, so that small levels get their share of a small fraction too: those of mazes
//! with the longest detour along the tree first, those of hubs from the centre outwards.

use std::cmp::{Ordering, Reverse};
use std::collections::VecDeque;

use super::level::LevelPlan;
use super::shape::{DEAD_ENDS, LOOPED_FROM, Sketch, ambulatory, possible_links};
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::recipe::{Bounds, PlanShape};
use crate::seed::Stream;

/// A link that could close a loop.
struct LoopCandidate {
    /// The position of its level.
    level: usize,
    rooms: [usize; 2],
    /// What it is made with: its mirror image.
    image: Option<[usize; 2]>,
    /// Links between its rooms along the tree.
    detour: u32,
}

impl LoopCandidate {
    /// Adds its links; returns how many there are.
    fn make(&self, level: &mut LevelPlan) -> usize {
        let before = level.loops.len();
        level.loops.extend(std::iter::once(self.rooms).chain(self.image));
        level.loops.len() - before
    }
}

/// One candidate for each pair of mirror images, and none for what has no image.
fn pair_up(candidates: Vec<LoopCandidate>, levels: &[LevelPlan]) -> Vec<LoopCandidate> {
    let images: Vec<Vec<Option<usize>>> = levels.iter().map(LevelPlan::images).collect();
    let paired = |candidate: LoopCandidate| {
        let [a, b] = candidate.rooms.map(|room| images[candidate.level][room]);
        let (a, b) = (a?, b?);
        let image = [a.min(b), a.max(b)];
        let image = match image.cmp(&candidate.rooms) {
            Ordering::Less => return None,
            Ordering::Equal => None,
            Ordering::Greater => Some(image),
        };
        Some(LoopCandidate { image, ..candidate })
    };
    candidates.into_iter().filter_map(paired).collect()
}

/// Adds the requested fraction of the possible loops, rounded up over all levels. Mazes keep two dead ends on each level,
/// and one of at least [`LOOPED_FROM`] rooms gets a loop in any case, unless none are asked for. Those of a plan that
/// `is_mirrored` come with their images or not at all.
///
/// # Errors
/// When the meter halts.
pub fn add_loops(
    levels: &mut [LevelPlan],
    (shape, bounds, extra): (PlanShape, Bounds, Fraction),
    is_mirrored: bool,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<(), Halt> {
    if extra.parts() == 0 {
        return Ok(());
    }
    let mut candidates = candidates(levels, shape, meter)?;
    let wanted = (usize::from(extra.parts()) * candidates.len()).div_ceil(usize::from(Fraction::WHOLE));
    if is_mirrored {
        candidates = pair_up(candidates, levels);
    }
    stream.shuffle(&mut candidates);
    // The farther out a walk round a centre is, the longer it gets on the map, soon longer than a loop may be.
    match shape {
        PlanShape::Hub => candidates.sort_by_key(|candidate| candidate.detour),
        _ => candidates.sort_by_key(|candidate| Reverse(candidate.detour)),
    }
    let mut ends = DeadEnds::new(levels, shape);
    let is_wide = shape == PlanShape::Maze && bounds.sides().iter().all(|&side| side >= 2);
    let needs_one = |level: &LevelPlan| is_wide && level.sketch.cells.len() >= LOOPED_FROM;
    let (mut made, mut later) = (0, Vec::new());
    for candidate in candidates {
        let level = &mut levels[candidate.level];
        if needs_one(level) && level.loops.is_empty() && ends.allows(&candidate) {
            ends.add(&candidate);
            made += candidate.make(level);
        } else {
            later.push(candidate);
        }
    }
    for candidate in later {
        if made >= wanted {
            break;
        }
        if ends.allows(&candidate) {
            ends.add(&candidate);
            made += candidate.make(&mut levels[candidate.level]);
        }
    }
    Ok(())
}

fn candidates(levels: &[LevelPlan], shape: PlanShape, meter: &mut Meter) -> Result<Vec<LoopCandidate>, Halt> {
    let mut candidates = Vec::new();
    for (level, LevelPlan { sketch, .. }) in levels.iter().enumerate() {
        let pairs = match shape {
            PlanShape::Maze => possible_links(sketch),
            PlanShape::Hub => ambulatory(sketch),
            _ => continue,
        };
        meter.spend(sketch.cells.len() as u64)?;
        let tree = RoomTree::new(sketch);
        for rooms in pairs {
            let detour = tree.hops(rooms);
            meter.spend(1 + u64::from(detour) / 8)?;
            candidates.push(LoopCandidate { level, rooms, image: None, detour });
        }
    }
    Ok(candidates)
}

/// Links of each room and rooms with one link, by level.
struct DeadEnds {
    degrees: Vec<Vec<u32>>,
    ends: Vec<usize>,
    /// How many of them loops must leave on each level.
    least: usize,
}

impl DeadEnds {
    fn new(levels: &[LevelPlan], shape: PlanShape) -> Self {
        let degrees: Vec<Vec<u32>> = levels.iter().map(|level| level.sketch.degrees()).collect();
        let ends = degrees.iter().map(|degrees| degrees.iter().filter(|&&degree| degree == 1).count()).collect();
        Self { degrees, ends, least: if shape == PlanShape::Maze { DEAD_ENDS } else { 0 } }
    }

    fn lost(&self, candidate: &LoopCandidate) -> usize {
        candidate.rooms.iter().filter(|&&room| self.degrees[candidate.level][room] == 1).count()
    }

    fn allows(&self, candidate: &LoopCandidate) -> bool {
        self.ends[candidate.level] - self.lost(candidate) >= self.least
    }

    fn add(&mut self, candidate: &LoopCandidate) {
        self.ends[candidate.level] -= self.lost(candidate);
        candidate.rooms.iter().for_each(|&room| self.degrees[candidate.level][room] += 1);
    }
}

/// The tree of a sketch's links from its first room.
struct RoomTree {
    parents: Vec<usize>,
    depths: Vec<u32>,
}

impl RoomTree {
    fn new(sketch: &Sketch) -> Self {
        let mut neighbors = vec![Vec::new(); sketch.cells.len()];
        for &[a, b] in &sketch.links {
            neighbors[a].push(b);
            neighbors[b].push(a);
        }
        let mut tree = Self { parents: vec![0; neighbors.len()], depths: vec![0; neighbors.len()] };
        let mut queue = VecDeque::from([0]);
        while let Some(room) = queue.pop_front() {
            let parent = tree.parents[room];
            for &next in neighbors[room].iter().filter(|&&next| next != parent) {
                (tree.parents[next], tree.depths[next]) = (room, tree.depths[room] + 1);
                queue.push_back(next);
            }
        }
        tree
    }

    /// Links between two rooms.
    fn hops(&self, [mut a, mut b]: [usize; 2]) -> u32 {
        let mut hops = 0;
        while a != b {
            if self.depths[a] < self.depths[b] {
                std::mem::swap(&mut a, &mut b);
            }
            a = self.parents[a];
            hops += 1;
        }
        hops
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::cell::PlanCell;

    #[test]
    fn hops_along_the_tree_are_those_of_a_flood() {
        for seed in 0..300 {
            let mut stream = Stream::new(seed, "loops");
            let rooms = 2 + stream.below(20) as usize;
            let links: Vec<[usize; 2]> = (1..rooms).map(|room| [stream.below(room as u32) as usize, room]).collect();
            let cells = (0..rooms as i32).map(|x| PlanCell::new(x, 0)).collect();
            let sketch = Sketch { cells, links };
            let tree = RoomTree::new(&sketch);
            for a in 0..rooms {
                let mut hops = vec![u32::MAX; rooms];
                hops[a] = 0;
                for _ in 0..rooms {
                    for &[x, y] in &sketch.links {
                        (hops[x], hops[y]) =
                            (hops[x].min(hops[y].saturating_add(1)), hops[y].min(hops[x].saturating_add(1)));
                    }
                }
                assert!((0..rooms).all(|b| tree.hops([a, b]) == hops[b]), "{:?}", sketch.links);
            }
        }
    }
}
