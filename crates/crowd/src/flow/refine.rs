//! Better plans: one actor after another looks for a shorter path through the others' plans.
//!
//! A large neighbourhood search (J. Li et al., "Anytime Multi-Agent Path Finding via Large Neighborhood Search", IJCAI
//! 2021) whose neighbourhoods are single actors. The plan is a block of space and time; the actor is taken out of it
//! and put back along the path that brings it to its goal soonest, for good, past all others:
//!
//! ```text
//!   time ↓   . b . .          Nodes are (sub-cell, time). A node may be entered when no one else is there then, and
//!            a . b .          no one comes the opposite direction or across at that moment. The goal counts only once
//!            . a . b          no one passes over it any more.
//! ```
//!
//! No one else changes its path, so the plan stays lawful and can only get better.

use std::cmp::Reverse;

use super::lacam::Plan;
use super::pibt::{NO_ACTOR, STAY};
use super::problem::Problem;
use crate::open_moves::{SubcellId, sides};

/// The largest block of space and time that is refined. [Unit: sub-cells × steps]
const MAX_BLOCK: usize = 1 << 26;
/// An actor's search looks at this many nodes for each step of the path it would replace.
const NODES_PER_STEP: usize = 30;

/// Improves a plan from `start` by so many rounds, in each of which every actor that loses time tries once.
pub(crate) fn refine(problem: &Problem, start: &[SubcellId], plan: &mut Plan, rounds: u32) {
    if problem.moves.size().area().saturating_mul(plan.len() + 1) > MAX_BLOCK {
        return;
    }
    let mut block = Block::new(problem, start, plan);
    for _ in 0..rounds {
        if !block.round() {
            break;
        }
    }
    *plan = block.plan();
}

/// Every actor's path in space and time.
struct Block<'a> {
    problem: &'a Problem<'a>,
    area: usize,
    /// For each actor its sub-cells from the start to its arrival; it stays on the last one.
    paths: Vec<Vec<SubcellId>>,
    /// Steps each actor needs if it is alone.
    shortest: Vec<u32>,
    /// Who is on which sub-cell at which time, up to the last arrival.
    occupants: Vec<u32>,
    last: usize,
    /// For each sub-cell and time: the search that reached it and the direction by which, in the lowest four bits.
    seen: Vec<u32>,
    search: u32,
    /// Nodes by the arrival they promise, beyond that of the best.
    open: Vec<Vec<Node>>,
}

/// A sub-cell at a time, and the steps from there to the goal if nothing blocks it.
#[derive(Clone, Copy)]
struct Node {
    spot: SubcellId,
    time: u32,
    left: u32,
}

impl<'a> Block<'a> {
    fn new(problem: &'a Problem<'a>, start: &[SubcellId], plan: &Plan) -> Self {
        let area = problem.moves.size().area();
        let last = plan.len();
        let mut occupants = vec![NO_ACTOR; area * (last + 1)];
        let mut paths = Vec::with_capacity(start.len());
        for actor in 0..start.len() {
            let mut path: Vec<SubcellId> =
                std::iter::once(start[actor]).chain(plan.iter().map(|spots| spots[actor])).collect();
            for (time, spot) in path.iter().enumerate() {
                occupants[time * area + spot.index()] = actor as u32;
            }
            let arrival =
                path.iter().rposition(|&spot| spot != problem.tables[actor].goal()).map_or(0, |time| time + 1);
            path.truncate(arrival + 1);
            paths.push(path);
        }
        let shortest =
            start.iter().zip(problem.tables).map(|(&spot, table)| table.steps_from(problem.moves, spot)).collect();
        let seen = vec![0; occupants.len()];
        Self { problem, area, paths, shortest, occupants, last, seen, search: 0, open: Vec::new() }
    }

    /// Lets every actor who loses time try, the greatest loser first. Says whether anybody has gained.
    fn round(&mut self) -> bool {
        let loss = |actor: u32| self.arrival(actor) - self.shortest[actor as usize] as usize;
        let mut losers: Vec<u32> = (0..self.paths.len() as u32).filter(|&actor| loss(actor) > 0).collect();
        losers.sort_by_key(|&actor| Reverse(loss(actor)));
        let gains = losers.into_iter().filter(|&actor| self.improve(actor)).count();
        gains > 0
    }

    fn arrival(&self, actor: u32) -> usize {
        self.paths[actor as usize].len() - 1
    }

    fn improve(&mut self, actor: u32) -> bool {
        self.mark(actor, NO_ACTOR);
        let better = self.improve_path(actor);
        let gained = better.is_some();
        if let Some(path) = better {
            self.paths[actor as usize] = path;
        }
        self.mark(actor, actor);
        gained
    }

    /// Writes the actor's path, and its stay on the goal, into the block.
    fn mark(&mut self, actor: u32, occupant: u32) {
        let path = &self.paths[actor as usize];
        for time in 0..=self.last {
            let spot = path[time.min(path.len() - 1)];
            self.occupants[time * self.area + spot.index()] = occupant;
        }
    }

    /// A* from the start. Of nodes that promise the same arrival the latest found goes first, which is the one that
    /// has come farthest.
    fn improve_path(&mut self, actor: u32) -> Option<Vec<SubcellId>> {
        let goal = self.problem.tables[actor as usize].goal();
        let shortest = self.shortest[actor as usize] as usize;
        let earliest = self.free_for_good(goal).max(shortest);
        let old = self.arrival(actor);
        let promises = old.checked_sub(earliest).filter(|&promises| promises > 0)?;
        self.search += 1;
        self.open.iter_mut().for_each(Vec::clear);
        self.open.resize_with(promises.max(self.open.len()), Vec::new);
        self.open[0].push(Node { spot: self.paths[actor as usize][0], time: 0, left: shortest as u32 });
        let mut nodes_left = NODES_PER_STEP * old;
        for promise in 0..promises {
            while let Some(node) = self.open[promise].pop() {
                if node.spot == goal && node.time as usize >= earliest {
                    return Some(self.trace(node));
                }
                nodes_left = nodes_left.checked_sub(1)?;
                self.expand(actor, node, earliest, promises);
            }
        }
        None
    }

    fn expand(&mut self, actor: u32, node: Node, earliest: usize, promises: usize) {
        let problem = self.problem;
        let table = &problem.tables[actor as usize];
        let steps =
            problem.moves.directions(node.spot).map(|direction| (direction, problem.moves.step(node.spot, direction)));
        let mut next = [(0, STAY, node.spot); 9];
        let mut count = 1;
        for (direction, spot) in steps {
            next[count] = (table.change(node.spot, spot), direction, spot);
            count += 1;
        }
        // Steps towards the goal are pushed last and popped first.
        next[..count].sort_by_key(|&(change, ..)| Reverse(change));
        for &(change, direction, spot) in &next[..count] {
            let (time, left) = (node.time + 1, node.left.wrapping_add_signed(change));
            let promise = (time + left).max(earliest as u32) as usize - earliest;
            if promise < promises && self.is_open(node, spot, direction) && self.visit(time, spot, direction) {
                self.open[promise].push(Node { spot, time, left });
            }
        }
    }

    /// Whether no one is on the sub-cell at the end of the step, and no one comes from there or across.
    fn is_open(&self, node: Node, to: SubcellId, direction: usize) -> bool {
        let (now, then) = (node.time as usize * self.area, (node.time as usize + 1) * self.area);
        let goes = |from: SubcellId, to: SubcellId| {
            let other = self.occupants[now + from.index()];
            other != NO_ACTOR && self.occupants[then + to.index()] == other
        };
        let across = sides(direction).is_some_and(|(a, b)| {
            let (a, b) = (self.problem.moves.step(node.spot, a), self.problem.moves.step(node.spot, b));
            goes(a, b) || goes(b, a)
        });
        self.occupants[then + to.index()] == NO_ACTOR && !goes(to, node.spot) && !across
    }

    fn visit(&mut self, time: u32, spot: SubcellId, direction: usize) -> bool {
        let seen = &mut self.seen[time as usize * self.area + spot.index()];
        let is_new = *seen >> 4 != self.search;
        if is_new {
            *seen = self.search << 4 | direction as u32;
        }
        is_new
    }

    /// The first time from which on no one passes over the sub-cell.
    fn free_for_good(&self, spot: SubcellId) -> usize {
        let times = (0..=self.last).rev();
        times
            .take_while(|time| self.occupants[time * self.area + spot.index()] == NO_ACTOR)
            .last()
            .unwrap_or(self.last + 1)
    }

    /// The path to a node, from the directions by which its predecessors were reached.
    fn trace(&self, node: Node) -> Vec<SubcellId> {
        let mut path = vec![node.spot];
        let mut spot = node.spot;
        for time in (1..=node.time as usize).rev() {
            let direction = (self.seen[time * self.area + spot.index()] & 15) as usize;
            spot = if direction == STAY { spot } else { self.problem.moves.step(spot, 7 - direction) };
            path.push(spot);
        }
        path.reverse();
        path
    }

    fn plan(&self) -> Plan {
        let last = self.paths.iter().map(|path| path.len() - 1).max().unwrap_or(0);
        let at = |time: usize| self.paths.iter().map(|path| path[time.min(path.len() - 1)]).collect();
        (1..=last).map(at).collect()
    }
}
