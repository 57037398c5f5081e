//! The swap rule: how two actors change places in a corridor.
//!
//! K. Okumura, "Improving `LaCAM` for Scalable Eventually Optimal Multi-Agent Pathfinding", IJCAI 2023, section on the
//! enhanced configuration generator. When the actor ahead wants to go where this one stands and the corridor is too
//! narrow, this one backs away (its preferences turned round) and draws the other after it to the next junction:
//!
//! ```text
//!     #####        pusher a →, puller ← b: only the junction at x lets them pass.
//!     x a b .      b pushes a back to x, and a pulls b along.
//!     #####
//! ```

use super::pibt::{NO_ACTOR, Pibt};
use super::problem::Problem;
use crate::open_moves::SubcellId;

impl Pibt {
    /// The actor that should be pulled along while this one backs away from `best`, or [`NO_ACTOR`].
    pub(super) fn swap_partner(&self, problem: &Problem, actor: u32, best: SubcellId) -> u32 {
        let here = self.from[actor as usize];
        if best == here {
            return NO_ACTOR;
        }
        let ahead = self.now[best.index()];
        if ahead != NO_ACTOR
            && self.to[ahead as usize] == SubcellId::NONE
            && self.must_swap(problem, actor, ahead, here, best)
            && self.can_swap(problem, best, here)
        {
            return ahead;
        }
        self.follower_to_clear(problem, here, best)
    }

    /// An actor behind who will need to swap with this actor once it has moved on to `best`.
    fn follower_to_clear(&self, problem: &Problem, here: SubcellId, best: SubcellId) -> u32 {
        let spots = problem.moves.neighbours(here).filter(|&spot| spot != best);
        let mut behind = spots.map(|spot| self.now[spot.index()]).filter(|&behind| behind != NO_ACTOR).peekable();
        if behind.peek().is_none() {
            return NO_ACTOR;
        }
        // Whoever follows through a junction passes there: no need to look further for each of them.
        let is_junction = matches!(self.onward(problem, here, best), Onward::Junction);
        let needs_swap = |&behind: &u32| {
            !(is_junction && problem.wants(behind, here, best))
                && self.must_swap(problem, behind, self.now[here.index()], here, best)
                && self.can_swap(problem, best, here)
        };
        behind.find(needs_swap).unwrap_or(NO_ACTOR)
    }

    /// Whether the pusher, while it passes the puller, will still face it at the end of the corridor.
    fn must_swap(
        &self,
        problem: &Problem,
        pusher: u32,
        puller: u32,
        mut behind: SubcellId,
        mut ahead: SubcellId,
    ) -> bool {
        let [pushing, pulling] = [pusher, puller].map(|actor| &problem.tables[actor as usize]);
        // Distances of the ground before may lead round for ever.
        let mut steps_left = problem.moves.size().area();
        while pushing.change(behind, ahead) < 0 && steps_left > 0 {
            steps_left -= 1;
            match self.onward(problem, behind, ahead) {
                Onward::Junction => return false,
                Onward::DeadEnd => break,
                Onward::Corridor(next) => (behind, ahead) = (ahead, next),
            }
        }
        let pusher_wants = behind == pushing.goal() || pushing.change(behind, ahead) < 0;
        pulling.change(ahead, behind) < 0 && pusher_wants
    }

    /// Whether backing away from `pusher` along the corridor leads to a junction.
    fn can_swap(&self, problem: &Problem, pusher: SubcellId, puller: SubcellId) -> bool {
        let (mut behind, mut ahead) = (pusher, puller);
        while ahead != pusher {
            match self.onward(problem, behind, ahead) {
                Onward::Junction => return true,
                Onward::DeadEnd => return false,
                Onward::Corridor(next) => (behind, ahead) = (ahead, next),
            }
        }
        false
    }

    /// What lies beyond `ahead` when coming from `behind`. A dead end in which an actor rests at its goal is no exit.
    fn onward(&self, problem: &Problem, behind: SubcellId, ahead: SubcellId) -> Onward {
        let mut exits =
            problem.moves.neighbours(ahead).filter(|&spot| spot != behind && !self.is_plugged(problem, spot));
        match (exits.next(), exits.next()) {
            (None, _) => Onward::DeadEnd,
            (Some(only), None) => Onward::Corridor(only),
            _ => Onward::Junction,
        }
    }

    fn is_plugged(&self, problem: &Problem, spot: SubcellId) -> bool {
        let occupant = self.now[spot.index()];
        problem.moves.degree(spot) == 1 && occupant != NO_ACTOR && problem.tables[occupant as usize].goal() == spot
    }
}

enum Onward {
    DeadEnd,
    Corridor(SubcellId),
    Junction,
}
