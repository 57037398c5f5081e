//! How bodies walk: at their pace, from center to center, and never near each other.

mod common;

use common::{Dice, adjusted, random_map, random_settings, step};
use proptest::prelude::*;
use undercroft_crowd::{
    Crowd, CrowdSettings, MAX_PACE, Mode, Position, SUBCELL_UNITS, Snapshot, StepNavigator, SubCell,
};
use undercroft_grid::{BitGrid, Cell, Size};

/// The modes whose tick is not one step.
fn paced_modes() -> impl Iterator<Item = Mode> {
    Mode::ALL.into_iter().filter(|&mode| mode != Mode::Flow)
}

/// One actor of this pace on an empty map, sent 20 cells in a direction.
fn walker(settings: CrowdSettings, pace: u16, direction: (i32, i32)) -> Crowd {
    let side = |step: i32| 1 + 20 * step.abs();
    let start = |step: i32| if step < 0 { 20 } else { 0 };
    let mut crowd = Crowd::new(BitGrid::new(Size::of(side(direction.0), side(direction.1))), settings).unwrap();
    let at = Cell::new(start(direction.0), start(direction.1));
    let id = crowd.spawn(SubCell(at), pace).unwrap();
    crowd.order(id, Cell::new(at.x + 20 * direction.0, at.y + 20 * direction.1)).unwrap();
    crowd
}

fn body(crowd: &Crowd) -> Position {
    *Snapshot::new(crowd).bodies.values().next().unwrap()
}

/// How far the body is from where it began, along each axis, after each of the next ticks.
fn walked(crowd: &mut Crowd, ticks: i32) -> Vec<(i32, i32)> {
    let start = body(crowd);
    let mut routes = StepNavigator::default();
    let after = |_| {
        crowd.step(&mut routes);
        (body(crowd).x - start.x, body(crowd).y - start.y)
    };
    (0..ticks).map(after).collect()
}

#[test]
fn a_pace_covers_exactly_its_share_of_a_sub_cell_along_an_axis() {
    for mode in paced_modes() {
        for (early, direction) in [(false, (1, 0)), (true, (-1, 0)), (false, (0, -1)), (true, (0, 1))] {
            for pace in 1..=MAX_PACE {
                let settings = adjusted(CrowdSettings::new(mode), |s| s.early = early);
                let mut crowd = walker(settings, pace, direction);
                let ticks = 1 + 600 / i32::from(pace);
                for (tick, at) in (1..).zip(walked(&mut crowd, ticks)) {
                    let far = (tick * i32::from(pace)).min(20 * SUBCELL_UNITS);
                    assert_eq!(at, (direction.0 * far, direction.1 * far), "{} pace {pace} tick {tick}", mode.name());
                }
            }
        }
    }
}

#[test]
fn a_pace_covers_its_share_of_a_diagonal_up_to_rounding() {
    for mode in paced_modes().filter(|&mode| mode != Mode::NoDiagonal) {
        for pace in (1..=MAX_PACE).filter(|pace| *pace < 300 || pace % 61 == 0) {
            let mut crowd = walker(CrowdSettings::new(mode), pace, (1, -1));
            for (tick, (x, y)) in (1..).zip(walked(&mut crowd, 1 + 1200 / i32::from(pace))) {
                // 362 units are taken for the 362.04 of a diagonal step: one part in ten thousand.
                let far = f64::from(tick * i32::from(pace)) / 2f64.sqrt();
                let error = (f64::from(x) - far.min(20.0 * 256.0)).abs();
                assert!(x == -y && error <= 0.51 + far / 9000.0, "{} pace {pace}: {x}, {y} for {far}", mode.name());
            }
        }
    }
}

#[test]
fn what_is_left_of_the_last_tick_does_not_delay_the_arrival() {
    for pace in [1, 85, 100, 127, 128, 200, 255, 256, 257, 1000, 4096] {
        let mut crowd = walker(CrowdSettings::new(Mode::AntiCross), pace, (1, 0));
        while !crowd.is_settled() {
            crowd.step(&mut StepNavigator::default());
        }
        let ticks = (20 * SUBCELL_UNITS as u64).div_ceil(pace.into());
        assert_eq!((crowd.tick(), crowd.summary().makespan), (ticks, ticks), "pace {pace}");
    }
}

/// Two runs of the same crowd, one of them early.
fn early_and_not(mode: Mode, pace: u16, seed: u64) -> [Vec<Snapshot>; 2] {
    [false, true].map(|early| {
        let mut dice = Dice::new(seed);
        let settings = adjusted(CrowdSettings::new(mode), |s| s.early = early);
        let mut crowd = Crowd::new(BitGrid::new(Size::of(12, 8)), settings).unwrap();
        for _ in 0..30 {
            if let Ok(id) = crowd.spawn(SubCell(dice.cell(Size::of(12, 8))), pace) {
                crowd.order(id, dice.cell(Size::of(12, 8))).unwrap();
            }
        }
        let after = |_| {
            step(&mut crowd);
            Snapshot::new(&crowd)
        };
        (0..60).map(after).collect()
    })
}

#[test]
fn early_changes_runs_at_every_pace() {
    for mode in paced_modes() {
        for pace in [40, 64, 85, 100, 127, 128, 150, 200, 256, 300, 1024] {
            let differ = (0..6).filter(|&seed| {
                let [late, early] = early_and_not(mode, pace, seed);
                late != early
            });
            assert!(differ.count() >= 3, "{} pace {pace}", mode.name());
        }
    }
}

/// Runs a random crowd in this mode with a random pace for each body.
fn random_run(mode: Mode, seed: u64) -> Crowd {
    let mut dice = Dice::new(seed);
    let settings = adjusted(random_settings(&mut dice), |s| s.mode = mode);
    let mut crowd = Crowd::new(random_map(&mut dice), settings).unwrap();
    let (size, cells) = (crowd.solid().size(), crowd.map().size());
    for _ in 0..40 {
        let pace = 1 + [dice.below(128), dice.below(600), dice.below(4096)][dice.below(3) as usize];
        if let Ok(id) = crowd.spawn(SubCell(dice.cell(size)), pace as u16) {
            let _ = crowd.order(id, dice.cell(cells));
        }
    }
    for _ in 0..60 {
        step(&mut crowd);
        let ids: Vec<_> = crowd.actors().map(|(id, _)| id).collect();
        if let (0, Some(&id)) = (dice.below(3), ids.get(dice.below(40) as usize)) {
            let _ = crowd.order(id, dice.cell(cells));
        }
    }
    crowd
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn bodies_keep_their_distance_whatever_their_paces(seed in any::<u32>(), mode in 0..7usize) {
        let mode = Mode::ALL[mode];
        prop_assume!(mode != Mode::Basic3);
        if let Some(squared) = random_run(mode, seed.into()).summary().separation_squared {
            // Half the diagonal of a sub-cell: the square of 0.7071 · 256.
            prop_assert!(squared >= 32768, "{}: {}", mode.name(), (squared as f64).sqrt() / 256.0);
        }
    }
}
