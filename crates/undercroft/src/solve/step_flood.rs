//! Breadth-first floods over numbered cells, with memory that is used again.

use super::walk_map::WalkMap;

/// Marks a cell that the flood has not come to.
const FAR: u32 = u32::MAX;

/// What a flood does where it comes to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advance {
    /// It goes on from there.
    On,
    /// It does not go farther from there.
    Halt,
    /// It ends altogether.
    End,
}

/// Distances from the sources of the last flood.
#[derive(Clone, Debug, Default)]
pub(super) struct StepFlood {
    distance: Vec<u32>,
    /// The cells with a distance, nearest first.
    reached: Vec<u32>,
}

impl StepFlood {
    /// A flood over a map of this many cells.
    pub(super) fn new(cells: usize) -> Self {
        Self { distance: vec![FAR; cells], reached: Vec::new() }
    }

    /// Visits cells nearest first, each with its distance, as far as `visit` allows. The sources are always gone on from.
    pub(super) fn run(
        &mut self,
        map: &WalkMap,
        sources: impl IntoIterator<Item = u32>,
        mut visit: impl FnMut(u32, u32) -> Advance,
    ) {
        self.clear();
        let Self { distance, reached } = self;
        for source in sources {
            if std::mem::replace(&mut distance[source as usize], 0) == FAR {
                reached.push(source);
            }
        }
        let (mut at, sources) = (0, reached.len());
        while let Some(&node) = reached.get(at) {
            let steps = distance[node as usize];
            let advance = visit(node, steps);
            if advance == Advance::End {
                return;
            }
            if advance == Advance::On || at < sources {
                map.for_each_step(node, |next| {
                    if distance[next as usize] == FAR {
                        distance[next as usize] = steps + 1;
                        reached.push(next);
                    }
                });
            }
            at += 1;
        }
    }

    /// How far a cell is, if the last flood came to it.
    pub(super) fn distance(&self, node: u32) -> Option<u32> {
        Some(self.distance[node as usize]).filter(|&steps| steps != FAR)
    }

    /// The cells that the last flood came to, nearest first.
    pub(super) fn reached(&self) -> &[u32] {
        &self.reached
    }

    /// The cells from a source of the last flood to a cell that it came to, by cells that the flood went on from.
    pub(super) fn trace(&self, map: &WalkMap, to: u32, goes_on: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut path = vec![to];
        let mut at = to;
        while self.distance[at as usize] > 0 {
            let steps = self.distance[at as usize];
            let mut before = None;
            map.for_each_step(at, |next| {
                let is_before = self.distance[next as usize] == steps - 1 && (steps == 1 || goes_on(next));
                if before.is_none() && is_before {
                    before = Some(next);
                }
            });
            at = before.expect("a flood comes to a cell from a neighbor");
            path.push(at);
        }
        path.reverse();
        path
    }

    fn clear(&mut self) {
        for node in self.reached.drain(..) {
            self.distance[node as usize] = FAR;
        }
    }
}
