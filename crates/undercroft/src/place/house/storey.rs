//! One storey: drawn among the good candidates, or made of leaves.

use undercroft_grid::{Dir, MAX_SIDE, Rect};

use super::areas::scale_areas;
use super::candidate_draws::{CANDIDATES, CandidateDraws};
use super::door_tree::{NeighborRequests, shared_walls};
use super::flight::{Flight, StairRoom, best_flight, has_flight};
use super::footprint::Ground;
use super::score::{Candidate, CandidateDoors, Judge, THROUGH_PRIVATE};
use super::space::{Space, floor_of};
use super::split::{StoreyTask, fewest_rooms};
use super::strip::{FEWEST_FOR_STRIP, StripRule};
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::place::partition::Plane;
use crate::program::{KITCHEN, ProgramRoom};
use crate::recipe::Recipe;
use crate::seed::Stream;

/// Candidates that were not refused after which no more are drawn, unless all of them have faults.
const ENOUGH: usize = 16;
/// How much worse than the best the one may be that is taken.
const SLACK: i64 = 20;
/// The longest common wall that a door is asked of. [Unit: cells]
const DOOR_WALL: i32 = 3;
/// Chance of an upper storey to be without the smallest wing.
const DROPPED_WING: Fraction = Fraction::constant(5_000);

/// What stairs cost that leave a door a corner only, that are shorter than the recipe asks for, and that leave a door no place.
const CORNER_DOOR: i64 = 30;
const SHORT_STAIRS: i64 = 100;
const DOOR_AT_STAIRS: i64 = 300;

/// How often two rooms of a candidate trade places.
const TRADES: usize = 3;

/// A storey with its rooms in their places, the first one first.
#[derive(Clone, Debug)]
pub struct Storey {
    /// The level.
    pub z: i32,
    /// The rooms.
    pub rooms: Vec<(ProgramRoom, Space)>,
    /// The positions of rooms that serve to reach others: a strip, or the halls between leaves.
    pub halls: Vec<usize>,
    /// Private rooms that one must walk through, and stairs that leave a door no place or are too short.
    pub faults: usize,
    /// Walls of the first room that are to have doors.
    pub doors: Vec<Rect>,
    /// Stairs in the first room.
    pub runs: Vec<Rect>,
    /// The stairs to the storey beside it, that one's run first.
    pub flight: Option<Flight>,
}

/// A candidate with its doors and the stairs to the storey beside it.
struct Judged {
    candidate: Candidate,
    doors: CandidateDoors,
    flight: Option<Flight>,
    /// What is wrong with all of it.
    penalty: i64,
    faults: usize,
}

/// What comes of the candidates for a storey.
struct Choice {
    judged: Option<Judged>,
    /// Whether there was any candidate with rooms of the right sizes.
    is_drawn: bool,
}

/// Where a storey is to be.
pub struct StoreyPlace<'a> {
    pub recipe: &'a Recipe,
    pub plane: &'a Plane,
    pub ground: &'a Ground,
    /// What its rooms need from wall line to wall line. [Unit: cells]
    pub needed: i64,
    pub z: i32,
    /// The storey that stairs lead to.
    pub beside: Option<&'a Storey>,
    /// Which footprint this is.
    pub attempt: u32,
}

impl StoreyPlace<'_> {
    /// Draws the storey, or nothing where all candidates are refused.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn fill(&self, rooms: &[ProgramRoom], meter: &mut Meter) -> Result<Option<Storey>, Halt> {
        let mut best: Option<(Judged, bool)> = None;
        let extents = self.extents();
        let strips = self.strips(rooms);
        let variants = extents.iter().flat_map(|wings| strips.iter().map(move |&has_strip| (wings, has_strip)));
        for (variant, (wings, has_strip)) in (0..).zip(variants) {
            for (limit, longest) in (0..).zip(self.longest(wings, has_strip, rooms.len())) {
                let task = self.task(rooms, wings, has_strip, longest);
                let first = (self.attempt * 32 + variant * 2 + limit) * CANDIDATES;
                let Choice { judged, is_drawn } = self.choose(&task, first, meter)?;
                let is_better = |judged: &Judged| best.as_ref().is_none_or(|(best, _)| judged.faults < best.faults);
                if let Some(judged) = judged.filter(is_better) {
                    best = Some((judged, has_strip));
                }
                // Longer sides help where no candidate was drawn, and neither doors nor stairs.
                if is_drawn {
                    break;
                }
            }
            if best.as_ref().is_some_and(|(best, _)| best.faults == 0) {
                break;
            }
        }
        Ok(best.map(|(judged, has_strip)| self.storey(rooms, has_strip, judged)))
    }

    /// Whether the first room is a strip, in the order to try.
    fn strips(&self, rooms: &[ProgramRoom]) -> &'static [bool] {
        match StripRule::private_requests(rooms) {
            _ if self.ground.disc.is_some() => &[false],
            requests if requests >= FEWEST_FOR_STRIP[0] => &[true],
            requests if requests >= FEWEST_FOR_STRIP[1] => &[false, true],
            _ => &[false],
        }
    }

    fn storey(&self, rooms: &[ProgramRoom], has_strip: bool, judged: Judged) -> Storey {
        let Judged { candidate, doors, flight, faults, .. } = judged;
        let runs = flight.iter().map(|flight| flight.bounds(1)).collect();
        let halls = if has_strip { vec![0] } else { Vec::new() };
        let rooms = rooms.iter().cloned().zip(candidate.spaces).collect();
        Storey { z: self.z, rooms, halls, faults, doors: doors.of_first, runs, flight }
    }

    fn task<'b>(
        &'b self,
        rooms: &'b [ProgramRoom],
        wings: &'b [Rect],
        has_strip: bool,
        longest: [i32; 2],
    ) -> StoreyTask<'b> {
        let is_round = self.ground.disc.is_some();
        let court = self.ground.court.and_then(|court| Some((rooms.iter().position(ProgramRoom::is_court)?, court)));
        let wanted = self.wanted(rooms, wings, court);
        let front = (self.z == 0).then_some(self.recipe.entrance_side);
        let strip = has_strip.then(|| StripRule::new(rooms, wanted[0], self.recipe.corridors.width, front));
        StoreyTask { plane: self.plane, rooms, wanted, wings, court, is_round, front, strip, longest }
    }

    /// The floors that the rooms should have: those of the program in the ratio of what the wings hold.
    fn wanted(&self, rooms: &[ProgramRoom], wings: &[Rect], court: Option<(usize, Rect)>) -> Vec<i64> {
        let floor = |area: Rect| floor_of(self.plane, area).area();
        let whole = match &self.ground.disc {
            Some(disc) => disc.area,
            None => wings.iter().map(|&wing| floor(wing)).sum(),
        };
        let smallest = Rect::new(0, 0, self.plane.x.sides.0, self.plane.y.sides.0);
        let indoors = rooms.iter().enumerate().filter(|(room, _)| court.is_none_or(|(court, _)| court != *room));
        let areas: Vec<i64> = indoors.map(|(_, room)| room.area).collect();
        let mut wanted = scale_areas(&areas, whole, floor(smallest));
        if let Some((room, place)) = court {
            wanted.insert(room, floor(place));
        }
        wanted
    }

    /// The wings that the storey may have, in the order to try. Basements keep the main wing and as many more as their
    /// rooms need; upper storeys may drop some.
    fn extents(&self) -> Vec<Vec<Rect>> {
        let (wings, all) = (&self.ground.wings, self.ground.wings.len());
        let module = i64::from(self.plane.x.module) * i64::from(self.plane.y.module);
        let is_enough =
            |count: &usize| module * wings[..*count].iter().map(|wing| wing.area()).sum::<i64>() >= self.needed;
        let mut counts: Vec<usize> = Vec::new();
        if self.z < 0 {
            counts.extend((1..all).filter(is_enough));
        }
        if self.z > 0 && all > 1 {
            // All wings first or last; fewer where those leave rooms behind others.
            let mut stream = self.recipe.seed.stream(&format!("place/storey/{}/wing/{}", self.z, self.attempt));
            counts.extend((1..all).filter(is_enough));
            stream.shuffle(&mut counts);
            let at = if stream.chance(DROPPED_WING) { counts.len() } else { 0 };
            counts.insert(at, all);
        } else {
            counts.push(all);
        }
        let mut extents: Vec<Vec<Rect>> = counts.into_iter().map(|count| wings[..count].to_vec()).collect();
        // A cellar may lie under the court.
        if let Some(court) = self.ground.court.filter(|_| self.z < 0) {
            extents.push(vec![wings.iter().copied().fold(court, Rect::hull)]);
        }
        // Stairs begin in the first room of the storey beside this one.
        if let Some(beside) = self.beside {
            let first = beside.rooms[0].1.bounds;
            extents.retain(|wings| wings.iter().any(|&wing| floor_of(self.plane, wing).overlaps(first)));
        }
        extents
    }

    /// The longest sides to try: those of the recipe, then any, since so few rooms may not fill the storey. A disc has no
    /// limit. [Unit: modules]
    fn longest(&self, wings: &[Rect], has_strip: bool, rooms: usize) -> impl Iterator<Item = [i32; 2]> {
        let is_round = self.ground.disc.is_some();
        let can_fill = move |longest: &[i32; 2]| {
            let fewest: usize = wings.iter().map(|&wing| fewest_rooms(self.plane, *longest, wing)).sum();
            // A strip leaves less to fill.
            is_round || has_strip || fewest <= rooms
        };
        let own = [self.plane.x.sides.1, self.plane.y.sides.1];
        [own, [MAX_SIDE; 2]].into_iter().skip(usize::from(is_round)).filter(can_fill)
    }

    /// Draws candidates and takes one that is nearly as good as the best. Where all have faults it goes on to the first that
    /// has none.
    fn choose(&self, task: &StoreyTask, first: u32, meter: &mut Meter) -> Result<Choice, Halt> {
        let judge = self.judge(task);
        let mut draws = CandidateDraws::new((&self.recipe.seed, self.z), task, &judge, first);
        let mut candidates = Vec::with_capacity(ENOUGH);
        while candidates.len() < ENOUGH
            && let Some(candidate) = draws.next(meter)?
        {
            candidates.push(candidate);
        }
        let mut stairs = self.recipe.seed.stream(&format!("place/storey/{}/stairs", self.z));
        let mut best = self.draw_one(&judge, candidates, first, &mut stairs, meter)?;
        if let Some(faulty) = best.take_if(|best| !best.doors.passed.is_empty()) {
            best = self.finish(&judge, spare_private(&judge, faulty.candidate.clone()), &mut stairs).or(Some(faulty));
        }
        while best.as_ref().is_none_or(|best| best.faults > 0)
            && let Some(candidate) = draws.next(meter)?
        {
            meter.spend(4)?;
            let judged = self.finish(&judge, spare_private(&judge, candidate), &mut stairs);
            let is_better = |judged: &Judged| best.as_ref().is_none_or(|best| judged.penalty < best.penalty);
            if let Some(judged) = judged.filter(is_better) {
                best = Some(judged);
            }
        }
        Ok(Choice { judged: best, is_drawn: draws.is_drawn })
    }

    fn judge<'b>(&'b self, task: &'b StoreyTask<'b>) -> Judge<'b> {
        let smallest = [self.plane.x, self.plane.y].map(|axis| axis.sides.0 * axis.module - 1);
        Judge {
            task,
            disc: self.ground.disc.as_ref(),
            requests: NeighborRequests::new(task.rooms.iter()),
            kitchen: self.kitchen(),
            beside: self.beside.map_or(Vec::new(), |beside| beside.rooms.iter().map(|(_, space)| space.rect).collect()),
            shortest_wall: DOOR_WALL.min(smallest[0]).min(smallest[1]),
        }
    }

    /// One of the candidates, drawn among those that are nearly as good as the best of them. Doors and stairs only make a
    /// candidate worse, so that they are looked at from the best one on, as long as one may come that is drawn.
    fn draw_one(
        &self,
        judge: &Judge,
        mut candidates: Vec<Candidate>,
        first: u32,
        stairs: &mut Stream,
        meter: &mut Meter,
    ) -> Result<Option<Judged>, Halt> {
        candidates.sort_by_key(|candidate| candidate.penalty);
        let mut judged: Vec<Judged> = Vec::new();
        let mut best = i64::MAX - SLACK;
        for candidate in candidates {
            if candidate.penalty > best + SLACK {
                break;
            }
            meter.spend(4)?;
            judged.extend(self.finish(judge, candidate, stairs));
            best = judged.last().map_or(best, |judged| best.min(judged.penalty));
        }
        judged.retain(|judged| judged.penalty <= best + SLACK);
        if judged.is_empty() {
            return Ok(None);
        }
        let mut stream = self.recipe.seed.stream(&format!("place/storey/{}/choice/{first}", self.z));
        Ok(Some(judged.swap_remove(stream.below(judged.len() as u32) as usize)))
    }

    /// Adds doors and stairs; `None` where a room cannot be reached or the stairs have no place.
    fn finish(&self, judge: &Judge, candidate: Candidate, stairs: &mut Stream) -> Option<Judged> {
        let doors = judge.doors(&candidate)?;
        let (stairs_penalty, flight) = match self.beside {
            Some(beside) => {
                let ends = [
                    StairRoom { space: &beside.rooms[0].1, doors: &beside.doors, runs: &beside.runs },
                    StairRoom { space: &candidate.spaces[0], doors: &doors.of_first, runs: &[] },
                ];
                let (penalty, flight) = self.flight(&ends, stairs)?;
                (penalty, Some(flight))
            }
            None => (0, None),
        };
        let penalty = candidate.penalty + THROUGH_PRIVATE * doors.passed.len() as i64 + stairs_penalty;
        let faults = doors.passed.len() + usize::from(stairs_penalty >= SHORT_STAIRS);
        Some(Judged { candidate, doors, flight, penalty, faults })
    }

    /// The place of the stairs to the storey beside this one and what is wrong with it; `None` where they have none.
    fn flight(&self, ends: &[StairRoom; 2], stream: &mut Stream) -> Option<(i64, Flight)> {
        let (longest, width) = (self.recipe.stairs_run as i32, self.recipe.corridors.width);
        let mut worst = None;
        for length in (1..=longest).rev() {
            let Some(([lost, without_good], flight)) = best_flight(ends, length, width, stream) else { continue };
            let short = if length < longest { SHORT_STAIRS } else { 0 };
            if lost == 0 {
                return Some((short + CORNER_DOOR * i64::from(without_good), flight));
            }
            worst.get_or_insert((short + DOOR_AT_STAIRS, flight));
        }
        worst
    }

    /// The kitchen that a cellar should lie under.
    fn kitchen(&self) -> Option<&Space> {
        let above = self.beside.filter(|_| self.z < 0)?;
        above.rooms.iter().find(|(program, _)| program.purpose == KITCHEN).map(|(_, space)| space)
    }
}

/// Lets private rooms that one must walk through trade places with public ones, as long as that is better.
fn spare_private(judge: &Judge, mut candidate: Candidate) -> Candidate {
    for _ in 0..TRADES {
        let Some(doors) = judge.doors(&candidate) else { break };
        let total = |candidate: &Candidate, passed: usize| candidate.penalty + THROUGH_PRIVATE * passed as i64;
        let Some(&room) = doors.passed.first() else { break };
        let is_public = |&other: &usize| !judge.requests.private[other] && !judge.task.rooms[other].is_court();
        let swapped = (1..candidate.spaces.len()).filter(is_public).filter_map(|other| {
            let swapped = judge.swap(&candidate, [room as usize, other])?;
            let passed = judge.doors(&swapped)?.passed.len();
            Some((total(&swapped, passed), swapped))
        });
        match swapped.min_by_key(|(total, _)| *total) {
            Some((least, swapped)) if least < total(&candidate, doors.passed.len()) => candidate = swapped,
            _ => break,
        }
    }
    candidate
}

impl Storey {
    /// A storey of leaves, halls marked. The first room is a hall or has many neighbours, lies at the front, and over or
    /// under that of the storey beside it; the others get purposes by their size.
    pub fn of_leaves(
        z: i32,
        mut rooms: Vec<ProgramRoom>,
        leaves: &[(Rect, bool)],
        front: Option<Dir>,
        beside: Option<&Self>,
    ) -> Self {
        let spaces: Vec<Space> = leaves.iter().map(|(floor, _)| Space::new(*floor, None)).collect();
        let mut neighbours = vec![0; spaces.len()];
        for wall in shared_walls(&spaces, 1) {
            wall.rooms.iter().for_each(|&room| neighbours[room as usize] += 1);
        }
        let outer = spaces.iter().map(|space| space.rect).reduce(Rect::hull).unwrap_or(Rect::new(0, 0, 0, 0));
        let is_at_front = |rect: Rect| front.is_none_or(|side| !outer.contains_rect(rect.shift(side.delta())));
        let below = beside.map(|storey| &storey.rooms[0].1);
        let has_stairs = |space: &Space| below.is_none_or(|below| has_flight([below, space], 1));
        let common = |space: &Space| below.map_or(0, |below| below.bounds.intersection(space.rect).area());
        let rank = |&i: &usize| {
            let space = &spaces[i];
            (common(space) > 0 && has_stairs(space), is_at_front(space.rect), leaves[i].1, common(space), neighbours[i])
        };
        let first = (0..spaces.len()).rev().max_by_key(rank).unwrap_or(0);
        let mut order: Vec<usize> = (0..spaces.len()).filter(|&i| i != first).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(spaces[i].area));
        rooms[1..].sort_by_key(|room| std::cmp::Reverse(room.area));
        let order: Vec<usize> = std::iter::once(first).chain(order).collect();
        let halls = (0..order.len()).filter(|&i| leaves[order[i]].1).collect();
        let places = order.into_iter().map(|i| spaces[i].clone());
        let rooms = rooms.into_iter().zip(places).collect();
        Self { z, rooms, halls, faults: 0, doors: Vec::new(), runs: Vec::new(), flight: None }
    }
}
