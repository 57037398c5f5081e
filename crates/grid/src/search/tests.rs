//! Searches judged by relaxation, the slow truth, and what each rule of the search is for.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::{BitGrid, Cell, Size};

const PLENTY: u64 = u64::MAX;

/// A graph written out edge by edge: from, to, cost.
#[derive(Clone, Debug)]
struct Listed {
    nodes: u32,
    edges: Vec<(u32, u32, u32)>,
    estimates: Vec<u32>,
    goals: Vec<u32>,
}

impl Problem for Listed {
    fn nodes(&self) -> u32 {
        self.nodes
    }
    fn successors(&self, node: u32, mut push: impl FnMut(u32, u32)) {
        self.edges.iter().filter(|edge| edge.0 == node).for_each(|&(_, to, cost)| push(to, cost));
    }
    fn estimate(&self, node: u32) -> u32 {
        self.estimates[node as usize]
    }
    fn is_goal(&self, node: u32) -> bool {
        self.goals.contains(&node)
    }
}

/// The slow truth: relaxes every edge until nothing changes. Distances from the given nodes, `None` for no path.
fn relaxed(nodes: u32, edges: &[(u32, u32, u32)], from: &[(u32, u32)]) -> Vec<Option<u64>> {
    let mut best = vec![None; nodes as usize];
    for &(node, cost) in from {
        improve(&mut best[node as usize], u64::from(cost));
    }
    loop {
        let mut changed = false;
        for &(from, to, cost) in edges {
            if let Some(start) = best[from as usize] {
                changed |= improve(&mut best[to as usize], start + u64::from(cost));
            }
        }
        if !changed {
            return best;
        }
    }
}

fn improve(best: &mut Option<u64>, cost: u64) -> bool {
    let better = best.is_none_or(|known| cost < known);
    if better {
        *best = Some(cost);
    }
    better
}

/// The cost of the cheapest path to any goal, by relaxation.
fn cheapest(problem: &Listed, sources: &[(u32, u32)]) -> Option<u64> {
    let best = relaxed(problem.nodes, &problem.edges, sources);
    problem.goals.iter().filter_map(|&goal| best[goal as usize]).min()
}

/// Estimates that are admissible and nothing more: each a random share of the true cost, a dead end at random
/// either known as one or not.
fn with_wild_estimates(mut problem: Listed, shares: &[u8]) -> Listed {
    let backwards: Vec<_> = problem.edges.iter().map(|&(from, to, cost)| (to, from, cost)).collect();
    let goals: Vec<_> = problem.goals.iter().map(|&goal| (goal, 0)).collect();
    let truth = relaxed(problem.nodes, &backwards, &goals);
    let estimate = |(truth, &share): (Option<u64>, &u8)| match truth {
        Some(cost) => (cost * u64::from(share) / 255) as u32,
        None if share > 127 => u32::MAX,
        None => u32::from(share),
    };
    problem.estimates = truth.into_iter().zip(shares).map(estimate).collect();
    problem
}

fn graphs() -> impl Strategy<Value = (Listed, Vec<(u32, u32)>)> {
    (1..24u32).prop_flat_map(|nodes| {
        let edge = (0..nodes, 0..nodes, 0..20u32);
        let parts = (vec(edge, 0..70), vec(any::<u8>(), nodes as usize), vec(0..nodes, 0..3));
        (parts, vec((0..nodes, 0..30u32), 0..4)).prop_map(move |((edges, shares, goals), sources)| {
            (with_wild_estimates(Listed { nodes, edges, estimates: Vec::new(), goals }, &shares), sources)
        })
    })
}

/// That a path runs through the graph and costs what it claims.
fn check_path(problem: &Listed, sources: &[(u32, u32)], path: &SearchPath) {
    let entry = sources.iter().filter(|source| source.0 == path.nodes[0]).map(|source| source.1).min();
    let steps = path.nodes.windows(2).map(|pair| {
        let between = problem.edges.iter().filter(|edge| (edge.0, edge.1) == (pair[0], pair[1]));
        between.map(|edge| edge.2).min().expect("a step of the path is an edge")
    });
    assert_eq!(entry.expect("a path starts at a source") + steps.sum::<u32>(), path.cost);
    assert!(problem.is_goal(*path.nodes.last().unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_cheapest_path_is_found_with_any_admissible_estimate((problem, sources) in graphs()) {
        let outcome = Search::new().run(&problem, sources.iter().copied(), PLENTY);
        match (cheapest(&problem, &sources), outcome) {
            (Some(cost), Outcome::Found(path)) => {
                prop_assert_eq!(u64::from(path.cost), cost);
                check_path(&problem, &sources, &path);
            }
            (None, outcome) => prop_assert_eq!(outcome, Outcome::Impossible),
            (Some(_), outcome) => prop_assert!(false, "there is a path, but: {outcome:?}"),
        }
    }

    #[test]
    fn a_budget_changes_the_outcome_exactly_when_it_is_below_the_steps_needed((problem, sources) in graphs()) {
        let mut search = Search::new();
        let free = search.run(&problem, sources.iter().copied(), PLENTY);
        let needed = search.steps();
        for budget in 0..needed + 3 {
            let bounded = search.run(&problem, sources.iter().copied(), budget);
            prop_assert_eq!(search.steps(), needed.min(budget));
            prop_assert_eq!(bounded, if budget < needed { Outcome::OutOfBudget } else { free.clone() });
        }
    }

    #[test]
    fn a_search_in_slices_ends_like_one_without((problem, sources) in graphs(), slice in 1..5u64) {
        let mut whole = Search::new();
        let expected = whole.run(&problem, sources.clone(), PLENTY);
        let mut search = Search::new();
        let mut outcome = search.run(&problem, sources, 0);
        let mut slices = 0;
        while outcome == Outcome::OutOfBudget {
            slices += 1;
            outcome = search.resume(&problem, slices * slice);
        }
        prop_assert_eq!((outcome, search.steps()), (expected, whole.steps()));
        prop_assert_eq!(slices, whole.steps().div_ceil(slice));
    }

    #[test]
    fn a_used_workspace_answers_like_a_new_one(rounds in vec(graphs(), 2..6)) {
        let mut used = Search::new();
        let largest = rounds.iter().map(|(problem, _)| problem.nodes as usize).max();
        for (problem, sources) in &rounds {
            let fresh = Search::new().run(problem, sources.iter().copied(), PLENTY);
            prop_assert_eq!(used.run(problem, sources.iter().copied(), PLENTY), fresh);
        }
        prop_assert_eq!(Some(used.capacity()), largest);
    }

    #[test]
    fn without_a_goal_the_search_knows_every_distance((mut problem, sources) in graphs()) {
        problem.goals.clear();
        problem.estimates.fill(0);
        let mut search = Search::new();
        prop_assert_eq!(search.run(&problem, sources.iter().copied(), PLENTY), Outcome::Impossible);
        let known: Vec<_> = (0..problem.nodes).map(|node| search.known_cost(node).map(u64::from)).collect();
        prop_assert_eq!(known, relaxed(problem.nodes, &problem.edges, &sources));
    }
}

/// A corridor map as the router sees it: a state is a cell and a direction, turns cost extra.
struct Turns {
    free: BitGrid,
    goal: Cell,
}

impl Turns {
    fn edges(&self) -> Listed {
        let mut edges = Vec::new();
        for from in 0..self.nodes() {
            self.successors(from, |to, cost| edges.push((from, to, cost)));
        }
        let goals = (0..self.nodes()).filter(|&node| self.is_goal(node)).collect();
        Listed { nodes: self.nodes(), edges, estimates: vec![0; self.nodes() as usize], goals }
    }
}

impl Problem for Turns {
    fn nodes(&self) -> u32 {
        self.free.size().area() as u32 * 4
    }
    fn successors(&self, node: u32, mut push: impl FnMut(u32, u32)) {
        let cell = self.free.size().cell(node as usize / 4);
        for dir in crate::Dir::ALL {
            let turn = if dir.index() as u32 == node % 4 { 0 } else { 40 };
            if self.free.contains(cell + dir) {
                push(self.free.size().id(cell + dir) as u32 * 4 + dir.index() as u32, 10 + turn);
            }
        }
    }
    fn estimate(&self, node: u32) -> u32 {
        self.free.size().cell(node as usize / 4).manhattan(self.goal) as u32 * 10
    }
    fn is_goal(&self, node: u32) -> bool {
        self.free.size().cell(node as usize / 4) == self.goal
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn corridors_with_turn_costs_agree_with_relaxation(
        w in 1..12i32, h in 1..12i32, walls in vec(prop::bool::weighted(0.25), 144), ends in any::<[u8; 2]>(),
    ) {
        let size = Size::of(w, h);
        let free = BitGrid::from_fn(size, |c| !walls[size.id(c)]);
        let [start, goal] = ends.map(|end| size.cell(end as usize % size.area()));
        let problem = Turns { free, goal };
        let sources = [(size.id(start) as u32 * 4, 7)];
        let path = Search::new().run(&problem, sources, PLENTY).found();
        prop_assert_eq!(path.as_ref().map(|path| u64::from(path.cost)), cheapest(&problem.edges(), &sources));
        if let Some(path) = path { check_path(&problem.edges(), &sources, &path); }
    }
}

fn line(costs: &[u32]) -> Listed {
    let edges = costs.iter().zip(0..).map(|(&cost, node)| (node, node + 1, cost)).collect();
    let nodes = costs.len() as u32 + 1;
    Listed { nodes, edges, estimates: vec![0; nodes as usize], goals: vec![nodes - 1] }
}

#[test]
fn a_node_is_opened_again_when_an_inconsistent_estimate_hid_the_cheaper_way_to_it() {
    // 0 ─1─▶ 1 ─1─▶ 2 ─9─▶ 3, and the trap 0 ─3─▶ 2; the estimate of 1 is true but far above its neighbours'.
    let edges = vec![(0, 1, 1), (1, 2, 1), (0, 2, 3), (2, 3, 9)];
    let problem = Listed { nodes: 4, edges, estimates: vec![0, 10, 0, 0], goals: vec![3] };
    let mut search = Search::new();
    let path = search.run(&problem, [(0, 0)], PLENTY).found().unwrap();
    assert_eq!((path.cost, path.nodes), (11, vec![0, 1, 2, 3]));
    assert_eq!(search.steps(), 4, "node 2 is taken twice");
}

#[test]
fn a_source_that_is_a_goal_needs_no_budget() {
    let path = Search::new().run(&line(&[]), [(0, 6)], 0);
    assert_eq!(path, Outcome::Found(SearchPath { cost: 6, nodes: vec![0] }));
}

#[test]
fn the_cheaper_of_two_entries_to_one_source_counts() {
    let path = Search::new().run(&line(&[5, 5]), [(0, 9), (0, 2), (1, 20)], PLENTY).found().unwrap();
    assert_eq!((path.cost, path.nodes), (12, vec![0, 1, 2]));
}

#[test]
fn costs_do_not_wrap_around() {
    let huge = line(&[u32::MAX - 2, 1]);
    assert_eq!(Search::new().run(&huge, [(0, 0)], PLENTY).found().unwrap().cost, u32::MAX - 1);
    assert_eq!(Search::new().run(&huge, [(0, 1)], PLENTY), Outcome::Impossible);
}

#[test]
fn of_equal_paths_the_one_told_last_is_taken() {
    let edges = vec![(0, 2, 1), (0, 1, 1), (2, 3, 1), (1, 3, 1)];
    let problem = Listed { nodes: 4, edges, estimates: vec![0; 4], goals: vec![3] };
    assert_eq!(Search::new().run(&problem, [(0, 0)], PLENTY).found().unwrap().nodes, [0, 1, 3]);
}

#[test]
fn the_last_generation_does_not_remember_the_first() {
    let mut search = Search::new();
    let forwards = search.run(&line(&[1, 1, 1]), [(0, 0)], PLENTY);
    search.generation = u32::MAX - 1;
    for _ in 0..4 {
        assert_eq!(search.run(&line(&[1, 1, 1]), [(0, 0)], PLENTY), forwards);
    }
    assert!(search.generation < 4);
}

#[test]
fn the_workspace_does_not_grow_after_the_warm_up() {
    let free = BitGrid::full(Size::of(40, 40));
    let problem = Turns { free, goal: Cell::new(39, 39) };
    let mut search = Search::new();
    let sizes = |search: &Search| (search.records.capacity(), search.queue.capacity());
    let first = search.run(&problem, [(0, 0)], PLENTY);
    let warm = sizes(&search);
    for _ in 0..20 {
        assert_eq!(search.run(&problem, [(0, 0)], PLENTY), first);
        assert_eq!(sizes(&search), warm);
    }
}

#[test]
#[should_panic(expected = "the len is 2 but the index is 2")]
fn a_node_beyond_the_problem_is_refused_even_in_a_larger_workspace() {
    struct Leaky;
    impl Problem for Leaky {
        fn nodes(&self) -> u32 {
            2
        }
        fn successors(&self, node: u32, mut push: impl FnMut(u32, u32)) {
            push(node + 1, 1);
        }
        fn is_goal(&self, _: u32) -> bool {
            false
        }
    }
    let mut search = Search::new();
    search.run(&line(&[1; 9]), [(0, 0)], PLENTY);
    search.run(&Leaky, [(0, 0)], PLENTY);
}
