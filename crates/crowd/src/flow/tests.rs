//! Flows judged by slow truths: breadth-first search over spots, and over whole configurations.

use std::collections::{BTreeSet, VecDeque};

use proptest::prelude::*;
use undercroft_grid::{BitGrid, Size};

use super::lacam::{self, Outcome, Plan};
use super::planner::is_lawful_step;
use super::refine::refine;
use super::{DistanceTable, Pibt, Problem, Queue, Ranking, Spot, Ways};
use crate::tie_break::Random;

/// A small random ground with four or eight directions, and the free spots of its largest part in random order.
fn ground(width: i32, height: i32, walls: u32, eight: bool, random: &mut Random) -> (Ways, Vec<Spot>) {
    let free = BitGrid::from_fn(Size::of(width, height), |_| random.below(100) >= walls);
    let ways = Ways::eight(&free);
    let ways = if eight { ways } else { ways.orthogonal() };
    let parts = free.iter().map(|cell| steps_by_flood(&ways, ways.spot(cell)));
    let largest = parts.max_by_key(|steps| steps.iter().flatten().count()).unwrap_or_default();
    let mut spots: Vec<Spot> =
        (0..largest.len() as u32).map(Spot).filter(|spot| largest[spot.index()].is_some()).collect();
    random.shuffle(&mut spots);
    (ways, spots)
}

fn steps_by_flood(ways: &Ways, from: Spot) -> Vec<Option<u32>> {
    let mut steps = vec![None; ways.size().area()];
    steps[from.index()] = Some(0);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((at, distance)) = queue.pop_front() {
        for next in ways.neighbours(at) {
            if steps[next.index()].is_none() {
                steps[next.index()] = Some(distance + 1);
                queue.push_back((next, distance + 1));
            }
        }
    }
    steps
}

fn tables(ways: &Ways, goals: &[Spot]) -> Vec<DistanceTable> {
    let mut queue = Queue::default();
    goals.iter().map(|&goal| DistanceTable::new(ways, goal, &mut queue)).collect()
}

fn ranking(problem: &Problem, start: &[Spot]) -> Ranking {
    let left = start.iter().zip(problem.tables).map(|(&spot, table)| table.steps_from(problem.ways, spot)).collect();
    Ranking::new(left, vec![0; start.len()])
}

fn search(problem: &Problem, start: &[Spot], budget: u32) -> Outcome {
    lacam::search(problem, start, &ranking(problem, start), &mut Random::new(1), budget)
}

/// Whether some lawful steps lead from the start to the goals: every configuration is tried.
fn is_solvable(ways: &Ways, start: &[Spot], goals: &[Spot]) -> bool {
    let mut seen = BTreeSet::from([start.to_vec()]);
    let mut queue = VecDeque::from([start.to_vec()]);
    while let Some(now) = queue.pop_front() {
        if now == goals {
            return true;
        }
        for next in all_steps(ways, &now) {
            if seen.insert(next.clone()) {
                queue.push_back(next);
            }
        }
    }
    false
}

fn all_steps(ways: &Ways, now: &[Spot]) -> Vec<Vec<Spot>> {
    let mut all = vec![vec![]];
    for &spot in now {
        let choices: Vec<Spot> = ways.neighbours(spot).chain([spot]).collect();
        let longer = |head: Vec<Spot>| choices.clone().into_iter().map(move |next| [head.clone(), vec![next]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all.retain(|next| is_lawful_step(ways, now, next));
    all
}

fn sum_of_costs(start: &[Spot], goals: &[Spot], plan: &Plan) -> usize {
    let scenes: Vec<&[Spot]> = std::iter::once(start).chain(plan.iter().map(Vec::as_slice)).collect();
    let cost = |actor: usize| scenes.iter().rposition(|spots| spots[actor] != goals[actor]).map_or(0, |time| time + 1);
    (0..start.len()).map(cost).sum()
}

fn check_plan(ways: &Ways, start: &[Spot], goals: &[Spot], plan: &Plan) {
    let mut now = start;
    for next in plan {
        assert!(is_lawful_step(ways, now, next), "from {now:?} to {next:?}");
        now = next;
    }
    assert_eq!(now, goals);
}

proptest! {
    #[test]
    fn two_bits_a_spot_tell_every_step_and_every_distance(seed in any::<u64>(), eight in any::<bool>()) {
        let mut random = Random::new(seed);
        let (ways, spots) = ground(12, 9, 30, eight, &mut random);
        let Some(&goal) = spots.first() else { return Ok(()) };
        let table = DistanceTable::new(&ways, goal, &mut Queue::default());
        let slow = steps_by_flood(&ways, goal);
        for &spot in &spots {
            let steps = slow[spot.index()].unwrap();
            prop_assert_eq!(table.steps_from(&ways, spot), steps);
            for next in ways.neighbours(spot) {
                prop_assert_eq!(table.change(spot, next), slow[next.index()].unwrap() as i32 - steps as i32);
            }
        }
    }

    #[test]
    fn every_step_of_a_crowd_is_lawful_however_full_the_ground(seed in any::<u64>(), eight in any::<bool>(), share in 1..=100usize) {
        let mut random = Random::new(seed);
        let (ways, mut spots) = ground(9, 7, 25, eight, &mut random);
        let count = spots.len() * share / 100;
        let mut now = spots[..count].to_vec();
        random.shuffle(&mut spots);
        let tables = tables(&ways, &spots[..count]);
        let problem = Problem { ways: &ways, tables: &tables };
        let (mut pibt, mut ranking) = (Pibt::default(), ranking(&problem, &now));
        for _ in 0..30 {
            let next = pibt.step(&problem, &now, ranking.order(), &[], &mut random).expect("a step").to_vec();
            prop_assert!(is_lawful_step(&ways, &now, &next));
            ranking.update(&problem, &now, &next);
            now = next;
        }
    }

    #[test]
    fn refining_keeps_a_plan_lawful_and_never_makes_it_longer(seed in any::<u64>(), eight in any::<bool>(), share in 1..=60usize) {
        let mut random = Random::new(seed);
        let (ways, mut spots) = ground(9, 7, 20, eight, &mut random);
        let count = spots.len() * share / 100;
        let start = spots[..count].to_vec();
        random.shuffle(&mut spots);
        let goals = &spots[..count];
        let tables = tables(&ways, goals);
        let problem = Problem { ways: &ways, tables: &tables };
        let Outcome::Found(mut plan) = search(&problem, &start, 3000) else { return Ok(()) };
        check_plan(&ways, &start, goals, &plan);
        let before = sum_of_costs(&start, goals, &plan);
        refine(&problem, &start, &mut plan, 4);
        check_plan(&ways, &start, goals, &plan);
        prop_assert!(sum_of_costs(&start, goals, &plan) <= before);
    }
}

#[test]
fn the_search_finds_a_plan_exactly_when_trying_everything_does() {
    let mut counts = [0; 2];
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let (ways, mut spots) = ground(3 + seed as i32 % 2, 3, 35, seed % 3 == 0, &mut random);
        let count = spots.len().saturating_sub(1).min(3);
        let start = spots[..count].to_vec();
        random.shuffle(&mut spots);
        let goals = &spots[..count];
        let tables = tables(&ways, goals);
        let outcome = search(&Problem { ways: &ways, tables: &tables }, &start, 1_000_000);
        let solvable = is_solvable(&ways, &start, goals);
        match outcome {
            Outcome::Found(plan) => check_plan(&ways, &start, goals, &plan),
            other => assert_eq!((other, solvable), (Outcome::Impossible, false), "seed {seed}"),
        }
        counts[usize::from(solvable)] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 100, "both ends occur: {counts:?}");
}

#[test]
fn a_search_without_budget_says_so() {
    let mut random = Random::new(3);
    let (ways, spots) = ground(6, 6, 0, false, &mut random);
    let (start, goals) = (&spots[..5], &spots[5..10]);
    let tables = tables(&ways, goals);
    assert_eq!(search(&Problem { ways: &ways, tables: &tables }, start, 1), Outcome::OutOfBudget);
}
