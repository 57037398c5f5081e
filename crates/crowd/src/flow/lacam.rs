//! A lazy search over configurations: the exit where one step after another would stall.
//!
//! K. Okumura, "`LaCAM`: Search-Based Algorithm for Quick Multi-Agent Pathfinding", AAAI 2023. Depth-first over
//! configurations (every actor's sub-cells at once). From each, [`Pibt`] makes one successor; asked again it must obey the
//! next constraint of a tree that forces the first actor, then the first two and so on to every combination of their
//! neighbours, breadth-first. Since the tree ends with every actor forced, no successor is missed in the end: the search
//! is complete, and it is quick because almost always the first successor will do.

use std::collections::HashMap;

use super::pibt::Pibt;
use super::problem::Problem;
use super::ranking::Ranking;
use crate::open_moves::SubcellId;
use crate::tie_break::TieBreaker;

/// Configurations from the one after the start to the one with every actor on its goal.
pub(crate) type Plan = Vec<Vec<SubcellId>>;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A plan to the goals.
    Found(Plan),
    /// There is none.
    Impossible,
    /// The budget did not suffice to tell.
    OutOfBudget,
}

/// Searches a plan from `start`, where the actors are ranked so, with at most `budget` steps of the whole crowd.
pub(crate) fn search(
    problem: &Problem,
    start: &[SubcellId],
    ranking: &Ranking,
    random: &mut TieBreaker,
    budget: u32,
) -> Outcome {
    let mut search = Search {
        problem,
        pibt: Pibt::default(),
        random,
        nodes: Vec::new(),
        explored: HashMap::new(),
        open: Vec::new(),
    };
    search.add(Node::new(start.to_vec(), None, ranking.clone()));
    search.run(budget)
}

/// A number that tells configurations apart, almost always.
pub(crate) fn fingerprint(spots: &[SubcellId]) -> u64 {
    spots.iter().fold(0, |hash, spot| (hash ^ u64::from(spot.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23))
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    pibt: Pibt,
    random: &'a mut TieBreaker,
    nodes: Vec<Node>,
    /// The nodes of each fingerprint.
    explored: HashMap<u64, Vec<usize>>,
    /// The nodes still to be expanded, the next one last.
    open: Vec<usize>,
}

/// A configuration with its tree of constraints.
struct Node {
    spots: Vec<SubcellId>,
    parent: Option<usize>,
    ranking: Ranking,
    tree: Vec<Constraint>,
    /// The first constraint of the tree that has not been tried.
    untried: usize,
}

/// "This actor must go there", and whatever the parent says. The root, at depth 0, says nothing.
#[derive(Clone, Copy)]
struct Constraint {
    parent: usize,
    depth: usize,
    actor: u32,
    to: SubcellId,
}

impl Node {
    fn new(spots: Vec<SubcellId>, parent: Option<usize>, ranking: Ranking) -> Self {
        let root = Constraint { parent: 0, depth: 0, actor: 0, to: SubcellId::NONE };
        Self { spots, parent, ranking, tree: vec![root], untried: 0 }
    }
}

impl Search<'_> {
    fn run(&mut self, budget: u32) -> Outcome {
        let mut steps = 0;
        while let Some(&id) = self.open.last() {
            if self.problem.is_solved(&self.nodes[id].spots) {
                return Outcome::Found(self.plan(id));
            }
            if steps == budget {
                return Outcome::OutOfBudget;
            }
            let Some(forced) = self.next_constraints(id) else {
                self.open.pop();
                continue;
            };
            steps += 1;
            let node = &self.nodes[id];
            let step = self.pibt.step(self.problem, &node.spots, node.ranking.order(), &forced, self.random);
            let Some(spots) = step else { continue };
            let spots = spots.to_vec();
            match self.find(&spots) {
                Some(known) => self.open.push(known),
                None => self.add(self.child(id, spots)),
            }
        }
        Outcome::Impossible
    }

    fn child(&self, id: usize, spots: Vec<SubcellId>) -> Node {
        let parent = &self.nodes[id];
        let mut ranking = parent.ranking.clone();
        ranking.update(self.problem, &parent.spots, &spots);
        Node::new(spots, Some(id), ranking)
    }

    fn add(&mut self, node: Node) {
        let id = self.nodes.len();
        self.explored.entry(fingerprint(&node.spots)).or_default().push(id);
        self.nodes.push(node);
        self.open.push(id);
    }

    fn find(&self, spots: &[SubcellId]) -> Option<usize> {
        let alike = self.explored.get(&fingerprint(spots))?;
        alike.iter().copied().find(|&id| self.nodes[id].spots == spots)
    }

    /// The next constraints of a node, whose children join the end of its tree; `None` when all have been tried.
    fn next_constraints(&mut self, id: usize) -> Option<Vec<(u32, SubcellId)>> {
        let node = &mut self.nodes[id];
        let at = node.untried;
        let constraint = *node.tree.get(at)?;
        node.untried += 1;
        if let Some(&actor) = node.ranking.order().get(constraint.depth) {
            let here = node.spots[actor as usize];
            let mut all: Vec<SubcellId> = self.problem.moves.neighbours(here).chain([here]).collect();
            self.random.shuffle(&mut all);
            let depth = constraint.depth + 1;
            node.tree.extend(all.into_iter().map(|to| Constraint { parent: at, depth, actor, to }));
        }
        let mut forced = Vec::with_capacity(constraint.depth);
        let mut constraint = constraint;
        while constraint.depth > 0 {
            forced.push((constraint.actor, constraint.to));
            constraint = node.tree[constraint.parent];
        }
        Some(forced)
    }

    fn plan(&self, goal: usize) -> Plan {
        let mut plan = Vec::new();
        let mut at = goal;
        while let Some(parent) = self.nodes[at].parent {
            plan.push(self.nodes[at].spots.clone());
            at = parent;
        }
        plan.reverse();
        plan
    }
}
