//! A lazy search over configurations: the way out where one step after another would stall.
//!
//! K. Okumura, "LaCAM: Search-Based Algorithm for Quick Multi-Agent Pathfinding", AAAI 2023.

use std::collections::HashMap;
use super::{Pibt, Problem, Spot};
use crate::random::{Random, mix};

pub(crate) struct Search<'a> {
    problem: &'a Problem<'a>,
    pibt: Pibt,
    random: Random,
    nodes: Vec<Node>,
    explored: HashMap<u64, Vec<u32>>,
    open: Vec<u32>,
    pub steps: u64,
}

struct Node {
    spots: Vec<Spot>,
    parent: u32,
    waited: Vec<u32>,
    order: Vec<u32>,
    tree: Vec<Constraint>,
    next_constraint: usize,
}

#[derive(Clone, Copy)]
struct Constraint { parent: u32, depth: u32, actor: u32, to: Spot }

impl<'a> Search<'a> {
    pub(crate) fn new(problem: &'a Problem<'a>, start: &[Spot], seed: u64) -> Self {
        let pibt = Pibt::new(problem, seed);
        let mut s = Self { problem, pibt, random: Random::new(mix(seed)), nodes: vec![], explored: HashMap::new(), open: vec![], steps: 0 };
        let dist: Vec<u32> = start.iter().zip(problem.tables).map(|(&a, t)| t.steps_from(problem.ways, a)).collect();
        let mut order: Vec<u32> = (0..start.len() as u32).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(dist[i as usize]));
        s.add(Node { spots: start.to_vec(), parent: u32::MAX, waited: vec![0; start.len()], order, tree: vec![Constraint { parent: 0, depth: 0, actor: 0, to: Spot::NONE }], next_constraint: 0 });
        s
    }

    fn add(&mut self, node: Node) {
        let id = self.nodes.len() as u32;
        self.explored.entry(hash(&node.spots)).or_default().push(id);
        self.nodes.push(node);
        self.open.push(id);
    }

    fn find(&self, spots: &[Spot]) -> Option<u32> {
        self.explored.get(&hash(spots))?.iter().copied().find(|&id| self.nodes[id as usize].spots == spots)
    }

    pub(crate) fn run(&mut self, budget: u64) -> Option<Vec<Vec<Spot>>> {
        while let Some(&id) = self.open.last() {
            if self.steps >= budget { return None; }
            if self.problem.is_solved(&self.nodes[id as usize].spots) { return Some(self.plan(id)); }
            let Some(forced) = self.next_constraint(id) else { self.open.pop(); continue };
            self.steps += 1;
            let node = &self.nodes[id as usize];
            let Some(to) = self.pibt.step(self.problem, &node.spots, &node.order, &forced) else { continue };
            let to = to.to_vec();
            if let Some(known) = self.find(&to) { self.open.push(known); continue; }
            let waited: Vec<u32> = to.iter().zip(self.problem.tables).zip(&node.waited).map(|((&at, t), &w)| if at == t.goal() { 0 } else { w + 1 }).collect();
            let mut order = node.order.clone();
            order.sort_by_key(|&i| std::cmp::Reverse(waited[i as usize]));
            let node = Node { spots: to, parent: id, waited, order, tree: vec![Constraint { parent: 0, depth: 0, actor: 0, to: Spot::NONE }], next_constraint: 0 };
            self.add(node);
        }
        None
    }

    fn next_constraint(&mut self, id: u32) -> Option<Vec<(u32, Spot)>> {
        let node = &mut self.nodes[id as usize];
        let at = node.next_constraint;
        let c = *node.tree.get(at)?;
        node.next_constraint += 1;
        if (c.depth as usize) < node.spots.len() {
            let actor = node.order[c.depth as usize];
            let here = node.spots[actor as usize];
            let mut all: Vec<Spot> = self.problem.ways.neighbours(here).collect();
            all.push(here);
            self.random.shuffle(&mut all);
            node.tree.extend(all.into_iter().map(|to| Constraint { parent: at as u32, depth: c.depth + 1, actor, to }));
        }
        let mut forced = vec![];
        let mut c = c;
        while c.depth > 0 { forced.push((c.actor, c.to)); c = node.tree[c.parent as usize]; }
        Some(forced)
    }

    fn plan(&self, id: u32) -> Vec<Vec<Spot>> {
        let mut plan = vec![];
        let mut at = id;
        while at != u32::MAX { plan.push(self.nodes[at as usize].spots.clone()); at = self.nodes[at as usize].parent; }
        plan.reverse();
        plan
    }
}

fn hash(spots: &[Spot]) -> u64 { spots.iter().fold(0, |h, s| (h ^ u64::from(s.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)) }
