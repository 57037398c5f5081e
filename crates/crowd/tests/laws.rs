//! The laws of a crowd, on random maps, in every mode, fineness and offset.

mod common;

use common::{Dice, adjusted, judge, random_map, random_settings, run, step, step_along};
use proptest::prelude::*;
use undercroft_crowd::{
    ActorId, Crowd, CrowdError, CrowdSettings, ExactNavigator, Mode, Navigator, Offset, Steps, SubCell,
};
use undercroft_grid::{BitGrid, Cell, Size};

/// A crowd of some actors with random orders.
fn random_crowd(dice: &mut Dice, settings: CrowdSettings) -> Crowd {
    let map = random_map(dice);
    let mut crowd = Crowd::new(map, settings).unwrap();
    for _ in 0..dice.below(30) {
        act_at_random(&mut crowd, dice, 0);
        act_at_random(&mut crowd, dice, 2);
    }
    crowd
}

/// One random request, sensible or not.
fn act_at_random(crowd: &mut Crowd, dice: &mut Dice, kind: u32) {
    let cell = dice.cell(crowd.map().size());
    let id = ActorId::from_bits(dice.below(40) | dice.below(3) << 20);
    match kind {
        0 => {
            let size = crowd.solid().size();
            let at = SubCell(dice.cell(size));
            let _ = crowd.spawn(at, [1, 40, 64, 100, 256, 3000][dice.below(6) as usize]);
        }
        1 => drop(crowd.remove(id)),
        2 | 3 => drop(crowd.order(id, cell)),
        4 => drop(crowd.set_wall(cell, dice.flag())),
        5 => {
            let group: Vec<ActorId> = crowd.actors().map(|(id, _)| id).filter(|_| dice.flag()).collect();
            let _ = crowd.order_group(&group, cell);
        }
        6 => drop(crowd.set_settings(random_settings(dice))),
        _ => drop(crowd.halt(id)),
    }
}

#[test]
fn every_mode_fineness_and_offset_keeps_the_laws() {
    for mode in Mode::ALL {
        for n in 1..=3 {
            for offset in Offset::ALL {
                for seed in 0..6 {
                    let mut dice = Dice::new(seed);
                    let settings =
                        adjusted(random_settings(&mut dice), |s| (s.mode, s.n, s.offset) = (mode, n, offset));
                    let mut crowd = random_crowd(&mut dice, settings);
                    judge(&crowd);
                    run(&mut crowd, 60);
                }
            }
        }
    }
}

#[test]
fn a_hundred_thousand_ticks_of_anything_break_no_law() {
    for seed in 0..50 {
        let mut dice = Dice::new(1000 + seed);
        let settings = random_settings(&mut dice);
        let mut crowd = random_crowd(&mut dice, settings);
        for _ in 0..2000 {
            if dice.below(4) == 0 {
                let kind = dice.below(8);
                if kind != 6 || dice.below(5) == 0 {
                    act_at_random(&mut crowd, &mut dice, kind);
                    judge(&crowd);
                }
            }
            step(&mut crowd);
        }
    }
}

#[test]
fn removing_an_actor_frees_all_it_held() {
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let settings = random_settings(&mut dice);
        let mut crowd = random_crowd(&mut dice, settings);
        (0..dice.below(20)).for_each(|_| drop(step(&mut crowd)));
        let ids: Vec<ActorId> = crowd.actors().map(|(id, _)| id).collect();
        for id in ids {
            crowd.remove(id).unwrap();
            judge(&crowd);
        }
        assert!(crowd.solid().size().cells().all(|at| crowd.owner(SubCell(at)).is_none()));
    }
}

#[test]
fn the_id_of_a_removed_actor_commands_no_other() {
    for seed in 0..100 {
        let mut dice = Dice::new(seed);
        let settings = random_settings(&mut dice);
        let mut crowd = random_crowd(&mut dice, settings);
        let stale: Vec<ActorId> = crowd.actors().map(|(id, _)| id).filter(|_| dice.flag()).collect();
        stale.iter().for_each(|&id| drop(crowd.remove(id).unwrap()));
        (0..40).for_each(|_| act_at_random(&mut crowd, &mut dice, 0));
        let saved = crowd.actors().map(|(id, actor)| (id, actor.clone())).collect::<Vec<_>>();
        for &id in &stale {
            let gone = Some(CrowdError::NoSuchActor(id));
            let cell = dice.cell(crowd.map().size());
            assert!(crowd.actor(id).is_none());
            assert_eq!(crowd.order(id, cell).err(), gone);
            assert_eq!(crowd.halt(id).err(), gone);
            assert_eq!(crowd.remove(id).err(), gone);
        }
        assert!(crowd.actors().eq(saved.iter().map(|(id, actor)| (*id, actor))));
        crowd.clear();
        (0..40).for_each(|_| act_at_random(&mut crowd, &mut dice, 0));
        assert!(saved.iter().all(|&(id, _)| crowd.actor(id).is_none()));
    }
}

/// A map of the same size with other walls.
fn other_map(crowd: &Crowd, dice: &mut Dice) -> BitGrid {
    BitGrid::from_fn(crowd.map().size(), |_| dice.below(4) == 0)
}

#[test]
fn actors_keep_their_ids_on_another_map_or_are_named_as_gone() {
    for seed in 0..100 {
        let mut dice = Dice::new(seed);
        let settings = random_settings(&mut dice);
        let mut crowd = random_crowd(&mut dice, settings);
        (0..10).for_each(|_| drop(step(&mut crowd)));
        let before: Vec<(ActorId, SubCell)> = crowd.actors().map(|(id, actor)| (id, actor.current)).collect();
        let map = other_map(&crowd, &mut dice);
        let gone = crowd.set_map(map).unwrap();
        judge(&crowd);
        for (id, at) in before {
            let is_gone = crowd.solid().contains(at.0);
            assert_eq!(
                (crowd.actor(id).map(|actor| actor.current), gone.contains(&id)),
                ((!is_gone).then_some(at), is_gone)
            );
        }
        run(&mut crowd, 30);
    }
}

/// One actor on a random map, sent somewhere; `None` where there is no place for it or its goal.
fn alone(seed: u64) -> Option<Crowd> {
    let mut dice = Dice::new(seed);
    let settings = random_settings(&mut dice);
    let mut crowd = Crowd::new(random_map(&mut dice), settings).unwrap();
    let size = crowd.solid().size();
    let id = crowd.spawn(SubCell(dice.cell(size)), 128).ok()?;
    crowd.order(id, dice.cell(crowd.map().size())).ok()?;
    Some(crowd)
}

#[test]
fn one_actor_alone_arrives_wherever_it_is_sent() {
    for seed in 0..3000 {
        let Some(mut crowd) = alone(seed) else { continue };
        run(&mut crowd, 2000);
        assert!(crowd.is_settled(), "seed {seed}: {:?} {:?}", crowd.settings(), crowd.summary());
    }
}

#[test]
fn one_actor_alone_follows_shortest_ways_at_any_angle() {
    for seed in 0..3000 {
        let Some(mut crowd) = alone(seed) else { continue };
        let mut routes = ExactNavigator::new(crowd.solid());
        while !crowd.is_settled() {
            step_along(&mut crowd, &mut routes);
            assert!(crowd.tick() < 3000, "seed {seed}: {:?} {:?}", crowd.settings(), crowd.summary());
        }
    }
}

#[test]
fn crowds_on_shortest_ways_keep_the_laws_in_every_mode() {
    for mode in Mode::ALL {
        let mut arrived = [0; 2];
        for seed in 0..40 {
            let mut dice = Dice::new(seed);
            let settings = adjusted(random_settings(&mut dice), |s| s.mode = mode);
            let mut crowd = random_crowd(&mut dice, settings);
            let mut other = crowd.clone();
            let mut routes = ExactNavigator::new(crowd.solid());
            (0..150).for_each(|_| drop(step_along(&mut crowd, &mut routes)));
            (0..150).for_each(|_| drop(step(&mut other)));
            [&crowd, &other].iter().zip(&mut arrived).for_each(|(crowd, sum)| *sum += crowd.summary().arrived);
        }
        // As many arrive as along the eight directions, within a tenth.
        assert!(arrived[0] * 10 >= arrived[1] * 9, "{}: {arrived:?}", mode.name());
    }
}

#[test]
fn shortest_ways_are_the_same_with_and_without_preparation() {
    for seed in 0..500 {
        let mut dice = Dice::new(seed);
        let solid = random_map(&mut dice);
        let free: Vec<Cell> = solid.size().cells().filter(|&cell| !solid.contains(cell)).collect();
        let (mut prepared, mut other) =
            (ExactNavigator::new(&solid), ExactNavigator::new(&BitGrid::new(Size::of(1, 1))));
        for _ in 0..10 {
            let [from, to] = [(); 2].map(|()| free[dice.below(free.len() as u32) as usize]);
            assert_eq!(prepared.route(&solid, from, to), other.route(&solid, from, to));
        }
    }
}

#[test]
fn a_group_spreads_over_distinct_places_and_arrives() {
    let mut groups = 0;
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let settings = adjusted(random_settings(&mut dice), |s| (s.mode, s.search_budget) = (Mode::Flow, 5000));
        let mut crowd = Crowd::new(random_map(&mut dice), settings).unwrap();
        let size = crowd.solid().size();
        (0..12).for_each(|_| drop(crowd.spawn(SubCell(dice.cell(size)), 64)));
        let group: Vec<ActorId> = crowd.actors().map(|(id, _)| id).collect();
        let Ok(sent) = crowd.order_group(&group, dice.cell(crowd.map().size())) else { continue };
        groups += 1;
        let mut places: Vec<SubCell> = sent.iter().map(|order| order.at).collect();
        places.sort();
        places.dedup();
        assert_eq!(places.len(), group.len());
        assert!(places.iter().all(|at| !crowd.solid().contains(at.0)));
        run(&mut crowd, 3000);
        assert!(crowd.is_settled(), "seed {seed}: {:?}", crowd.summary());
    }
    assert!(groups > 30, "most groups had room: {groups}");
}

#[test]
fn a_flow_settles_where_most_of_the_ground_is_taken() {
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let steps = if dice.flag() { Steps::Four } else { Steps::Eight };
        let settings = adjusted(CrowdSettings::new(Mode::Flow), |s| (s.flow_steps, s.seed) = (steps, seed));
        let size = Size::of(10, 8);
        let mut crowd = Crowd::new(BitGrid::new(size), settings).unwrap();
        let mut goals: Vec<Cell> = size.cells().collect();
        (0..goals.len()).for_each(|at| goals.swap(at, dice.below(80) as usize));
        for (at, goal) in size.cells().zip(goals).take(20 + seed as usize) {
            let id = crowd.spawn(SubCell(at), 64).unwrap();
            crowd.order(id, goal).unwrap();
        }
        run(&mut crowd, 3000);
        assert!(crowd.is_settled(), "seed {seed}: {:?}", crowd.summary());
    }
}

proptest! {
    #[test]
    fn a_refused_request_changes_nothing(seed in any::<u32>()) {
        let mut dice = Dice::new(seed.into());
        let settings = random_settings(&mut dice);
        let mut crowd = random_crowd(&mut dice, settings);
        let before = format!("{crowd:?}");
        prop_assert!(crowd.spawn(SubCell::new(-1, 0), 64).is_err());
        prop_assert!(crowd.order(ActorId::from_bits(9999), Cell::new(0, 0)).is_err());
        prop_assert!(crowd.order(ActorId::from_bits(0), Cell::new(-1, 0)).is_err());
        prop_assert!(crowd.set_wall(Cell::new(99, 0), true).is_err());
        prop_assert!(crowd.remove(ActorId::from_bits(9999)).is_err());
        let bad = [
            adjusted(CrowdSettings::default(), |s| s.n = 0),
            adjusted(CrowdSettings::default(), |s| s.replan_after = 0),
        ];
        for settings in bad {
            prop_assert!(crowd.set_settings(settings).is_err());
        }
        let first = crowd.actors().map(|(_, actor)| actor.current).next();
        if let Some(at) = first {
            prop_assert!(crowd.spawn(at, 64).is_err());
            prop_assert!(crowd.spawn(at, 0).is_err());
        }
        prop_assert_eq!(before, format!("{crowd:?}"));
    }
}
