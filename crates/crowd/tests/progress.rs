//! Getting nearer: dances end, and whoever gets no nearer is counted.

mod common;

use common::{Dice, adjusted, map, run, step};
use undercroft_crowd::{ActorId, Crowd, CrowdSettings, Mode, SubCell, Wait};
use undercroft_grid::{BitGrid, Cell, Size};

/// Two actors of these paces who must pass each other between the ends of the map's first row.
fn head_on(picture: &str, settings: CrowdSettings, paces: [u16; 2]) -> Crowd {
    let mut crowd = Crowd::new(map(picture), settings).unwrap();
    let last = crowd.map().size().width() - 1;
    for ((from, to), pace) in [(0, last), (last, 0)].into_iter().zip(paces) {
        let id = crowd.spawn(crowd.anchor(Cell::new(from, 0)).unwrap(), pace).unwrap();
        crowd.order(id, Cell::new(to, 0)).unwrap();
    }
    crowd
}

#[test]
fn two_who_meet_in_a_corridor_two_wide_do_not_step_aside_for_ever() {
    for mode in Mode::ALL {
        for early in [false, true] {
            for paces in [[1, 1], [64, 64], [85, 85], [128, 128], [256, 256], [1000, 1000], [60, 64]] {
                let settings = adjusted(CrowdSettings::new(mode), |s| s.early = early);
                let mut crowd = head_on("..........\n..........", settings, paces);
                run(&mut crowd, 1000 + 100_000 / u32::from(paces[0]));
                assert!(crowd.is_settled(), "{} {paces:?} {early}: {:?}", mode.name(), crowd.summary());
            }
        }
    }
}

#[test]
fn ticks_without_getting_nearer_are_counted_and_end_with_the_next_step_ahead() {
    for mode in Mode::ALL {
        let mut crowd = head_on("......", CrowdSettings::new(mode), [64, 64]);
        (0..400).for_each(|_| drop(step(&mut crowd)));
        let summary = crowd.summary();
        assert!(crowd.actors().all(|(_, actor)| actor.stalled > 300), "{}: {summary:?}", mode.name());
        assert!(summary.stalled_for > 300 && summary.stalled_ticks > 600, "{}: {summary:?}", mode.name());
        let second = crowd.actors().nth(1).unwrap().0;
        crowd.remove(second).unwrap();
        (0..10).for_each(|_| drop(step(&mut crowd)));
        assert!(crowd.actors().all(|(_, actor)| actor.stalled < 10), "{}", mode.name());
    }
}

#[test]
fn an_actor_that_gets_no_nearer_lets_others_pass_and_says_so() {
    let mut crowd = head_on("..........\n..........", CrowdSettings::new(Mode::NoDiagonal), [64, 64]);
    let mut stalled = 0;
    while !crowd.is_settled() {
        let waited = step(&mut crowd).waited;
        stalled += waited.iter().filter(|&&(_, wait)| wait == Wait::Stalled).count() as u64;
        assert!(crowd.tick() < 2000);
    }
    assert!(stalled > 0);
    assert_eq!(crowd.summary().waits.stalled, stalled);
}

#[test]
fn whoever_walks_slowly_gets_nearer_in_every_tick() {
    for mode in Mode::ALL {
        let mut crowd = Crowd::new(map("......"), CrowdSettings::new(mode)).unwrap();
        let id = crowd.spawn(SubCell::new(0, 0), 1).unwrap();
        crowd.order(id, Cell::new(5, 0)).unwrap();
        while !crowd.is_settled() {
            step(&mut crowd);
            assert_eq!((crowd.actor(id).unwrap().stalled, crowd.summary().stalled_ticks), (0, 0), "{}", mode.name());
        }
    }
}

#[test]
fn everyone_of_a_crowd_with_default_settings_arrives() {
    let mut crowd = Crowd::new(BitGrid::new(Size::of(40, 30)), CrowdSettings::default()).unwrap();
    let mut dice = Dice::new(1);
    while crowd.actors().count() < 30 {
        let _ = crowd.spawn(SubCell(dice.cell(Size::of(40, 30))), 128);
    }
    let group: Vec<ActorId> = crowd.actors().map(|(id, _)| id).collect();
    crowd.order_group(&group, Cell::new(20, 15)).unwrap();
    run(&mut crowd, 1000);
    assert_eq!(crowd.summary().arrived, 30, "{:?}", crowd.summary());
}
