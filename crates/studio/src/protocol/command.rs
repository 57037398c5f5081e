//! Commands of a page.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::Fraction;
use undercroft::dungeon::{LinkId, Pin};
use undercroft::edit::Edit;
use undercroft::grid::Cell;

/// Everything that a session does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Presets, fields, formats, choices and limits. → `hello`
    Hello {},
    /// Ends a running or pending request. → `done`, also where that request has already ended
    Cancel {
        /// Its number.
        request: u32,
    },

    /// Generates a dungeon. → `document`
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
        /// Other seeds for single stages: plan, place, route, doors, ground, stock, name.
        #[serde(default)]
        stages: BTreeMap<String, String>,
        /// The files that fields of kind `files` name.
        #[serde(default)]
        files: Vec<AttachedFile>,
        /// Whether to keep the trace, for `trace` and `inspect`.
        #[serde(default)]
        trace: bool,
        /// What the roll keeps; the pins of the document where it is left out, nothing where it is empty.
        #[serde(default)]
        pins: Option<Vec<Pin>>,
        /// *Fill the rest*: whether everything on the map is kept, pinned, and rooms come round it, as on a map without recipe.
        /// The size of the map, its levels and its number of rooms are then at least what the map needs, and `pins` is not used.
        #[serde(default)]
        fill: bool,
        /// One undo step with the last command of the same number.
        #[serde(default)]
        gesture: Option<u32>,
    },
    /// Generates the dungeon of a share link, as in `document.session.share_link` and the address bar (without `#`). → `document`
    OpenShareLink {
        /// The link.
        text: String,
        /// Whether to keep the trace.
        #[serde(default)]
        trace: bool,
    },
    /// Opens a file of any format that can be read: dungeon JSON, text, a FOV map, MovingAI … → `document`
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
    /// Undoes the last step. → `document`
    Undo {},
    /// Repeats the step that was undone last. → `document`
    Redo {},
    /// The whole state. → `document`
    Document {},

    /// A page of the trace of the generation. → `trace`
    Trace {
        /// The first event.
        from: u32,
        /// The first event after the page; at most `limits.trace_page` after `from`.
        to: u32,
    },
    /// What lies on a cell. → `inspect`
    Inspect {
        /// The level.
        z: i32,
        /// The cell.
        cell: Cell,
    },
    /// Changes the map by hand, all edits or none; what they make is pinned. → `changed`
    Edit {
        /// The edits, in order. They name things by content, as the documentation of hand work describes.
        edits: Vec<Edit>,
        /// One undo step with the last command of the same number.
        #[serde(default)]
        gesture: Option<u32>,
    },
    /// What edits would change; the document stays. → `changed`
    Try {
        /// The edits, in order.
        edits: Vec<Edit>,
    },
    /// Tries shelved edits again, or gives them up. → `changed`
    Shelved {
        /// Which of both.
        action: ShelfAction,
        /// The position in `session.shelved`; all of them where it is left out.
        #[serde(default)]
        index: Option<u32>,
    },
    /// Goes to another place of the journal, as undo and redo do in steps. → `document`
    Goto {
        /// How many entries count then.
        n: u32,
    },
    /// The entries of the journal. → `journal`
    Journal {
        /// The first one.
        #[serde(default)]
        from: u32,
    },
    /// A journal that was kept elsewhere in place of everything. → `document`
    Restore {
        /// The journal, as `save` writes it.
        journal: Value,
        /// The text of a checkpoint of it, as `checkpoint` gives it: the replay begins there.
        #[serde(default)]
        checkpoint: Option<String>,
    },
    /// The document after the entries that count, to be kept with them. → `text`
    Checkpoint {},
    /// The link of the document: readable for a plain roll, else with pins and edits. → `link`
    Link {},
    /// Rolls the recipe and the pins of the document with other seeds. → `variations`
    Vary {
        /// How many. [Limits: 1..=24]
        n: u32,
    },
    /// A small picture of a state. → `thumbnail`
    Thumbnail {
        /// Of which state.
        roll: DocumentAt,
        /// The longest side. [Unit: pixels] [Limits: 1..=192]
        px: u16,
        /// The level; that of the entrance where it is left out.
        #[serde(default)]
        z: Option<i32>,
    },
    /// What is different between two states. → `diff`
    Diff {
        /// One state.
        a: DocumentAt,
        /// The other one.
        b: DocumentAt,
    },
    /// Marks a secret passage, or the secret door of another link, as discovered. → `changed`
    Discover {
        /// The link; all that have a secret door where it is left out.
        #[serde(default)]
        link: Option<LinkId>,
    },
    /// Makes cells solid or free. Doors, stairs, the observer's cells and those under actors are skipped. → `paint`
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

    /// Moves the observer. Another level clears the goal. → `fov`, of the kind that was chosen last
    Observer {
        /// The level.
        z: i32,
        /// Its north-west cell.
        cell: Cell,
        /// `1x1`, `2x1`, `1x2` or `2x2`; the current one where it is left out.
        #[serde(default)]
        shape: Option<String>,
    },
    /// The observer's field of view. → `fov`
    Fov {
        /// Which kind, from now on; the current one where it is left out.
        #[serde(default)]
        kind: Option<FovChoice>,
        /// See no farther than this many cells, in this answer only; as far as nothing blocks the view where it is left
        /// out. [Unit: cells] [Limits: 0..=65535]
        #[serde(default)]
        radius: Option<u16>,
    },
    /// Sets the goal on the observer's level: from now on `fov` and `paint` carry the shortest path from the observer
    /// to it. Every `document` and `changed` clears it. → `path`; `done` where no cell is given, which clears it
    Goal {
        /// The cell of the observer's north-west cell on arrival.
        #[serde(default)]
        cell: Option<Cell>,
        /// How the observer starts; without it on cells of its shape.
        #[serde(default)]
        start: StartChoice,
    },
    /// The observer's level as text. → `text`
    CopyText {},
    /// A text map in place of the document; size and observer are found in it. → `document`
    PasteText {
        /// The text.
        text: String,
    },
    /// The exact any-angle shortest path of a body. → `path`
    Path {
        /// The level.
        z: i32,
        /// Its north-west cell at the start.
        from: Cell,
        /// Its north-west cell at the end.
        to: Cell,
        /// `1x1`, `2x1`, `1x2` or `2x2`; without it `1x1`.
        #[serde(default)]
        shape: Option<String>,
        /// How it starts; without it on cells of its shape.
        #[serde(default)]
        start: StartChoice,
    },
    /// The cells that a body sweeps on a straight line, through obstacles too. → `sweep`
    Sweep {
        /// The level.
        z: i32,
        /// Its north-west cell at the start.
        from: Cell,
        /// Its north-west cell at the end.
        to: Cell,
        /// `1x1`, `2x1`, `1x2` or `2x2`; without it `1x1`.
        #[serde(default)]
        shape: Option<String>,
    },

    /// The crowd. → `crowd`
    Crowd {},
    /// Changes how the crowd moves; what is left out stays. → `crowd`
    CrowdSettings {
        /// The changes.
        settings: CrowdSettingsPatch,
    },
    /// Puts actors on cells; those without a free place are skipped. The first actor of an empty crowd decides its
    /// level. → `crowd`
    CrowdSpawn {
        /// The level.
        z: i32,
        /// The cells, one actor each; a cell that is listed twice gets two where it has room.
        cells: Vec<Cell>,
        /// How far they walk in a tick, in 1/256 sub-cell. [Limits: 1..=4096]
        #[serde(default = "default_pace")]
        pace: u16,
    },
    /// Puts actors on random free cells. → `crowd`
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
        actors: ActorFilter,
    },
    /// Takes all actors away. → `crowd`
    CrowdClear {},
    /// Sends actors to a cell; several spread over the free cells round it. → `crowd`
    CrowdDestination {
        /// Which actors.
        actors: ActorFilter,
        /// Where to.
        cell: Cell,
    },
    /// Advances the crowd. → `crowd`, with the events of these ticks
    CrowdStep {
        /// Ticks. [Limits: 1..=limits.ticks]
        ticks: u32,
    },
    /// The planned paths of actors. → `paths`
    CrowdPaths {
        /// Which actors.
        actors: ActorFilter,
    },

    /// The whole state as one file: map, observer, actors, destinations, modes. → `text`
    Save {},
    /// Puts a saved state with its journal in place of everything. → `document`
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
    /// Counts the pages of a print without printing it. → `page_count`
    CountPages {
        /// A format with `has_pages` of `hello.formats`.
        format: String,
        /// Values of its options; the others have their defaults.
        #[serde(default)]
        options: BTreeMap<String, Value>,
    },
    /// What an export would look like, without writing it. → `preview`
    Preview {
        /// A format with `has_preview` of `hello.formats`.
        format: String,
        /// Values of its options; the others have their defaults.
        #[serde(default)]
        options: BTreeMap<String, Value>,
    },
    /// The lines of a level, after painting. → `lines`
    Lines {
        /// The level.
        z: i32,
    },
    /// Judges the document. → `check`
    Check {},
}

/// The default pace: half a sub-cell a tick.
const fn default_pace() -> u16 {
    128
}

/// A kind of field of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FovKind")]
pub enum FovChoice {
    /// The cells that a body could walk straight to: exact and symmetric.
    #[default]
    Exact,
    /// Symmetric shadowcasting: walls are lit, and shut doors hide what is behind them although a body could walk
    /// through. A 1x1 observer only.
    Shadowcast,
}

/// How a body starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PathStart")]
pub enum StartChoice {
    /// It covers the cells of its shape, all the way.
    #[default]
    Cells,
    /// It is one cell large: its center starts in the middle of the cells of its shape, and then it stands on cells.
    Straddle,
}

/// A state of the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "at", rename_all = "snake_case", deny_unknown_fields)]
pub enum DocumentAt {
    /// As it is.
    Now {},
    /// After some entries of the journal.
    Step {
        /// How many.
        n: u32,
    },
    /// Rolled again with another seed and the same pins.
    Seed {
        /// The seed, with numbers of stages behind it.
        seed: String,
    },
}

/// What to do with shelved edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShelfAction {
    /// Apply them to the document as it is.
    Retry,
    /// Give them up.
    Drop,
}

/// Some actors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "who", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActorFilter {
    /// All actors.
    All {},
    /// These.
    These {
        /// Their numbers.
        ids: Vec<u32>,
    },
    /// A fraction of the crowd: the actors that are nearest to the cell that the command names.
    Nearest {
        /// The fraction, 0 to 1; at least one actor.
        fraction: Fraction,
        /// To which cell; the command's destination where it is left out.
        #[serde(default)]
        to: Option<Cell>,
    },
}

/// Changes of how a crowd moves; what is left out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CrowdSettingsPatch {
    /// Sub-cells a side of a cell. [Limits: 1..=3]
    pub n: Option<u8>,
    /// Axes on which the sub-cell grid is shifted by half a sub-cell: `none`, `x`, `y` or `xy`.
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

/// What a document was generated from: enough to generate it again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerationSource {
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
    /// The files that its fields name.
    #[serde(default)]
    pub files: Vec<AttachedFile>,
}

/// A file of the user's own that a field of the recipe names: templates, a mask, a house program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttachedFile {
    /// The field, of kind `files`.
    pub key: String,
    /// Its name, as the field has it.
    pub name: String,
    /// What stands in it.
    pub text: String,
}
