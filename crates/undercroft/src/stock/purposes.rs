//! Which room is for what.
//!
//! Purposes that a table wants at least once choose their rooms first. Then each room, the one with the fewest
//! candidates first, takes the purpose that suits it best; weights decide between equals. A room whose candidates are
//! all used up may take that of another room which has an alternative. Nothing here fails: what does not fit is a warning.

use super::room_facts::{RoomFact, RoomFacts};
use crate::contents::{ContentTable, FALLBACK_PURPOSE, PlainConditions, Purpose, StoreyRange};
use crate::dungeon::{Dungeon, Role, Room, RoomId};
use crate::events::Event;
use crate::meter::{Halt, Meter};
use crate::seed::Stream;

/// Numbered rooms to which `max` of a purpose refers; larger dungeons may have as many times more.
const ROOMS_PER_LIMIT: usize = 24;
/// How warnings of this stage begin.
pub const WARNING: &str = "contents: ";
/// What a met preference counts.
const WANT: i32 = 4;
/// What it costs to give a room with a role to a purpose that is for no role.
const MISFIT: i32 = 6;
/// Candidates that may be tested for a room.
const TESTS: usize = 200;
/// Steps of the search for a room that can take another purpose.
const SWAPS: u32 = 64;

/// Gives every numbered room a purpose and all rooms a surface.
///
/// # Errors
/// When the meter halts.
pub fn assign_purposes(
    dungeon: &mut Dungeon,
    facts: &RoomFacts,
    table: &ContentTable,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<(), Halt> {
    let numbered = dungeon.rooms.iter().filter(|room| room.number.is_some()).count();
    meter.spend(1 + (numbered * table.purposes.len()) as u64)?;
    let mut assignment = Assignment::new(dungeon, facts, table, numbered);
    assignment.meet_minimums();
    assignment.fill(stream, meter)?;
    assignment.improve();
    assignment.set_surfaces();
    if meter.wants_events() {
        assignment.report(meter);
    }
    Ok(())
}

/// Purposes that each room could have by itself, all in one list.
struct Candidates {
    list: Vec<u16>,
    /// For each room, where its own begin and end.
    spans: Vec<(u32, u32)>,
}

impl Candidates {
    fn of(&self, room: RoomId) -> &[u16] {
        let (start, end) = self.spans[room.index()];
        &self.list[start as usize..end as usize]
    }
}

/// What a purpose asks of a room whatever the other rooms are for. All of them lie close together: each room is
/// compared with each.
struct RoomFit {
    position: u16,
    roles: u16,
    needs: PlainConditions,
    levels: StoreyRange,
    area: [u32; 2],
    aspect: u32,
}

impl RoomFit {
    fn new(position: usize, purpose: &Purpose) -> Self {
        let Purpose { area, aspect, levels, needs, roles, .. } = purpose;
        let (area, aspect, levels, needs) = (*area, *aspect, *levels, needs.plain);
        Self { position: position as u16, roles: role_bits(roles), needs, levels, area, aspect }
    }

    /// Whether a room with these facts suits, needs with a value aside.
    const fn suits(&self, fact: RoomFact, z: i32, roles: u16) -> bool {
        let has_role = self.roles == 0 || self.roles & roles != 0;
        let is_in_size = self.area[0] <= fact.area && fact.area <= self.area[1] && fact.aspect <= self.aspect;
        has_role && is_in_size && is_on_level(self.levels, z) && fact.met.contains_all(self.needs)
    }
}

/// A bit for each role.
fn role_bits(roles: &[Role]) -> u16 {
    roles.iter().fold(0, |bits, &role| bits | 1 << role as u16)
}

const fn is_on_level(levels: StoreyRange, z: i32) -> bool {
    match levels {
        StoreyRange::Any => true,
        StoreyRange::Above => z > 0,
        StoreyRange::Ground => z == 0,
        StoreyRange::Below => z < 0,
    }
}

struct Assignment<'a> {
    dungeon: &'a mut Dungeon,
    facts: &'a RoomFacts,
    table: &'a ContentTable,
    candidates: Candidates,
    /// The purpose of each room, as a position in the table.
    chosen: Vec<Option<u16>>,
    /// How many rooms may still have each purpose.
    left: Vec<u32>,
    /// The rooms that have each purpose.
    rooms: Vec<Vec<RoomId>>,
    /// Rooms without a purpose, by number.
    open: Vec<RoomId>,
}

impl<'a> Assignment<'a> {
    fn new(dungeon: &'a mut Dungeon, facts: &'a RoomFacts, table: &'a ContentTable, numbered: usize) -> Self {
        let scale = numbered.div_ceil(ROOMS_PER_LIMIT).max(1) as u32;
        let left = table.purposes.iter().map(|purpose| purpose.max.saturating_mul(scale)).collect();
        let mut open: Vec<RoomId> =
            dungeon.rooms.iter().filter(|room| room.number.is_some()).map(|room| room.id).collect();
        open.sort_by_key(|&room| dungeon.room(room).number);
        let count = dungeon.rooms.len();
        let (candidates, chosen) = (Candidates { list: Vec::new(), spans: vec![(0, 0); count] }, vec![None; count]);
        let rooms = vec![Vec::new(); table.purposes.len()];
        let mut assignment = Self { dungeon, facts, table, candidates, chosen, left, rooms, open };
        assignment.keep_given();
        assignment.find_candidates();
        assignment
    }

    /// Purposes that rooms have already stay and count.
    fn keep_given(&mut self) {
        let Self { dungeon, table, chosen, left, .. } = self;
        self.open.retain(|&room| {
            let Some(name) = dungeon.room(room).purpose.as_deref() else { return true };
            let purpose = table.purposes.iter().position(|purpose| purpose.name == name);
            if let Some(purpose) = purpose {
                chosen[room.index()] = Some(purpose as u16);
                left[purpose] = left[purpose].saturating_sub(1);
            }
            false
        });
    }

    /// Finds the purposes that suit each open room whatever the other rooms are for.
    fn find_candidates(&mut self) {
        let order = self.table.assignment_order.iter();
        let fits: Vec<RoomFit> =
            order.map(|&position| RoomFit::new(position, &self.table.purposes[position])).collect();
        let mut list = Vec::with_capacity(self.open.len() * fits.len() / 2);
        for &room in &self.open {
            let (start, fact) = (list.len() as u32, self.facts.room(room));
            let (z, roles) = (self.dungeon.room(room).z, role_bits(&self.dungeon.room(room).roles));
            let fitting = fits.iter().filter(|fit| fit.suits(fact, z, roles)).map(|fit| fit.position);
            list.extend(fitting.filter(|&position| self.could_meet_needs(room, position)).take(TESTS));
            self.candidates.spans[room.index()] = (start, list.len() as u32);
        }
        self.candidates.list = list;
    }

    /// Whether all needs with a value are met that do not depend on what other rooms are for.
    fn could_meet_needs(&self, room: RoomId, position: u16) -> bool {
        let mut needs = self.table.purposes[usize::from(position)].needs.with_values();
        needs.all(|need| need.purpose().is_some() || self.facts.holds(self.dungeon, room, need))
    }

    fn needs_met(&self, room: RoomId, purpose: &Purpose) -> bool {
        self.facts.holds_all(self.dungeon, room, &purpose.needs)
    }

    fn score(&self, room: RoomId, purpose: &Purpose) -> i32 {
        let wants = self.facts.count_met(self.dungeon, room, &purpose.wants) as i32;
        let has_role = self.dungeon.room(room).roles.iter().any(|&role| role != Role::Hall);
        WANT * wants - if has_role && purpose.roles.is_empty() { MISFIT } else { 0 }
    }

    fn meet_minimums(&mut self) {
        let table = self.table;
        for &position in &table.assignment_order {
            let purpose = &table.purposes[position];
            if purpose.min == 0 {
                continue;
            }
            let given = self.chosen.iter().flatten().filter(|&&chosen| usize::from(chosen) == position).count() as u32;
            for _ in given..purpose.min {
                if !self.place_minimum(position, purpose) {
                    self.dungeon.warnings.push(self.no_room(purpose));
                    break;
                }
            }
        }
    }

    /// Gives a purpose the room that suits it best; of equals the one with the fewest other candidates.
    fn place_minimum(&mut self, position: usize, purpose: &Purpose) -> bool {
        let is_open =
            |room: &&RoomId| self.candidates.of(**room).contains(&(position as u16)) && self.needs_met(**room, purpose);
        let rank = |room: &&RoomId| {
            let others = self.candidates.of(**room).len();
            (std::cmp::Reverse(self.score(**room, purpose)), others, self.dungeon.room(**room).number)
        };
        let Some(&room) = self.open.iter().filter(is_open).min_by_key(rank) else { return false };
        self.choose(room, position as u16);
        self.open.retain(|&other| other != room);
        true
    }

    fn no_room(&self, purpose: &Purpose) -> String {
        let [least, most] = purpose.area;
        let levels = match purpose.levels {
            StoreyRange::Any => "",
            StoreyRange::Above => " above the ground level",
            StoreyRange::Ground => " on the ground level",
            StoreyRange::Below => " below the ground level",
        };
        let any = PlainConditions::default();
        let anywhere = RoomFit { area: [1, u32::MAX], aspect: u32::MAX, needs: any, ..RoomFit::new(0, purpose) };
        let free = self.open.iter().filter(|&&room| {
            let Room { z, roles, .. } = self.dungeon.room(room);
            anywhere.suits(self.facts.room(room), *z, role_bits(roles))
        });
        let found = match free.map(|&room| self.facts.room(room).area).max() {
            Some(largest) => format!("the largest free room there has {largest}"),
            None => "no room there is free".to_owned(),
        };
        let (name, min) = (&purpose.name, purpose.min);
        format!("{WARNING}no room for \"{name}\" (min {min}): needs {least} to {most} cells{levels}; {found}.")
    }

    /// Gives all open rooms a purpose, those with the fewest candidates first.
    fn fill(&mut self, stream: &mut Stream, meter: &mut Meter) -> Result<(), Halt> {
        let mut open = std::mem::take(&mut self.open);
        open.sort_by_key(|&room| (self.candidates.of(room).len(), self.dungeon.room(room).number));
        let mut equals = (Vec::new(), Vec::new());
        for room in open {
            meter.spend(1 + self.candidates.of(room).len() as u64)?;
            let purpose = self.best(room, stream, &mut equals).or_else(|| self.swap(room)).or_else(|| self.fallback());
            let Some(purpose) = purpose else { continue };
            self.choose(room, purpose);
        }
        Ok(())
    }

    /// Reports the purpose of every room, and why it has it.
    fn report(&self, meter: &mut Meter) {
        for room in self.dungeon.rooms.iter().filter(|room| room.number.is_some()) {
            let Some(purpose) = room.purpose.clone() else { continue };
            let is_chosen = !self.candidates.of(room.id).is_empty();
            let reason = match self.chosen[room.id.index()].filter(|_| is_chosen) {
                Some(position) => self.reason(room.id, position),
                None => "the program of the house says so".to_owned(),
            };
            meter.on_event(Event::PurposeAssigned { room: room.id, purpose, reason });
        }
    }

    /// The purpose with the highest score that may still be had; weights decide between equals, for which there are lists.
    fn best(&self, room: RoomId, stream: &mut Stream, (equals, weights): &mut (Vec<u16>, Vec<u32>)) -> Option<u16> {
        let mut best = i32::MIN;
        equals.clear();
        for &position in self.candidates.of(room) {
            let purpose = &self.table.purposes[usize::from(position)];
            if self.left[usize::from(position)] == 0 || !self.needs_met(room, purpose) {
                continue;
            }
            let score = self.score(room, purpose);
            if score > best {
                best = score;
                equals.clear();
            }
            if score == best {
                equals.push(position);
            }
        }
        weights.clear();
        weights.extend(equals.iter().map(|&position| self.table.purposes[usize::from(position)].weight));
        stream.weighted(weights).map(|chosen| equals[chosen])
    }

    /// Frees a purpose that this room could have by giving its room another one.
    fn swap(&mut self, room: RoomId) -> Option<u16> {
        let mut steps = 0;
        for wanted in self.candidates.of(room).to_vec() {
            for &other in &self.rooms[usize::from(wanted)] {
                let is_free = |position: &&u16| {
                    steps += 1;
                    let purpose = &self.table.purposes[usize::from(**position)];
                    let needs_met = || self.needs_met(other, purpose);
                    **position != wanted && self.left[usize::from(**position)] > 0 && needs_met()
                };
                if let Some(&position) = self.candidates.of(other).iter().find(is_free) {
                    self.choose(other, position);
                    return Some(wanted);
                }
                if steps >= SWAPS {
                    return None;
                }
            }
        }
        None
    }

    fn fallback(&self) -> Option<u16> {
        self.table.purposes.iter().position(|purpose| purpose.name == FALLBACK_PURPOSE).map(|position| position as u16)
    }

    fn choose(&mut self, room: RoomId, position: u16) {
        if let Some(old) = self.chosen[room.index()].replace(position) {
            self.left[usize::from(old)] += 1;
            self.rooms[usize::from(old)].retain(|&other| other != room);
        }
        let left = &mut self.left[usize::from(position)];
        *left = left.saturating_sub(1);
        self.rooms[usize::from(position)].push(room);
        let name = self.table.purposes[usize::from(position)].name.clone();
        self.dungeon.rooms[room.index()].purpose = Some(name);
    }

    /// Rooms that were filled before their neighbours look again: a pantry moves beside the kitchen. A room that a
    /// neighbour counts on keeps its purpose.
    fn improve(&mut self) {
        for room in (0..self.chosen.len()).map(|room| RoomId(room as u32)) {
            let Some(current) = self.chosen[room.index()] else { continue };
            if self.candidates.of(room).is_empty() || self.is_counted_on(room, current) {
                continue;
            }
            let score = self.score(room, &self.table.purposes[usize::from(current)]);
            let best = self.candidates.of(room).iter().copied().filter(|&position| {
                let purpose = &self.table.purposes[usize::from(position)];
                let has_neighbor = purpose.wants.with_values().any(|want| want.purpose().is_some());
                has_neighbor && self.left[usize::from(position)] > 0 && self.needs_met(room, purpose)
            });
            let best = best.map(|position| (self.score(room, &self.table.purposes[usize::from(position)]), position));
            if let Some((_, position)) = best.max_by_key(|&(score, _)| score).filter(|&(better, _)| better > score) {
                self.choose(room, position);
            }
        }
    }

    fn is_counted_on(&self, room: RoomId, purpose: u16) -> bool {
        let purpose = &self.table.purposes[usize::from(purpose)];
        let is_least = purpose.min > 0;
        is_least
            || self.facts.neighbors(room).iter().any(|neighbor| {
                let other = self.chosen[neighbor.index()].map(|other| &self.table.purposes[usize::from(other)]);
                other.is_some_and(|other| other.neighbors().any(|name| name == purpose.name))
            })
    }

    fn set_surfaces(&mut self) {
        for (room, chosen) in self.dungeon.rooms.iter_mut().zip(&self.chosen) {
            let own = chosen.and_then(|position| self.table.purposes[usize::from(position)].surface.clone());
            room.surface = own.or_else(|| self.table.surface.clone());
        }
    }

    /// Why a room has its purpose, for people.
    fn reason(&self, room: RoomId, position: u16) -> String {
        let purpose = &self.table.purposes[usize::from(position)];
        let met: Vec<_> = purpose.wants.iter().filter(|want| self.facts.holds(self.dungeon, room, want)).collect();
        let words: Vec<String> = purpose.needs.iter().chain(met.iter().copied()).map(ToString::to_string).collect();
        if purpose.needs.is_empty() && purpose.wants.is_empty() {
            return "it fits any room of this size".to_owned();
        }
        let words = if words.is_empty() { "nothing better fits".to_owned() } else { words.join(", ") };
        format!("{words}; {} of {} wants", met.len(), purpose.wants.len())
    }
}
