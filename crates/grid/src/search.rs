//! The cheapest path through a graph whose nodes are small numbers: A* with a workspace that is used again and again.
//!
//! The caller describes the graph as a [`Problem`]: nodes are `0..nodes()`, most often the cells of a *window* of a map
//! times some directions. A [`Search`] holds one record per node of the largest problem it has met so far, never of a
//! whole map, and marks records with the number of the search that wrote them instead of clearing them, so that a
//! short search in a large window costs what it visits. After that warm-up the loop allocates nothing.
//!
//! ```text
//!     sources ──▶ queue ──▶ cheapest entry ──goal?──▶ Found(path)
//!                   ▲             │ one step of the budget
//!                   └─successors──┘        queue empty ──▶ Impossible
//! ```
//!
//! Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths* (1968).
//! Nodes are opened again whenever a cheaper path to them turns up, so the estimate has to be admissible but not
//! consistent. (An inconsistent one can make a search long, Martelli 1977; the budget ends it all the same.)
//!
//! **Ties.** Of equal totals the node queued last comes first (`queue.rs` says what holds for totals that lie far
//! apart). Of equally cheap predecessors the one taken from the queue first stays. Nothing else decides, so the same
//! problem, with successors and sources told in the same order, gives the same path, whatever was searched before.

use crate::Outcome;
use crate::queue::{BucketQueue, Entry};

/// A graph with costs, and where one wants to get to.
pub trait Problem {
    /// Nodes are `0..nodes()`. This sizes the workspace: number a window, not the world.
    fn nodes(&self) -> u32;

    /// Tells every node that one step from `node` leads to, with the cost of that step, to `push`.
    fn successors(&self, node: u32, push: impl FnMut(u32, u32));

    /// A lower bound of the cost from `node` to the nearest goal; 0 at a goal.
    ///
    /// It must be *admissible*, never more than the true cost; otherwise the path found may not be the cheapest. It
    /// need not be consistent. `u32::MAX` says that no goal can be reached from here. The default, 0, is Dijkstra.
    fn estimate(&self, node: u32) -> u32 {
        let _ = node;
        0
    }

    /// Whether the search may end here.
    fn is_goal(&self, node: u32) -> bool;
}

/// A cheapest path from a source to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchPath {
    /// The source's entry cost and the costs of all steps.
    pub cost: u32,
    /// From the source to the goal, both included. A source that is a goal is a path of one node.
    pub nodes: Vec<u32>,
}

/// The reusable workspace of searches.
///
/// ```
/// use undercroft_grid::{Outcome, Problem, Search};
///
/// /// Stepping stones in a row: one step costs 3, a jump over one stone costs 5.
/// struct Stones;
///
/// impl Problem for Stones {
///     fn nodes(&self) -> u32 {
///         10
///     }
///     fn successors(&self, node: u32, mut push: impl FnMut(u32, u32)) {
///         for (length, cost) in [(1, 3), (2, 5)] {
///             if node + length < 10 {
///                 push(node + length, cost);
///             }
///         }
///     }
///     fn is_goal(&self, node: u32) -> bool {
///         node == 5
///     }
/// }
///
/// let mut search = Search::new();
/// let Outcome::Found(path) = search.run(&Stones, [(0, 0)], 100) else { panic!("the stones lie in a row") };
/// assert_eq!(path.cost, 13);
/// assert_eq!(path.nodes.len(), 4);
/// assert_eq!(search.run(&Stones, [(6, 0)], 100), Outcome::Impossible);
/// assert_eq!(search.run(&Stones, [(0, 0)], 2), Outcome::OutOfBudget);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Search {
    records: Vec<Record>,
    queue: BucketQueue,
    /// The number of the current search. Records of other searches count as not written.
    generation: u32,
    steps: u64,
    /// The cost of the cheapest path to a goal so far: what cannot be cheaper need not be queued.
    bound: u32,
    /// The entry whose successors the budget did not allow any more.
    pending: Option<Entry>,
}

/// The cheapest known path to a node.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    generation: u32,
    cost: u32,
    /// The node before, or the node itself if it is a source.
    parent: u32,
}

impl Search {
    /// A workspace that has not grown yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The cheapest path from one of the sources, each a node with the cost of entering there, to a goal.
    ///
    /// One step of the `budget` is one node taken from the queue whose successors are looked at; a node may be taken
    /// again when a cheaper path to it was found. Costs add up below `u32::MAX`; a dearer path counts as none.
    ///
    /// # Panics
    /// When a source or a successor is not below [`Problem::nodes`].
    pub fn run<P: Problem>(
        &mut self,
        problem: &P,
        sources: impl IntoIterator<Item = (u32, u32)>,
        budget: u64,
    ) -> Outcome<SearchPath> {
        self.start(problem.nodes() as usize);
        let records = &mut self.records[..problem.nodes() as usize];
        for (node, cost) in sources {
            let source = Record { generation: self.generation, cost, parent: node };
            open(problem, records, &mut self.queue, &mut self.bound, node, source);
        }
        self.resume(problem, budget)
    }

    /// Goes on with the same problem where the last [`run`](Self::run) or `resume` ended as [`Outcome::OutOfBudget`],
    /// until it has taken `budget` steps in all. The outcome is that of a single run with this budget, so a long search
    /// can be cut into slices and its caller asked between them.
    ///
    /// ```
    /// # use undercroft_grid::{Outcome, Problem, Search};
    /// # struct Row;
    /// # impl Problem for Row {
    /// #     fn nodes(&self) -> u32 { 100 }
    /// #     fn successors(&self, node: u32, mut push: impl FnMut(u32, u32)) {
    /// #         if node < 99 { push(node + 1, 1) }
    /// #     }
    /// #     fn is_goal(&self, node: u32) -> bool { node == 99 }
    /// # }
    /// let mut search = Search::new();
    /// let mut outcome = search.run(&Row, [(0, 0)], 10);
    /// while outcome == Outcome::OutOfBudget {
    ///     outcome = search.resume(&Row, search.steps() + 10);
    /// }
    /// assert!(matches!(outcome, Outcome::Found(path) if path.cost == 99));
    /// ```
    pub fn resume<P: Problem>(&mut self, problem: &P, budget: u64) -> Outcome<SearchPath> {
        let (generation, queue) = (self.generation, &mut self.queue);
        let records = &mut self.records[..problem.nodes() as usize];
        let mut bound = self.bound;
        let mut next = self.pending.take();
        while let Some(entry) = next.take().or_else(|| queue.pop()) {
            let Entry { total, estimate, node } = entry;
            let cost = total - estimate;
            if cost != records[node as usize].cost {
                continue; // A cheaper path to the node has been queued since, and has come or will come out by itself.
            }
            if problem.is_goal(node) {
                return Outcome::Found(SearchPath { cost, nodes: trace(records, node) });
            }
            if self.steps == budget {
                (self.bound, self.pending) = (bound, Some(entry));
                return Outcome::OutOfBudget;
            }
            self.steps += 1;
            problem.successors(node, |next, step| {
                let cost = cost.saturating_add(step);
                open(problem, records, queue, &mut bound, next, Record { generation, cost, parent: node });
            });
        }
        Outcome::Impossible
    }

    /// How many steps the last [`run`](Self::run) took, with all that [`resume`](Self::resume) added: the smallest budget that would have given the same outcome.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// The cost of the cheapest path to a node that the last [`run`](Self::run) has come to know, if any.
    ///
    /// After an [`Outcome::Impossible`] it is the true cost of every node, `None` for those that cannot be reached or
    /// whose estimate is `u32::MAX`; after another outcome it may be more than the true cost.
    pub fn known_cost(&self, node: u32) -> Option<u32> {
        let record = self.records.get(node as usize)?;
        (self.generation != 0 && record.generation == self.generation).then_some(record.cost)
    }

    /// How many nodes the workspace has room for: those of the largest problem so far.
    pub fn capacity(&self) -> usize {
        self.records.capacity()
    }

    /// Makes room for `nodes` records and forgets those of the search before.
    fn start(&mut self, nodes: usize) {
        self.queue.clear();
        (self.steps, self.bound, self.pending) = (0, u32::MAX, None);
        if nodes > self.records.len() {
            self.records.reserve_exact(nodes - self.records.len());
            self.records.resize(nodes, Record::default());
        }
        if self.generation == u32::MAX {
            self.records.fill(Record::default());
            self.generation = 0;
        }
        self.generation += 1;
    }
}

/// Records a path to a node and queues it, unless one as cheap is known or it cannot lead to a cheaper path to a goal.
#[inline]
fn open(
    problem: &impl Problem,
    records: &mut [Record],
    queue: &mut BucketQueue,
    bound: &mut u32,
    node: u32,
    found: Record,
) {
    let known = &mut records[node as usize];
    if known.generation == found.generation && known.cost <= found.cost {
        return;
    }
    let estimate = problem.estimate(node);
    let total = found.cost.saturating_add(estimate);
    if total >= *bound {
        return;
    }
    if problem.is_goal(node) {
        *bound = total;
    }
    *known = found;
    queue.push(Entry { total, estimate, node });
}

/// The nodes from the source to `goal`, found by walking back.
fn trace(records: &[Record], goal: u32) -> Vec<u32> {
    let mut nodes = vec![goal];
    let mut node = goal;
    while records[node as usize].parent != node {
        node = records[node as usize].parent;
        nodes.push(node);
    }
    nodes.reverse();
    nodes
}

#[cfg(test)]
mod tests;
