//! What a page asks.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::dungeon::{DoorId, DoorKind, DoorState, RoomId};
use undercroft::fraction::Fraction;
use undercroft::grid::Cell;

/// One text frame of the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The page's number for this request; every answer carries it.
    pub id: u32,
    /// What is asked.
    pub command: Command,
}

/// Everything that a session understands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// What there is: presets, fields, formats, words, limits. → `hello`
    Hello {},
    /// Ends a request that runs or waits. → `done`, also where there is nothing to end any more
    Cancel {
        /// Its number.
        of: u32,
    },

    /// Makes a dungeon. → `document`
    Generate {
        /// The preset to begin with; without one the defaults of all fields.
        #[serde(default)]
        preset: Option<String>,
        /// Fields to change, by dotted name.
        #[serde(default)]
        set: BTreeMap<String, Value>,
        /// The seed, a whole number below 2^64 as text; without one a new one is drawn.
        #[serde(default)]
        seed: Option<String>,
        /// Other seeds for single stages: plan, place, route, name.
        #[serde(default)]
        stages: BTreeMap<String, String>,
        /// Whether to keep what happened, for `trace` and `inspect`.
        #[serde(default)]
        trace: bool,
        /// One undo step with the last command of the same number.
        #[serde(default)]
        gesture: Option<u32>,
    },
    /// Makes the dungeon of a share text, as in `document.share` and the address bar (without `#`). → `document`
    GenerateShared {
        /// The text.
        text: String,
        /// Whether to keep what happened.
        #[serde(default)]
        trace: bool,
    },
    /// Opens a file: dungeon JSON, text, a sight map, MovingAI, or whatever else can be read. → `document`
    Open {
        /// The file's name, for messages and as a last hint at the format.
        name: String,
        /// Its bytes.
        base64: String,
    },
    /// An empty map: free cells, solid border. → `document`
    New {
        /// Cells from west to east.
        width: i32,
        /// Cells from north to south.
        height: i32,
    },
    /// Takes back the last step. → `document`
    Undo {},
    /// Makes the step again. → `document`
    Redo {},
    /// The whole state again. → `document`
    Document {},

    /// A part of what happened while the dungeon was made. → `trace`
    Trace {
        /// The first event.
        from: u32,
        /// The first event that is not wanted; at most `limits.trace_page` after `from`.
        to: u32,
    },
    /// What lies on a cell. → `inspect`
    Inspect {
        /// The level.
        z: i32,
        /// The cell.
        cell: Cell,
    },
    /// Moves a room; it snaps to the lattice, and its links are routed anew. → `document`
    MoveRoom {
        /// The room.
        room: RoomId,
        /// Where the north-west cell of its bounds should come to lie, before snapping.
        to: Cell,
        /// One undo step with the last command of the same number.
        #[serde(default)]
        gesture: Option<u32>,
    },
    /// Deletes a room with its links. Higher numbers of rooms, doors and links move up. → `document`
    DeleteRoom {
        /// The room.
        room: RoomId,
    },
    /// Changes a door. → `document`
    SetDoor {
        /// The door.
        door: DoorId,
        /// What hangs in the gap; as it was where it is left out.
        #[serde(default)]
        kind: Option<DoorKind>,
        /// How it stands.
        #[serde(default)]
        state: Option<DoorState>,
        /// Whether it looks like wall.
        #[serde(default)]
        secret: Option<bool>,
    },
    /// Makes cells solid or free. Doors, stairs, the observer's cells and those under actors stay. → `painted`
    Paint {
        /// The level.
        z: i32,
        /// The cells.
        cells: Vec<Cell>,
        /// Solid or free.
        solid: bool,
        /// One undo step with the last command of the same number.
        #[serde(default)]
        gesture: Option<u32>,
    },

    /// Puts the observer somewhere. → `view`
    Observer {
        /// The level.
        z: i32,
        /// Its north-west cell.
        cell: Cell,
        /// `1x1`, `2x1`, `1x2` or `2x2`; as it was where it is left out.
        #[serde(default)]
        shape: Option<String>,
    },
    /// What the observer sees. → `view`
    View {
        /// Which kind of sight.
        #[serde(default)]
        kind: ViewKind,
    },
    /// The observer's level as text. → `text`
    CopyText {},
    /// A text map in place of the document; size and observer are found in it. → `document`
    PasteText {
        /// The text.
        text: String,
    },
    /// The shortest way of a body. → `path`
    Path {
        /// The level.
        z: i32,
        /// Where its north-west cell is.
        from: Cell,
        /// Where it wants to be.
        to: Cell,
        /// `1x1`, `2x1`, `1x2` or `2x2`; without it `1x1`.
        #[serde(default)]
        shape: Option<String>,
    },
    /// The band that a body sweeps moving in a straight line, whatever is in the way. → `band`
    Band {
        /// The level.
        z: i32,
        /// Where its north-west cell is.
        from: Cell,
        /// Where it would be.
        to: Cell,
        /// `1x1`, `2x1`, `1x2` or `2x2`; without it `1x1`.
        #[serde(default)]
        shape: Option<String>,
    },

    /// The crowd as it stands. → `crowd`
    Crowd {},
    /// Changes how the crowd moves; what is left out stays. → `crowd`
    CrowdSettings {
        /// The changes.
        settings: CrowdSettings,
    },
    /// Puts actors on cells; those without a free place are passed over. The first actor of an empty crowd decides its
    /// level. → `crowd`
    CrowdSpawn {
        /// The level.
        z: i32,
        /// The cells, one actor each; a cell that comes twice gets two where it has place.
        cells: Vec<Cell>,
        /// How far they walk in a tick, in 1/256 sub-cell. [Limits: 1..=4096]
        #[serde(default = "default_pace")]
        pace: u16,
    },
    /// Puts actors on free cells by chance. → `crowd`
    CrowdScatter {
        /// The level.
        z: i32,
        /// How many.
        count: u32,
        /// Decides where.
        #[serde(default)]
        seed: u32,
        /// How far they walk in a tick.
        #[serde(default = "default_pace")]
        pace: u16,
    },
    /// Takes actors away. → `crowd`
    CrowdRemove {
        /// Which.
        actors: Who,
    },
    /// Takes all actors away. → `crowd`
    CrowdClear {},
    /// Sends actors to a cell; several spread over the free cells round it. → `crowd`
    CrowdDestination {
        /// Who goes.
        actors: Who,
        /// Where to.
        cell: Cell,
    },
    /// Lets the crowd act. → `crowd`, with what happened in these ticks
    CrowdStep {
        /// How often. [Limits: 1..=limits.ticks]
        ticks: u32,
    },
    /// The ways that actors want to go. → `tracks`
    CrowdTrack {
        /// Whose.
        actors: Who,
    },

    /// The whole state as one file: map, observer, actors, destinations, modes. → `text`
    Save {},
    /// Puts a saved state in place of everything; one undo step. → `document`
    Load {
        /// The file.
        text: String,
    },
    /// The document in a format of other programs. → `export`
    Export {
        /// A name of `hello.formats`.
        format: String,
        /// Options by key; what is left out has its default.
        #[serde(default)]
        options: BTreeMap<String, Value>,
    },
    /// Judges the document. → `check`
    Check {},
}

/// The pace of those who say none: half a sub-cell a tick.
const fn default_pace() -> u16 {
    128
}

/// Which kind of sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ViewKind {
    /// Where a body of one cell could walk straight to: exact and reciprocal.
    #[default]
    Clear,
    /// What meets the eye: symmetric shadowcasting, walls are lit, and shut doors hide what is behind them although one
    /// could walk through. Only a 1x1 observer has it.
    Glimpse,
}

/// Some actors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "who", rename_all = "snake_case", deny_unknown_fields)]
pub enum Who {
    /// Everybody.
    All {},
    /// These.
    These {
        /// Their numbers.
        ids: Vec<u32>,
    },
    /// A share of the crowd, those who are nearest to the cell that the command names.
    Nearest {
        /// The share, 0 to 1; at least one actor.
        share: Fraction,
        /// To which cell; a destination where it is left out.
        #[serde(default)]
        to: Option<Cell>,
    },
}

/// Changes of how a crowd moves; what is left out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CrowdSettings {
    /// Sub-cells a side of a cell. [Limits: 1..=3]
    pub n: Option<u8>,
    /// Axes on which the lattice is shifted by half a sub-cell: `none`, `x`, `y` or `xy`.
    pub offset: Option<String>,
    /// A name of `hello.crowd_modes`.
    pub mode: Option<String>,
    /// Reserve the next sub-cell before standing in the middle of this one.
    pub early: Option<bool>,
    /// Let steps away from the waypoint be candidates too: the backward filter is off.
    pub allow_backward: Option<bool>,
    /// In the basic3 modes: take the best step when the distance rule leaves none.
    pub fallback: Option<bool>,
    /// Breaks ties in a flow.
    pub seed: Option<u32>,
}

/// What a generated document was made from: enough to make it again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The preset.
    #[serde(default)]
    pub preset: Option<String>,
    /// Fields that were changed.
    #[serde(default)]
    pub set: BTreeMap<String, Value>,
    /// The seed.
    pub seed: String,
    /// Seeds of single stages.
    #[serde(default)]
    pub stages: BTreeMap<String, String>,
}
