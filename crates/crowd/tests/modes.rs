//! The examples that the rules were written for, as pictures.

mod common;

use std::collections::BTreeMap;

use common::{Dice, adjusted, map, random_map, random_settings, run, spawn, step};
use undercroft_crowd::{ActorId, Crowd, CrowdError, CrowdSettings, Mode, Offset, StepNavigator, SubCell, Wait};
use undercroft_grid::Cell;

const YARD: &str = "
    ......
    ......
    ......
    ......
    ......
    ......";

fn crowd(picture: &str, mode: Mode) -> Crowd {
    Crowd::new(map(picture), CrowdSettings::new(mode)).unwrap()
}

fn send(crowd: &mut Crowd, from: (i32, i32), to: (i32, i32)) -> ActorId {
    let id = spawn(crowd, from);
    crowd.order(id, Cell::new(to.0, to.1)).unwrap();
    id
}

#[test]
fn two_who_cross_on_the_diagonals_of_a_block_do_so_in_basic3_alone() {
    for mode in Mode::ALL {
        let mut crowd = crowd(YARD, mode);
        send(&mut crowd, (2, 2), (4, 4));
        send(&mut crowd, (3, 2), (1, 4));
        run(&mut crowd, 500);
        assert!(crowd.is_settled(), "{}: {:?}", mode.name(), crowd.summary());
        assert_eq!(crowd.summary().crossings > 0, mode == Mode::Basic3, "{}", mode.name());
    }
}

#[test]
fn two_who_meet_head_on_along_a_diagonal_pass_each_other() {
    for mode in Mode::ALL {
        let mut crowd = crowd(YARD, mode);
        send(&mut crowd, (0, 0), (5, 5));
        send(&mut crowd, (5, 5), (0, 0));
        run(&mut crowd, 500);
        assert!(crowd.is_settled(), "{}: {:?}", mode.name(), crowd.summary());
    }
}

#[test]
fn anti_cross_allows_a_step_between_two_different_owners() {
    let mut crowd = crowd(YARD, Mode::AntiCross);
    let walker = send(&mut crowd, (2, 2), (3, 3));
    spawn(&mut crowd, (3, 2));
    spawn(&mut crowd, (2, 3));
    step(&mut crowd);
    assert_eq!(crowd.actor(walker).unwrap().reserved, Some(SubCell::new(3, 3)));
}

#[test]
fn anti_cross_refuses_a_step_across_one_owner() {
    let mut crowd = crowd(YARD, Mode::AntiCross);
    let first = send(&mut crowd, (3, 2), (2, 3));
    let second = send(&mut crowd, (2, 2), (3, 3));
    // Two parked actors take the steps across, so that the refused one was the last.
    spawn(&mut crowd, (3, 1));
    spawn(&mut crowd, (1, 3));
    let report = step(&mut crowd);
    assert_eq!(crowd.actor(first).unwrap().reserved, Some(SubCell::new(2, 3)));
    assert_eq!(report.waited, [(second, Wait::AntiCross)]);
}

#[test]
fn a_diagonal_step_between_two_parked_actors_finds_no_anchor() {
    let mut crowd = crowd(YARD, Mode::Diagonal);
    let walker = send(&mut crowd, (2, 2), (3, 3));
    let beside = spawn(&mut crowd, (3, 2));
    spawn(&mut crowd, (2, 3));
    step(&mut crowd);
    assert_ne!(crowd.actor(walker).unwrap().reserved, Some(SubCell::new(3, 3)));
    crowd.set_settings(crowd.settings().clone()).unwrap();
    crowd.remove(beside).unwrap();
    step(&mut crowd);
    let actor = crowd.actor(walker).unwrap();
    assert_eq!((actor.reserved, actor.extra[0]), (Some(SubCell::new(3, 3)), Some(SubCell::new(3, 2))));
}

#[test]
fn a_square_step_owns_its_block_until_the_switch() {
    let mut crowd = crowd(YARD, Mode::Square);
    // East with a lean to the south: the block lies to the south.
    let walker = send(&mut crowd, (0, 2), (5, 3));
    crowd.step(&mut |_: &_, _: Cell, to: Cell| Some(vec![to]));
    let actor = crowd.actor(walker).unwrap().clone();
    let block = [actor.reserved, actor.extra[0], actor.extra[1]];
    assert_eq!(block, [(1, 2), (0, 3), (1, 3)].map(|(x, y)| Some(SubCell::new(x, y))));
    while crowd.actor(walker).unwrap().current == actor.current {
        step(&mut crowd);
    }
    assert_eq!(crowd.owner(SubCell::new(0, 3)), None);
    assert_eq!(crowd.owner(SubCell::new(1, 2)), Some(walker));
}

#[test]
fn no_diagonal_takes_orthogonal_steps_only() {
    let mut crowd = crowd(YARD, Mode::NoDiagonal);
    let walker = send(&mut crowd, (0, 0), (5, 4));
    while !crowd.is_settled() {
        step(&mut crowd);
        let actor = crowd.actor(walker).unwrap();
        assert!(actor.reserved.is_none_or(|to| to.0.manhattan(actor.current.0) == 1));
    }
}

#[test]
fn the_distance_rule_of_basic3_compares_whole_numbers() {
    let end = Cell::new(10, 10);
    let squares = [(1, 1), (2, 0), (1, -1), (0, 0)].map(|(x, y)| Cell::new(x, y).distance_squared(end));
    assert_eq!(squares, [162, 164, 202, 200]);
}

#[test]
fn in_basic3_without_fallback_nobody_gets_farther_from_the_end_of_its_leg() {
    for mode in [Mode::Basic3, Mode::Basic3AntiCross] {
        for seed in 0..60 {
            let mut dice = Dice::new(seed);
            let settings = adjusted(random_settings(&mut dice), |s| (s.mode, s.fallback) = (mode, false));
            let mut crowd = Crowd::new(random_map(&mut dice), settings).unwrap();
            let size = crowd.solid().size();
            for _ in 0..15 {
                if let Ok(id) = crowd.spawn(SubCell(dice.cell(size)), 100) {
                    let _ = crowd.order(id, dice.cell(crowd.map().size()));
                }
            }
            let mut legs = BTreeMap::new();
            for _ in 0..150 {
                step(&mut crowd);
                for (id, actor) in crowd.actors() {
                    let Some(&leg) = actor.waypoints.last() else { continue };
                    // The leg is that of the next step, which begins where the present one ends.
                    let left = actor.reserved.unwrap_or(actor.current).0.distance_squared(leg.0);
                    let before = legs.insert(id, (leg, left));
                    assert!(before.is_none_or(|before| before.0 != leg || left <= before.1), "{mode:?} {seed} {id}");
                }
            }
        }
    }
}

#[test]
fn in_basic3_walls_among_the_best_three_steps_leave_none() {
    // From the pocket every open step leads away from the end of the leg.
    let mut crowd = crowd(
        "
        .......
        .###...
        ...#...
        .###...
        .......",
        Mode::Basic3,
    );
    let walker = send(&mut crowd, (2, 2), (4, 2));
    // A navigator that knows no walls: the leg goes straight through them.
    let mut straight = |_: &_, _: Cell, to: Cell| Some(vec![to]);
    let report = crowd.step(&mut straight);
    assert_eq!(report.waited, [(walker, Wait::Wall)]);
    let settings = adjusted(crowd.settings().clone(), |s| s.allow_backward = true);
    crowd.set_settings(settings).unwrap();
    let mut report = crowd.step(&mut straight);
    while report.waited.is_empty() {
        report = crowd.step(&mut straight);
    }
    assert_eq!(report.waited, [(walker, Wait::Wall)], "the best three are walls");
}

#[test]
fn one_cell_wide_corridors_are_closed_to_a_shifted_lattice_of_whole_cells() {
    let corridor = "
        ########
        #..##..#
        #......#
        #..##..#
        ########";
    let order = |offset, n| {
        let mut crowd =
            Crowd::new(map(corridor), adjusted(CrowdSettings::default(), |s| (s.n, s.offset) = (n, offset))).unwrap();
        let walker = spawn(&mut crowd, (1, 2));
        crowd.order(walker, Cell::new(6, 2)).map(|_| ())
    };
    let unreachable = Err(CrowdError::Unreachable { actor: ActorId::from_bits(0), cell: Cell::new(6, 2) });
    assert_eq!(order(Offset::Y, 1), unreachable);
    assert_eq!(order(Offset::Xy, 1), unreachable);
    for (offset, n) in [(Offset::None, 1), (Offset::X, 1), (Offset::Y, 2), (Offset::Xy, 2), (Offset::Xy, 3)] {
        assert_eq!(order(offset, n), Ok(()), "{offset:?} {n}");
    }
}

#[test]
fn bad_requests_are_told_apart() {
    let mut crowd = crowd(
        "
        ..#.
        ..#.",
        Mode::AntiCross,
    );
    let id = spawn(&mut crowd, (0, 0));
    let error = |result: Result<_, CrowdError>| result.map(|_: ActorId| ()).unwrap_err().to_string();
    assert_eq!(error(crowd.spawn(SubCell::new(0, 0), 64)), "sub-cell (0, 0) belongs to actor 0");
    assert_eq!(error(crowd.spawn(SubCell::new(2, 0), 64)), "sub-cell (2, 0) is in a wall or outside the map");
    assert_eq!(error(crowd.spawn(SubCell::new(1, 0), 0)), "pace: need 1 to 4096, got 0");
    let order = |crowd: &mut Crowd, x, y| crowd.order(id, Cell::new(x, y)).unwrap_err().to_string();
    assert_eq!(order(&mut crowd, 2, 0), "(2, 0) is a wall, or too near to one for a body on this sub-cell grid");
    assert_eq!(order(&mut crowd, 4, 0), "(4, 0) lies outside the 4×2 map");
    let far = "actor 0 cannot reach (3, 0): no path over this sub-cell grid leads there";
    assert_eq!(order(&mut crowd, 3, 0), far);
    let zero = Crowd::new(map("."), adjusted(CrowdSettings::default(), |s| s.n = 0)).unwrap_err();
    assert_eq!(zero.to_string(), "n: a cell has 1, 2 or 3 sub-cells a side, got 0");
}

#[test]
fn a_destination_on_which_somebody_parks_is_exchanged_for_the_nearest_free_cell() {
    for mode in Mode::ALL {
        let mut crowd = crowd("......", mode);
        let first = send(&mut crowd, (4, 0), (5, 0));
        let second = send(&mut crowd, (0, 0), (5, 0));
        let mut redirected = Vec::new();
        while !crowd.is_settled() {
            redirected.extend(step(&mut crowd).redirected);
        }
        assert_eq!(redirected, [(second, SubCell::new(4, 0))], "{}", mode.name());
        assert_eq!(crowd.actor(first).unwrap().current, SubCell::new(5, 0));
    }
}

#[test]
fn a_blocked_actor_plans_a_way_round_parked_ones() {
    let ring = "
        .....
        .###.
        .....";
    for mode in Mode::ALL {
        let mut crowd = crowd(ring, mode);
        let walker = send(&mut crowd, (0, 0), (4, 0));
        let parked = spawn(&mut crowd, (2, 0));
        let mut replanned = Vec::new();
        while !crowd.is_settled() {
            replanned.extend(step(&mut crowd).replanned);
            assert!(crowd.tick() < 500, "{}", mode.name());
        }
        assert_eq!(replanned, if mode == Mode::Flow { vec![] } else { vec![walker] }, "{}", mode.name());
        // A flow may push the parked one aside; it comes back.
        (0..20).for_each(|_| drop(step(&mut crowd)));
        assert_eq!(crowd.actor(parked).unwrap().current, SubCell::new(2, 0), "{}", mode.name());
    }
}

#[test]
fn a_wall_on_the_destination_exchanges_it_for_the_nearest_cell() {
    for mode in Mode::ALL {
        let mut crowd = crowd(YARD, mode);
        let walker = send(&mut crowd, (0, 0), (5, 5));
        (0..3).for_each(|_| drop(step(&mut crowd)));
        let exchanged = crowd.set_wall(Cell::new(5, 5), true).unwrap();
        assert_eq!((exchanged.len(), exchanged[0].actor, exchanged[0].cell), (1, walker, Cell::new(5, 4)));
        assert_eq!(crowd.set_wall(Cell::new(5, 4), true).unwrap()[0].cell, Cell::new(5, 3));
        let current = crowd.actor(walker).unwrap().current;
        assert!(matches!(crowd.set_wall(current.0, true), Err(CrowdError::Owned { .. })));
        run(&mut crowd, 200);
        assert_eq!(crowd.actor(walker).unwrap().current, SubCell::new(5, 3), "{}", mode.name());
    }
}

#[test]
fn whoever_is_cut_off_goes_as_far_as_it_can() {
    for mode in Mode::ALL {
        let mut crowd = crowd("...", mode);
        let walker = send(&mut crowd, (0, 0), (2, 0));
        // Cut off, it is sent to the nearest cell that it can reach: its own.
        assert_eq!(crowd.set_wall(Cell::new(1, 0), true).unwrap()[0].cell, Cell::new(0, 0));
        run(&mut crowd, 10);
        assert!(crowd.is_settled());
        crowd.set_wall(Cell::new(1, 0), false).unwrap();
        crowd.order(walker, Cell::new(2, 0)).unwrap();
        run(&mut crowd, 50);
        assert_eq!(crowd.actor(walker).unwrap().current, SubCell::new(2, 0), "{}", mode.name());
    }
}

#[test]
fn fast_actors_stop_on_their_sub_cell() {
    for pace in [1, 7, 255, 256, 257, 4096] {
        let mut crowd = crowd(YARD, Mode::AntiCross);
        let id = crowd.spawn(SubCell::new(0, 0), pace).unwrap();
        crowd.order(id, Cell::new(5, 3)).unwrap();
        while !crowd.is_settled() {
            crowd.step(&mut StepNavigator::default());
            assert!(crowd.tick() < 5000, "pace {pace}");
        }
        (0..300).for_each(|_| drop(crowd.step(&mut StepNavigator::default())));
        assert_eq!(crowd.actor(id).unwrap().position(), SubCell::new(5, 3).center());
    }
}

#[test]
fn a_flow_swaps_two_actors_at_the_only_junction() {
    let mut crowd = crowd(
        "
        #######
        .......
        ##.####",
        Mode::Flow,
    );
    send(&mut crowd, (0, 1), (6, 1));
    send(&mut crowd, (6, 1), (0, 1));
    run(&mut crowd, 100);
    assert!(crowd.is_settled(), "{:?}", crowd.summary());
}

#[test]
fn a_flow_solves_a_puzzle_with_two_empty_cells() {
    // every actor must pass every other; single steps alone go in circles.
    let mut crowd = crowd(
        "
        .....
        .....",
        Mode::Flow,
    );
    let ends = [(4, 1), (3, 1), (2, 1), (1, 1), (4, 0), (3, 0), (2, 0), (1, 0)];
    for (i, end) in ends.into_iter().enumerate() {
        let i = i as i32;
        send(&mut crowd, (i % 4, i / 4), end);
    }
    run(&mut crowd, 2000);
    assert!(crowd.is_settled(), "{:?}", crowd.summary());
}

#[test]
fn a_queue_longer_than_the_longest_push_moves_on() {
    let mut crowd = crowd(&".".repeat(1300), Mode::Flow);
    // The last in the queue goes first and pushes every actor ahead of it.
    for x in 0..1200 {
        send(&mut crowd, (x, 0), (x + 100, 0));
    }
    run(&mut crowd, 1000);
    assert!(crowd.is_settled(), "{} of 1200", crowd.summary().arrived);
}
