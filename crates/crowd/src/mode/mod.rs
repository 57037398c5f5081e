//! What an actor may reserve next: one function for each part of the rules, combined by [`choose`].
//!
//! All modes but flow work alike. The steps are ranked by how well they point to the waypoint (`candidates.rs`), and
//! the first that the rules allow is taken together with the sub-cells it needs beside it:
//!
//! ```text
//!   square          diagonal         no-diagonal    anti-cross               basic3
//!   c e             c a              . t .          c B   refused when one   of the best three, those
//!   e t  all of it  . t  a anchor    t c t          B t   other owns both B  no farther from the end
//! ```

mod candidates;

use undercroft_grid::Cell;

use self::candidates::Candidates;
use crate::actors::Actors;
use crate::open_moves::{ORTHOGONAL, STEPS, sides};
use crate::reservations::Owners;
use crate::subcell_grid::SubcellGrid;
use crate::{Actor, ActorId, BlockRule, CrowdSettings, Mode, SubCell, Wait};

/// How many of the best steps are looked at.
const USUAL_LIMIT: usize = 5;
/// The same in the basic3 modes.
const BASIC3_LIMIT: usize = 3;
/// For so many spans an actor without getting nearer waits for a block; then it takes single steps.
const PATIENT_SPANS: u32 = 2;

/// What the rules look at.
pub(crate) struct View<'a> {
    pub(crate) settings: &'a CrowdSettings,
    pub(crate) subcells: &'a SubcellGrid,
    pub(crate) owners: &'a Owners,
    pub(crate) actors: &'a Actors,
}

/// What to reserve: the next sub-cell and those needed beside it, none of which has an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) target: SubCell,
    pub(crate) extra: [Option<SubCell>; 2],
    /// Whether the step crosses another's.
    pub(crate) crosses: bool,
}

/// The step that the rules allow this actor towards the end of its leg, or why there is none. It begins where the step
/// that the actor has reserved already ends.
pub(crate) fn choose(view: &View, id: ActorId, leg: SubCell) -> Result<Claim, Wait> {
    let actor = &view.actors[id];
    let chooser = Chooser { view, id, actor, from: actor.end_of_step(), leg };
    match view.settings.mode {
        Mode::Square if view.settings.block == BlockRule::Wait => chooser.first_block(),
        Mode::Square => chooser.block().map_or_else(|| chooser.first_single(), Ok),
        _ => chooser.first_single(),
    }
}

struct Chooser<'a> {
    view: &'a View<'a>,
    id: ActorId,
    actor: &'a Actor,
    /// Where the step begins.
    from: SubCell,
    leg: SubCell,
}

impl Chooser<'_> {
    /// The best neighbour with the rest of the 2×2 block, all of it free.
    fn block(&self) -> Option<Claim> {
        let best = self.ranked(u8::MAX).best()?;
        let is_open = self.view.subcells.moves().mask(self.view.subcells.id(self.from)) >> best & 1 == 1;
        let extra = self.rest_of_block(best);
        let all_free = extra.iter().all(|&at| self.is_available(at));
        (is_open && all_free && self.is_available(self.target(best))).then(|| Claim {
            target: self.target(best),
            extra: extra.map(Some),
            crosses: false,
        })
    }

    /// The first candidate with a free block to a sub-cell that no one on the move is beside, or with a single step where
    /// walls and parked actors leave no room for a block. Else the actor waits, unless it has got no nearer for long: of
    /// those who wait for each other one must begin.
    fn first_block(&self) -> Result<Claim, Wait> {
        let open = self.view.subcells.moves().mask(self.view.subcells.id(self.from));
        let mut has_room = false;
        for direction in self.ranked(u8::MAX).iter().filter(|&direction| open >> direction & 1 == 1) {
            match self.block_towards(direction) {
                Err(Wait::Taken) => has_room = true,
                Err(_) => {
                    if let Ok(claim) = self.single(direction) {
                        return Ok(claim);
                    }
                }
                claim => return claim,
            }
        }
        let is_patient = self.actor.stalled_spans(self.view.settings) < PATIENT_SPANS;
        if has_room && is_patient { Err(Wait::Taken) } else { self.first_single() }
    }

    /// A step with its block; it is taken where others on the move own a part of it, and else walled in.
    fn block_towards(&self, direction: usize) -> Result<Claim, Wait> {
        let target = self.target(direction);
        let block = |extra: [SubCell; 2]| [target, extra[0], extra[1]];
        let is_free = |extra: &[SubCell; 2]| block(*extra).iter().all(|&at| self.is_available(at));
        if let Some(extra) = self.blocks(direction).find(|extra| self.is_clear_around(target) && is_free(extra)) {
            return Ok(Claim { target, extra: extra.map(Some), crosses: false });
        }
        let may_be_had = |extra: [SubCell; 2]| block(extra).iter().all(|&at| self.may_become_available(at));
        Err(if self.blocks(direction).any(may_be_had) { Wait::Taken } else { Wait::Wall })
    }

    /// Whether no other actor on the move owns the sub-cell or one beside it.
    fn is_clear_around(&self, at: SubCell) -> bool {
        let around = STEPS.into_iter().chain([Cell::new(0, 0)]).map(|step| SubCell(at.0 + step));
        let is_clear =
            |at| self.owner(at).is_none_or(|other| other == self.id || !self.view.actors[other].is_seeking());
        around.filter(|&at| self.view.subcells.is_free(at)).all(is_clear)
    }

    /// The rest of the block on the side to which the direction leans and, beside an orthogonal step, on the other.
    fn blocks(&self, direction: usize) -> impl Iterator<Item = [SubCell; 2]> {
        let best = self.rest_of_block(direction);
        let mirrored = |at: SubCell| match STEPS[direction] {
            Cell { y: 0, .. } => SubCell::new(at.0.x, 2 * self.from.0.y - at.0.y),
            _ => SubCell::new(2 * self.from.0.x - at.0.x, at.0.y),
        };
        let other = sides(direction).is_none().then(|| best.map(mirrored));
        [best].into_iter().chain(other)
    }

    /// Whether the sub-cell is free of walls and parked actors.
    fn may_become_available(&self, at: SubCell) -> bool {
        self.view.subcells.is_free(at)
            && self.owner(at).is_none_or(|other| other == self.id || self.view.actors[other].is_seeking())
    }

    /// The two sub-cells that make a block with `current` and the target. Beside an orthogonal step they lie on the
    /// side to which the direction leans; if it leans to neither, on that of the smaller coordinate.
    fn rest_of_block(&self, direction: usize) -> [SubCell; 2] {
        let (step, d) = (STEPS[direction], self.direction());
        let side = |lean: i32| if lean > 0 { 1 } else { -1 };
        let (a, b) = match (step.x, step.y) {
            (x, 0) => (Cell::new(0, side(d.y)), Cell::new(x, side(d.y))),
            (0, y) => (Cell::new(side(d.x), 0), Cell::new(side(d.x), y)),
            (x, y) => (Cell::new(x, 0), Cell::new(0, y)),
        };
        [a, b].map(|step| SubCell(self.from.0 + step))
    }

    /// The first candidate that the rules allow. The reason for waiting is that of the best step not into a wall.
    fn first_single(&self) -> Result<Claim, Wait> {
        let open = self.view.subcells.moves().mask(self.view.subcells.id(self.from));
        let mut reason = None;
        let mut nearer_is_left = false;
        let ranked = self.ranked(self.allowed_directions());
        for direction in ranked.iter().filter(|&direction| open >> direction & 1 == 1) {
            let leads_away = self.is_basic3() && self.leads_away(direction);
            nearer_is_left |= !leads_away;
            let tried = if leads_away { Err(Wait::Distance) } else { self.single(direction) };
            match tried {
                Ok(claim) => return Ok(claim),
                Err(wait) => reason = reason.or(Some(wait)),
            }
        }
        if self.is_basic3() && self.view.settings.fallback && !nearer_is_left {
            return self.fallback(open);
        }
        Err(reason.unwrap_or(Wait::Wall))
    }

    /// The single best step, whatever its distance.
    fn fallback(&self, open: u8) -> Result<Claim, Wait> {
        let best = self.ranked(open).best().ok_or(Wait::Wall)?;
        self.single(best)
    }

    /// One step with what the mode wants beside it.
    fn single(&self, direction: usize) -> Result<Claim, Wait> {
        let target = self.target(direction);
        if !self.is_available(target) {
            return Err(Wait::Taken);
        }
        let crosses = self.crosses(direction);
        let mode = self.view.settings.mode;
        if crosses && matches!(mode, Mode::AntiCross | Mode::Basic3AntiCross | Mode::Square) {
            return Err(Wait::AntiCross);
        }
        if mode == Mode::Diagonal && sides(direction).is_some() {
            let anchor = self.anchor(direction).ok_or(Wait::Taken)?;
            return Ok(Claim { target, extra: [Some(anchor), None], crosses });
        }
        Ok(Claim { target, extra: [None; 2], crosses })
    }

    /// The horizontal neighbour beside a diagonal step, else the vertical one.
    fn anchor(&self, direction: usize) -> Option<SubCell> {
        let (horizontal, vertical) = self.beside(direction)?;
        [horizontal, vertical].into_iter().find(|&at| self.is_available(at))
    }

    /// Whether one and the same other actor walks between the two sub-cells beside a diagonal step.
    fn crosses(&self, direction: usize) -> bool {
        let Some((a, b)) = self.beside(direction) else { return false };
        self.owner(a).is_some_and(|other| {
            other != self.id && self.owner(b) == Some(other) && self.view.actors[other].walks_between(a, b)
        })
    }

    fn beside(&self, direction: usize) -> Option<(SubCell, SubCell)> {
        sides(direction).map(|(horizontal, vertical)| (self.target(horizontal), self.target(vertical)))
    }

    /// Whether the step ends farther from the end of the leg than it begins.
    fn leads_away(&self, direction: usize) -> bool {
        let before = self.from.0.distance_squared(self.leg.0);
        self.target(direction).0.distance_squared(self.leg.0) > before
    }

    fn ranked(&self, directions: u8) -> Candidates {
        let limit = if self.is_basic3() { BASIC3_LIMIT } else { USUAL_LIMIT };
        Candidates::ranked(self.direction(), directions, self.view.settings.allow_backward, limit)
    }

    fn allowed_directions(&self) -> u8 {
        if self.view.settings.mode == Mode::NoDiagonal { ORTHOGONAL } else { u8::MAX }
    }

    fn is_basic3(&self) -> bool {
        matches!(self.view.settings.mode, Mode::Basic3 | Mode::Basic3AntiCross)
    }

    fn direction(&self) -> Cell {
        self.leg.0 - self.from.0
    }

    fn target(&self, direction: usize) -> SubCell {
        SubCell(self.from.0 + STEPS[direction])
    }

    /// Whether no other owns the sub-cell. What the actor owns beside its present step can be kept for the next.
    fn is_available(&self, at: SubCell) -> bool {
        self.view.subcells.is_free(at) && (self.owner(at).is_none() || self.actor.extra.contains(&Some(at)))
    }

    fn owner(&self, at: SubCell) -> Option<ActorId> {
        self.view.owners.owner(self.view.subcells.id(at))
    }
}
