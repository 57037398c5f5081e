//! The crowd on the wire.

use schemars::JsonSchema;
use serde::Serialize;
use undercroft::grid::Cell;

use super::blob::PayloadBlob;
use super::step::StepInfo;

/// The crowd, and what the command changed.
///
/// `actors` is a blob of little-endian 32-bit integers, [`WORDS`](CrowdReply::WORDS) for each actor, by rising numbers:
///
/// | word | meaning |
/// |---|---|
/// | 0 | the actor's number |
/// | 1, 2 | x and y of its body, in 1/256 sub-cell |
/// | 3, 4 | the sub-cell it stands on |
/// | 5, 6 | the sub-cell it has reserved, or -1, -1 |
/// | 7 to 10 | two more sub-cells that it holds (anchors, block), or -1 |
/// | 11, 12 | the cell it is sent to, or -1, -1 |
/// | 13 | 0 has no order, 1 moving, 2 waiting, 3 arrived, 4 cut off from its destination |
///
/// With `subcell_grid` a sub-cell (i, j) has its centre at x = (2·i + 1 − `shift`\[0\]) / (2·n) in cells, and likewise y;
/// its side is 1/n. A body at (x, y) is at (2·x/256 + 1 − shift) / (2·n).
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CrowdReply {
    /// Settings, counts, sums.
    pub state: CrowdInfo,
    /// The actors.
    pub actors: PayloadBlob,
    /// What this command changed.
    pub moved: Moved,
    /// Steps that can be undone.
    pub undo: u32,
    /// Steps that can be redone.
    pub redo: u32,
    /// What changed in the journal; absent where nothing did, as after ticks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepInfo>,
}

impl CrowdReply {
    /// Integers for each actor.
    pub const WORDS: usize = 14;
}

/// The crowd in figures.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that the page shows")]
pub struct CrowdInfo {
    /// The level it is on; null without actors.
    pub z: Option<i32>,
    /// A name of `hello.crowd_modes`.
    pub mode: String,
    /// Where sub-cells lie.
    pub subcell_grid: SubcellGridInfo,
    /// `none`, `x`, `y` or `xy`.
    pub offset: String,
    /// Whether the next sub-cell is reserved before the middle of this one is reached.
    pub early: bool,
    /// Whether steps away from the waypoint are candidates.
    pub allow_backward: bool,
    /// Whether the basic3 modes take the best step where the distance rule leaves none.
    pub fallback: bool,
    /// What breaks ties in a flow.
    pub seed: u32,
    /// Ticks made so far.
    pub tick: u64,
    /// How many actors there are.
    pub actors: u32,
    /// How many have an order. Only they are counted below.
    pub ordered: u32,
    /// How many stand on their destination.
    pub arrived: u32,
    /// How many have stood on it since they were sent there; a flow may push them off again.
    pub been: u32,
    /// How many have not arrived.
    pub stuck: u32,
    /// Ticks since any of those last got nearer to its destination.
    pub stalled_for: u32,
    /// Whether no actor has anywhere left to go.
    pub settled: bool,
    /// The last arrival, in ticks from the first order; null where none has arrived.
    pub makespan: Option<u64>,
    /// Waits of all ticks by reason: taken, `anti_cross`, distance, wall, stalled, planning, unreachable.
    pub waits: std::collections::BTreeMap<String, u64>,
    /// The smallest distance between two bodies so far, in sub-cells; null if none came near another.
    pub separation: Option<f64>,
    /// Steps across another actor's step.
    pub crossings: u64,
}

/// Where sub-cells lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SubcellGridInfo {
    /// Sub-cells a side of a cell.
    pub n: u8,
    /// 1 on axes that are shifted by half a sub-cell towards smaller coordinates, else 0.
    pub shift: [u8; 2],
}

/// What happened.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Moved {
    /// Ticks made by this command.
    pub ticks: u32,
    /// Steps of bodies in them.
    pub moved: u32,
    /// Waits in them.
    pub waited: u32,
    /// Actors that arrived.
    pub arrived: Vec<u32>,
    /// How many actors replanned.
    pub replanned: u32,
    /// Actors that were sent elsewhere because their destination was taken or walled in, with the new cell.
    pub redirected: Vec<(u32, Cell)>,
    /// New actors.
    pub spawned: Vec<u32>,
    /// How many of the requested actors found no room.
    pub without_place: u32,
    /// Notes for the user, as sentences.
    pub notes: Vec<String>,
}

/// The planned path of an actor.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ActorPath {
    /// The actor.
    pub actor: u32,
    /// Its sub-cell and the turns ahead, as sub-cells.
    pub ahead: Vec<Cell>,
    /// The sub-cell of its destination.
    pub goal: Option<Cell>,
}
