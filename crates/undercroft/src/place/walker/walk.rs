//! Walkers: each stands in a room and adds one at a free socket of it, turn by turn.

use undercroft_grid::{Cell, Dir};

use super::solve::{Builder, Offer, free_sockets};
use crate::dungeon::RoomId;
use crate::events::Event;
use crate::fraction::Fraction;
use crate::meter::Halt;
use crate::template::Pool;

/// How likely a walker that ended begins again where it stands.
const STAY: Fraction = Fraction::constant(3_000);

/// What a walker's turn costs besides the rooms it tries. [Unit: steps]
const TURN: u64 = 8;

/// Weights that a draw adds up in one step.
const DRAWS_PER_STEP: u64 = 64;

/// A walker: places one room after another.
#[derive(Clone, Copy, Debug)]
struct Walker {
    room: u32,
    placed: u32,
}

/// How placement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There is as much floor as the recipe asks for.
    Target,
    /// No room has a free socket.
    NoSocket,
    /// Nothing could be placed for as long as the recipe allows.
    NoProgress,
    /// All turns are used up.
    NoTurns,
}

/// Lets walkers place rooms until there is enough floor, or no more can be had. They start in these rooms in turn.
///
/// # Errors
/// When the meter halts.
pub fn walk(builder: &mut Builder, starts: &[u32]) -> Result<End, Halt> {
    let settings = builder.settings;
    let start = |walker: u32| Walker { room: starts[walker as usize % starts.len()], placed: 0 };
    let mut walkers: Vec<Walker> = (0..settings.walkers).map(start).collect();
    let (mut idle, mut step) = (0, 0);
    for _ in 0..settings.iterations {
        let mut progress = false;
        for (id, walker) in (0..).zip(&mut walkers) {
            if builder.state.floor >= i64::from(settings.floor_cells) {
                return Ok(End::Target);
            }
            step += 1;
            builder.next_step();
            if let Some(to) = builder.advance(id, step, walker.room)? {
                let from = std::mem::replace(&mut walker.room, to);
                builder.tell_walked(id, step, [from, to], false);
                walker.placed += 1;
                progress = true;
                if walker.placed < settings.rooms_per_walker {
                    continue;
                }
            }
            let Some(room) = builder.respawn(walker.room)? else { return Ok(End::NoSocket) };
            if room != walker.room {
                builder.tell_walked(id, step, [walker.room, room], true);
            }
            *walker = Walker { room, placed: 0 };
        }
        idle = if progress { 0 } else { idle + 1 };
        if idle >= settings.stall_limit {
            return Ok(End::NoProgress);
        }
    }
    Ok(End::NoTurns)
}

impl Builder<'_, '_> {
    /// Adds a room at a free socket of this one; the room that the walker gets to.
    fn advance(&mut self, walker: u32, step: u32, room: u32) -> Result<Option<u32>, Halt> {
        self.meter.spend(TURN)?;
        let template = Pool::template_of(self.state.rooms[room as usize].oriented);
        let pool = self.pool().candidates().len() as u64;
        for (cell, dir) in self.ordered_sockets(room) {
            // Each candidate is drawn by its weight from all that are left.
            self.meter.spend(1 + pool * pool.min(self.settings.attempts.into()) / DRAWS_PER_STEP)?;
            for candidate in self.candidates(template, true) {
                for offer in self.offers(candidate, cell, dir) {
                    if self.attempt(walker, step, &offer, template)? {
                        return Ok(self.state.world.at(cell + dir).room());
                    }
                }
            }
        }
        Ok(None)
    }

    /// Tries an offer, unless the walker would come into a room like the one it stands in.
    fn attempt(&mut self, walker: u32, step: u32, offer: &Offer, not: usize) -> Result<bool, Halt> {
        let Some((cell, dir)) = offer.joint else { return Ok(false) };
        let joined = offer.turned.sockets[dir.opposite().index()].iter().find(|(_, socket)| *socket + offer.at == cell);
        let template = joined.map(|&(part, _)| Pool::template_of(offer.turned.parts[part as usize].oriented));
        if template == Some(not) {
            return Ok(false);
        }
        let name = &self.pool().candidates()[offer.candidate as usize].name;
        let symmetry = Pool::symmetry_of(offer.turned.parts[0].oriented);
        let (turn, mirror) = (symmetry.turns() as u8, symmetry.is_mirrored());
        self.log.on_attempt(|| Event::Tried { walker, step, what: name.clone(), turn, mirror, at: offer.at });
        let outcome = self.place(offer)?;
        if let Err(reason) = outcome {
            let reason = || reason.sentence().to_owned();
            self.log.on_attempt(|| Event::Rejected { what: name.clone(), z: 0, at: offer.at, reason: reason() });
        }
        Ok(outcome.is_ok())
    }

    /// The free sockets of a room: by chance, and the more by nearness to the centre of mass the more compact the
    /// dungeon should be.
    fn ordered_sockets(&mut self, room: u32) -> Vec<(Cell, Dir)> {
        let mut sockets = free_sockets(&self.state, self.pool(), room);
        let [x, y] = self.state.sum;
        let floor = self.state.floor;
        // |cell · floor − sum|² with |cell| < 2^14 and floor <= 2^20 or so: below 2^69 for both axes.
        let far = |cell: Cell| {
            let [dx, dy] = [
                i128::from(cell.x) * i128::from(floor) - i128::from(x),
                i128::from(cell.y) * i128::from(floor) - i128::from(y),
            ];
            dx * dx + dy * dy
        };
        sockets.sort_by_key(|&(cell, dir)| (far(cell), cell, dir));
        let (whole, compact) = (u32::from(Fraction::WHOLE), u32::from(self.settings.compactness.parts()));
        let last = sockets.len().saturating_sub(1).max(1) as u32;
        let mut keyed: Vec<(u32, (Cell, Dir))> = Vec::with_capacity(sockets.len());
        for (rank, socket) in (0..).zip(sockets) {
            let chance = self.stream.below(whole);
            keyed.push(((whole - compact) * chance + compact * (rank * whole / last), socket));
        }
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, socket)| socket).collect()
    }

    /// Where a walker that ended begins again: where it is, or in a random room with a free socket.
    fn respawn(&mut self, room: u32) -> Result<Option<u32>, Halt> {
        if self.stream.chance(STAY) && !free_sockets(&self.state, self.pool(), room).is_empty() {
            return Ok(Some(room));
        }
        while !self.state.open_rooms.is_empty() {
            self.meter.spend(TURN)?;
            let index = self.stream.below(self.state.open_rooms.len() as u32) as usize;
            let room = self.state.open_rooms[index];
            if !free_sockets(&self.state, self.pool(), room).is_empty() {
                return Ok(Some(room));
            }
            // What has no free socket now never gets one again: rooms are only added.
            self.state.open_rooms.swap_remove(index);
        }
        Ok(None)
    }

    fn tell_walked(&mut self, walker: u32, step: u32, [from, to]: [u32; 2], teleport: bool) {
        let (from, to) = (RoomId(from), RoomId(to));
        self.log.on_attempt(|| Event::Walked { walker, step, from, to, teleport });
    }
}
