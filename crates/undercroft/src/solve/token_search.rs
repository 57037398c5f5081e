//! A* over places and what was collected there.
//!
//! A visitor collects *tokens*: rooms that must be visited, and keys. Only a few cells matter: where tokens lie, the cells
//! of gates, and the start. Between them a shortest walk is a shortest path that opens no other gate, which a flood
//! measures; a walk over a token that it does not count is never shorter than the walk that stops there. So the states
//! are pairs of such a cell and the set of tokens, and with shared keys also the set of opened locks.
//!
//! Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths* (1968). The estimate
//! is the longest of the distances to the missing rooms with every gate open, which is consistent.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use super::site::Site;
use super::step_flood::{Advance, StepFlood};
use crate::dungeon::KeyRule;

/// The most tokens, and the most locks.
pub(super) const MAX_TOKENS: usize = 64;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// The cells of a shortest walk.
    Found(Vec<u32>),
    Impossible,
    /// No walk is shorter than this.
    OutOfBudget(u32),
}

/// A cell that matters.
#[derive(Clone, Copy, Debug)]
struct Stop {
    node: u32,
    /// What lies there.
    tokens: u64,
    /// The gate that the cell belongs to, if it is respected.
    gate: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    stop: u32,
    tokens: u64,
    /// Shared keys: the locks that were opened.
    opened: u64,
}

/// How a state was reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    state: State,
    steps: u32,
    /// The state before; the first is before itself.
    before: u32,
}

/// A search that respects some of the locks; the others are open.
pub(super) struct TokenSearch<'a> {
    site: &'a Site<'a>,
    flood: &'a mut StepFlood,
    /// The locks that are respected, sorted.
    respected: &'a [usize],
    stops: Vec<Stop>,
    /// Of each stop the stops in reach with their distances, once they are known.
    edges: Vec<Option<Vec<(u32, u32)>>>,
    /// Of each room that must be visited the distance to each stop, with every gate open.
    estimates: Vec<Vec<Option<u32>>>,
    /// Tokens of rooms.
    required: u64,
    /// Tokens of keys, where they are shared.
    keys: u64,
    reached: Vec<Reached>,
    positions: HashMap<State, u32>,
    queue: BinaryHeap<Reverse<(u32, u32, u32)>>,
}

impl<'a> TokenSearch<'a> {
    /// A search over the stops that matter; `None` where there are too many tokens.
    pub(super) fn new(site: &'a Site, flood: &'a mut StepFlood, respected: &'a [usize]) -> Option<Self> {
        let (rooms, keys) = (site.rooms.len(), key_tokens(site, respected));
        if rooms + keys.len() > MAX_TOKENS || respected.len() > MAX_TOKENS {
            return None;
        }
        let mut search = Self {
            site,
            flood,
            respected,
            stops: Vec::new(),
            edges: Vec::new(),
            estimates: Vec::new(),
            required: mask(rooms),
            keys: 0,
            reached: Vec::new(),
            positions: HashMap::new(),
            queue: BinaryHeap::new(),
        };
        search.add_stops(&keys);
        search.measure_rooms();
        Some(search)
    }

    fn add_stops(&mut self, keys: &[Vec<u32>]) {
        let mut tokens: BTreeMap<u32, u64> = BTreeMap::from([(self.site.start, 0)]);
        let mut lay = |token: usize, node: u32| *tokens.entry(node).or_default() |= 1 << token;
        for (token, &room) in self.site.rooms.iter().enumerate() {
            self.site.entry_cells(room).into_iter().for_each(|node| lay(token, node));
        }
        for (token, cells) in (self.site.rooms.len()..).zip(keys) {
            cells.iter().for_each(|&node| lay(token, node));
            if self.site.gates.rule == KeyRule::Shared {
                self.keys |= 1 << token;
            }
        }
        for (node, _) in self.site.map.gate_cells().filter(|&(_, gate)| is_respected(self.site, self.respected, gate)) {
            tokens.entry(node).or_default();
        }
        let gate = |node| self.site.map.gate(node).filter(|&gate| is_respected(self.site, self.respected, gate));
        self.stops = tokens.into_iter().map(|(node, tokens)| Stop { node, tokens, gate: gate(node) }).collect();
        self.edges = vec![None; self.stops.len()];
    }

    fn measure_rooms(&mut self) {
        for &room in &self.site.rooms {
            self.flood.run(&self.site.map, self.site.floor(room), |_, _| Advance::On);
            self.estimates.push(self.stops.iter().map(|stop| self.flood.distance(stop.node)).collect());
        }
    }

    /// Searches, and takes what it looks at from the budget. [Unit: states]
    pub(super) fn run(mut self, budget: &mut u64) -> SearchEnd {
        let Ok(start) = self.stops.binary_search_by_key(&self.site.start, |stop| stop.node) else {
            return SearchEnd::Impossible;
        };
        let state = State { stop: start as u32, tokens: self.stops[start].tokens, opened: 0 };
        self.offer(state, 0, 0);
        while let Some(Reverse((total, _, position))) = self.queue.pop() {
            let Reached { state, steps, .. } = self.reached[position as usize];
            if self.estimate(state).is_none_or(|estimate| steps + estimate != total) {
                continue; // A shorter walk to the state was queued since.
            }
            if state.tokens & self.required == self.required {
                return SearchEnd::Found(self.trace(position));
            }
            let Some(left) = budget.checked_sub(1) else { return SearchEnd::OutOfBudget(total) };
            *budget = left;
            self.expand(position, state, steps);
        }
        SearchEnd::Impossible
    }

    fn expand(&mut self, position: u32, state: State, steps: u32) {
        let stop = state.stop as usize;
        let edges = self.edges[stop].take().unwrap_or_else(|| self.measure(stop));
        for &(to, distance) in &edges {
            if let Some(next) = self.arrive(state, to) {
                self.offer(next, steps + distance, position);
            }
        }
        self.edges[stop] = Some(edges);
    }

    /// The state after a move to a stop; `None` where a gate is shut or nothing is gained.
    fn arrive(&self, state: State, to: u32) -> Option<State> {
        let stop = self.stops[to as usize];
        let tokens = state.tokens | stop.tokens;
        let Some(gate) = stop.gate else {
            return (tokens != state.tokens).then_some(State { stop: to, tokens, ..state });
        };
        let mut openers =
            self.site.gates.openers(gate).iter().filter_map(|lock| self.respected.binary_search(lock).ok());
        if self.site.gates.rule == KeyRule::Own {
            let has_key = openers.any(|lock| state.tokens >> (self.site.rooms.len() + lock) & 1 == 1);
            return has_key.then_some(State { stop: to, tokens, ..state });
        }
        let opened = state.opened | 1 << openers.next()?;
        let has_key = opened == state.opened || (state.tokens & self.keys).count_ones() > state.opened.count_ones();
        has_key.then_some(State { stop: to, tokens, opened })
    }

    fn offer(&mut self, state: State, steps: u32, before: u32) {
        let Some(estimate) = self.estimate(state) else { return };
        let new = Reached { state, steps, before };
        let position = *self.positions.entry(state).or_insert_with(|| {
            self.reached.push(Reached { steps: u32::MAX, ..new });
            self.reached.len() as u32 - 1
        });
        let known = &mut self.reached[position as usize];
        if steps < known.steps {
            *known = new;
            self.queue.push(Reverse((steps + estimate, estimate, position)));
        }
    }

    /// A lower bound of the steps that are left; `None` where a room cannot be reached.
    fn estimate(&self, state: State) -> Option<u32> {
        let missing = (0..self.estimates.len()).filter(|token| state.tokens >> token & 1 == 0);
        let mut distances = missing.map(|token| self.estimates[token][state.stop as usize]);
        distances.try_fold(0, |longest: u32, distance| Some(longest.max(distance?)))
    }

    /// The stops in reach of a stop without opening a gate.
    fn measure(&mut self, from: usize) -> Vec<(u32, u32)> {
        self.flood_from(self.stops[from].node, None);
        let distance = |(to, stop): (u32, &Stop)| Some((to, self.flood.distance(stop.node)?));
        let reached = (0..).zip(&self.stops).filter(|&(to, _)| to as usize != from);
        reached.filter_map(distance).collect()
    }

    /// Floods what can be reached from a cell without opening a gate, up to a target if there is one.
    fn flood_from(&mut self, source: u32, target: Option<u32>) {
        let (site, respected) = (self.site, self.respected);
        self.flood.run(&site.map, [source], |node, _| match node {
            _ if Some(node) == target => Advance::End,
            _ if is_shut(site, respected, node) => Advance::Halt,
            _ => Advance::On,
        });
    }

    /// The cells of the walk to a state.
    fn trace(&mut self, last: u32) -> Vec<u32> {
        let mut positions = vec![last];
        let mut at = last;
        while at != self.reached[at as usize].before {
            at = self.reached[at as usize].before;
            positions.push(at);
        }
        let stop = |position: &u32| self.stops[self.reached[*position as usize].state.stop as usize].node;
        let stops: Vec<u32> = positions.iter().rev().map(stop).collect();
        let mut nodes = vec![stops[0]];
        for leg in stops.windows(2) {
            self.flood_from(leg[0], Some(leg[1]));
            let (site, respected) = (self.site, self.respected);
            let path = self.flood.trace(&site.map, leg[1], |node| !is_shut(site, respected, node));
            nodes.extend(&path[1..]);
        }
        nodes
    }
}

/// Whether a flood stops at a cell.
fn is_shut(site: &Site, respected: &[usize], node: u32) -> bool {
    site.map.gate(node).is_some_and(|gate| is_respected(site, respected, gate))
}

/// Whether a gate is shut until a key opens it: no lock that opens it stands open.
fn is_respected(site: &Site, respected: &[usize], gate: usize) -> bool {
    site.gates.openers(gate).iter().all(|lock| respected.binary_search(lock).is_ok())
}

/// The cells of each token of a key: one token a respected lock where keys belong to locks, else one a key.
fn key_tokens(site: &Site, respected: &[usize]) -> Vec<Vec<u32>> {
    match site.gates.rule {
        KeyRule::Own => {
            let cells = |lock: &usize| {
                site.key_cells().filter(|&(key, _)| site.gates.keys[key].lock == *lock).map(|(_, node)| node).collect()
            };
            respected.iter().map(cells).collect()
        }
        KeyRule::Shared if respected.is_empty() => Vec::new(),
        KeyRule::Shared => site.key_cells().map(|(_, node)| vec![node]).collect(),
    }
}

const fn mask(bits: usize) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}
