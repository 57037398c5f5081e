//! Flows judged by slow truths: breadth-first search over sub-cells, and over whole configurations.

use std::collections::{BTreeSet, VecDeque};

use proptest::prelude::*;
use undercroft_grid::{BitGrid, Cell, Size};

use super::distance::DistanceTable;
use super::flood::{Flood, Flooded};
use super::ground_edit::GroundEdit;
use super::lacam::{self, Outcome, Plan};
use super::lawful_step::is_lawful_step;
use super::pibt::Pibt;
use super::planner::FlowPlanner;
use super::problem::Problem;
use super::ranking::Ranking;
use super::refine::refine;
use crate::actor_id::ActorId;
use crate::open_moves::{OpenMoves, SubcellId};
use crate::tie_break::TieBreaker;

/// A small random ground with four or eight directions, and the free sub-cells of its largest part in random order.
fn ground(width: i32, height: i32, walls: u32, eight: bool, random: &mut TieBreaker) -> (OpenMoves, Vec<SubcellId>) {
    let free = BitGrid::from_fn(Size::of(width, height), |_| random.below(100) >= walls);
    let moves = OpenMoves::eight(&free);
    let moves = if eight { moves } else { moves.orthogonal() };
    let parts = free.iter().map(|cell| steps_by_flood(&moves, moves.id(cell)));
    let largest = parts.max_by_key(|steps| steps.iter().flatten().count()).unwrap_or_default();
    let mut spots: Vec<SubcellId> =
        (0..largest.len() as u32).map(SubcellId).filter(|spot| largest[spot.index()].is_some()).collect();
    random.shuffle(&mut spots);
    (moves, spots)
}

fn steps_by_flood(moves: &OpenMoves, from: SubcellId) -> Vec<Option<u32>> {
    let mut steps = vec![None; moves.size().area()];
    steps[from.index()] = Some(0);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((at, distance)) = queue.pop_front() {
        for next in moves.neighbours(at) {
            if steps[next.index()].is_none() {
                steps[next.index()] = Some(distance + 1);
                queue.push_back((next, distance + 1));
            }
        }
    }
    steps
}

fn tables(moves: &OpenMoves, goals: &[SubcellId]) -> Vec<DistanceTable> {
    goals.iter().map(|&goal| complete_table(moves, goal)).collect()
}

fn complete_table(moves: &OpenMoves, goal: SubcellId) -> DistanceTable {
    let mut table = DistanceTable::new(moves.size().area(), goal);
    table.grow_to(moves, u32::MAX, &mut Vec::new());
    table
}

fn ranking(problem: &Problem, start: &[SubcellId]) -> Ranking {
    let left = start.iter().zip(problem.tables).map(|(&spot, table)| table.steps_from(problem.moves, spot)).collect();
    Ranking::new(left, vec![0; start.len()])
}

fn search(problem: &Problem, start: &[SubcellId], budget: u32) -> Outcome {
    lacam::search(problem, start, &ranking(problem, start), &mut TieBreaker::new(1), budget)
}

/// Whether some lawful steps lead from the start to the goals: every configuration is tried.
fn is_solvable(moves: &OpenMoves, start: &[SubcellId], goals: &[SubcellId]) -> bool {
    let mut seen = BTreeSet::from([start.to_vec()]);
    let mut queue = VecDeque::from([start.to_vec()]);
    while let Some(now) = queue.pop_front() {
        if now == goals {
            return true;
        }
        for next in all_steps(moves, &now) {
            if seen.insert(next.clone()) {
                queue.push_back(next);
            }
        }
    }
    false
}

fn all_steps(moves: &OpenMoves, now: &[SubcellId]) -> Vec<Vec<SubcellId>> {
    let mut all = vec![vec![]];
    for &spot in now {
        let choices: Vec<SubcellId> = moves.neighbours(spot).chain([spot]).collect();
        let longer =
            |head: Vec<SubcellId>| choices.clone().into_iter().map(move |next| [head.clone(), vec![next]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all.retain(|next| is_lawful_step(moves, now, next));
    all
}

fn sum_of_costs(start: &[SubcellId], goals: &[SubcellId], plan: &Plan) -> usize {
    let scenes: Vec<&[SubcellId]> = std::iter::once(start).chain(plan.iter().map(Vec::as_slice)).collect();
    let cost = |actor: usize| scenes.iter().rposition(|spots| spots[actor] != goals[actor]).map_or(0, |time| time + 1);
    (0..start.len()).map(cost).sum()
}

fn check_plan(moves: &OpenMoves, start: &[SubcellId], goals: &[SubcellId], plan: &Plan) {
    let mut now = start;
    for next in plan {
        assert!(is_lawful_step(moves, now, next), "from {now:?} to {next:?}");
        now = next;
    }
    assert_eq!(now, goals);
}

proptest! {
    #[test]
    fn two_bits_a_spot_tell_every_step_and_every_distance(seed in any::<u64>(), eight in any::<bool>()) {
        let mut random = TieBreaker::new(seed);
        let (moves, spots) = ground(12, 9, 30, eight, &mut random);
        let Some(&goal) = spots.first() else { return Ok(()) };
        let table = complete_table(&moves, goal);
        let slow = steps_by_flood(&moves, goal);
        for &spot in &spots {
            let steps = slow[spot.index()].unwrap();
            prop_assert_eq!(table.steps_from(&moves, spot), steps);
            for next in moves.neighbours(spot) {
                prop_assert_eq!(table.change(spot, next), slow[next.index()].unwrap() as i32 - steps as i32);
            }
        }
    }

    #[test]
    fn a_flood_gives_the_table_that_grows_level_by_level(
        seed in any::<u64>(), eight in any::<bool>(), walls in 0..60u32, width in 1..200i32, height in 1..12i32,
    ) {
        let mut random = TieBreaker::new(seed);
        let free = BitGrid::from_fn(Size::of(width, height), |_| random.below(100) >= walls);
        let mut moves = if eight { OpenMoves::eight(&free) } else { OpenMoves::eight(&free).orthogonal() };
        let mut spots: Vec<SubcellId> = free.iter().map(|cell| moves.id(cell)).collect();
        random.shuffle(&mut spots);
        // Those closed to a flow keep diagonal steps past them open.
        for &closed in spots.iter().take(2) {
            for near in moves.neighbours(closed).collect::<Vec<_>>() {
                let back = moves.direction(near, closed).map_or(0, |direction| 1 << direction);
                moves.set_mask(near, moves.mask(near) & !back);
            }
            moves.set_mask(closed, 0);
        }
        let mut flood = Flood::new(&moves);
        for &goal in spots.iter().skip(1).take(3) {
            let slow = complete_table(&moves, goal);
            let known = (0..moves.size().area() as u32).filter(|&at| slow.knows(SubcellId(at))).count();
            let Flooded { words, levels, reached } = flood.run(goal);
            prop_assert_eq!((&words, levels, reached), (&slow.words, slow.levels(), known));
            let mut table = DistanceTable::new(moves.size().area(), goal);
            prop_assert_eq!(table.complete(&moves, &mut flood, &mut Vec::new()), known);
            prop_assert_eq!(table, slow);
        }
    }

    #[test]
    fn a_table_that_outlives_an_edit_is_the_table_of_the_new_ground(
        seed in any::<u64>(), eight in any::<bool>(), walls in 0..50u32, part in 0..14u32, wide in 1..=2i32,
    ) {
        let mut random = TieBreaker::new(seed);
        let size = Size::of(9, 8);
        let mut free = BitGrid::from_fn(size, |_| random.below(100) >= walls);
        let ground = |free: &BitGrid| if eight { OpenMoves::eight(free) } else { OpenMoves::eight(free).orthogonal() };
        let at = Cell::new(random.below(8) as i32, random.below(7) as i32);
        let opens = random.below(2) == 1;
        let block = (0..wide).flat_map(|y| (0..wide).map(move |x| at + Cell::new(x, y)));
        let changed: Vec<Cell> = block.filter(|&at| free.contains(at) != opens).collect();
        let before = ground(&free);
        let Some(goal) = free.iter().nth(random.below(30) as usize).map(|cell| before.id(cell)) else { return Ok(()) };
        let mut table = DistanceTable::new(size.area(), goal);
        table.grow_to(&before, if part == 13 { u32::MAX } else { part }, &mut Vec::new());
        changed.iter().for_each(|&at| free.set(at, opens));
        let after = ground(&free);
        let changed: Vec<SubcellId> = changed.into_iter().map(|at| after.id(at)).collect();
        if (GroundEdit { before: &before, after: &after, changed: &changed }).apply(&mut table) {
            let mut fresh = DistanceTable::new(size.area(), goal);
            fresh.grow_to(&after, table.levels(), &mut Vec::new());
            prop_assert_eq!(&table.words, &fresh.words);
            table.grow_to(&after, u32::MAX, &mut Vec::new());
            prop_assert_eq!(table.words, complete_table(&after, goal).words);
        }
    }

    #[test]
    fn every_step_of_a_crowd_is_lawful_however_full_the_ground(seed in any::<u64>(), eight in any::<bool>(), share in 1..=100usize) {
        let mut random = TieBreaker::new(seed);
        let (moves, mut spots) = ground(9, 7, 25, eight, &mut random);
        let count = spots.len() * share / 100;
        let mut now = spots[..count].to_vec();
        random.shuffle(&mut spots);
        let tables = tables(&moves, &spots[..count]);
        let problem = Problem { moves: &moves, tables: &tables };
        let (mut pibt, mut ranking) = (Pibt::default(), ranking(&problem, &now));
        for _ in 0..30 {
            let next = pibt.step(&problem, &now, ranking.order(), &[], &mut random).expect("a step").to_vec();
            prop_assert!(is_lawful_step(&moves, &now, &next));
            ranking.update(&problem, &now, &next);
            now = next;
        }
    }

    #[test]
    fn refining_keeps_a_plan_lawful_and_never_makes_it_longer(seed in any::<u64>(), eight in any::<bool>(), share in 1..=60usize) {
        let mut random = TieBreaker::new(seed);
        let (moves, mut spots) = ground(9, 7, 20, eight, &mut random);
        let count = spots.len() * share / 100;
        let start = spots[..count].to_vec();
        random.shuffle(&mut spots);
        let goals = &spots[..count];
        let tables = tables(&moves, goals);
        let problem = Problem { moves: &moves, tables: &tables };
        let Outcome::Found(mut plan) = search(&problem, &start, 3000) else { return Ok(()) };
        check_plan(&moves, &start, goals, &plan);
        let before = sum_of_costs(&start, goals, &plan);
        refine(&problem, &start, &mut plan, 4);
        check_plan(&moves, &start, goals, &plan);
        prop_assert!(sum_of_costs(&start, goals, &plan) <= before);
    }
}

#[test]
fn the_search_finds_a_plan_exactly_when_trying_everything_does() {
    let mut counts = [0; 2];
    for seed in 0..400 {
        let mut random = TieBreaker::new(seed);
        let (moves, mut spots) = ground(3 + seed as i32 % 2, 3, 35, seed % 3 == 0, &mut random);
        let count = spots.len().saturating_sub(1).min(3);
        let start = spots[..count].to_vec();
        random.shuffle(&mut spots);
        let goals = &spots[..count];
        let tables = tables(&moves, goals);
        let outcome = search(&Problem { moves: &moves, tables: &tables }, &start, 1_000_000);
        let solvable = is_solvable(&moves, &start, goals);
        match outcome {
            Outcome::Found(plan) => check_plan(&moves, &start, goals, &plan),
            other => assert_eq!((other, solvable), (Outcome::Impossible, false), "seed {seed}"),
        }
        counts[usize::from(solvable)] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 100, "both ends occur: {counts:?}");
}

#[test]
fn tables_grow_by_no_more_than_the_budget_and_a_level() {
    let moves = OpenMoves::eight(&BitGrid::from_fn(Size::of(60, 60), |_| true));
    let member = |at: u32| (ActorId::from_bits(at), SubcellId(at), SubcellId(3599 - at), false);
    let assignments: Vec<_> = (0..50).map(member).collect();
    let now: Vec<SubcellId> = assignments.iter().map(|&(_, spot, ..)| spot).collect();
    let mut planner = FlowPlanner::new(0);
    planner.assign(&moves, &assignments);
    let reached = |planner: &FlowPlanner| {
        let known = |table: &DistanceTable| (0..3600).filter(|&spot| table.knows(SubcellId(spot))).count();
        planner.tables.iter().map(known).sum::<usize>()
    };
    let mut ticks = 0;
    while !planner.tables.iter().all(DistanceTable::is_complete) {
        let before = reached(&planner);
        planner.grow_tables(&moves, &now, 5000);
        // The last level of each of the tables that share a tick may be ahead of the count.
        assert!(reached(&planner) - before <= 5000 + 3 * 119, "tick {ticks}");
        ticks += 1;
    }
    assert!((34..=40).contains(&ticks), "{ticks} ticks for {} sub-cells", 50 * 3600);
}

#[test]
fn a_niche_that_is_walled_up_and_opened_leaves_all_other_tables_as_they_are() {
    let niche = Cell::new(20, 0);
    let mut free = BitGrid::from_fn(Size::of(40, 40), |at| at.y > 0 || at == niche);
    let before = OpenMoves::eight(&free);
    let goals = (40..1600).step_by(17).map(SubcellId);
    let mut tables: Vec<DistanceTable> = goals.map(|goal| complete_table(&before, goal)).collect();
    for (at, opens) in [(niche, false), (niche, true)] {
        let before = OpenMoves::eight(&free);
        free.set(at, opens);
        let after = OpenMoves::eight(&free);
        let changed = [after.id(at)];
        let edit = GroundEdit { before: &before, after: &after, changed: &changed };
        tables.retain_mut(|table| edit.apply(table));
        assert_eq!(tables.len(), 92);
        assert!(tables.iter().all(|table| table.words == complete_table(&after, table.goal()).words));
    }
}

#[test]
fn a_search_without_budget_says_so() {
    let mut random = TieBreaker::new(3);
    let (moves, spots) = ground(6, 6, 0, false, &mut random);
    let (start, goals) = (&spots[..5], &spots[5..10]);
    let tables = tables(&moves, goals);
    assert_eq!(search(&Problem { moves: &moves, tables: &tables }, start, 1), Outcome::OutOfBudget);
}
