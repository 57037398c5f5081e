//! How much room bodies leave each other: the mean distance of whoever moves to its nearest neighbour.
//!
//! On an empty map of 24×16 cells, 60 actors with n = 1 and 180 with n = 2 walk to random cells; then they stay there, or
//! walk on to others. Every fifth tick of 400 the distance of each body that moved to its nearest neighbour is taken, in
//! sub-cells. `cargo test -p undercroft-crowd --test spacing -- --nocapture` prints the table of all modes.

mod common;

use common::{Dice, adjusted, step};
use undercroft_crowd::{ActorId, BlockRule, Crowd, CrowdSettings, Mode, Position, SUBCELL_UNITS, SubCell};
use undercroft_grid::{BitGrid, Size};

const SIZE: (i32, i32) = (24, 16);

fn crowd(settings: CrowdSettings, dice: &mut Dice) -> Crowd {
    let actors = if settings.n == 1 { 60 } else { 180 };
    let mut crowd = Crowd::new(BitGrid::new(Size::of(SIZE.0, SIZE.1)), settings).unwrap();
    while crowd.actors().count() < actors {
        let size = crowd.solid().size();
        let _ = crowd.spawn(SubCell(dice.cell(size)), 128);
    }
    crowd
}

fn send_idle(crowd: &mut Crowd, dice: &mut Dice) {
    let idle: Vec<ActorId> = crowd.actors().filter(|(_, actor)| !actor.is_seeking()).map(|(id, _)| id).collect();
    for id in idle {
        crowd.order(id, dice.cell(crowd.map().size())).unwrap();
    }
}

fn bodies(crowd: &Crowd) -> Vec<Position> {
    crowd.actors().map(|(_, actor)| actor.position()).collect()
}

/// The mean distance over four seeds, and the mean number of arrivals.
fn spacing(settings: &CrowdSettings, walk_on: bool) -> (f64, usize) {
    let (mut sum, mut count, mut arrivals) = (0.0, 0, 0);
    for seed in 0..4 {
        let mut dice = Dice::new(seed);
        let mut crowd = crowd(settings.clone(), &mut dice);
        for tick in 1..=400 {
            if walk_on || tick == 1 {
                send_idle(&mut crowd, &mut dice);
            }
            let before = bodies(&crowd);
            arrivals += step(&mut crowd).arrived.len();
            let after = bodies(&crowd);
            let movers = after.iter().zip(&before).enumerate().filter(|(_, (now, then))| tick % 5 == 0 && now != then);
            for (at, (body, _)) in movers {
                let others = after.iter().enumerate().filter(|&(other, _)| other != at);
                let nearest = others.map(|(_, other)| body.distance_squared(*other)).min().unwrap();
                sum += (nearest as f64).sqrt() / f64::from(SUBCELL_UNITS);
                count += 1;
            }
        }
    }
    (sum / f64::from(count), arrivals / 4)
}

#[test]
fn squares_that_wait_keep_a_quarter_more_distance_than_anti_cross() {
    for (n, walk_on) in [(1, false), (1, true), (2, false), (2, true)] {
        let of = |mode, block| spacing(&adjusted(CrowdSettings::new(mode), |s| (s.n, s.block) = (n, block)), walk_on);
        let rows = Mode::ALL.map(|mode| (mode.name(), of(mode, BlockRule::Single)));
        let waiting = of(Mode::Square, BlockRule::Wait);
        println!("n = {n}, {}", if walk_on { "on to other cells" } else { "to one cell" });
        for (name, (mean, arrivals)) in rows.into_iter().chain([("square, wait", waiting)]) {
            println!("  {name:<17} {mean:.3} {arrivals:>5} arrivals");
        }
        let (_, (anti_cross, _)) = rows.into_iter().find(|&(name, _)| name == "anti-cross").unwrap();
        assert!(waiting.0 >= 1.25 * anti_cross, "n = {n}: {waiting:?} against {anti_cross}");
    }
}
