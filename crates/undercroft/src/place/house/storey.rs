//! One storey: drawn among the good candidates, or made of leaves.

use undercroft_grid::{Cell, Dir, MAX_SIDE, Rect};

use super::door_tree::{NeighborRequests, shared_walls};
use super::flight::{Flight, StairRoom, best_flight, has_flight};
use super::footprint::Ground;
use super::score::{Candidate, Judge};
use super::space::Space;
use super::split::{StoreyTask, fewest_rooms};
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::place::Placement;
use crate::place::partition::Plane;
use crate::program::{Footprint, KITCHEN, ProgramRoom};
use crate::recipe::Recipe;

/// Candidates that are drawn at most.
pub const CANDIDATES: u32 = 96;
/// Candidates that were not refused after which no more are drawn.
const ENOUGH: usize = 16;
/// How much worse than the best the one may be that is taken.
const SLACK: i64 = 20;
/// The longest common wall that a door is asked of. [Unit: cells]
const DOOR_WALL: i32 = 3;
/// Chance of an upper storey to be without the smallest wing.
const DROPPED_WING: Fraction = Fraction::constant(3_333);
/// What a candidate counts against the budget, and each of its rooms.
const STEPS_PER_CANDIDATE: u64 = 8;

/// A storey with its rooms in their places, the first one first.
#[derive(Clone, Debug)]
pub struct Storey {
    /// The level.
    pub z: i32,
    /// The rooms.
    pub rooms: Vec<(ProgramRoom, Space)>,
    /// The positions of rooms that serve to reach others: a strip, or the halls between leaves.
    pub halls: Vec<usize>,
    /// Private rooms that one must walk through.
    pub passed: usize,
    /// Whether its stairs leave a door no good place, or are shorter than the recipe asks for.
    pub is_tight: bool,
    /// Walls of the first room that are to have doors.
    pub doors: Vec<Rect>,
    /// Stairs in the first room.
    pub runs: Vec<Vec<Cell>>,
    /// The stairs to the storey beside it, that one's run first.
    pub flight: Option<Flight>,
}

/// What stairs must leave to the doors of their rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StairRule {
    /// A place away from corners for every door.
    GoodDoors,
    /// Some place for every door.
    AnyDoors,
    /// Nothing, and they may be short.
    Any,
}

/// A candidate with the stairs to the storey beside it, and whether those are not as good as they should be.
type Chosen = (Candidate, Option<Flight>, bool);

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
    pub fn fill(&self, rooms: Vec<ProgramRoom>, meter: &mut Meter) -> Result<Option<Storey>, Halt> {
        let court = self.ground.court.filter(|_| rooms.iter().any(ProgramRoom::is_court));
        for (extent, wings) in (0..).zip(self.extents()) {
            let task = StoreyTask {
                plane: self.plane,
                rooms: &rooms,
                wings: &wings,
                court,
                is_round: self.ground.disc.is_some(),
                front: (self.z == 0).then_some(self.recipe.entrance_side),
                width: self.recipe.corridors.width,
                longest: self.longest(&wings, rooms.len()),
            };
            let first = (self.attempt * 16 + extent) * CANDIDATES;
            if let Some((candidate, flight, is_tight)) = self.choose(&task, first, meter)? {
                let halls = if task.has_strip() { vec![0] } else { Vec::new() };
                let Candidate { spaces, passed, doors, .. } = candidate;
                let runs = flight.iter().map(|flight| flight.runs[1].clone()).collect();
                let rooms = rooms.into_iter().zip(spaces).collect();
                return Ok(Some(Storey { z: self.z, rooms, halls, passed, is_tight, doors, runs, flight }));
            }
        }
        Ok(None)
    }

    /// The wings that the storey may have, in the order to try. Basements keep the main wing and as many more as their
    /// rooms need; upper storeys may drop the smallest.
    fn extents(&self) -> Vec<Vec<Rect>> {
        let (wings, all) = (&self.ground.wings, self.ground.wings.len());
        let module = i64::from(self.plane.x.module) * i64::from(self.plane.y.module);
        let is_enough =
            |count: &usize| module * wings[..*count].iter().map(|wing| wing.area()).sum::<i64>() >= self.needed;
        let mut counts: Vec<usize> = Vec::new();
        if self.z < 0 {
            counts.extend((1..all).filter(is_enough));
        }
        let may_drop = self.z > 0 && all > 1 && self.ground.kind != Footprint::Court && is_enough(&(all - 1));
        let name = format!("place/storey/{}/wing/{}", self.z, self.attempt);
        if may_drop && self.recipe.seed.stream(&name).chance(DROPPED_WING) {
            counts.push(all - 1);
        }
        counts.push(all);
        let mut extents: Vec<Vec<Rect>> = counts.into_iter().map(|count| wings[..count].to_vec()).collect();
        // A cellar may lie under the court.
        if let Some(court) = self.ground.court.filter(|_| self.z < 0) {
            extents.push(vec![wings.iter().copied().fold(court, Rect::hull)]);
        }
        extents
    }

    /// The longest sides: those of the recipe, unless so few rooms could not fill the storey. [Unit: modules]
    fn longest(&self, wings: &[Rect], rooms: usize) -> [i32; 2] {
        let longest = [self.plane.x.sides.1, self.plane.y.sides.1];
        let fewest: usize = wings.iter().map(|&wing| fewest_rooms(self.plane, longest, wing)).sum();
        if 4 * fewest <= 3 * rooms && self.ground.disc.is_none() { longest } else { [MAX_SIDE; 2] }
    }

    fn choose(&self, task: &StoreyTask, first: u32, meter: &mut Meter) -> Result<Option<Chosen>, Halt> {
        let smallest = [self.plane.x, self.plane.y].map(|axis| axis.sides.0 * axis.module - 1);
        let judge = Judge {
            task,
            disc: self.ground.disc,
            requests: NeighborRequests::new(task.rooms.iter()),
            kitchen: self.kitchen(),
            shortest_wall: DOOR_WALL.min(smallest[0]).min(smallest[1]),
        };
        let mut candidates: Vec<Candidate> = Vec::new();
        for n in first..first + CANDIDATES {
            meter.spend(STEPS_PER_CANDIDATE * (1 + task.rooms.len() as u64))?;
            let mut stream = self.recipe.seed.stream(&format!("place/storey/{}/try/{n}", self.z));
            candidates.extend(task.draw(&mut stream).and_then(|places| judge.judge(&places)));
            if candidates.len() == ENOUGH {
                break;
            }
        }
        candidates.sort_by_key(|candidate| candidate.penalty);
        self.draw_one(&candidates, first, meter)
    }

    /// One of the candidates that have place for stairs, nearly as good as the best of those. Stairs should leave every door
    /// a place, and be as long as the recipe asks for.
    fn draw_one(&self, candidates: &[Candidate], first: u32, meter: &mut Meter) -> Result<Option<Chosen>, Halt> {
        let mut stream = self.recipe.seed.stream(&format!("place/storey/{}/choice/{first}", self.z));
        for rule in [StairRule::GoodDoors, StairRule::AnyDoors, StairRule::Any] {
            let mut sound = None;
            for candidate in candidates {
                meter.spend(4)?;
                if self.flight(candidate, rule).is_some() {
                    sound = Some(candidate.penalty);
                    break;
                }
            }
            let Some(best) = sound else { continue };
            let end = candidates.partition_point(|candidate| candidate.penalty <= best + SLACK);
            let mut good: Vec<&Candidate> = candidates[..end].iter().collect();
            // The first of a random order is as likely to be any of those that have stairs.
            stream.shuffle(&mut good);
            for candidate in good {
                meter.spend(4)?;
                if let Some(StairPlace(flight)) = self.flight(candidate, rule) {
                    return Ok(Some((candidate.clone(), flight, rule == StairRule::Any)));
                }
            }
        }
        Ok(None)
    }

    /// The place of the stairs to the storey beside this one; `None` where they have none.
    fn flight(&self, candidate: &Candidate, rule: StairRule) -> Option<StairPlace> {
        let Some(beside) = self.beside else { return Some(StairPlace(None)) };
        let ends = [
            StairRoom { room: &first_room(&beside.rooms[0].1), doors: &beside.doors, runs: &beside.runs },
            StairRoom { room: &first_room(&candidate.spaces[0]), doors: &candidate.doors, runs: &[] },
        ];
        let longest = self.recipe.stairs_run;
        let shortest = if rule == StairRule::Any { 1 } else { longest };
        let mut stream = self.recipe.seed.stream(&format!("place/storey/{}/stairs", self.z));
        let mut lengths = (shortest..=longest).rev();
        let (lost, flight) =
            lengths.find_map(|length| best_flight(&ends, length, self.recipe.corridors.width, &mut stream))?;
        let is_allowed = match rule {
            StairRule::GoodDoors => lost[0] + lost[1] == 0,
            StairRule::AnyDoors => lost[0] == 0,
            StairRule::Any => true,
        };
        is_allowed.then_some(StairPlace(Some(flight)))
    }

    /// The kitchen that a cellar should lie under.
    fn kitchen(&self) -> Option<&Space> {
        let above = self.beside.filter(|_| self.z < 0)?;
        above.rooms.iter().find(|(program, _)| program.purpose == KITCHEN).map(|(_, space)| space)
    }
}

/// Where stairs are; nowhere where no storey lies beside this one.
struct StairPlace(Option<Flight>);

/// A room without anything but its floor.
fn first_room(space: &Space) -> Placement {
    Placement { floor: space.floor(), ..Placement::rectangle(space.bounds, false) }
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
        let below = beside.map(|storey| first_room(&storey.rooms[0].1));
        let has_stairs = |space: &Space| below.as_ref().is_none_or(|below| has_flight([below, &first_room(space)], 1));
        let common = |space: &Space| below.as_ref().map_or(0, |below| below.bounds.intersection(space.rect).area());
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
        Self { z, rooms, halls, passed: 0, is_tight: false, doors: Vec::new(), runs: Vec::new(), flight: None }
    }
}
