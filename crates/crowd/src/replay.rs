//! Replays: what everybody did, tick by tick, without the reasons.
//!
//! A [`ReplayRecorder`] looks at a crowd after each tick and notes what differs from the tick before: bodies that moved,
//! came or went, walls that changed, another lattice or mode. Playing back needs no rules, no planner and no seed,
//! so a replay shows the run exactly, whatever later versions of the rules do.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use undercroft_grid::{BitGrid, Cell};

use crate::file_header::{self, Stamped};
use crate::{ActorId, Crowd, Mode, Offset, Position, SUBCELL_UNITS, map_rows};

/// A replay could not be read, or does not belong to the map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Not a replay, or a broken one.
    #[error("not a replay: {0}")]
    Broken(String),
    /// A frame says what cannot be.
    #[error("broken replay: frame {frame}: {what}")]
    Frame {
        /// The frame, counted from 0.
        frame: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The replay was recorded on another map.
    #[error("the replay was recorded on another map: {0}")]
    OtherMap(String),
}

/// What can be seen of a crowd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The solid cells.
    pub map: BitGrid,
    /// Sub-cells a side of a cell.
    pub n: u8,
    /// Where the lattice is shifted.
    pub offset: Offset,
    /// The rule.
    pub mode: Mode,
    /// Where everybody is.
    pub bodies: BTreeMap<ActorId, Position>,
}

impl Snapshot {
    /// What can be seen of a crowd now.
    pub fn new(crowd: &Crowd) -> Self {
        let settings = crowd.settings();
        Self {
            map: crowd.map().clone(),
            n: settings.n,
            offset: settings.offset,
            mode: settings.mode,
            bodies: crowd.actors().map(|(id, actor)| (id, actor.position)).collect(),
        }
    }

    /// Where the middle of a body is on the map, from its north-west corner. [Unit: thousandths of a cell]
    pub fn body_millicells(&self, id: ActorId) -> Option<(i32, i32)> {
        let at = self.bodies.get(&id)?;
        let halves = self.offset.halves();
        // Position p is p/256 + ½ − o/2 sub-cells from the corner, and n sub-cells are a cell.
        let axis = |p: i32, o: i32| {
            let halves = 2 * i64::from(p) + i64::from((1 - o) * SUBCELL_UNITS);
            (halves * 1000 / (2 * i64::from(self.n) * i64::from(SUBCELL_UNITS))) as i32
        };
        Some((axis(at.x, halves.x), axis(at.y, halves.y)))
    }
}

/// The changes of one tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Frame {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<ActorId>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bodies: Vec<(ActorId, Position)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    walls: Vec<(Cell, bool)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lattice: Option<(u8, Offset, Mode)>,
}

/// A run to be played back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    start: Snapshot,
    frames: Vec<Frame>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    map: Vec<String>,
    n: u8,
    offset: Offset,
    mode: Mode,
    bodies: BTreeMap<ActorId, Position>,
    frames: Vec<Frame>,
}

impl Stamped for File {
    const FORMAT: &str = "undercroft-replay";
    const VERSION: u32 = 1;

    fn stamp(&self) -> (&str, u32) {
        (&self.format, self.version)
    }
}

impl Replay {
    /// Every snapshot in turn: the start, then one for each tick.
    pub fn snapshots(&self) -> impl Iterator<Item = Snapshot> + '_ {
        let mut snapshot = self.start.clone();
        let later = self.frames.iter().map(move |frame| {
            frame.apply(&mut snapshot);
            snapshot.clone()
        });
        std::iter::once(self.start.clone()).chain(later)
    }

    /// Ticks recorded.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether no tick was recorded.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Sub-cells a side of a cell at the start.
    pub const fn subdivision(&self) -> u8 {
        self.start.n
    }

    /// The solid cells at the start.
    pub const fn map(&self) -> &BitGrid {
        &self.start.map
    }

    /// Whether the replay was recorded on this map.
    ///
    /// # Errors
    /// When the sizes differ, or a cell; the first is named.
    pub fn check_map(&self, map: &BitGrid) -> Result<(), ReplayError> {
        let (ours, theirs) = (self.start.map.size(), map.size());
        if ours != theirs {
            return Err(ReplayError::OtherMap(format!("it is {ours}, this one {theirs}")));
        }
        let differs = ours.cells().find(|&cell| self.start.map.contains(cell) != map.contains(cell));
        differs.map_or(Ok(()), |cell| Err(ReplayError::OtherMap(format!("they differ at {cell}"))))
    }

    /// The replay as a file.
    pub fn to_json(&self) -> String {
        let start = self.start.clone();
        let file = File {
            format: File::FORMAT.to_owned(),
            version: File::VERSION,
            map: map_rows::write(&start.map),
            n: start.n,
            offset: start.offset,
            mode: start.mode,
            bodies: start.bodies,
            frames: self.frames.clone(),
        };
        serde_json::to_string(&file).expect("a replay holds nothing that JSON cannot")
    }

    /// Reads a replay file.
    ///
    /// # Errors
    /// When it is not one, or a frame says what cannot be.
    pub fn from_json(text: &str) -> Result<Self, ReplayError> {
        let file: File = file_header::read(text).map_err(ReplayError::Broken)?;
        let map = map_rows::read(&file.map).map_err(ReplayError::Broken)?;
        let start = Snapshot { map, n: file.n, offset: file.offset, mode: file.mode, bodies: file.bodies };
        let replay = Self { start, frames: file.frames };
        replay.check().map(|()| replay)
    }

    fn check(&self) -> Result<(), ReplayError> {
        let mut snapshot = self.start.clone();
        snapshot.check().map_err(ReplayError::Broken)?;
        for (at, frame) in self.frames.iter().enumerate() {
            let wall = frame.walls.iter().find(|(cell, _)| !snapshot.map.size().contains(*cell));
            if let Some((cell, _)) = wall {
                return Err(ReplayError::Frame { frame: at, what: format!("{cell} lies outside the map") });
            }
            frame.apply(&mut snapshot);
            snapshot.check().map_err(|what| ReplayError::Frame { frame: at, what })?;
        }
        Ok(())
    }
}

impl Snapshot {
    fn check(&self) -> Result<(), String> {
        if !(1..=3).contains(&self.n) {
            return Err(format!("n: a cell has 1, 2 or 3 sub-cells a side, got {}", self.n));
        }
        let limit = |cells: i32| cells * i32::from(self.n) * SUBCELL_UNITS;
        let (right, bottom) = (limit(self.map.size().width()), limit(self.map.size().height()));
        let inside = |at: &Position| (0..right).contains(&at.x) && (0..bottom).contains(&at.y);
        let outside = self.bodies.iter().find(|(_, at)| !inside(at));
        outside.map_or(Ok(()), |(id, _)| Err(format!("actor {id} is outside the map")))
    }
}

impl Frame {
    fn between(before: &Snapshot, after: &Snapshot) -> Self {
        let lattice = |snapshot: &Snapshot| (snapshot.n, snapshot.offset, snapshot.mode);
        let cells = before.map.size().cells();
        let walls = if before.map == after.map { Vec::new() } else { cells.collect() };
        Self {
            gone: before.bodies.keys().filter(|id| !after.bodies.contains_key(id)).copied().collect(),
            bodies: after
                .bodies
                .iter()
                .filter(|(id, at)| before.bodies.get(id) != Some(at))
                .map(|(&id, &at)| (id, at))
                .collect(),
            walls: walls
                .into_iter()
                .map(|cell| (cell, after.map.contains(cell)))
                .filter(|&(cell, solid)| before.map.contains(cell) != solid)
                .collect(),
            lattice: (lattice(before) != lattice(after)).then(|| lattice(after)),
        }
    }

    fn apply(&self, snapshot: &mut Snapshot) {
        for id in &self.gone {
            snapshot.bodies.remove(id);
        }
        snapshot.bodies.extend(self.bodies.iter().copied());
        self.walls.iter().for_each(|&(cell, solid)| snapshot.map.set(cell, solid));
        if let Some((n, offset, mode)) = self.lattice {
            (snapshot.n, snapshot.offset, snapshot.mode) = (n, offset, mode);
        }
    }
}

/// Records a run.
#[derive(Clone, Debug)]
pub struct ReplayRecorder {
    replay: Replay,
    last: Snapshot,
}

impl ReplayRecorder {
    /// Begins with the crowd as it is now.
    pub fn new(crowd: &Crowd) -> Self {
        let start = Snapshot::new(crowd);
        Self { last: start.clone(), replay: Replay { start, frames: Vec::new() } }
    }

    /// Notes what has changed since the last look; to be called after each tick.
    pub fn record(&mut self, crowd: &Crowd) {
        let snapshot = Snapshot::new(crowd);
        self.replay.frames.push(Frame::between(&self.last, &snapshot));
        self.last = snapshot;
    }

    /// The replay so far.
    pub fn finish(self) -> Replay {
        self.replay
    }
}
