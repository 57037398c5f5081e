//! One step of every actor: priority inheritance with backtracking.
//!
//! K. Okumura, M. Machida, X. Défago and Y. Tamura, "Priority Inheritance with Backtracking for Iterative Multi-agent
//! Path Finding", Artificial Intelligence 310, 2022. In order of priority every actor takes the best neighbour that is
//! not taken; whoever stands there inherits the priority and must leave first, and when it cannot, the next best is
//! tried. The swap rule (`swap.rs`) turns a preference round where two actors must change places in a corridor.
//!
//! No one ends on a sub-cell of another, no two change places, and no two cross on the diagonals of one 2×2 block.

use super::problem::Problem;
use crate::open_moves::{SubcellId, sides};
use crate::tie_break::TieBreaker;

/// No one: the occupant of an empty sub-cell.
pub(super) const NO_ACTOR: u32 = u32::MAX;
/// The longest chain of actors that push each other; a longer one is given up, so that the stack stays small.
const MAX_CHAIN: u32 = 400;
/// What a hindered actor weighs against the random numbers up to [`CHANCE`] that break ties.
const HINDRANCE: u32 = 100;
/// The largest of these random numbers, seven bits: nine of them fit in one draw.
const CHANCE: u32 = 127;
/// Standing still and eight neighbours.
const MAX_CANDIDATES: usize = 9;

/// The working memory of the steps: who stands where, and who will.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pibt {
    pub(super) now: Vec<u32>,
    pub(super) next: Vec<u32>,
    pub(super) from: Vec<SubcellId>,
    /// Where every actor goes; [`SubcellId::NONE`] while undecided. May be filled in part before a step.
    pub(super) to: Vec<SubcellId>,
}

impl Pibt {
    /// The configuration after one step, or `None` when the forced moves allow none.
    pub(crate) fn step(
        &mut self,
        problem: &Problem,
        from: &[SubcellId],
        order: &[u32],
        forced: &[(u32, SubcellId)],
        random: &mut TieBreaker,
    ) -> Option<&[SubcellId]> {
        self.place(problem, from);
        let done = self.force(problem, forced) && order.iter().all(|&actor| self.decide(problem, actor, random));
        self.clear();
        done.then_some(&self.to)
    }

    fn decide(&mut self, problem: &Problem, actor: u32, random: &mut TieBreaker) -> bool {
        self.to[actor as usize] != SubcellId::NONE || self.push(problem, actor, 0, random)
    }

    /// Finds a sub-cell for the actor and for every actor it pushes. When there is none it stays, and `false` is returned.
    fn push(&mut self, problem: &Problem, actor: u32, depth: u32, random: &mut TieBreaker) -> bool {
        let here = self.from[actor as usize];
        if depth > MAX_CHAIN {
            self.take(actor, here);
            return false;
        }
        let mut candidates = self.candidates(problem, actor, random.bits());
        let best = self.next_candidate(problem, &mut candidates).map_or(here, |(to, _)| to);
        let partner = self.swap_partner(problem, actor, best);
        candidates.begin(if partner == NO_ACTOR { Order::BestFirst } else { Order::WorstFirst });
        let mut is_first = true;
        while let Some((to, direction)) = self.next_candidate(problem, &mut candidates) {
            let is_first = std::mem::take(&mut is_first);
            if !self.may_go(problem, actor, to, direction) {
                continue;
            }
            self.take(actor, to);
            let other = self.now[to.index()];
            let must_leave = other != NO_ACTOR && to != here && self.to[other as usize] == SubcellId::NONE;
            if must_leave && !self.push(problem, other, depth + 1, random) {
                continue;
            }
            if is_first && partner != NO_ACTOR && self.to[partner as usize] == SubcellId::NONE {
                self.pull(problem, partner, here);
            }
            return true;
        }
        self.take(actor, here);
        false
    }

    /// Draws the partner of a swap after the actor that has just left `here`, if nothing blocks it.
    fn pull(&mut self, problem: &Problem, partner: u32, here: SubcellId) {
        let direction = problem.moves.direction(self.from[partner as usize], here);
        if direction.is_some_and(|direction| self.may_go(problem, partner, here, direction)) {
            self.take(partner, here);
        }
    }

    /// The actor's own sub-cell and its neighbours, sorted as far as they are asked for.
    ///
    /// Fewer steps to the goal come first. Among equals, a step counts against itself whoever it hinders: those about
    /// to come here who would go on to the same sub-cell, and the one there who is about to come here. (K. Okumura and
    /// H. Nagai, "Lightweight and Effective Preference Construction in PIBT", 2025, calls this hindrance.) Chance
    /// overrules a single hindered actor now and then, so that no one circles in the same steps for ever.
    fn candidates(&self, problem: &Problem, actor: u32, chances: u64) -> Candidates {
        let here = self.from[actor as usize];
        let table = &problem.tables[actor as usize];
        let mut groups = [0; 3];
        groups[(table.change(here, here) + 1) as usize] |= 1;
        for direction in problem.moves.directions(here) {
            let change = table.change(here, problem.moves.step(here, direction));
            groups[(change + 1) as usize] |= 2 << direction;
        }
        Candidates { here, groups, chances, ..Candidates::default() }
    }

    /// The next candidate with its direction.
    fn next_candidate(&self, problem: &Problem, candidates: &mut Candidates) -> Option<(SubcellId, usize)> {
        while candidates.at == candidates.len {
            let group = candidates.next_group()?;
            self.rank(problem, candidates, group);
        }
        let slot = candidates.keys[candidates.at] & SLOT;
        candidates.at += 1;
        Some(place_in(problem, candidates.here, slot))
    }

    /// Sorts the candidates of a group, by those whom they hinder and by chance. One alone needs no order.
    fn rank(&self, problem: &Problem, candidates: &mut Candidates, group: u16) {
        (candidates.at, candidates.len) = (0, 0);
        if group.is_power_of_two() {
            candidates.insert(group.trailing_zeros());
            return;
        }
        let here = candidates.here;
        let (coming, count) = self.coming(problem, here);
        let mut rest = group;
        while rest != 0 {
            let slot = rest.trailing_zeros();
            rest &= rest - 1;
            let (to, _) = place_in(problem, here, slot);
            let behind = coming[..count].iter().filter(|&&other| problem.wants(other, here, to)).count() as u32;
            let ahead = self.now[to.index()];
            let meets = ahead != NO_ACTOR && to != here && problem.wants(ahead, to, here);
            let hindered = behind + u32::from(meets);
            candidates.insert((hindered * HINDRANCE + candidates.chance(slot)) << SLOT.count_ones() | slot);
        }
    }

    /// The neighbours who are about to come here, and how many they are.
    fn coming(&self, problem: &Problem, here: SubcellId) -> ([u32; 8], usize) {
        let (mut coming, mut count) = ([NO_ACTOR; 8], 0);
        for spot in problem.moves.neighbours(here) {
            let other = self.now[spot.index()];
            if other != NO_ACTOR && problem.wants(other, spot, here) {
                coming[count] = other;
                count += 1;
            }
        }
        (coming, count)
    }

    fn may_go(&self, problem: &Problem, actor: u32, to: SubcellId, direction: usize) -> bool {
        let here = self.from[actor as usize];
        if self.next[to.index()] != NO_ACTOR {
            return false;
        }
        let other = self.now[to.index()];
        let swaps = other != NO_ACTOR && other != actor && self.to[other as usize] == here;
        !swaps && !self.crosses(problem, here, direction)
    }

    /// Whether another actor's decided step lies on the other diagonal of the block that this step crosses.
    fn crosses(&self, problem: &Problem, here: SubcellId, direction: usize) -> bool {
        let Some((horizontal, vertical)) = sides(direction) else { return false };
        let (a, b) = (problem.moves.step(here, horizontal), problem.moves.step(here, vertical));
        let goes = |from: SubcellId, to: SubcellId| {
            let other = self.now[from.index()];
            other != NO_ACTOR && self.to[other as usize] == to
        };
        goes(a, b) || goes(b, a)
    }

    fn take(&mut self, actor: u32, to: SubcellId) {
        self.next[to.index()] = actor;
        self.to[actor as usize] = to;
    }

    fn place(&mut self, problem: &Problem, from: &[SubcellId]) {
        let area = problem.moves.size().area();
        self.now.resize(area, NO_ACTOR);
        self.next.resize(area, NO_ACTOR);
        self.from.clear();
        self.from.extend_from_slice(from);
        self.to.clear();
        self.to.resize(from.len(), SubcellId::NONE);
        for (actor, spot) in from.iter().enumerate() {
            self.now[spot.index()] = actor as u32;
        }
    }

    fn force(&mut self, problem: &Problem, forced: &[(u32, SubcellId)]) -> bool {
        forced.iter().all(|&(actor, to)| {
            let direction = problem.moves.direction(self.from[actor as usize], to).unwrap_or(STAY);
            let fits = self.may_go(problem, actor, to, direction);
            if fits {
                self.take(actor, to);
            }
            fits
        })
    }

    fn clear(&mut self) {
        for (from, to) in self.from.iter().zip(&self.to) {
            self.now[from.index()] = NO_ACTOR;
            if *to != SubcellId::NONE {
                self.next[to.index()] = NO_ACTOR;
            }
        }
    }
}

/// The direction of a step that goes nowhere.
pub(super) const STAY: usize = 8;

/// The sub-cell of a slot, and its direction.
const fn place_in(problem: &Problem, here: SubcellId, slot: u32) -> (SubcellId, usize) {
    match slot {
        0 => (here, STAY),
        slot => (problem.moves.step(here, slot as usize - 1), slot as usize - 1),
    }
}

/// Where an actor can go. A *slot* is 0 for its own sub-cell, else a direction and 1.
///
/// Most actors take one of the first, so candidates are put into groups by the change of the distance at once, and the
/// order within a group, which costs more, is found when the group is reached.
#[derive(Default)]
struct Candidates {
    here: SubcellId,
    /// The slots that lead nearer, keep the distance and lead farther, one bit each.
    groups: [u16; 3],
    /// Random bits for each candidate, in the order of slots.
    chances: u64,
    order: Order,
    /// How many groups have been begun.
    begun: usize,
    /// The group at hand in its order: what counts against each candidate, and its slot in the lowest bits.
    keys: [u32; MAX_CANDIDATES],
    len: usize,
    at: usize,
}

/// The bits of a key that hold its slot.
const SLOT: u32 = 15;

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Order {
    #[default]
    BestFirst,
    WorstFirst,
}

impl Candidates {
    /// Begins again, in an order. What is sorted stays so.
    fn begin(&mut self, order: Order) {
        self.at = 0;
        if order == Order::WorstFirst {
            (self.order, self.begun, self.len) = (order, 0, 0);
        }
    }

    /// The slots of the next group.
    fn next_group(&mut self) -> Option<u16> {
        let at = self.begun;
        self.begun += 1;
        let group = if self.order == Order::BestFirst { at } else { self.groups.len().checked_sub(at + 1)? };
        self.groups.get(group).copied()
    }

    /// The random number of a slot.
    const fn chance(&self, slot: u32) -> u32 {
        let all = self.groups[0] | self.groups[1] | self.groups[2];
        let before = (all & ((1 << slot) - 1)).count_ones();
        (self.chances >> (before * CHANCE.count_ones())) as u32 & CHANCE
    }

    /// Puts a key where it belongs.
    fn insert(&mut self, key: u32) {
        let is_after = |other: u32| if self.order == Order::BestFirst { other > key } else { other < key };
        let mut at = self.len;
        while at > 0 && is_after(self.keys[at - 1]) {
            self.keys[at] = self.keys[at - 1];
            at -= 1;
        }
        self.keys[at] = key;
        self.len += 1;
    }
}
