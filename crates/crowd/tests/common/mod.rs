//! What the tests of crowds share: maps, dice, and a judge that looks at every sub-cell.

#![allow(dead_code, reason = "each test file uses its part")]

use undercroft_crowd::{
    Actor, ActorId, BlockRule, Crowd, CrowdSettings, Mode, Navigator, Offset, StepNavigator, SubCell, TickReport,
};
use undercroft_grid::{BitGrid, Cell, Size};

/// A map drawn with `#` for solid cells; the lines are trimmed.
pub fn map(picture: &str) -> BitGrid {
    let rows: Vec<&[u8]> = picture.lines().map(|row| row.trim().as_bytes()).filter(|row| !row.is_empty()).collect();
    let size = Size::of(rows[0].len() as i32, rows.len() as i32);
    BitGrid::from_fn(size, |cell| rows[cell.y as usize][cell.x as usize] == b'#')
}

/// Dice for tests: Marsaglia's xorshift64*, independent of the generator under test.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1) ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) * u64::from(bound)) >> 32) as u32
    }

    pub fn cell(&mut self, size: Size) -> Cell {
        Cell::new(self.below(size.width() as u32) as i32, self.below(size.height() as u32) as i32)
    }

    pub fn flag(&mut self) -> bool {
        self.below(2) == 1
    }
}

pub fn random_map(dice: &mut Dice) -> BitGrid {
    let size = Size::of(5 + dice.below(9) as i32, 4 + dice.below(8) as i32);
    let walls = dice.below(40);
    BitGrid::from_fn(size, |_| dice.below(100) < walls)
}

pub fn random_settings(dice: &mut Dice) -> CrowdSettings {
    adjusted(CrowdSettings::default(), |settings| {
        settings.n = 1 + dice.below(3) as u8;
        settings.offset = Offset::ALL[dice.below(4) as usize];
        settings.mode = Mode::ALL[dice.below(7) as usize];
        settings.block = BlockRule::ALL[dice.below(2) as usize];
        settings.early = dice.flag();
        settings.allow_backward = dice.flag();
        settings.fallback = dice.flag();
        settings.replan_after = 1 + dice.below(12);
        settings.search_budget = 50;
        settings.seed = u64::from(dice.below(1000));
    })
}

/// The settings after some changes.
pub fn adjusted(mut settings: CrowdSettings, change: impl FnOnce(&mut CrowdSettings)) -> CrowdSettings {
    change(&mut settings);
    settings
}

pub fn spawn(crowd: &mut Crowd, cell: (i32, i32)) -> ActorId {
    let at = crowd.anchor(Cell::new(cell.0, cell.1)).expect("a free cell");
    crowd.spawn(at, 64).expect("a free sub-cell")
}

/// Steps once and lets the judge look.
pub fn step(crowd: &mut Crowd) -> TickReport {
    step_along(crowd, &mut StepNavigator::default())
}

/// The same along the paths of a planner.
pub fn step_along(crowd: &mut Crowd, routes: &mut dyn Navigator) -> TickReport {
    let before: Vec<(ActorId, Actor)> = crowd.actors().map(|(id, actor)| (id, actor.clone())).collect();
    let report = crowd.step(routes);
    judge(crowd);
    judge_step(crowd, &before);
    report
}

/// Steps until no one seeks anything, or `limit` ticks have gone by; says how many there were.
pub fn run(crowd: &mut Crowd, limit: u32) -> u32 {
    (0..limit)
        .take_while(|_| {
            !crowd.is_settled() && {
                step(crowd);
                true
            }
        })
        .count() as u32
}

/// Every actor owns what it holds and nothing else is owned; no one is in a wall.
pub fn judge(crowd: &Crowd) {
    let mut held = 0;
    for (id, actor) in crowd.actors() {
        for at in actor.owned() {
            assert_eq!(crowd.owner(at), Some(id), "actor {id} holds {at}");
            assert!(
                crowd.solid().size().contains(at.0) && !crowd.solid().contains(at.0),
                "actor {id} in a wall at {at}"
            );
            held += 1;
        }
        for at in actor.covered() {
            assert!(!crowd.solid().contains(at.0), "the body of actor {id} sweeps over a wall at {at}");
        }
    }
    let owned = crowd.solid().size().cells().filter(|&at| crowd.owner(SubCell(at)).is_some()).count();
    assert_eq!(held, owned, "a sub-cell is owned and held by no actor, or held twice");
}

/// The steps that an actor has reserved.
fn steps(actor: &Actor) -> Vec<(SubCell, SubCell)> {
    let Some(to) = actor.reserved else { return Vec::new() };
    [(actor.current, to)].into_iter().chain(actor.after.map(|after| (to, after.to))).collect()
}

fn judge_step(crowd: &Crowd, before: &[(ActorId, Actor)]) {
    let mode = crowd.settings().mode;
    let moves: Vec<(SubCell, SubCell)> = match mode {
        Mode::Flow => before.iter().map(|(id, old)| (old.current, crowd.actor(*id).unwrap().current)).collect(),
        _ => crowd.actors().flat_map(|(_, actor)| steps(actor)).collect(),
    };
    for &(from, to) in &moves {
        assert!(from.0.chebyshev(to.0) <= 1, "a step from {from} to {to}");
        if mode.forbids_crossing() && from.0.x != to.0.x && from.0.y != to.0.y {
            let (a, b) = (SubCell::new(to.0.x, from.0.y), SubCell::new(from.0.x, to.0.y));
            assert!(!moves.contains(&(a, b)) && !moves.contains(&(b, a)), "{} crossed on {from} to {to}", mode.name());
        }
        assert!(from == to || !moves.contains(&(to, from)), "{} swapped {from} and {to}", mode.name());
    }
}
