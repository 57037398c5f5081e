//! Putting a candidate into the world as a transaction: all of it with everything it requires, or nothing.
//!
//! A required socket is met by the room that is being joined, by a room that is there already and faces it, or by a new
//! room that is placed in the same transaction. New rooms may have requirements themselves, to a limited depth. The
//! search takes the socket with the least space before it first, tries templates in an order shuffled by weight, and goes
//! back over the journal when it is stuck: backtracking as in constraint satisfaction, with a budget.

use undercroft_grid::{Cell, Dir, Rect};

use super::log::Log;
use super::reason::Reason;
use super::state::{Mark, Put, State};
use super::world::World;
use crate::dungeon::RoomId;
use crate::events::Event;
use crate::meter::{Halt, Meter};
use crate::recipe::{Required, TemplateSpec};
use crate::seed::{Seed, Stream};
use crate::template::{Candidate, CandidatePart, OrientedCandidate, Pool, along_wall};

/// How deep requirements may follow from requirements.
const DEEPEST: u32 = 3;
/// Rooms that one transaction may try.
const BUDGET: u32 = 2_000;
/// Cells of a room that are compared with the world in one step.
const CELLS_PER_STEP: u64 = 8;
/// Rooms from which on a dungeon does not get longer than its width allows, and the most that is, in tenths.
const SHEET_ROOMS: usize = 8;
const LONGEST_SHEET: i32 = 25;
/// Half the side of the square before a socket in which free cells are counted.
const OUTLOOK: i32 = 2;

/// Something to place, and where: a candidate, how it is turned, and its corner in the world.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The candidate.
    pub candidate: u32,
    /// How it is turned.
    pub turned: &'a OrientedCandidate,
    /// Its north-west corner.
    pub at: Cell,
    /// The cell by which it joins what is there, and the direction from there into the candidate.
    pub joint: Option<(Cell, Dir)>,
}

/// A required socket that no door meets yet.
#[derive(Clone, Copy, Debug)]
struct Need {
    cell: Cell,
    dir: Dir,
    /// The template that asks; it is not met by itself.
    template: usize,
    /// How many requirements led to this one.
    depth: u32,
}

/// Where the steps of placement draw from.
#[derive(Clone, Copy, Debug)]
pub struct StepStreams<'a> {
    /// The seed.
    pub seed: &'a Seed,
    /// How often placement began again.
    pub beginning: usize,
}

impl StepStreams<'_> {
    /// The stream of a step, `place/step/N`.
    fn at(&self, step: u32) -> Stream {
        let again = if self.beginning == 0 { String::new() } else { format!("try/{}/", self.beginning) };
        self.seed.stream(&format!("place/{again}step/{step}"))
    }
}

/// Places candidates.
pub struct Builder<'a, 'm> {
    /// The settings.
    pub settings: &'a TemplateSpec,
    /// What is placed.
    pub state: State,
    /// Where the chance of this step comes from.
    pub stream: Stream,
    steps: StepStreams<'a>,
    /// Number of this step; the entrance is step 0.
    step: u32,
    /// The events to send.
    pub log: Log,
    /// What the work is paid from.
    pub meter: &'a mut Meter<'m>,
    /// Whether the next candidate may take the last free socket of all.
    pub may_end: bool,
    /// Rooms that the transaction may still try.
    budget: u32,
    /// Number of the last group, for the log.
    groups: u32,
}

impl<'a, 'm> Builder<'a, 'm> {
    /// A builder in an empty world.
    pub fn new(settings: &'a TemplateSpec, world: World, steps: StepStreams<'a>, meter: &'a mut Meter<'m>) -> Self {
        let log = Log::new(meter);
        let state = State::new(world, settings.pool.candidates().len());
        let (stream, step) = (steps.at(0), 0);
        Self { settings, state, stream, steps, step, log, meter, may_end: false, budget: 0, groups: 0 }
    }

    /// Begins the next step, which draws from a stream of its own.
    pub fn next_step(&mut self) {
        self.step += 1;
        self.stream = self.steps.at(self.step);
    }

    /// The templates.
    pub fn pool(&self) -> &'a Pool {
        &self.settings.pool
    }

    /// Places the candidate with everything it requires, or leaves everything as it was.
    ///
    /// # Errors
    /// When the meter halts. What is in the world then is of no use.
    pub fn place(&mut self, offer: &Offer) -> Result<Result<(), Reason>, Halt> {
        let (mark, first) = (self.state.mark(), self.state.rooms.len());
        self.budget = BUDGET;
        let mut needs = Vec::new();
        let added = self.add(offer, 1, &mut needs);
        let outcome = added.and_then(|()| {
            if needs.is_empty() && offer.turned.parts.len() == 1 {
                self.check_way_on().and_then(|()| self.check_sheet(first))
            } else {
                self.meet_as_group(offer.candidate, needs, first)
            }
        });
        self.keep_or_undo(outcome, mark, first)
    }

    /// Keeps what was put into the world since a mark, or takes it out again.
    fn keep_or_undo(
        &mut self,
        outcome: Result<(), Reason>,
        mark: Mark,
        first: usize,
    ) -> Result<Result<(), Reason>, Halt> {
        match outcome {
            Ok(()) => {
                self.state.commit();
                self.tell_placed(first);
            }
            Err(Reason::Halted(halt)) => return Err(halt),
            Err(_) => self.state.undo(self.pool(), mark),
        }
        Ok(outcome)
    }

    /// A dead end at the only free socket would end the dungeon before it is large enough.
    fn check_way_on(&mut self) -> Result<(), Reason> {
        // Young rooms are where free sockets are.
        for &room in self.state.open_rooms.iter().rev().filter(|_| !self.may_end) {
            self.meter.spend(1)?;
            if !free_sockets(&self.state, &self.settings.pool, room).is_empty() {
                return Ok(());
            }
        }
        self.may_end.then_some(()).ok_or(Reason::ShutsOff)
    }

    /// Rooms at the ends of a long dungeon would make it longer still. A map that is long itself has a long one.
    fn check_sheet(&self, first: usize) -> Result<(), Reason> {
        let (before, after) = (self.state.sheet(first), self.state.sheet(self.state.rooms.len()));
        let long = |sheet: Rect| sheet.width().max(sheet.height());
        let is_long = |sheet: Rect| 10 * long(sheet) > LONGEST_SHEET * sheet.width().min(sheet.height());
        let grows = first >= SHEET_ROOMS && long(after) > long(before);
        if grows && is_long(after) && !is_long(self.state.world.bounds()) { Err(Reason::TooLong) } else { Ok(()) }
    }

    /// The offers to join a candidate at a socket, in random order.
    pub fn offers(&mut self, candidate: u32, cell: Cell, dir: Dir) -> Vec<Offer<'a>> {
        let back = dir.opposite().index();
        let all = self.pool().candidates()[candidate as usize].turned.iter();
        let joined = |turned: &'a OrientedCandidate| {
            let place = move |&(_, socket): &(u32, Cell)| Offer {
                candidate,
                turned,
                at: cell - socket,
                joint: Some((cell, dir)),
            };
            turned.sockets[back].iter().map(place)
        };
        let mut offers: Vec<Offer> = all.flat_map(joined).collect();
        self.stream.shuffle(&mut offers);
        offers
    }

    /// Pieces that chance may choose after this template, in an order shuffled by weight, as many as are tried.
    pub fn candidates(&mut self, not: usize, may_require: bool) -> Vec<u32> {
        let pool = self.pool();
        let may = |(id, candidate): (usize, &Candidate)| {
            let fits = candidate.is_common() && candidate.may_follow(self.state.counts[id]) && id != not;
            if fits && (may_require || !candidate.has_required) { candidate.quota.weight } else { 0 }
        };
        let mut weights: Vec<u32> = pool.candidates().iter().enumerate().map(may).collect();
        let mut order = Vec::with_capacity(self.settings.attempts as usize);
        while order.len() < self.settings.attempts as usize
            && let Some(id) = self.stream.weighted(&weights)
        {
            weights[id] = 0;
            order.push(id as u32);
        }
        order
    }

    /// Puts the rooms of an offer, opens the doors that follow from it, and notes what it requires beyond that.
    fn add(&mut self, offer: &Offer, depth: u32, needs: &mut Vec<Need>) -> Result<(), Reason> {
        self.budget = self.budget.checked_sub(1).ok_or(Reason::OutOfBudget)?;
        let first = self.state.rooms.len() as u32;
        let group = (offer.turned.parts.len() > 1).then_some(offer.candidate);
        for part in &offer.turned.parts {
            self.meter.spend(u64::from(self.pool().oriented_template(part.oriented).area) / CELLS_PER_STEP + 1)?;
            self.state.put(self.pool(), CandidatePart { at: part.at + offer.at, ..*part }, group)?;
        }
        self.state.count(offer.candidate);
        if let Some((cell, dir)) = offer.joint
            && !self.state.open(cell, dir)
        {
            return Err(Reason::NoDoor);
        }
        if offer.turned.parts.len() > 1 {
            self.open_between(first);
        }
        for part in &offer.turned.parts {
            let template = Pool::template_of(part.oriented);
            let required = &self.pool().oriented_template(part.oriented).required;
            let need = |socket: &crate::template::TemplateSocket| Need {
                cell: socket.cell + part.at + offer.at,
                dir: socket.dir,
                template,
                depth,
            };
            needs.extend(required.iter().map(need));
        }
        self.settle(needs)
    }

    /// Opens every door between the rooms from `first` on: those of one group.
    fn open_between(&mut self, first: u32) {
        for room in first..self.state.rooms.len() as u32 {
            let put = self.state.rooms[room as usize];
            for socket in &self.pool().oriented_template(put.oriented).sockets {
                let cell = socket.cell + put.at;
                let beyond = self.state.world.at(cell + socket.dir).room();
                if beyond.is_some_and(|beyond| beyond > room) {
                    // A door as wide as the run is opened at its first cell; at the others it is there already.
                    let _ = self.state.open(cell, socket.dir);
                }
            }
        }
    }

    /// Opens the needs that face a socket, drops those that are met, and refuses those that cannot be met any more.
    fn settle(&mut self, needs: &mut Vec<Need>) -> Result<(), Reason> {
        let mut left = Vec::with_capacity(needs.len());
        for need in needs.drain(..) {
            let spot = self.state.world.at(need.cell);
            if spot.is_open() {
                continue;
            }
            if spot.is_facing(need.dir) {
                if !self.state.open(need.cell, need.dir) {
                    return Err(Reason::NoDoor);
                }
                continue;
            }
            let beyond = need.cell + need.dir;
            if !self.state.world.at(beyond).is_free() || !self.state.world.bounds().contains(beyond + need.dir) {
                return Err(Reason::Blocked);
            }
            left.push(need);
        }
        *needs = left;
        Ok(())
    }

    /// Meets the needs of a candidate, which is an author-made group or requires others, and reports it as a group.
    fn meet_as_group(&mut self, candidate: u32, needs: Vec<Need>, first: usize) -> Result<(), Reason> {
        self.groups += 1;
        let (group, name) = (self.groups, &self.pool().candidates()[candidate as usize].name);
        let required = needs.len() as u32;
        self.log.on_attempt(|| Event::GroupBegan { group, what: name.clone(), required });
        let outcome = match self.settings.required {
            Required::Groups => self.meet(needs).and_then(|()| self.check_way_on()),
            Required::Strict if needs.is_empty() => self.check_way_on(),
            Required::Strict => Err(Reason::Unmet),
        };
        let outcome = outcome.and_then(|()| self.check_sheet(first));
        let sockets = || self.met_sockets(first);
        let rooms = (first..self.state.rooms.len()).map(|id| RoomId(id as u32));
        match outcome {
            Ok(()) => {
                let sockets = if self.log.listens() { sockets() } else { Vec::new() };
                self.log.on_placed(|| Event::GroupCommitted { group, rooms: rooms.collect(), sockets });
            }
            Err(reason) => {
                self.log.on_attempt(|| Event::GroupRolledBack { group, reason: reason.sentence().to_owned() });
            }
        }
        outcome
    }

    /// The required sockets of the rooms from `first` on that a door meets.
    fn met_sockets(&self, first: usize) -> Vec<Cell> {
        let required = |put: &Put| {
            let at = put.at;
            self.pool().oriented_template(put.oriented).required.iter().map(move |socket| socket.cell + at)
        };
        let all = self.state.rooms[first..].iter().flat_map(required);
        all.filter(|&cell| self.state.world.at(cell).is_open()).collect()
    }

    /// Places rooms until all needs are met.
    fn meet(&mut self, mut needs: Vec<Need>) -> Result<(), Reason> {
        let outlook = |need: &Need| outlook(&self.state, need);
        let Some(hardest) = (0..needs.len()).min_by_key(|&index| (outlook(&needs[index]), index)) else {
            return Ok(());
        };
        let need = needs.swap_remove(hardest);
        for candidate in self.candidates(need.template, need.depth < DEEPEST) {
            for offer in self.offers(candidate, need.cell, need.dir) {
                if self.budget == 0 {
                    return Err(Reason::OutOfBudget);
                }
                let mark = self.state.mark();
                let mut left = needs.clone();
                // The door itself meets the need; what is left may have been met or blocked by the new room.
                let added = self.add(&offer, need.depth + 1, &mut left);
                match added.and_then(|()| self.meet(left)) {
                    Ok(()) => return Ok(()),
                    Err(Reason::Halted(halt)) => return Err(halt.into()),
                    Err(_) => self.state.undo(self.pool(), mark),
                }
            }
        }
        Err(Reason::Unmet)
    }

    /// Places a room at a socket of a room that is there, with everything it requires; returns whether it could.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn meet_socket(&mut self, cell: Cell, dir: Dir, room: u32) -> Result<bool, Halt> {
        let (mark, first) = (self.state.mark(), self.state.rooms.len());
        self.budget = BUDGET;
        let template = Pool::template_of(self.state.rooms[room as usize].oriented);
        let mut needs = vec![Need { cell, dir, template, depth: 1 }];
        let outcome = self.settle(&mut needs).and_then(|()| self.meet(needs));
        Ok(self.keep_or_undo(outcome, mark, first)?.is_ok())
    }

    fn tell_placed(&mut self, first: usize) {
        for id in first..self.state.rooms.len() {
            let put = self.state.rooms[id];
            let floor = self.pool().oriented_template(put.oriented).bounds.shift(put.at);
            self.log.on_placed(|| Event::Placed { room: RoomId(id as u32), z: 0, floor });
        }
    }
}

/// Free cells before a socket: the fewer, the harder it is to meet.
fn outlook(state: &State, need: &Need) -> usize {
    let middle = need.cell.step(need.dir, OUTLOOK + 1);
    let square = Rect::at(middle, 1, 1).grow(OUTLOOK);
    square.cells().filter(|&cell| state.world.at(cell).is_free()).count()
}

/// The first cells of a room's sockets that nothing stands before: where a room could still be joined.
pub fn free_sockets(state: &State, pool: &Pool, room: u32) -> Vec<(Cell, Dir)> {
    let put = state.rooms[room as usize];
    let is_free = |&(cell, dir): &(Cell, Dir)| {
        let beside = [cell, cell + along_wall(dir), cell - along_wall(dir)];
        state.world.at(cell + dir).is_free() && !beside.iter().any(|&cell| state.world.at(cell).is_open())
    };
    let sockets = pool.oriented_template(put.oriented).sockets.iter();
    sockets.map(|socket| (socket.cell + put.at, socket.dir)).filter(is_free).collect()
}
