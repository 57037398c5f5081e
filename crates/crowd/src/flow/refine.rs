//! Better plans: one actor after another looks for a shorter way through the others' plans.
//!
//! A large neighbourhood search (J. Li et al., "Anytime Multi-Agent Path Finding via Large Neighborhood Search", IJCAI
//! 2021) whose neighbourhoods are single actors. The plan is a block of space and time; the actor is taken out of it
//! and put back along the way that brings it to its goal soonest, for good, past all others:
//!
//! ```text
//!   time ↓   . b . .          Nodes are (spot, time). A node may be entered when nobody else is there then, and
//!            a . b .          nobody comes the other way or across at that moment. The goal counts only once
//!            . a . b          nobody passes over it any more.
//! ```
//!
//! Nobody else changes its way, so the plan stays lawful and can only get better.

use std::cmp::Reverse;

use super::lacam::Plan;
use super::pibt::{NOBODY, STAY};
use super::{Problem, Spot};
use crate::open_moves::sides;

/// The largest block of space and time that is refined. [Unit: spots × steps]
const MAX_BLOCK: usize = 1 << 26;
/// An actor's search looks at this many nodes for each step of the way it would replace.
const NODES_PER_STEP: usize = 30;

/// Improves a plan from `start` by so many rounds, in each of which every actor that loses time tries once.
pub(crate) fn refine(problem: &Problem, start: &[Spot], plan: &mut Plan, rounds: u32) {
    if problem.ways.size().area().saturating_mul(plan.len() + 1) > MAX_BLOCK {
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

/// Everybody's way in space and time.
struct Block<'a> {
    problem: &'a Problem<'a>,
    area: usize,
    /// For each actor its spots from the start to its arrival; it stays on the last one.
    ways: Vec<Vec<Spot>>,
    /// Steps each actor needs if it is alone.
    shortest: Vec<u32>,
    /// Who is on which spot at which time, up to the last arrival.
    occupants: Vec<u32>,
    last: usize,
    /// For each spot and time: the search that reached it and the direction by which, in the lowest four bits.
    seen: Vec<u32>,
    search: u32,
    /// Nodes by the arrival they promise, beyond that of the best.
    open: Vec<Vec<Node>>,
}

/// A spot at a time, and the steps from there to the goal if nobody is in the way.
#[derive(Clone, Copy)]
struct Node {
    spot: Spot,
    time: u32,
    left: u32,
}

impl<'a> Block<'a> {
    fn new(problem: &'a Problem<'a>, start: &[Spot], plan: &Plan) -> Self {
        let area = problem.ways.size().area();
        let last = plan.len();
        let mut occupants = vec![NOBODY; area * (last + 1)];
        let mut ways = Vec::with_capacity(start.len());
        for actor in 0..start.len() {
            let mut way: Vec<Spot> =
                std::iter::once(start[actor]).chain(plan.iter().map(|spots| spots[actor])).collect();
            for (time, spot) in way.iter().enumerate() {
                occupants[time * area + spot.index()] = actor as u32;
            }
            let arrival = way.iter().rposition(|&spot| spot != problem.tables[actor].goal()).map_or(0, |time| time + 1);
            way.truncate(arrival + 1);
            ways.push(way);
        }
        let shortest =
            start.iter().zip(problem.tables).map(|(&spot, table)| table.steps_from(problem.ways, spot)).collect();
        let seen = vec![0; occupants.len()];
        Self { problem, area, ways, shortest, occupants, last, seen, search: 0, open: Vec::new() }
    }

    /// Lets everybody who loses time try, the greatest loser first. Says whether anybody has gained.
    fn round(&mut self) -> bool {
        let loss = |actor: u32| self.arrival(actor) - self.shortest[actor as usize] as usize;
        let mut losers: Vec<u32> = (0..self.ways.len() as u32).filter(|&actor| loss(actor) > 0).collect();
        losers.sort_by_key(|&actor| Reverse(loss(actor)));
        let gains = losers.into_iter().filter(|&actor| self.improve(actor)).count();
        gains > 0
    }

    fn arrival(&self, actor: u32) -> usize {
        self.ways[actor as usize].len() - 1
    }

    fn improve(&mut self, actor: u32) -> bool {
        self.mark(actor, NOBODY);
        let better = self.shorter_way(actor);
        let gained = better.is_some();
        if let Some(way) = better {
            self.ways[actor as usize] = way;
        }
        self.mark(actor, actor);
        gained
    }

    /// Writes the actor's way, and its stay on the goal, into the block.
    fn mark(&mut self, actor: u32, occupant: u32) {
        let way = &self.ways[actor as usize];
        for time in 0..=self.last {
            let spot = way[time.min(way.len() - 1)];
            self.occupants[time * self.area + spot.index()] = occupant;
        }
    }

    /// A* from the start. Of nodes that promise the same arrival the latest found goes first, which is the one that
    /// is farthest on its way.
    fn shorter_way(&mut self, actor: u32) -> Option<Vec<Spot>> {
        let goal = self.problem.tables[actor as usize].goal();
        let shortest = self.shortest[actor as usize] as usize;
        let earliest = self.free_for_good(goal).max(shortest);
        let old = self.arrival(actor);
        let promises = old.checked_sub(earliest).filter(|&promises| promises > 0)?;
        self.search += 1;
        self.open.iter_mut().for_each(Vec::clear);
        self.open.resize_with(promises.max(self.open.len()), Vec::new);
        self.open[0].push(Node { spot: self.ways[actor as usize][0], time: 0, left: shortest as u32 });
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
            problem.ways.directions(node.spot).map(|direction| (direction, problem.ways.step(node.spot, direction)));
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

    /// Whether nobody is on the spot at the end of the step, and nobody comes from there or across.
    fn is_open(&self, node: Node, to: Spot, direction: usize) -> bool {
        let (now, then) = (node.time as usize * self.area, (node.time as usize + 1) * self.area);
        let goes = |from: Spot, to: Spot| {
            let other = self.occupants[now + from.index()];
            other != NOBODY && self.occupants[then + to.index()] == other
        };
        let across = sides(direction).is_some_and(|(a, b)| {
            let (a, b) = (self.problem.ways.step(node.spot, a), self.problem.ways.step(node.spot, b));
            goes(a, b) || goes(b, a)
        });
        self.occupants[then + to.index()] == NOBODY && !goes(to, node.spot) && !across
    }

    fn visit(&mut self, time: u32, spot: Spot, direction: usize) -> bool {
        let seen = &mut self.seen[time as usize * self.area + spot.index()];
        let is_new = *seen >> 4 != self.search;
        if is_new {
            *seen = self.search << 4 | direction as u32;
        }
        is_new
    }

    /// The first time from which on nobody passes over the spot.
    fn free_for_good(&self, spot: Spot) -> usize {
        let times = (0..=self.last).rev();
        times
            .take_while(|time| self.occupants[time * self.area + spot.index()] == NOBODY)
            .last()
            .unwrap_or(self.last + 1)
    }

    /// The way to a node, from the directions by which its predecessors were reached.
    fn trace(&self, node: Node) -> Vec<Spot> {
        let mut way = vec![node.spot];
        let mut spot = node.spot;
        for time in (1..=node.time as usize).rev() {
            let direction = (self.seen[time * self.area + spot.index()] & 15) as usize;
            spot = if direction == STAY { spot } else { self.problem.ways.step(spot, 7 - direction) };
            way.push(spot);
        }
        way.reverse();
        way
    }

    fn plan(&self) -> Plan {
        let last = self.ways.iter().map(|way| way.len() - 1).max().unwrap_or(0);
        let at = |time: usize| self.ways.iter().map(|way| way[time.min(way.len() - 1)]).collect();
        (1..=last).map(at).collect()
    }
}
