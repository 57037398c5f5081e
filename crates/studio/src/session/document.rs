//! The document: a dungeon with its source and its observer.

use std::sync::{Arc, OnceLock};

use undercroft::dungeon::{Dungeon, Ground, Level, Pin, SpawnKind};
use undercroft::edit::Edit;
use undercroft::grid::{BitGrid, Cell, Grid, Rect};
use undercroft::journal::{JournalState, ShelvedEdit};
use undercroft::sight::{Footprint, Observer};
use undercroft::verify::{Report, verify};

use super::level_lines::level_lines;
use super::share_link;
use super::trace::Trace;
use crate::limits::{MAX_CELLS, MAX_SIDE};
use crate::protocol::error::sentence;
use crate::protocol::{ErrorCode, GenerationSource, LevelReply, ObserverState, PayloadBlob, ProtocolError};
use crate::words::{count, plural};

/// Everything that undo restores.
#[derive(Clone, Debug)]
pub struct SessionDocument {
    /// The dungeon.
    pub dungeon: Dungeon,
    verdict: Verdict,
    /// The trace of its generation, if that was kept.
    pub trace: Option<Arc<Trace>>,
    /// What it was generated from in this session.
    pub source: Option<GenerationSource>,
    /// Whether it was changed since.
    pub edited: bool,
    /// The observer.
    pub observer: Option<PlacedObserver>,
    /// Edits that the next roll applies again, and those that found no place.
    pub margin: Margin,
}

/// What a journal gives besides the dungeon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Margin {
    /// Edits that no pin holds.
    pub carried: Vec<Edit>,
    /// Those of them that were applied again after the last roll.
    pub rebased: Vec<Edit>,
    /// Edits that could not be applied again.
    pub shelved: Vec<ShelvedEdit>,
    /// How many of them were dropped because there were too many.
    pub dropped: usize,
}

/// The report of verify, once it was computed. A cache is no part of the state: all of them print alike.
#[derive(Clone, Default)]
struct Verdict(OnceLock<Report>);

impl std::fmt::Debug for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Verdict")
    }
}

/// An observer on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedObserver {
    /// The level.
    pub z: i32,
    /// The cells that it stands on.
    pub body: Observer,
}

impl PlacedObserver {
    /// The observer on the wire.
    pub fn state(self) -> ObserverState {
        ObserverState { z: self.z, cell: self.body.at, shape: self.body.footprint.to_string() }
    }
}

impl SessionDocument {
    /// A dungeon that is new here; the observer stands where a visitor would.
    ///
    /// # Errors
    /// When the map is larger than the studio shows.
    pub fn new(dungeon: Dungeon) -> Result<Self, ProtocolError> {
        check_size(&dungeon)?;
        let observer = first_place(&dungeon);
        let verdict = Verdict::default();
        Ok(Self { dungeon, verdict, trace: None, source: None, edited: false, observer, margin: Margin::default() })
    }

    /// What the next roll keeps, and the size of the map that it was made on.
    pub fn pins(&self) -> (Vec<Pin>, Option<[i32; 2]>) {
        let provenance = &self.dungeon.provenance;
        (provenance.pins.clone(), provenance.pins_size)
    }

    /// What the journal gave so far, with a copy of the dungeon.
    pub fn state(&self) -> JournalState {
        JournalState { dungeon: Some(self.dungeon.clone()), ..self.state_without_dungeon() }
    }

    /// What the journal gave so far, but for the dungeon.
    pub fn state_without_dungeon(&self) -> JournalState {
        let Margin { carried, rebased, shelved, dropped } = self.margin.clone();
        JournalState { dungeon: None, carried, rebased, shelved, dropped }
    }

    /// Takes over what is beside the dungeon.
    pub fn set_margin(&mut self, state: JournalState) {
        let JournalState { carried, rebased, shelved, dropped, .. } = state;
        self.margin = Margin { carried, rebased, shelved, dropped };
    }

    /// The same document with the dungeon of a state. An observer that lost its floor goes elsewhere.
    ///
    /// # Errors
    /// When the map is larger than the studio shows.
    pub fn take_state(mut self, mut state: JournalState) -> Result<Self, ProtocolError> {
        let Some(dungeon) = state.dungeon.take() else { return Ok(self) };
        check_size(&dungeon)?;
        let observer = self.observer.filter(|observer| is_standing(&dungeon, *observer));
        self.observer = observer.or_else(|| first_place(&dungeon));
        (self.dungeon, self.verdict) = (dungeon, Verdict::default());
        self.set_margin(state);
        Ok(self)
    }

    /// The report of verify.
    pub fn report(&self) -> &Report {
        self.verdict.0.get_or_init(|| verify(&self.dungeon))
    }

    /// The level; the error lists all levels.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn level(&self, z: i32) -> Result<&Level, ProtocolError> {
        self.dungeon.level(z).ok_or_else(|| {
            let there: Vec<String> = self.dungeon.levels.iter().map(|level| level.z.to_string()).collect();
            ProtocolError::invalid_field("z", format!("There is no level {z}; the map has {}.", there.join(", ")))
        })
    }

    /// The solid cells of a level.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn solid(&self, z: i32) -> Result<BitGrid, ProtocolError> {
        Ok(self.dungeon.solid(self.level(z)?))
    }

    /// The cells of all levels.
    pub fn cells(&self) -> usize {
        self.dungeon.levels.iter().map(|level| level.size().area()).sum()
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let runs: usize = self.dungeon.rooms.iter().map(|room| room.floor.len()).sum();
        let steps: usize = self.dungeon.links.iter().map(|link| link.path().len() + link.roughened().len()).sum();
        let built = self.dungeon.rooms.len() + self.dungeon.doors.len() + self.dungeon.links.len();
        let things = built + self.dungeon.features.len() + self.dungeon.spawns.len();
        let events = self.trace.as_ref().map_or(0, |trace| trace.bytes());
        let own = self.source.iter().flat_map(|source| &source.files).map(|file| 2 * file.text.len()).sum::<usize>();
        let edits = self.margin.carried.len() + self.margin.rebased.len() + self.margin.shelved.len();
        own + 256 * edits + self.cells() + 12 * runs + 8 * steps + 256 * things + events + 4096
    }

    /// The link that generates it; `None` where recipe and seed do not.
    pub fn share_link(&self) -> Option<String> {
        self.roll_link().filter(|_| !self.edited && self.dungeon.provenance.pins.is_empty())
    }

    /// The link of the generation that it came from, edited or not.
    pub fn roll_link(&self) -> Option<String> {
        self.source.as_ref().and_then(|source| share_link::write(source).ok())
    }

    /// Why there is no link, where the generation that it came from has none.
    pub fn link_problem(&self) -> Option<String> {
        self.source.as_ref().and_then(|source| share_link::write(source).err())
    }

    /// Whether both are the unchanged result of the same generation.
    pub fn is_same_roll(&self, other: &Self) -> bool {
        let is_rolled = self.source.is_some() && !self.edited && !other.edited;
        is_rolled && self.source == other.source && self.dungeon == other.dungeon
    }

    /// The floors for the page; their tiles go to the payload.
    pub fn levels(&self, payload: &mut Vec<u8>) -> Vec<LevelReply> {
        let level = |level: &Level| {
            let tiles: Vec<u8> = level.terrain.values().iter().map(|&terrain| terrain as u8).collect();
            let (width, height) = (level.size().width(), level.size().height());
            let terrain = PayloadBlob::append(payload, &tiles);
            let solid = PayloadBlob::append_bits(payload, &self.dungeon.solid(level));
            let codes = |ground: &Grid<Ground>| ground.values().iter().map(|lies| lies.code()).collect::<Vec<_>>();
            let ground = level.ground.as_ref().map(|ground| PayloadBlob::append(payload, &codes(ground)));
            let lines = level_lines(&self.dungeon, level, payload);
            LevelReply { z: level.z, name: level.name.clone(), width, height, terrain, solid, ground, lines }
        };
        self.dungeon.levels.iter().map(level).collect()
    }
}

/// The shape of this name; one cell where none is named.
///
/// # Errors
/// When there is no such shape.
pub fn shape(name: Option<&str>) -> Result<Footprint, ProtocolError> {
    name.map_or(Ok(Footprint::One), str::parse).map_err(|error| ProtocolError::invalid_field("shape", sentence(&error)))
}

fn check_size(dungeon: &Dungeon) -> Result<(), ProtocolError> {
    let cells: usize = dungeon.levels.iter().map(|level| level.size().area()).sum();
    let side = dungeon.levels.iter().map(|level| level.size().width().max(level.size().height())).max();
    if cells > MAX_CELLS || side.is_some_and(|side| side > MAX_SIDE) {
        return Err(too_large(cells));
    }
    Ok(())
}

/// The error of a map that only the command line can hold.
pub fn too_large(cells: usize) -> ProtocolError {
    let sentence = format!(
        "The map has {}; the studio shows up to {} with sides of up to {}. The command line generates larger ones.",
        plural(cells, "cell"),
        count(MAX_CELLS),
        count(MAX_SIDE as usize)
    );
    ProtocolError::new(ErrorCode::TooLarge, sentence)
}

/// Whether an observer stands on free cells of a map.
fn is_standing(dungeon: &Dungeon, PlacedObserver { z, body }: PlacedObserver) -> bool {
    let Some(level) = dungeon.level(z).filter(|level| body.check(level.size()).is_ok()) else { return false };
    let solid = dungeon.solid(level);
    body.cells().all(|cell| !solid.contains(cell))
}

/// Where a visitor would stand: the first spawn of players, else the free cell of the entrance room nearest to its middle,
/// else that of the level nearest to the ground.
fn first_place(dungeon: &Dungeon) -> Option<PlacedObserver> {
    let spawn = dungeon.spawns.iter().find(|spawn| spawn.kind == SpawnKind::Player);
    let spawn = spawn.map(|at| PlacedObserver { z: at.z, body: Observer::one(at.cell) });
    let entrance = || dungeon.entrance.as_ref().and_then(|entrance| dungeon.rooms.get(entrance.room.index()));
    let ground = || dungeon.levels.iter().min_by_key(|level| level.z.abs());
    spawn
        .filter(|&observer| is_standing(dungeon, observer))
        .or_else(|| entrance().and_then(|room| nearest(dungeon, room.z, room.bounds(), |cell| room.contains(cell))))
        .or_else(|| ground().and_then(|level| nearest(dungeon, level.z, level.size().rect(), |_| true)))
}

/// The free cell nearest to the middle of a rectangle.
fn nearest(dungeon: &Dungeon, z: i32, rect: Rect, counts: impl Fn(Cell) -> bool) -> Option<PlacedObserver> {
    let mut free = dungeon.solid(dungeon.level(z)?);
    free.complement();
    let middle = rect.center();
    let cell = free.iter().filter(|&cell| counts(cell)).min_by_key(|cell| (cell.distance_squared(middle), *cell))?;
    Some(PlacedObserver { z, body: Observer::one(cell) })
}
