//! Replays: what every actor did, tick by tick, without the reasons.
//!
//! A [`ReplayRecorder`] looks at a crowd after each tick and notes what differs from the tick before: bodies that moved,
//! came or went, walls that changed, another sub-cell grid or mode. Playing back needs no rules, no planner and no seed,
//! so a replay shows the run exactly, whatever later versions of the rules do.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell};

use crate::{ActorId, Crowd, Mode, Offset, Position, SUBCELL_UNITS};

/// A replay could not be read, or does not belong to the map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// Where the sub-cell grid is shifted.
    pub offset: Offset,
    /// The rule.
    pub mode: Mode,
    /// Where every actor is.
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
            bodies: crowd.actors().map(|(id, actor)| (id, actor.position())).collect(),
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields, default))]
pub(crate) struct Frame {
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub(crate) gone: Vec<ActorId>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub(crate) bodies: Vec<(ActorId, Position)>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub(crate) walls: Vec<(Cell, bool)>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub(crate) lattice: Option<(u8, Offset, Mode)>,
}

/// A run to be played back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    pub(crate) start: Snapshot,
    pub(crate) frames: Vec<Frame>,
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

    pub(crate) fn apply(&self, snapshot: &mut Snapshot) {
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
///
/// ```
/// use undercroft_crowd::{Crowd, CrowdSettings, ReplayRecorder, StepNavigator};
/// use undercroft_grid::{BitGrid, Cell, Size};
///
/// let mut crowd = Crowd::new(BitGrid::new(Size::of(4, 1)), CrowdSettings::default())?;
/// let actor = crowd.spawn(crowd.anchor(Cell::new(0, 0)).expect("free"), 256)?;
/// crowd.order(actor, Cell::new(3, 0))?;
/// let mut recorder = ReplayRecorder::new(&crowd);
/// while !crowd.is_settled() {
///     crowd.step(&mut StepNavigator::default());
///     recorder.record(&crowd);
/// }
/// let last = recorder.finish().snapshots().last().expect("the start is one");
/// assert_eq!(last.body_millicells(actor), Some((3500, 500)));
/// # Ok::<(), undercroft_crowd::CrowdError>(())
/// ```
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
