//! Solutions: every walk is legal and leads where it should, and none is longer than that of a slow search.
//!
//! `UNDERCROFT_RECIPES=500 cargo test -p undercroft --all-features --test all solve::` looks at more small dungeons.

mod stepper;

use std::collections::BTreeSet;

use rayon::prelude::*;
use undercroft::dungeon::{DoorKind, DoorState, Dungeon, Marker, MarkerKind, RoomId};
use undercroft::recipe::RecipeFile;
use undercroft::seed::Stream;
use undercroft::solve::{Solution, SolveError, SolveGoal, SolveOptions, Walk, solve};
use undercroft::verify::verify;

use crate::dungeons::{made, of_all_presets, preset};
use crate::law_size::{recipes, report, seeds};
use stepper::{Rules, Visitor};

/// Seeds of each preset, and small dungeons, where the environment asks for no other number.
const SEEDS: u64 = 3;
const SMALL_DUNGEONS: u64 = 60;

fn options(goal: SolveGoal, with_secrets: bool) -> SolveOptions {
    let mut options = SolveOptions::default();
    (options.goal, options.with_secrets) = (goal, with_secrets);
    options
}

/// The rooms that a walk has to visit.
fn rooms(dungeon: &Dungeon, goal: SolveGoal) -> BTreeSet<RoomId> {
    match goal {
        SolveGoal::Goal => dungeon.goal.into_iter().collect(),
        _ => dungeon.rooms.iter().map(|room| room.id).collect(),
    }
}

fn is_in(dungeon: &Dungeon, room: RoomId, visitor: &Visitor) -> bool {
    dungeon.room(room).z == visitor.at.z && dungeon.room(room).contains(visitor.at.cell)
}

/// Plays a walk move by move; panics where a move is not allowed or a room was not visited.
fn play(dungeon: &Dungeon, options: &SolveOptions, walk: &Walk) {
    let rules = Rules { dungeon, with_secrets: options.with_secrets };
    let mut visitor = rules.start();
    assert_eq!(visitor.at, walk.cells[0]);
    let mut missing = rooms(dungeon, options.goal);
    missing.retain(|&room| !is_in(dungeon, room, &visitor));
    for (i, &cell) in walk.cells.iter().enumerate().skip(1) {
        visitor = rules.step(&visitor, cell).unwrap_or_else(|| panic!("step {i} to {cell:?} is not allowed"));
        missing.retain(|&room| !is_in(dungeon, room, &visitor));
    }
    assert!(missing.is_empty(), "{missing:?} are not visited");
    let taken =
        walk.events.iter().filter(|event| matches!(event.action, undercroft::solve::WalkAction::TakeKey { .. }));
    assert_eq!(taken.count(), visitor.taken.len(), "every key is told once");
}

/// The fewest steps, by looking at every state in the order of its distance.
fn slow_steps(dungeon: &Dungeon, options: &SolveOptions) -> Option<u32> {
    let rules = Rules { dungeon, with_secrets: options.with_secrets };
    let all = rooms(dungeon, options.goal);
    let left = |visitor: &Visitor, left: &BTreeSet<RoomId>| -> BTreeSet<RoomId> {
        left.iter().copied().filter(|&room| !is_in(dungeon, room, visitor)).collect()
    };
    let start = rules.start();
    let mut now = vec![(left(&start, &all), start)];
    let mut seen: BTreeSet<_> = now.iter().cloned().collect();
    for steps in 0.. {
        if now.iter().any(|(missing, _)| missing.is_empty()) {
            return Some(steps);
        }
        let mut next = Vec::new();
        for (missing, visitor) in &now {
            for moved in rules.moves(visitor) {
                let state = (left(&moved, missing), moved);
                if seen.insert(state.clone()) {
                    next.push(state);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        now = next;
    }
    None
}

/// A small dungeon, with locks on any of its links and their keys anywhere: many have no solution.
fn small_dungeon(number: u64) -> Option<Dungeon> {
    let mut stream = Stream::new(number, "small-dungeons");
    let rule = ["own", "own", "shared"][stream.below(3) as usize];
    let text = format!(
        "method = \"accrete\"\nrooms.count = {}\nrooms.min = 3\nrooms.max = 4\nextra_links = 0.{}\nlocks = {}\nkeys = \"{rule}\"\n\
         levels = [{}, 0]\nsecrets.chance = 0.5\ndoors.secret = 0.1\ndoors.barred = 0.1",
        stream.range(4..8),
        stream.below(10),
        stream.below(3),
        -stream.range(0..2),
    );
    let file = RecipeFile::parse("small.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    let recipe = file.check(undercroft::seed::Seed::new(number)).unwrap_or_else(|error| panic!("{error}"));
    let mut dungeon = recipe.generate(&mut undercroft::events::NoEvents).ok()?;
    if stream.below(4) > 0 {
        lock_anywhere(&mut dungeon, &mut stream);
    }
    Some(dungeon)
}

/// Locks up to three more links and lays none, one or two keys for each.
fn lock_anywhere(dungeon: &mut Dungeon, stream: &mut Stream) {
    for _ in 0..stream.range(1..4) {
        let link = dungeon.links[stream.below(dungeon.links.len() as u32) as usize].clone();
        for door in link.doors() {
            let door = &mut dungeon.doors[door.index()];
            (door.kind, door.state) = (DoorKind::Door, DoorState::Locked);
        }
        for _ in 0..[1, 1, 1, 0, 2][stream.below(5) as usize] {
            let room = &dungeon.rooms[stream.below(dungeon.rooms.len() as u32) as usize];
            let cells: Vec<_> = room.cells().collect();
            let cell = cells[stream.below(cells.len() as u32) as usize];
            let marker = Marker {
                kind: MarkerKind::Key,
                z: room.z,
                cell,
                room: Some(room.id),
                link: Some(link.id),
                label: None,
            };
            dungeon.markers.push(marker);
        }
    }
}

#[test]
fn a_solution_is_as_long_as_that_of_a_slow_search() {
    let count = recipes(SMALL_DUNGEONS);
    let judge = |number: u64| {
        let dungeon = small_dungeon(number)?;
        let mut ends = [0, 0];
        for with_secrets in [false, true] {
            let options = options(SolveGoal::Goal, with_secrets);
            let slow = slow_steps(&dungeon, &options);
            match solve(&dungeon, &options).unwrap_or_else(|error| panic!("{number}: {error}")) {
                Solution::Shortest(walk) => {
                    play(&dungeon, &options, &walk);
                    assert_eq!(Some(walk.steps()), slow, "dungeon {number}, secrets {with_secrets}");
                    ends[0] += 1;
                }
                Solution::Impossible => {
                    assert_eq!(slow, None, "dungeon {number}, secrets {with_secrets}");
                    ends[1] += 1;
                }
                Solution::Bounded { .. } => panic!("{number}: the budget is enough for small dungeons"),
            }
        }
        Some(ends)
    };
    let ends: Vec<[u32; 2]> = (0..count).into_par_iter().filter_map(judge).collect();
    let [solved, impossible] = ends.iter().fold([0, 0], |sum, end| [sum[0] + end[0], sum[1] + end[1]]);
    assert!(solved > 0 && impossible > 0, "both ends are looked at: {solved} solved, {impossible} impossible");
    report(
        "solve is as short as a slow search",
        format!("{} small dungeons, without and with secrets", ends.len()),
        format!("equal; {solved} solved, {impossible} impossible"),
    );
}

#[test]
fn a_walk_through_few_rooms_is_as_long_as_that_of_a_slow_search() {
    let judge = |number: u64| {
        let dungeon = small_dungeon(number).filter(|dungeon| dungeon.rooms.len() <= 6)?;
        let options = options(SolveGoal::AllRooms, false);
        let slow = slow_steps(&dungeon, &options);
        let solution = solve(&dungeon, &options).unwrap_or_else(|error| panic!("{number}: {error}"));
        assert!(solution.is_shortest() || solution == Solution::Impossible, "{number}: {solution:?}");
        solution.walk().iter().for_each(|walk| play(&dungeon, &options, walk));
        assert_eq!(solution.walk().map(Walk::steps), slow, "dungeon {number}");
        Some(())
    };
    let judged = (0..recipes(SMALL_DUNGEONS)).into_par_iter().filter_map(judge).count();
    assert!(judged > 0);
}

#[test]
fn a_search_without_budget_gives_a_legal_walk_and_a_true_bound() {
    let judge = |number: u64| {
        let dungeon = small_dungeon(number)?;
        let exact = solve(&dungeon, &options(SolveGoal::Goal, false)).ok()?;
        let mut hasty = options(SolveGoal::Goal, false);
        hasty.budget = 2;
        let Solution::Bounded { walk, lower_bound } = solve(&dungeon, &hasty).ok()? else { return None };
        walk.iter().for_each(|walk| play(&dungeon, &hasty, walk));
        let steps = exact.walk().map(Walk::steps);
        assert!(steps.is_none_or(|steps| lower_bound <= steps), "dungeon {number}: {lower_bound} of {steps:?}");
        assert!(walk.is_none_or(|walk| steps.is_some_and(|steps| steps <= walk.steps())), "dungeon {number}");
        Some(())
    };
    let judged = (0..recipes(SMALL_DUNGEONS)).into_par_iter().filter_map(judge).count();
    assert!(judged > 0);
}

#[test]
fn every_preset_has_a_solution_that_can_be_walked() {
    let count = seeds(SEEDS);
    let dungeons = of_all_presets(count);
    dungeons.par_iter().for_each(|(name, dungeon)| {
        for (goal, with_secrets) in [(SolveGoal::Goal, false), (SolveGoal::Goal, true), (SolveGoal::AllRooms, false)] {
            let options = options(goal, with_secrets);
            let solution = solve(dungeon, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
            let walk = solution.walk().unwrap_or_else(|| panic!("{name}: {solution:?}"));
            play(dungeon, &options, walk);
            if goal == SolveGoal::Goal {
                assert!(solution.is_shortest(), "{name}");
            }
            if let Solution::Bounded { lower_bound, .. } = solution {
                assert!(lower_bound < walk.steps(), "{name}");
            }
        }
        let steps =
            |with_secrets| solve(dungeon, &options(SolveGoal::Goal, with_secrets)).unwrap().walk().unwrap().steps();
        assert!(Some(steps(false)) >= verify(dungeon).facts.critical_steps, "{name}");
        assert!(steps(true) <= steps(false), "{name}");
    });
    report(
        "every solution can be walked move by move",
        format!("{} dungeons of all presets; goal, goal with secrets, every room", dungeons.len()),
        "every move is legal and the goal is reached",
    );
}

#[test]
fn the_entrance_in_the_goal_is_a_walk_without_a_step() {
    let mut dungeon = made(&preset("small-dungeon"), 7);
    dungeon.goal = dungeon.entrance.as_ref().map(|entrance| entrance.room);
    let solution = solve(&dungeon, &SolveOptions::default()).unwrap();
    assert_eq!(solution.walk().map(Walk::steps), Some(0));
    assert_eq!(solution.walk().map(|walk| walk.backtracking().parts()), Some(0));
}

#[test]
fn a_dungeon_without_entrance_or_goal_or_with_broken_references_is_refused() {
    let dungeon = || made(&preset("crypt"), 7);
    let error = |change: fn(&mut Dungeon)| {
        let mut dungeon = dungeon();
        change(&mut dungeon);
        solve(&dungeon, &SolveOptions::default()).unwrap_err()
    };
    assert_eq!(error(|dungeon| dungeon.entrance = None), SolveError::NoEntrance);
    assert_eq!(error(|dungeon| dungeon.goal = None), SolveError::NoGoal);
    assert_eq!(error(|dungeon| dungeon.goal = Some(RoomId(999))), SolveError::InvalidEntities);
    assert_eq!(error(|dungeon| dungeon.rooms.clear()), SolveError::InvalidEntities);
}
