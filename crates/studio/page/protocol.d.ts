// The protocol of page and session. Written from protocol.schema.json by `cargo test -p undercroft-studio --test protocol`
// with UNDERCROFT_BLESS=1; do not edit.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Some actors. */
export type ActorFilter = {
  who: 'all';
} | {
  /** Their numbers. */
  ids: number[];
  who: 'these';
} | {
  /** The fraction, 0 to 1; at least one actor. */
  fraction: Share;
  /** To which cell; the command's destination where it is left out. */
  to?: Cell | null;
  who: 'nearest';
};

/** The planned path of an actor. */
export type ActorPath = {
  /** The actor. */
  actor: number;
  /** Its sub-cell and the turns ahead, as sub-cells. */
  ahead: Cell[];
  /** The sub-cell of its destination. */
  goal: Cell | null;
};

/** A file of the user's own that a field of the recipe names: templates, a mask, a house program. */
export type AttachedFile = {
  /** The field, of kind `files`. */
  key: string;
  /** Its name, as the field has it. */
  name: string;
  /** What stands in it. */
  text: string;
};

/** A piece of the payload. */
export type Blob = {
  /** Its first byte, counted from the payload's. */
  at: number;
  /** Its length. */
  bytes: number;
};

/** The JSON part of an answer. */
export type Body = Hello & {
  type: 'hello';
} | {
  type: 'done';
} | DocumentReply & {
  type: 'document';
} | ChangedReply & {
  type: 'changed';
} | PaintReply & {
  type: 'paint';
} | TraceReply & {
  type: 'trace';
} | InspectReply & {
  type: 'inspect';
} | FovReply & {
  type: 'fov';
} | PathReply & {
  type: 'path';
} | SweepReply & {
  type: 'sweep';
} | CrowdReply & {
  type: 'crowd';
} | {
  /** One for each actor of the filter. */
  paths: ActorPath[];
  type: 'paths';
} | {
  /** A name for a file that holds it. */
  name: string;
  /** The text. */
  text: string;
  type: 'text';
} | ExportReply & {
  type: 'export';
} | {
  /** The dungeon as JSON; empty where it is not needed. */
  dungeon: Blob;
  /** Which part. */
  task: DelegatedTask;
  type: 'delegate';
} | {
  /** Its pages. */
  pages: number;
  type: 'page_count';
} | PreviewReply & {
  type: 'preview';
} | {
  /** The lines; absent where they are the sides of the cells. */
  lines?: LevelLines | null;
  type: 'lines';
  /** The level. */
  z: number;
} | JournalReply & {
  type: 'journal';
} | LinkReply & {
  type: 'link';
} | {
  type: 'variations';
  /** One for each seed. */
  variations: VariationInfo[];
} | {
  /** The picture. */
  picture: ThumbnailInfo;
  type: 'thumbnail';
} | DiffReply & {
  type: 'diff';
} | {
  /** Flaws, skipped checks, facts. */
  report: Report;
  type: 'check';
};

/**
 * A place on the grid, or the difference of two places. `x` grows to the east, `y` to the south.
 *
 * Sums and differences must fit `i32`, which those of cells on or near a map always do ([`MAX_SIDE`](crate::MAX_SIDE)).
 * Cells are ordered by rows: first by `y`, then by `x`, which is the order of their ids on any map.
 * In JSON a cell is the pair `[x, y]`.
 */
export type Cell = [number, number];

/** Cells that are different. */
export type CellPatch = {
  /** What lies on the floor, one byte each as in a level; absent where nothing lies on the whole level. */
  ground?: Blob | null;
  /** The smallest rectangle round them. What follows has its size. */
  rect: Rect;
  /** A bit blob: the cells that block movement. */
  solid: Blob;
  /** A terrain blob. */
  terrain: Blob;
};

/** A cell of a level. */
export type CellRef = {
  /** The cell. */
  cell: Cell;
  /** The level. */
  z: number;
};

/**
 * What edits changed of the document before them; everything else is as it was. A page that applies it to its copy has
 * what `document` answers.
 */
export type ChangedReply = {
  /** The doors. */
  doors?: DoorPatch | null;
  /** Furniture and other placed objects. */
  features?: FeaturePatch | null;
  /** Inhabitants that belong together. */
  groups?: GroupPatch | null;
  /** What is no list; absent where nothing of it is different. */
  head?: DungeonHead | null;
  /** All floors, in order. */
  levels: LevelPatch[];
  /** The edges of the room graph. */
  links?: LinkPatch | null;
  /** Places of interest. */
  markers?: MarkerPatch | null;
  /** Pins that came, or have other content. */
  new_pins: PinId[];
  /** What a new roll keeps: `provenance.pins`. */
  pins?: PinPatch | null;
  /** What it was made from, without the pins, which follow; absent where nothing of it is different. */
  provenance?: Provenance | null;
  /** Pins that are gone. */
  removed_pins: PinId[];
  /** The rooms; absent where they are as they were, like all that follow. */
  rooms?: RoomPatch | null;
  /** What the session holds besides the dungeon. */
  session: ChangedState;
  /** Where inhabitants, visitors, loot and traps begin. */
  spawns?: SpawnPatch | null;
  /** Blind corridors. */
  stubs?: StubPatch | null;
  /** The rectangles that the edits touched, one after the other. */
  touched: TouchedInfo[];
  /** The windows. */
  windows?: WindowPatch | null;
};

/** What a session holds besides its dungeon and the roll that it came from, which no edit changes. */
export type ChangedState = {
  /** The crowd on the map. */
  crowd: CrowdInfo;
  /** Whether the dungeon was changed since it was generated, opened or pasted. */
  edited: boolean;
  /** Notes for the user, as sentences: actors that were removed, for example. */
  notes: string[];
  /** The observer. */
  observer: ObserverState | null;
  /** Steps that can be redone. */
  redo: number;
  /** Flaws, skipped checks, facts. */
  report: Report;
  /** What the address bar should hold after `#`; null where recipe and seed do not generate this document. */
  share_link: string | null;
  /** Edits that the last roll could not apply again. */
  shelved: ShelvedInfo[];
  /** What changed in the journal; absent where nothing did. */
  step?: StepInfo | null;
  /** The trace of its generation, if that was kept and nothing was edited since. */
  trace: TraceInfo | null;
  /** Steps that can be undone. */
  undo: number;
};

/** The families of checks. */
export type Check = 'things' | 'border' | 'rooms' | 'terrain' | 'doors' | 'corridors' | 'stairs' | 'sockets' | 'ground' | 'markers' | 'entrance' | 'reach' | 'keys' | 'secrets' | 'alignment' | 'features' | 'spawns' | 'contents' | 'provenance' | 'pins';

/** One value of a choice. */
export type Choice = {
  /** Its name in a form. */
  label: string;
  /** The value, as in commands. */
  value: string;
};

/**
 * A copied part of a dungeon: what it contains as pins, with cells counted from its north-west corner.
 *
 * Rooms come with the attributes that their pins have, shared doors and corridors with the rooms at both ends, cells with the
 * ground that lies on them. Names of dungeons, stages and entrances cannot be copied.
 */
export type Clip = {
  /** What it contains. */
  pins: Pin[];
  /** Width and height. [Unit: cells] [Limits: at most 65,536 cells] */
  size: [number, number];
};

/** Everything that a session does. */
export type Command = {
  type: 'hello';
} | {
  /** Its number. */
  request: number;
  type: 'cancel';
} | {
  /** The files that fields of kind `files` name. */
  files?: AttachedFile[];
  /**
   * *Fill the rest*: whether everything on the map is kept, pinned, and rooms come round it, as on a map without recipe.
   * The size of the map, its levels and its number of rooms are then at least what the map needs, and `pins` is not used.
   */
  fill?: boolean;
  /** One undo step with the last command of the same number. */
  gesture?: number | null;
  /** What the roll keeps; the pins of the document where it is left out, nothing where it is empty. */
  pins?: Pin[] | null;
  /** The preset to begin with; without one the defaults of all fields. */
  preset?: string | null;
  /** The seed, a whole number below 2^64 as text; without one a new one is drawn. */
  seed?: string | null;
  /** Fields to change, by dotted name. */
  set?: { [key: string]: Json };
  /** Other seeds for single stages: plan, place, route, doors, ground, stock, name. */
  stages?: { [key: string]: string };
  /** Whether to keep the trace, for `trace` and `inspect`. */
  trace?: boolean;
  type: 'generate';
} | {
  /** The link. */
  text: string;
  /** Whether to keep the trace. */
  trace?: boolean;
  type: 'open_share_link';
} | {
  /** Its bytes. */
  base64: string;
  /** The file's name, for messages and as a last hint at the format. */
  name: string;
  type: 'open';
} | {
  /** Cells from north to south. */
  height: number;
  type: 'new';
  /** Cells from west to east. */
  width: number;
} | {
  type: 'undo';
} | {
  type: 'redo';
} | {
  type: 'document';
} | {
  /** The first event. */
  from: number;
  /** The first event after the page; at most `limits.trace_page` after `from`. */
  to: number;
  type: 'trace';
} | {
  /** The cell. */
  cell: Cell;
  type: 'inspect';
  /** The level. */
  z: number;
} | {
  /** The edits, in order. They name things by content, as the documentation of hand work describes. */
  edits: Edit[];
  /** One undo step with the last command of the same number. */
  gesture?: number | null;
  type: 'edit';
} | {
  /** The edits, in order. */
  edits: Edit[];
  type: 'try';
} | {
  /** Which of both. */
  action: ShelfAction;
  /** The position in `session.shelved`; all of them where it is left out. */
  index?: number | null;
  type: 'shelved';
} | {
  /** How many entries count then. */
  n: number;
  type: 'goto';
} | {
  /** The first one. */
  from?: number;
  type: 'journal';
} | {
  /** The text of a checkpoint of it, as `checkpoint` gives it: the replay begins there. */
  checkpoint?: string | null;
  /** The journal, as `save` writes it. */
  journal: Json;
  type: 'restore';
} | {
  type: 'checkpoint';
} | {
  type: 'link';
} | {
  /** How many. [Limits: 1..=24] */
  n: number;
  type: 'vary';
} | {
  /** The longest side. [Unit: pixels] [Limits: 1..=192] */
  px: number;
  /** Of which state. */
  roll: DocumentAt;
  type: 'thumbnail';
  /** The level; that of the entrance where it is left out. */
  z?: number | null;
} | {
  /** One state. */
  a: DocumentAt;
  /** The other one. */
  b: DocumentAt;
  type: 'diff';
} | {
  /** The link; all that have a secret door where it is left out. */
  link?: LinkId | null;
  type: 'discover';
} | {
  /** The cells. */
  cells: Cell[];
  /** One undo step with the last command of the same number. */
  gesture?: number | null;
  /** Solid or free. */
  solid: boolean;
  type: 'paint';
  /** The level. */
  z: number;
} | {
  /** Its north-west cell. */
  cell: Cell;
  /** `1x1`, `2x1`, `1x2` or `2x2`; the current one where it is left out. */
  shape?: string | null;
  type: 'observer';
  /** The level. */
  z: number;
} | {
  /** Which kind, from now on; the current one where it is left out. */
  kind?: FovKind | null;
  /**
   * See no farther than this many cells, in this answer only; as far as nothing blocks the view where it is left
   * out. [Unit: cells] [Limits: 0..=65535]
   */
  radius?: number | null;
  type: 'fov';
} | {
  /** The cell of the observer's north-west cell on arrival. */
  cell?: Cell | null;
  /** How the observer starts; without it on cells of its shape. */
  start?: PathStart;
  type: 'goal';
} | {
  type: 'copy_text';
} | {
  /** The text. */
  text: string;
  type: 'paste_text';
} | {
  /** Its north-west cell at the start. */
  from: Cell;
  /** `1x1`, `2x1`, `1x2` or `2x2`; without it `1x1`. */
  shape?: string | null;
  /** How it starts; without it on cells of its shape. */
  start?: PathStart;
  /** Its north-west cell at the end. */
  to: Cell;
  type: 'path';
  /** The level. */
  z: number;
} | {
  /** Its north-west cell at the start. */
  from: Cell;
  /** `1x1`, `2x1`, `1x2` or `2x2`; without it `1x1`. */
  shape?: string | null;
  /** Its north-west cell at the end. */
  to: Cell;
  type: 'sweep';
  /** The level. */
  z: number;
} | {
  type: 'crowd';
} | {
  /** The changes. */
  settings: CrowdSettingsPatch;
  type: 'crowd_settings';
} | {
  /** The cells, one actor each; a cell that is listed twice gets two where it has room. */
  cells: Cell[];
  /** How far they walk in a tick, in 1/256 sub-cell. [Limits: 1..=4096] */
  pace?: number;
  type: 'crowd_spawn';
  /** The level. */
  z: number;
} | {
  /** How many. */
  count: number;
  /** How far they walk in a tick. */
  pace?: number;
  /** Decides where. */
  seed?: number;
  type: 'crowd_scatter';
  /** The level. */
  z: number;
} | {
  /** Which. */
  actors: ActorFilter;
  type: 'crowd_remove';
} | {
  type: 'crowd_clear';
} | {
  /** Which actors. */
  actors: ActorFilter;
  /** Where to. */
  cell: Cell;
  type: 'crowd_destination';
} | {
  /** Ticks. [Limits: 1..=limits.ticks] */
  ticks: number;
  type: 'crowd_step';
} | {
  /** Which actors. */
  actors: ActorFilter;
  type: 'crowd_paths';
} | {
  type: 'save';
} | {
  /** The file. */
  text: string;
  type: 'load';
} | {
  /** A name of `hello.formats`. */
  format: string;
  /** Options by key; what is left out has its default. */
  options?: { [key: string]: Json };
  type: 'export';
} | {
  /** A format with `has_pages` of `hello.formats`. */
  format: string;
  /** Values of its options; the others have their defaults. */
  options?: { [key: string]: Json };
  type: 'count_pages';
} | {
  /** A format with `has_preview` of `hello.formats`. */
  format: string;
  /** Values of its options; the others have their defaults. */
  options?: { [key: string]: Json };
  type: 'preview';
} | {
  type: 'lines';
  /** The level. */
  z: number;
} | {
  type: 'check';
};

/** A corridor with a door at each end. */
export type Corridor = {
  /** Its doors, in the order of the rooms. */
  doors: [DoorId, DoorId];
  /** What was given up at each end. */
  fallback: [Fallback, Fallback];
  /** Whether a door of it is secret. */
  hidden?: HiddenDoor;
  /** The north-west cells of the brush from the first door's approach to the second's. */
  path: Cell[];
  /** Cells that were cut away beside it to make it look natural. */
  roughened?: Cell[];
  /** How many cells it runs straight out from each door. */
  runway: [number, number];
  /** Its width. [Unit: cells] [Limits: 1..=4] */
  width: number;
};

/** The crowd in figures. */
export type CrowdInfo = {
  /** How many actors there are. */
  actors: number;
  /** Whether steps away from the waypoint are candidates. */
  allow_backward: boolean;
  /** How many stand on their destination. */
  arrived: number;
  /** How many have stood on it since they were sent there; a flow may push them off again. */
  been: number;
  /** Steps across another actor's step. */
  crossings: number;
  /** Whether the next sub-cell is reserved before the middle of this one is reached. */
  early: boolean;
  /** Whether the basic3 modes take the best step where the distance rule leaves none. */
  fallback: boolean;
  /** The last arrival, in ticks from the first order; null where none has arrived. */
  makespan: number | null;
  /** A name of `hello.crowd_modes`. */
  mode: string;
  /** `none`, `x`, `y` or `xy`. */
  offset: string;
  /** How many have an order. Only they are counted below. */
  ordered: number;
  /** What breaks ties in a flow. */
  seed: number;
  /** The smallest distance between two bodies so far, in sub-cells; null if none came near another. */
  separation: number | null;
  /** Whether no actor has anywhere left to go. */
  settled: boolean;
  /** Ticks since any of those last got nearer to its destination. */
  stalled_for: number;
  /** How many have not arrived. */
  stuck: number;
  /** Where sub-cells lie. */
  subcell_grid: SubcellGridInfo;
  /** Ticks made so far. */
  tick: number;
  /** Waits of all ticks by reason: taken, `anti_cross`, distance, wall, stalled, planning, unreachable. */
  waits: { [key: string]: number };
  /** The level it is on; null without actors. */
  z: number | null;
};

/**
 * The crowd, and what the command changed.
 *
 * `actors` is a blob of little-endian 32-bit integers, [`WORDS`](CrowdReply::WORDS) for each actor, by rising numbers:
 *
 * | word | meaning |
 * |---|---|
 * | 0 | the actor's number |
 * | 1, 2 | x and y of its body, in 1/256 sub-cell |
 * | 3, 4 | the sub-cell it stands on |
 * | 5, 6 | the sub-cell it has reserved, or -1, -1 |
 * | 7 to 10 | two more sub-cells that it holds (anchors, block), or -1 |
 * | 11, 12 | the cell it is sent to, or -1, -1 |
 * | 13 | 0 has no order, 1 moving, 2 waiting, 3 arrived, 4 cut off from its destination |
 *
 * With `subcell_grid` a sub-cell (i, j) has its centre at x = (2·i + 1 − `shift`\[0\]) / (2·n) in cells, and likewise y;
 * its side is 1/n. A body at (x, y) is at (2·x/256 + 1 − shift) / (2·n).
 */
export type CrowdReply = {
  /** The actors. */
  actors: Blob;
  /** What this command changed. */
  moved: Moved;
  /** Steps that can be redone. */
  redo: number;
  /** Settings, counts, sums. */
  state: CrowdInfo;
  /** What changed in the journal; absent where nothing did, as after ticks. */
  step?: StepInfo | null;
  /** Steps that can be undone. */
  undo: number;
};

/** Changes of how a crowd moves; what is left out stays. */
export type CrowdSettingsPatch = {
  /** Let steps away from the waypoint be candidates too: the backward filter is off. */
  allow_backward?: boolean | null;
  /** Reserve the next sub-cell before standing in the middle of this one. */
  early?: boolean | null;
  /** In the basic3 modes: take the best step when the distance rule leaves none. */
  fallback?: boolean | null;
  /** A name of `hello.crowd_modes`. */
  mode?: string | null;
  /** Sub-cells a side of a cell. [Limits: 1..=3] */
  n?: number | null;
  /** Axes on which the sub-cell grid is shifted by half a sub-cell: `none`, `x`, `y` or `xy`. */
  offset?: string | null;
  /** Breaks ties in a flow. */
  seed?: number | null;
};

/** What another module has to do for a command of a session that is compiled without all formats. */
export type DelegatedTask = 'write' | 'read';

/** What is different between two states. */
export type DiffReply = {
  /** Levels, rooms, things and facts, as `undercroft diff --json` prints them. */
  diff: Json;
  /** Whether nothing is. */
  is_empty: boolean;
  /** Either of them. */
  maps: [MapReply, MapReply];
};

/** One of the four orthogonal directions, clockwise from north. */
export type Dir = 'north' | 'east' | 'south' | 'west';

/** A state of the document. */
export type DocumentAt = {
  at: 'now';
} | {
  at: 'step';
  /** How many. */
  n: number;
} | {
  at: 'seed';
  /** The seed, with numbers of stages behind it. */
  seed: string;
};

/** The whole state, but for the trace: dungeon JSON with blobs instead of rows, and what the session adds. */
export type DocumentReply = {
  /** The doors; ids are positions. */
  doors: Door[];
  /** Where the visitor comes in. */
  entrance?: Entrance | null;
  /** Furniture and other placed objects; ids are positions. */
  features?: Feature[];
  /** Says what the document is. */
  format: 'undercroft';
  /** The room where the visitor wants to get. */
  goal?: RoomId | null;
  /** Inhabitants that belong together; ids are positions. */
  groups?: Group[];
  /** The floors, highest first. */
  levels: LevelReply[];
  /** The edges of the room graph; ids are positions. */
  links: Link[];
  /** Places of interest. */
  markers: Marker[];
  /** The module grid that rooms are aligned to, width and height of a module. [Unit: cells] */
  module_grid?: [number, number] | null;
  /** A name for people. */
  name: string;
  /** The walls of the building where the dungeon is a house. For drawing. */
  outline?: Rect | null;
  /** What it was made from. */
  provenance: Provenance;
  /** The rooms; ids are positions. */
  rooms: Room[];
  /** What the session holds besides the dungeon. */
  session: SessionState;
  /** Where inhabitants, visitors, loot and traps begin; ids are positions. */
  spawns?: Spawn[];
  /** Why people go in. */
  story?: Story;
  /** Blind corridors that belong to no link. */
  stubs: Stub[];
  /** The length of a cell's side. [Unit: feet] */
  tile_feet: number;
  /** The version of the format. */
  version: 2;
  /** What did not come out as the recipe asked, as sentences. */
  warnings: string[];
  /** The windows; ids are positions. */
  windows?: Window[];
};

/** A door: 1 to 4 contiguous cells of one straight wall. */
export type Door = {
  /** Its cells, sorted. [Limits: 1 to 4, contiguous in one line] */
  cells: Cell[];
  /** Its number, which is also its position in the list. */
  id: DoorId;
  /** What hangs in the gap. */
  kind: DoorKind;
  /** Outwards from the room. */
  normal: Dir;
  /** The room in whose ring it lies; of two rooms that share the wall, the lower id. `None` on maps without rooms. */
  room?: RoomId | null;
  /** Whether it looks like wall until it is found. */
  secret?: boolean;
  /** How it stands. */
  state: DoorState;
  /** The level it lies on. */
  z: number;
};

/** The number of a door. */
export type DoorId = number;

/** What hangs in the gap. */
export type DoorKind = 'door' | 'archway' | 'portcullis' | 'barred' | 'doorway';

/** A list in which some things are different. */
export type DoorPatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Door][];
  /** How many there are now. */
  length: number;
};

/** A door: its level and one of its cells. */
export type DoorRef = {
  /** A cell of it. */
  cell: Cell;
  /** The level. */
  z: number;
};

/** What should be different about a door; `None` stays as it is. */
export type DoorSetting = {
  /** What hangs in the gap. */
  kind?: DoorKind | null;
  /** Whether it looks like wall to those who do not know. */
  secret?: boolean | null;
  /** How it stands. */
  state?: DoorState | null;
};

/** How a door stands. */
export type DoorState = 'open' | 'closed' | 'locked';

/** The lines of a level. */
export type DrawnLines = {
  /** The lines; absent where they are the sides of the cells. */
  lines?: LevelLines | null;
};

/** What of a dungeon is no list of things. */
export type DungeonHead = {
  /** Where the visitor comes in. */
  entrance?: Entrance | null;
  /** The room where the visitor wants to get. */
  goal?: RoomId | null;
  /** The module grid that rooms are aligned to, width and height of a module. [Unit: cells] */
  module_grid?: [number, number] | null;
  /** A name for people. */
  name: string;
  /** The walls of the building where the dungeon is a house. */
  outline?: Rect | null;
  /** Why people go in. */
  story?: Story;
  /** The length of a cell's side. [Unit: feet] */
  tile_feet: number;
  /** What did not come out as the recipe asked, as sentences. */
  warnings: string[];
};

/** One change by hand. Edits name things by content, so that a log of them can be applied to a dungeon that was made again. */
export type Edit = {
  edit: 'add_room';
  /** Its floor. */
  shape: FloorShape;
  /** The level. */
  z: number;
} | {
  /** By how many cells, x and y. */
  by: Cell;
  edit: 'move_room';
  /** The room. */
  room: RoomRef;
} | {
  edit: 'resize_room';
  /** The room. */
  room: RoomRef;
  /** Its new floor. */
  shape: FloorShape;
} | {
  edit: 'delete_room';
  /** The room. */
  room: RoomRef;
} | {
  edit: 'merge_rooms';
  /** The rooms. */
  rooms: RoomRef[];
} | {
  /** The door. */
  door: DoorRef;
  edit: 'set_door';
  /** What should be different. */
  to: DoorSetting;
} | {
  /** The door. */
  door: DoorRef;
  edit: 'delete_door';
} | {
  /** Its cells, 1 to 4 side by side. */
  cells: Cell[];
  edit: 'add_door';
  /** What hangs in the gap. */
  kind: DoorKind;
  /** Whether it looks like wall to those who do not know. */
  secret: boolean;
  /** How it stands; closed without it, and open where nothing can be shut. */
  state?: DoorState | null;
  /** The level. */
  z: number;
} | {
  /** The door, or a cell of a wall. */
  door: DoorRef;
  edit: 'entrance';
} | {
  /** A cell of the floor. */
  cell: Cell;
  edit: 'adopt';
  /** The level. */
  z: number;
} | {
  /** How far everything moves to the east. */
  dx: number;
  /** How far everything moves to the south. */
  dy: number;
  edit: 'resize_map';
  /** The new height. */
  h: number;
  /** The new width. */
  w: number;
} | {
  /** Where the north-west corner of the clip goes. */
  at: Cell;
  /** What is drawn. */
  clip: Clip;
  edit: 'paste';
  /** Whether it is mirrored, west to east, before it is turned. */
  mirror: boolean;
  /** Quarter turns clockwise. [Limits: 0..=3] */
  turn: number;
  /** The level. */
  z: number;
} | {
  edit: 'add_link';
  /** One room. */
  from: RoomRef;
  /** Whether it is a secret passage. */
  secret?: boolean;
  /** The other one. */
  to: RoomRef;
  /** Its width, 1 to 4 cells; that of the recipe without it. */
  width?: number | null;
} | {
  edit: 'reroute';
  /** The link. */
  link: LinkRef;
} | {
  edit: 'delete_link';
  /** The link. */
  link: LinkRef;
} | {
  edit: 'paint';
  /** The cells. */
  runs: Run[];
  /** With what. */
  to: PaintTo;
  /** The level. */
  z: number;
} | {
  edit: 'set_cells';
  /** The cells. */
  runs: Run[];
  /** Solid or free. */
  solid: boolean;
  /** The level. */
  z: number;
} | {
  edit: 'discover';
  /** The link. */
  link?: LinkRef | null;
} | {
  edit: 'ground';
  /** The cells. */
  runs: Run[];
  /** The glyph: space bare, `~` shallow, `w` deep, `:` chasm, `%` rubble, `;` grass, `=` bridge. */
  to: string;
  /** The level. */
  z: number;
} | {
  edit: 'delete_area';
  /** The cells. */
  runs: Run[];
  /** The level. */
  z: number;
} | {
  edit: 'stairs';
  /** One room. */
  from: RoomRef;
  /** The other one. */
  to: RoomRef;
} | {
  /** The door. */
  door: DoorRef;
  edit: 'lock';
  /** The room of the key, or its cell. */
  key: KeyPlace;
} | {
  /** The door. */
  door: DoorRef;
  edit: 'unlock';
} | {
  edit: 'name';
  /** What is named. */
  of: Naming;
  /** The name. */
  text: string;
} | {
  edit: 'number';
  /** The number, from 1. */
  n: number;
  /** The room. */
  room: RoomRef;
} | {
  edit: 'renumber';
} | {
  edit: 'purpose';
  /** The room. */
  room: RoomRef;
  /** What for; empty for nothing. */
  text: string;
} | {
  edit: 'note';
  /** The note to replace; a new one without it. */
  index?: number | null;
  /** The room. */
  room: RoomRef;
  /** Whether players must not read it. */
  secret: boolean;
  /** The words; empty to delete the note. */
  text: string;
} | {
  edit: 'role';
  /** Whether the room has it. */
  on: boolean;
  /** The role. */
  role: Role;
  /** The room. */
  room: RoomRef;
} | {
  edit: 'add_feature';
  /** The feature. */
  feature: FeaturePin;
} | {
  /** By how many cells. */
  by: Cell;
  edit: 'move_feature';
  /** The feature. */
  feature: FeatureRef;
} | {
  edit: 'set_feature';
  /** The feature. */
  feature: FeatureRef;
  /** What it is then. */
  to: FeaturePin;
} | {
  edit: 'delete_feature';
  /** The feature. */
  feature: FeatureRef;
} | {
  edit: 'add_spawn';
  /** The spawn. */
  spawn: SpawnPin;
} | {
  /** By how many cells. */
  by: Cell;
  edit: 'move_spawn';
  /** The spawn. */
  spawn: SpawnRef;
} | {
  edit: 'set_spawn';
  /** The spawn. */
  spawn: SpawnRef;
  /** What it is then. */
  to: SpawnPin;
} | {
  edit: 'delete_spawn';
  /** The spawn. */
  spawn: SpawnRef;
} | {
  edit: 'pin';
  /** What. */
  what: PinWhat;
} | {
  edit: 'unpin';
  /** Their ids. */
  ids: PinId[];
};

/** Where the visitor comes in: a door of the entrance room without a room on its far side. */
export type Entrance = {
  /** The door that leads out. */
  door: DoorId;
  /** Whether the last cells of the runway are open to the outside, so that a drawing closes them with no wall. */
  open_end?: boolean;
  /** The entrance room. */
  room: RoomId;
  /** How many cells of corridor lie before it; the last ones end blind. */
  runway: number;
};

/** What kind of error it is. */
export type ErrorCode = 'invalid_request' | 'unknown_command' | 'invalid_field' | 'invalid_option' | 'invalid_cell' | 'not_found' | 'too_large' | 'too_many_requests' | 'session_limit' | 'generation_failed' | 'edit_rejected' | 'crowd_rejected' | 'unreadable' | 'unsupported' | 'cancelled' | 'timeout' | 'internal';

/** Something that a document can be exported to. */
export type ExportFormat = {
  /** The ending of its files, without the dot. */
  ending: string;
  /** Whether it is printed, so that `count_pages` counts its pages. */
  has_pages: boolean;
  /** Whether `preview` shows what it would look like. */
  has_preview: boolean;
  /** What it is for, in one sentence. */
  help: string;
  /** The media type of its first file. */
  media: string;
  /** Its name in commands. */
  name: string;
  /** Its options, in the order of its table. */
  options: FieldInfo[];
  /** Its name for people. */
  title: string;
};

/** Files to save. */
export type ExportReply = {
  /** The files; several where a format has one for each level. */
  files: ExportedFile[];
  /** Notes for the user, as sentences. */
  notes: string[];
};

/** A file to save. */
export type ExportedFile = {
  /** Its bytes. */
  data: Blob;
  /** Its media type. */
  media: string;
  /** Its name; may contain `/` where a format makes a folder. */
  name: string;
};

/** Numbers about a dungeon that cost little to find. The order of the fields is fixed; new ones come at the end. */
export type Facts = {
  /** Rooms on the module grid, as a share. */
  aligned_share: Share;
  /** Corridors that end blind. The entrance is not counted. */
  blind_corridors: number;
  /** Rooms without which the others would fall apart (articulation points of the room graph). */
  choke_rooms: number;
  /** Pairs of neighbouring doors in one wall with at most two wall cells between them. */
  close_doors: number;
  /** Doors beside a corner of their room though the wall has a cell more on both sides, as a share. */
  corner_door_share: Share;
  /** Cells of the longest path of a corridor link. */
  corridor_longest: number;
  /** Cells of the path of a corridor link, on average. [Unit: tenths of a cell] */
  corridor_mean_tenths: number;
  /** Steps of corridors outside the runways. */
  corridor_steps: number;
  /** The least number of links from the entrance to the goal, without secrets. */
  critical_hops: number | null;
  /** The least number of steps from inside the entrance's door to the goal's floor, without secrets, locks opened. */
  critical_steps: number | null;
  /** Rooms with exactly one link. */
  dead_end_rooms: number;
  /** Rooms with exactly one link, as a share. */
  dead_end_share: Share;
  /** Width of a doorway, on average. [Unit: tenths of a cell] */
  doorway_width_tenths: number;
  /** Walkable cells among those of the boxes round them on each level, as a share; here and below without secret links. */
  fill: Share;
  /** Floor cells of all rooms. */
  floor_cells: number;
  /** Floor cells with ground other than bare, as a share. */
  ground_share: Share;
  /** Their share. */
  hugging_share: Share;
  /** Those of them that run along a room. */
  hugging_steps: number;
  /** Ends of links whose path may cross itself because no other path was found. */
  last_resorts: number;
  /** Loops of the level that has the fewest, by its own links alone. */
  least_loops: number;
  /** Number of levels. */
  levels: number;
  /** Number of links. */
  links: number;
  /** Rooms with sides over 5 : 2 that are no halls, as a share. */
  long_room_share: Share;
  /** Links that could be taken away without parting the rooms (the cyclomatic number of the room graph), without secrets. */
  loops: number;
  /** Floor cells of the middle room by size, of an even number the smaller one; without passages. */
  median_room: number;
  /** Ends of links without a runway because none could be had. */
  no_runways: number;
  /** Rooms that have a number: all but passages, which only lead to other rooms. */
  numbered_rooms: number;
  /** Ends of links with a runway of one cell because a longer one could not be had. */
  one_cell_runways: number;
  /** Rooms whose floor fills its bounding box, as a share; without passages, as in every share of rooms below. */
  rectangle_share: Share;
  /** Number of rooms. */
  rooms: number;
  /** Corridors and secret passages whose runways are both at least two cells long, as a share; without joints of one cell. */
  runway_share: Share;
  /** The loops that secret passages and secret doors add. */
  secret_loops: number;
  /** Doors in shared walls among the links, as a share. */
  shared_share: Share;
  /** Long side ÷ short side of the box round a level's walkable cells, the mean weighted by floor. [Unit: tenths] */
  sheet_aspect_tenths: number;
  /** Rooms whose mirror image in the line through the entrance is a room, as a share. */
  symmetry_share: Share;
};

/** What had to be done at an end of a link because the runway of the recipe did not fit. */
export type Fallback = 'none' | 'one_cell' | 'no_runway' | 'last_resort';

/**
 * A placed object, such as a table, a sarcophagus or a torch.
 *
 * What it does to bodies and sight is written in the feature itself, so that nothing has to look up its kind.
 */
export type Feature = {
  /** Whether it stops bodies. */
  blocks: boolean;
  /** Its north-west cell. */
  cell: Cell;
  /** Whether it lies flat on the floor, so that others may stand on it. */
  flat?: boolean;
  /** Its position in the list. */
  id: number;
  /** What it is, such as `sarcophagus`. */
  kind: string;
  /** Its light. */
  light?: FeatureLight | null;
  /** Where it is fixed. */
  mount: Mount;
  /** Whether it stops sight. */
  opaque: boolean;
  /** The room it belongs to. */
  room?: RoomId | null;
  /** Whether visitors do not see it. */
  secret: boolean;
  /** Width and height after turning. [Unit: cells] [Limits: 1..=6] */
  size: [number, number];
  /** The spawn that it holds, such as the loot in a chest: a position in the list of spawns. */
  spawn?: number | null;
  /** Quarter turns clockwise; its back is to the north at 0. [Limits: 0..=3] */
  turn: number;
  /** The level it is on. */
  z: number;
};

/** How far a light reaches. */
export type FeatureLight = {
  /** Bright light. [Unit: feet] */
  bright_feet: number;
  /** Dim light. [Unit: feet] */
  dim_feet: number;
};

/** A list in which some things are different. */
export type FeaturePatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Feature][];
  /** How many there are now. */
  length: number;
};

/** A feature that is kept. Its room follows from its cell. */
export type FeaturePin = {
  /** Whether it stops bodies. */
  blocks?: boolean;
  /** Who made the pin. */
  by: PinAuthor;
  /** Its north-west cell. */
  cell: Cell;
  /** Whether it lies flat on the floor. */
  flat?: boolean;
  /** Its id. */
  id: PinId;
  /** What it is, such as `sarcophagus`. */
  kind: string;
  /** Its light. */
  light?: FeatureLight | null;
  /** Where it is fixed. */
  mount: Mount;
  /** Whether it stops sight. */
  opaque?: boolean;
  /** Whether visitors do not see it. */
  secret?: boolean;
  /** Width and height after turning. [Unit: cells] [Limits: 1..=6] */
  size: [number, number];
  /** Quarter turns clockwise. [Limits: 0..=3] */
  turn: number;
  /** The level. */
  z: number;
};

/** A feature: its level, its north-west cell and its kind. */
export type FeatureRef = {
  /** Its north-west cell. */
  cell: Cell;
  /** What it is. */
  kind: string;
  /** The level. */
  z: number;
};

/** A field of a recipe, or an option of a format. */
export type FieldInfo = {
  /** The values of the field `method` with which it is read; empty for options of formats. */
  applies_to: string[];
  /** Its value where none is given. */
  default: Json;
  /** One or two sentences. */
  doc: string;
  /** The heading under which it is listed. */
  group: string;
  /** Dotted name, as in `set`; the name of an option in `options`. */
  key: string;
  /** The values that it takes. */
  kind: FieldKind;
  /** Its name in a form. */
  label: string;
  /** What its number counts; empty where it is not a number. */
  unit: string;
};

/** The values that a field takes. */
export type FieldKind = {
  /** The greatest value. */
  max: number;
  /** The smallest value. */
  min: number;
  type: 'integer';
} | {
  /** The greatest value. */
  max: number;
  /** The smallest value. */
  min: number;
  type: 'integer_or_auto';
} | {
  type: 'fraction';
} | {
  type: 'bool';
} | {
  /** The values. */
  choices: Choice[];
  type: 'choice';
} | {
  /** The greatest value on each axis. */
  max: number;
  /** The smallest value on each axis. */
  min: number;
  type: 'modules';
} | {
  /** The smallest number of items. */
  least: number;
  /** The greatest item. */
  max: number;
  /** The smallest item. */
  min: number;
  /** The greatest number of items. */
  most: number;
  type: 'integer_list';
} | {
  /** The greatest weight. */
  max: number;
  /** The greatest number of items. */
  most: number;
  type: 'weights';
} | {
  type: 'text';
} | {
  type: 'text_file';
} | {
  /** The greatest length of one. [Unit: bytes] */
  bytes: number;
  /** The greatest number of files. */
  most: number;
  type: 'files';
};

/** One thing that is wrong, with all that is concerned. */
export type Flaw = {
  /** The cells concerned, the first [`MAX_CELLS`] of them. */
  cells?: Cell[];
  /** What kind of flaw it is. */
  code: FlawCode;
  /** The doors concerned. */
  doors?: DoorId[];
  /** The links concerned. */
  links?: LinkId[];
  /** The rooms concerned. */
  rooms?: RoomId[];
  /** A complete sentence for people. */
  sentence: string;
  /** The level concerned, if it is one. */
  z?: number | null;
};

/** The kinds of flaws. In JSON and on the command line they have kebab-case names. */
export type FlawCode = 'broken-reference' | 'out-of-limits' | 'levels-disordered' | 'outside-map' | 'border-open' | 'floor-malformed' | 'room-in-pieces' | 'shape-mismatch' | 'template-mismatch' | 'dais-misplaced' | 'window-misplaced' | 'hearth-misplaced' | 'rooms-overlap' | 'floor-in-ring' | 'floor-missing' | 'ring-broken' | 'door-missing' | 'corridor-missing' | 'stairs-missing' | 'wall-without-room' | 'floor-without-room' | 'corridor-without-link' | 'door-tile-without-door' | 'stairs-without-link' | 'door-shape' | 'doorway-state' | 'door-pair' | 'door-off-ring' | 'door-at-corner' | 'doors-touch' | 'door-leads-nowhere' | 'door-without-link' | 'door-serves-two' | 'link-door-mismatch' | 'path-broken' | 'path-misses-door' | 'path-not-simple' | 'path-in-rock' | 'corridor-through-room' | 'runway-false' | 'fallback-disagrees' | 'corridor-not-alone' | 'roughened-apart' | 'stub-apart' | 'entrance-missing' | 'entrance-mismatch' | 'entrance-not-blind' | 'entrance-blocked' | 'goal-missing' | 'depth-wrong' | 'number-twice' | 'number-order' | 'role-misplaced' | 'room-unreachable' | 'room-shut-off' | 'key-without-lock' | 'keys-run-out' | 'key-out-of-reach' | 'stairs-unpaired' | 'stairs-run' | 'stairs-near-door' | 'secret-mark-wrong' | 'secret-too-near' | 'plan-mismatch' | 'socket-shut' | 'socket-state-false' | 'socket-misplaced' | 'ground-malformed' | 'ground-cuts-off' | 'bridge-disconnected' | 'marker-misplaced' | 'alignment-false' | 'feature-outside-room' | 'feature-size' | 'features-overlap' | 'feature-in-door' | 'feature-blocks-path' | 'feature-narrows' | 'feature-wall-mount' | 'spawn-blocked' | 'spawns-overlap' | 'player-spawn-missing' | 'reference-broken' | 'text-stale' | 'key-note-wrong' | 'secret-revealed' | 'group-count' | 'table-unknown' | 'count-disagrees' | 'provenance-broken' | 'input-digest' | 'masked-cell' | 'pin-malformed' | 'pin-missing' | 'pin-attribute-changed' | 'pin-cell-changed' | 'not-reproduced';

/** A floor to draw. A cell belongs to it when its centre does. */
export type FloorShape = {
  rect: Rect;
} | {
  ellipse: Rect;
} | {
  polygon: Cell[];
} | {
  cells: Run[];
};

/** A kind of field of view. */
export type FovKind = 'exact' | 'shadowcast';

/** The observer's field of view. All three sets are bit blobs of the size of the level. */
export type FovReply = {
  /** How many corners the map has; 0 with `shadowcast`. */
  corner_count: number;
  /** The corners of the map; empty with `shadowcast`. */
  corners: Blob;
  /** Size of the level. */
  height: number;
  /** The interesting ones; empty with `shadowcast`. */
  interesting: Blob;
  /** How many are interesting; 0 with `shadowcast`. */
  interesting_count: number;
  /** The kind of field of view. */
  kind: FovKind;
  /** The observer. */
  observer: ObserverState;
  /** The shortest path to the goal; absent without a goal. */
  path?: PathReply | null;
  /** The visible cells; with `shadowcast` also the walls and shut doors that are lit. */
  visible: Blob;
  /** How many cells are visible, without those that are only lit. */
  visible_count: number;
  /** Size of the level. */
  width: number;
};

/** What a document was generated from: enough to generate it again. */
export type GenerationSource = {
  /** The files that its fields name. */
  files: AttachedFile[];
  /** The preset. */
  preset: string | null;
  /** The seed. */
  seed: string;
  /** Fields that were changed. */
  set: { [key: string]: Json };
  /** Seeds of single stages. */
  stages: { [key: string]: string };
};

/** Inhabitants that belong together and share a few rooms. */
export type Group = {
  /** How many there are: as many as have a spawn. */
  count: number;
  /** Where they live. */
  home: RoomId;
  /** Its position in the list. */
  id: number;
  /** The word for several. */
  many: string;
  /** How they are, in a word; may be empty. */
  mood: string;
  /** The word for one of them. */
  one: string;
  /** The rooms where they are found, home first. */
  rooms: RoomId[];
  /** The content table that they come from. */
  table: string;
};

/** A list in which some things are different. */
export type GroupPatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Group][];
  /** How many there are now. */
  length: number;
};

/** The JSON of a binary frame: exactly one of `reply`, `error` and `progress` is there. */
export type Header = {
  /** The last frame of a request that failed. */
  error?: ProtocolError | null;
  /** The request. */
  id: number;
  /** How far a request has come. */
  progress?: ProgressInfo | null;
  /** The last frame of a request that succeeded. */
  reply?: Body | null;
};

/** A hearth in the wall of a room. */
export type Hearth = {
  /** The wall cell. */
  cell: Cell;
  /** Into the room. */
  normal: Dir;
};

/** Everything that a page needs before its first command. */
export type Hello = {
  /** How crowds move, in the order of the Q key. */
  crowd_modes: Choice[];
  /** Offsets of a crowd's grid of subcells. */
  crowd_offsets: Choice[];
  /** The preset of a page that names none. */
  default_preset: string;
  /** Door kinds. */
  door_kinds: Choice[];
  /** Door states. */
  door_states: Choice[];
  /** The version of the generator's results. */
  epoch: number;
  /** The fields of a recipe, in the order in which people read them. */
  fields: FieldInfo[];
  /** What a document can be exported to. */
  formats: ExportFormat[];
  /** Limits of this server. */
  limits: Limits;
  /** Extensions of files that can be opened, with the dot. */
  opens: string[];
  /** The presets, in the order in which they are listed. */
  presets: PresetInfo[];
  /** Observer shapes. */
  shapes: Choice[];
  /** Terrain by number: the bytes of terrain blobs. */
  terrain: string[];
  /** The program's version. */
  version: string;
};

/**
 * Whether a link that is no secret passage has a secret door.
 *
 * After discovery this is the only memory that the link was secret: depths are counted without it all the same.
 */
export type HiddenDoor = 'none' | 'undiscovered' | 'discovered';

/** What lies on a cell. */
export type InspectReply = {
  /** The cell. */
  cell: Cell;
  /** Links whose corridor runs here. */
  corridor_of: LinkId[];
  /** The door on it. */
  door: Door | null;
  /** The doors of the room or of the links. */
  doors: DoorId[];
  /** The numbers of the trace's events that made what is here, if the trace was kept and nothing was edited since. */
  events: number[];
  /** Facts for people: name and value. */
  facts: [string, string][];
  /** The features of the room, and those on the cell. */
  features: Feature[];
  /** Flaws that concern the cell, the room, the door or the links. */
  flaws: Flaw[];
  /** The links that the room or door belongs to, and those whose corridor runs here. */
  links: Link[];
  /** The markers on the cell. */
  markers: Marker2[];
  /** Pins that hold the room, the door or the links. */
  pins: PinId[];
  /** The rooms in whose wall it lies. */
  ring_of: RoomId[];
  /** The room whose floor it is. */
  room: Room | null;
  /** Whether it blocks movement. */
  solid: boolean;
  /** The spawns of the room, and those on the cell. */
  spawns: Spawn[];
  /** A word of `hello.terrain`. */
  terrain: string;
  /** The level. */
  z: number;
};

/** Entries of the journal. */
export type JournalReply = {
  /** How many entries count; those after it can be redone. */
  cursor: number;
  /** The entries: objects with one of `roll`, `edit`, `drop`, `crowd`, `open` and perhaps `gesture`. */
  entries: Json[];
  /** The epoch of the generator. */
  epoch: number;
  /** The first entry's position. */
  from: number;
  /** The version of its format. */
  journal: number;
};

/** Where a key lies. */
export type KeyPlace = RoomRef | CellRef;

/**
 * The lines of a level as drawings have them: soft in caves and round rooms, thin in houses. Both are blobs of 32-bit
 * whole numbers, little-endian: for each closed loop the number of its points, then for each point x and y in thousandths
 * of a cell and what the line to the next point belongs to: 0 a room, 1 a corridor, 2 a door's jamb, 3 a window, 4 the open
 * end of the entrance.
 */
export type LevelLines = {
  /** The outline of the floor. */
  floor: Blob;
  /** The outer face of a house with thin walls. */
  house?: Blob | null;
};

/** What is different on a floor. A floor of another size than before begins without anything, and all of it is new. */
export type LevelPatch = {
  /** The cells that are different; absent where none is. */
  cells?: CellPatch | null;
  /** The lines that are drawn; absent where they are as they were. */
  drawn?: DrawnLines | null;
  /** Whether anything lies on its floor. */
  has_ground: boolean;
  /** Cells from north to south. */
  height: number;
  /** What people call it; may be empty. */
  name: string;
  /** Cells from west to east. */
  width: number;
  /** Height; 0 is the level of the entrance. */
  z: number;
};

/** One floor. */
export type LevelReply = {
  /**
   * What lies on the floor, one byte each: 0 nothing, 1 shallow water, 2 deep water, 3 chasm, 4 rubble, 5 grass,
   * 6 bridge. Absent where nothing lies.
   */
  ground?: Blob | null;
  /** Cells from north to south. */
  height: number;
  /** The lines that are drawn; absent where they are the sides of the cells. */
  lines?: LevelLines | null;
  /** What people call it; may be empty. */
  name: string;
  /** A bit blob: the cells that block movement. */
  solid: Blob;
  /** A terrain blob. */
  terrain: Blob;
  /** Cells from west to east. */
  width: number;
  /** Height; 0 is the level of the entrance. */
  z: number;
};

/** Limits of this server. */
export type Limits = {
  /** Actors of a crowd. */
  actors: number;
  /** Cells of all levels of a document. */
  cells: number;
  /** On maps of more cells `paint` replies without a report. */
  live_verify: number;
  /** Bytes of a text frame. */
  message: number;
  /** Cells in one `paint`. */
  paint: number;
  /** Cells on the longest side of a new map. */
  side: number;
  /** Ticks in one `crowd_step`. */
  ticks: number;
  /** Events in one `trace` answer. */
  trace_page: number;
  /** Requests that may wait. */
  waiting: number;
};

/** An edge of the room graph. */
export type Link = {
  /** Its position in the list. */
  id: LinkId;
  /** How the rooms are joined. */
  kind: LinkKind;
  /** The two rooms. */
  rooms: [RoomId, RoomId];
};

/** The number of a link. */
export type LinkId = number;

/** How two rooms are joined. */
export type LinkKind = {
  corridor: Corridor;
} | {
  shared: SharedWall;
} | {
  stairs: Stairs;
} | {
  secret: SecretPassage;
};

/** A list in which some things are different. */
export type LinkPatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Link][];
  /** How many there are now. */
  length: number;
};

/** A link: its level and a cell of one of its doors, or of its stairs. */
export type LinkRef = {
  /** A cell of a door. */
  door?: Cell | null;
  /** A cell of its stairs. */
  stairs?: Cell | null;
  /** The level. */
  z: number;
};

/** The link of the document. */
export type LinkReply = {
  /** Why there is none, or what to know about it, as a sentence. */
  note: string | null;
  /** What follows `#`; null where the document has no link. */
  text: string | null;
};

/** A dungeon that is not the document: dungeon JSON with blobs instead of rows. */
export type MapReply = {
  /** The doors; ids are positions. */
  doors: Door[];
  /** Where the visitor comes in. */
  entrance?: Entrance | null;
  /** Furniture and other placed objects; ids are positions. */
  features?: Feature[];
  /** Says what the document is. */
  format: 'undercroft';
  /** The room where the visitor wants to get. */
  goal?: RoomId | null;
  /** Inhabitants that belong together; ids are positions. */
  groups?: Group[];
  /** The floors, highest first. */
  levels: LevelReply[];
  /** The edges of the room graph; ids are positions. */
  links: Link[];
  /** Places of interest. */
  markers: Marker[];
  /** The module grid that rooms are aligned to, width and height of a module. [Unit: cells] */
  module_grid?: [number, number] | null;
  /** A name for people. */
  name: string;
  /** The walls of the building where the dungeon is a house. For drawing. */
  outline?: Rect | null;
  /** What it was made from. */
  provenance: Provenance;
  /** The rooms; ids are positions. */
  rooms: Room[];
  /** Where inhabitants, visitors, loot and traps begin; ids are positions. */
  spawns?: Spawn[];
  /** Why people go in. */
  story?: Story;
  /** Blind corridors that belong to no link. */
  stubs: Stub[];
  /** The length of a cell's side. [Unit: feet] */
  tile_feet: number;
  /** The version of the format. */
  version: 2;
  /** What did not come out as the recipe asked, as sentences. */
  warnings: string[];
  /** The windows; ids are positions. */
  windows?: Window[];
};

/** A place of interest. */
export type Marker = {
  /** The cell. */
  cell: Cell;
  /** What it marks. */
  kind: MarkerKind;
  /** What a drawing writes beside it. */
  label?: string | null;
  /** The link it belongs to. */
  link?: LinkId | null;
  /** The room it lies in. */
  room?: RoomId | null;
  /** The level. */
  z: number;
};

/** A place of interest. */
export type Marker2 = {
  /** The cell. */
  cell: Cell;
  /** What it marks. */
  kind: MarkerKind2;
  /** What a drawing writes beside it. */
  label?: string | null;
  /** The link it belongs to. */
  link?: LinkId | null;
  /** The room it lies in. */
  room?: RoomId | null;
  /** The level. */
  z: number;
};

/** What a marker marks. */
export type MarkerKind = 'light' | 'key' | 'stairs' | 'spawn';

/** What a marker marks. */
export type MarkerKind2 = 'light' | 'key' | 'stairs';

/** A list in which some things are different. */
export type MarkerPatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Marker][];
  /** How many there are now. */
  length: number;
};

/** Where a feature is fixed. */
export type Mount = 'floor' | 'wall';

/** What happened. */
export type Moved = {
  /** Actors that arrived. */
  arrived: number[];
  /** Steps of bodies in them. */
  moved: number;
  /** Notes for the user, as sentences. */
  notes: string[];
  /** Actors that were sent elsewhere because their destination was taken or walled in, with the new cell. */
  redirected: [number, Cell][];
  /** How many actors replanned. */
  replanned: number;
  /** New actors. */
  spawned: number[];
  /** Ticks made by this command. */
  ticks: number;
  /** Waits in them. */
  waited: number;
  /** How many of the requested actors found no room. */
  without_place: number;
};

/** What a name is given to. */
export type Naming = 'dungeon' | {
  room: RoomRef;
};

/** A sentence or two about a room. */
export type Note = {
  /** What it is about. */
  kind: NoteKind;
  /** The same with every reference written out. */
  plain: string;
  /** Whether players must not read it. */
  secret: boolean;
  /** The words, with references to rooms and things in braces, such as `{room:12}`. */
  text: string;
};

/** What a note is about. */
export type NoteKind = 'sense' | 'inhabitant' | 'danger' | 'treasure' | 'oddity' | 'key' | 'lock' | 'trace' | 'goal';

/** An observer. */
export type ObserverState = {
  /** The north-west cell. */
  cell: Cell;
  /** `1x1`, `2x1`, `1x2` or `2x2`. */
  shape: string;
  /** The level. */
  z: number;
};

/** What painting changed. */
export type PaintReply = {
  /** Cells that are different now. */
  cells: Cell[];
  /**
   * The observer's new field of view, with the new path where there is a goal; absent where the observer is on
   * another level, or has no field of view of the chosen kind.
   */
  fov?: FovReply | null;
  /** Steps that can be redone. */
  redo: number;
  /** What verify reports now; absent on maps of more than `limits.live_verify` cells: send `check` after the stroke. */
  report?: Report | null;
  /** Always null: an edited map has no share link. */
  share_link: string | null;
  /** Cells that were skipped, each with the reason. */
  skipped: [Cell, string][];
  /** Whether they are solid now. */
  solid: boolean;
  /** What changed in the journal. */
  step?: StepInfo | null;
  /** Their terrain, one byte each, in the same order. */
  terrain: Blob;
  /** Steps that can be undone. */
  undo: number;
  /** The level. */
  z: number;
};

/** What cells are painted with. */
export type PaintTo = 'rock' | 'wall' | 'floor';

/** An exact any-angle shortest path. */
export type PathReply = {
  /** The middle of the body at each of them, from the north-west corner of the map. [Unit: cells] */
  centers: [number, number][];
  /** Whether there is one. */
  found: boolean;
  /** Its length. [Unit: cells] */
  length: number;
  /** The cells that the body sweeps, row by row. */
  swept: Cell[];
  /** Start, turns and end of the body's north-west cell; empty where there is no path. */
  waypoints: Cell[];
};

/** How a body starts. */
export type PathStart = 'cells' | 'straddle';

/** Something that a new roll keeps. */
export type Pin = {
  /** Who made the pin. */
  by: PinAuthor;
  /** The floor, without alcoves of stairs, row by row. */
  floor: Run[];
  /** The first floor cell of the room that it replaces. */
  from?: Cell | null;
  /** Its id. */
  id: PinId;
  /** Its name. */
  name?: string | null;
  /** What there is to tell about it; plain words without references. */
  notes?: Note[] | null;
  /** Its number for people. */
  number?: number | null;
  pin: 'room';
  /** Its place in the plan: x, y (north is up) and z. A plan without that place has it elsewhere. */
  plan?: [number, number, number] | null;
  /** What people use it for. */
  purpose?: string | null;
  /** What it is for. */
  roles?: Role[] | null;
  /** The rule by which its floor was laid; without one it has none. */
  shape?: RoomShape | null;
  /** The sockets of that template; whether they are open is not pinned. */
  sockets?: Socket[];
  /** The template it was made from. */
  template?: PlacedTemplate | null;
  /** Whether the ring is kept too: no door but pinned ones is put into it. */
  walls?: boolean;
  /** The level. */
  z: number;
} | {
  /** Who made the pin. */
  by: PinAuthor;
  /** Its id. */
  id: PinId;
  /** How they are joined. */
  kind: PinnedLink;
  pin: 'link';
  /** The pins of its rooms. */
  rooms: [PinId, PinId];
} | {
  /** Who made the pin. */
  by: PinAuthor;
  /** Its cells, sorted. [Limits: 1 to 4, contiguous in one line] */
  cells: Cell[];
  /** Its id. */
  id: PinId;
  /** What hangs in the gap. */
  kind: DoorKind;
  /** Outwards from the room. */
  normal: Dir;
  pin: 'door';
  /** The pin of the room in whose ring it lies. */
  room: PinId;
  /** Whether it looks like wall until it is found. */
  secret?: boolean;
  /** How it stands. */
  state: DoorState;
  /** The level. */
  z: number;
} | {
  /** The north-west cell. */
  at: Cell;
  /** Who made the pin. */
  by: PinAuthor;
  /** What lies on the floor, row by row, with the glyphs of a level's ground; `?` is not pinned. */
  ground?: string[];
  /** Its id. */
  id: PinId;
  pin: 'cells';
  /** Tiles, row by row, with the glyphs of a level's rows; `?` is not pinned. */
  rows?: string[];
  /** The level. */
  z: number;
} | {
  /** Whether it stops bodies. */
  blocks?: boolean;
  /** Who made the pin. */
  by: PinAuthor;
  /** Its north-west cell. */
  cell: Cell;
  /** Whether it lies flat on the floor. */
  flat?: boolean;
  /** Its id. */
  id: PinId;
  /** What it is, such as `sarcophagus`. */
  kind: string;
  /** Its light. */
  light?: FeatureLight | null;
  /** Where it is fixed. */
  mount: Mount;
  /** Whether it stops sight. */
  opaque?: boolean;
  pin: 'feature';
  /** Whether visitors do not see it. */
  secret?: boolean;
  /** Width and height after turning. [Unit: cells] [Limits: 1..=6] */
  size: [number, number];
  /** Quarter turns clockwise. [Limits: 0..=3] */
  turn: number;
  /** The level. */
  z: number;
} | {
  /** Who made the pin. */
  by: PinAuthor;
  /** The cell. */
  cell: Cell;
  /** How hard or how precious it should be. */
  difficulty: Share;
  /** Its id. */
  id: PinId;
  /** What begins here. */
  kind: SpawnKind;
  /** A name for people. */
  name?: string | null;
  pin: 'spawn';
  /** The level. */
  z: number;
} | {
  /** Who made the pin. */
  by: PinAuthor;
  /** The cells of the door, sorted. [Limits: 1 to 4, contiguous in one line] */
  cells: Cell[];
  /** Its id. */
  id: PinId;
  /** What hangs in the gap. */
  kind: DoorKind;
  /** Outwards from the room. */
  normal: Dir;
  pin: 'entrance';
  /** The pin of the entrance room. */
  room: PinId;
  /** How many cells of corridor lie before it. */
  runway: number;
  /** How it stands. */
  state: DoorState;
  /** The level. */
  z: number;
} | {
  /** Who made the pin. */
  by: PinAuthor;
  /** Its id. */
  id: PinId;
  /** The name. */
  name: string;
  pin: 'name';
} | {
  /** Who made the pin. */
  by: PinAuthor;
  /** Its id. */
  id: PinId;
  pin: 'stage';
  /** The stage: plan, place, route, doors, ground, stock or name. */
  stage: string;
};

/** Who made a pin. */
export type PinAuthor = 'user' | 'hand';

/** The id of a pin. Ids are given once for each document and never reused. */
export type PinId = number;

/** A list in which some things are different. */
export type PinPatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Pin][];
  /** How many there are now. */
  length: number;
};

/** What to pin. */
export type PinWhat = {
  room: RoomRef;
} | {
  link: LinkRef;
} | {
  door: DoorRef;
} | {
  feature: FeatureRef;
} | {
  spawn: SpawnRef;
} | 'entrance' | 'name' | {
  stage: string;
};

/** A corridor with its doors. */
export type PinnedCorridor = {
  /** Its doors, in the order of the rooms. */
  doors: [PinnedDoor, PinnedDoor];
  /** What was given up at each end. */
  fallback: [Fallback, Fallback];
  /** The north-west cells of the brush from the first door's approach to the second's. */
  path: Cell[];
  /** Cells that were cut away beside it to make it look natural. */
  roughened?: Cell[];
  /** How many cells it runs straight out from each door. */
  runway: [number, number];
  /** Its width. [Unit: cells] [Limits: 1..=4] */
  width: number;
};

/** A door as a pin holds it: without id and room. */
export type PinnedDoor = {
  /** Its cells, sorted. [Limits: 1 to 4, contiguous in one line] */
  cells: Cell[];
  /** What hangs in the gap. */
  kind: DoorKind;
  /** Outwards from its room. */
  normal: Dir;
  /** Whether it looks like wall until it is found. */
  secret?: boolean;
  /** How it stands. */
  state: DoorState;
  /** The level. */
  z: number;
};

/** How two rooms are joined: as in the links of a dungeon, with the doors themselves instead of their ids. */
export type PinnedLink = {
  corridor: PinnedCorridor;
} | {
  secret: PinnedCorridor;
} | {
  shared: PinnedDoor;
} | {
  stairs: [Cell[], Cell[]];
};

/** A template room's origin. */
export type PlacedTemplate = {
  /** The cell of the drawing's north-west corner after turning. */
  at: Cell;
  /** Whether it was mirrored (west to east, before turning). */
  mirror: boolean;
  /** Name of the template. */
  name: string;
  /** Quarter turns clockwise. [Limits: 0..=3] */
  turn: number;
};

/** A preset. */
export type PresetInfo = {
  /** What it makes, in one sentence. */
  description: string;
  /** Its name in a form. */
  label: string;
  /** Its name in commands. */
  name: string;
  /** The values of all fields that apply to it. */
  values: { [key: string]: Json };
};

/** What an export would look like. */
export type PreviewReply = {
  /** The pages of a print. */
  pages?: number | null;
  /** How many pictures a virtual table gets. */
  pictures: number;
  /** The fewest pixels along a square of a picture for a virtual table. */
  square_px?: number | null;
  /** The first page or the picture as SVG; absent of virtual tables and of prints that begin at true scale. */
  svg?: Blob | null;
};

/** How far a request has come. */
export type ProgressInfo = {
  /** Steps done. */
  done: number;
  /** What is being done: `plan`, `place`, `route`, `build`, `verify`, `draw`, `crowd`. */
  stage: string;
  /** Steps to do; 0 where that is unknown. */
  total: number;
};

/** Why a request was not met. The session is as it was. */
export type ProtocolError = {
  /** What kind of error it is. Programs decide by this alone. */
  code: ErrorCode;
  /** The column in that line, from 1. */
  column?: number | null;
  /** The field of the recipe or of the command that is to blame. */
  field?: string | null;
  /** The line of a text, from 1. */
  line?: number | null;
  /** A complete sentence for people. */
  message: string;
};

/** Recipe, seed and epoch that a dungeon was made from. */
export type Provenance = {
  /** Whether it was changed by hand, so that recipe and seed give another dungeon. */
  edited: boolean;
  /** The version of the generator's results: same recipe, seed and epoch, same bytes. A recipe without one has 1. */
  epoch?: number | null;
  /** The files that the recipe names, with their content. */
  inputs?: ProvenanceInput[];
  /** What a new roll keeps: rooms, links, doors, cells, features, spawns, entrance, name and stages. */
  pins?: Pin[];
  /** Width and height of the map that the pins were made on. [Unit: cells] */
  pins_size?: [number, number] | null;
  /** Every field of the recipe it was made from, by dotted name; empty when it was not generated. */
  recipe: { [key: string]: Json };
  /** The seed it was made from, `7` or `7 route=9`; empty when it was not generated. */
  seed: string;
};

/** A file that a recipe names: templates, a mask, a house program. */
export type ProvenanceInput = {
  /** FNV-1a with 64 bits of the text, in 16 hexadecimal digits. */
  digest: string;
  /** The field of the recipe that names the file. */
  key: string;
  /** The name of the file, as the recipe has it. */
  name: string;
  /** The file; a mask is run-length coded. */
  text: string;
};

/**
 * A half-open rectangle: `left` and `top` belong to it, `right` and `bottom` do not.
 *
 * A rectangle whose right is not beyond its left, or whose bottom is not beyond its top, is empty.
 * Widths, heights and sums of two edges must fit `i32`, which those of rectangles on or near a map always do.
 */
export type Rect = {
  /** The row after the last. */
  bottom: number;
  /** First column. */
  left: number;
  /** The column after the last. */
  right: number;
  /** First row. */
  top: number;
};

/** What verify found. */
export type Report = {
  /** Numbers about the dungeon; all zero when its entities are invalid by themselves. */
  facts: Facts;
  /** What is wrong, in the order of the checks. */
  flaws: Flaw[];
  /** The checks that do not apply, with the reason. */
  skipped: Skipped[];
};

/** One text frame of the page. */
export type Request = {
  /** The command. */
  command: Command;
  /** The page's number for this request; every answer carries it. */
  id: number;
};

/** What a room is for. */
export type Role = 'entrance' | 'goal' | 'boss' | 'treasure' | 'merchant' | 'event' | 'hall';

/** A room: floor with a ring of wall round it. */
export type Room = {
  /** Whether it lies on the recipe's module grid. */
  aligned: boolean;
  /** Its raised part, where its shape has one. */
  dais?: Rect | null;
  /** Links between it and the entrance. */
  depth: number;
  /** How hard it should be, from the entrance (0) to the goal (1). */
  difficulty: Share;
  /** Its floor, stairs included, row by row. */
  floor: Run[];
  /** Its hearth. */
  hearth?: Hearth | null;
  /** Its position in the list. */
  id: RoomId;
  /** A name for people; may be empty. */
  name?: string;
  /** What there is to tell about it. */
  notes?: Note[];
  /** Its number for people, from 1 in walking order; `None` for passages and where rooms are not numbered. */
  number?: number | null;
  /** Its place in the plan: x, y (north is up) and z. */
  plan?: [number, number, number] | null;
  /** What people use it for, such as `kitchen`. */
  purpose?: string | null;
  /** What it is for. */
  roles?: Role[];
  /** The rule by which its floor was laid. */
  shape: RoomShape;
  /** The sockets of its template. */
  sockets?: Socket[];
  /** What its floor is made of, such as `flagstones`. */
  surface?: string | null;
  /** The template it was made from. */
  template?: PlacedTemplate | null;
  /** The author-made group of templates that it was placed with. */
  template_group?: string | null;
  /** The level it lies on. */
  z: number;
};

/** The id of a room: its position in the list of rooms. People see [`Room::number`]. */
export type RoomId = number;

/** A list in which some things are different. */
export type RoomPatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Room][];
  /** How many there are now. */
  length: number;
};

/** A room: its level, its first floor cell, and a checksum of its floor. */
export type RoomRef = {
  /** The first floor cell. */
  at: Cell;
  /** FNV-1a with 32 bits of the runs. */
  sum: number;
  /** The level. */
  z: number;
};

/** The rule by which a room's floor was laid. */
export type RoomShape = 'rect' | 'l' | 't' | 'cross' | 'octagon' | 'circle' | 'apse' | 'pillared' | 'alcoves' | 'dais' | 'ring' | 'cloister' | 'court' | 'cave' | 'free';

/** A horizontal run of cells. In JSON it is `[x, y, length]`. */
export type Run = [number, number, number];

/** A secret passage: a corridor with a secret door at each end. */
export type SecretPassage = {
  /** Whether the players have found it. */
  discovered: boolean;
  /** Its doors, in the order of the rooms. */
  doors: [DoorId, DoorId];
  /** What was given up at each end. */
  fallback: [Fallback, Fallback];
  /** The north-west cells of the brush from the first door's approach to the second's. */
  path: Cell[];
  /** Cells that were cut away beside it to make it look natural. */
  roughened?: Cell[];
  /** How many cells it runs straight out from each door. */
  runway: [number, number];
  /** Its width. [Unit: cells] [Limits: 1..=4] */
  width: number;
};

/** What a session holds besides its dungeon. */
export type SessionState = {
  /** The crowd on the map. */
  crowd: CrowdInfo;
  /** Whether the dungeon was changed since it was generated, opened or pasted. */
  edited: boolean;
  /** Why that generation has no link, as a sentence; null where it has one, or there was none. */
  link_problem: string | null;
  /** Notes for the user, as sentences: actors that were removed, for example. */
  notes: string[];
  /** The observer. */
  observer: ObserverState | null;
  /** Steps that can be redone. */
  redo: number;
  /** Flaws, skipped checks, facts. */
  report: Report;
  /** The link of the generation that the document came from, edited or not; null where there was none. */
  roll_link: string | null;
  /** What the address bar should hold after `#`; null where recipe and seed do not generate this document. */
  share_link: string | null;
  /** Edits that the last roll could not apply again. */
  shelved: ShelvedInfo[];
  /** What the dungeon was generated from in this session. */
  source: GenerationSource | null;
  /** What changed in the journal; absent where nothing did. */
  step?: StepInfo | null;
  /** The trace of its generation, if that was kept and nothing was edited since. */
  trace: TraceInfo | null;
  /** Steps that can be undone. */
  undo: number;
};

/**
 * A number between 0 and 1 with at most four decimals. [Unit: parts per 10,000] [Limits: 0..=10,000]
 *
 * In JSON and TOML it is the decimal number: `0.15`.
 */
export type Share = number;

/** A door in a wall that both rooms have. */
export type SharedWall = {
  /** The door. */
  door: DoorId;
  /** Whether the door is secret. */
  hidden?: HiddenDoor;
};

/** What to do with shelved edits. */
export type ShelfAction = 'retry' | 'drop';

/** An edit that the last roll could not apply again. */
export type ShelvedInfo = {
  /** The edit. */
  edit: Edit;
  /** Why it could not be applied, as a sentence. */
  reason: string;
};

/** A check that does not apply. */
export type Skipped = {
  /** Which one. */
  check: Check;
  /** Why, as a sentence. */
  reason: string;
};

/** A place where a template room may or must be entered. */
export type Socket = {
  /** The wall cell. */
  cell: Cell;
  /** Outwards. */
  dir: Dir;
  /** Whether it is open. */
  open: boolean;
  /** Whether it must be open. */
  required: boolean;
};

/** A typed point where a game puts something. */
export type Spawn = {
  /** The cell. */
  cell: Cell;
  /** How hard or how precious it should be. */
  difficulty: Share;
  /** The group it is a member of: a position in the list of groups. */
  group?: number | null;
  /** Its position in the list. */
  id: number;
  /** What begins here. */
  kind: SpawnKind;
  /** A name for people. */
  name?: string | null;
  /** The room it lies in. */
  room: RoomId;
  /** The level. */
  z: number;
};

/** What begins at a spawn. */
export type SpawnKind = 'player' | 'enemy' | 'loot' | 'trap' | 'npc';

/** A list in which some things are different. */
export type SpawnPatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Spawn][];
  /** How many there are now. */
  length: number;
};

/** A spawn that is kept. Its room follows from its cell. */
export type SpawnPin = {
  /** Who made the pin. */
  by: PinAuthor;
  /** The cell. */
  cell: Cell;
  /** How hard or how precious it should be. */
  difficulty: Share;
  /** Its id. */
  id: PinId;
  /** What begins here. */
  kind: SpawnKind;
  /** A name for people. */
  name?: string | null;
  /** The level. */
  z: number;
};

/** A spawn: its level, its cell and its kind. */
export type SpawnRef = {
  /** The cell. */
  cell: Cell;
  /** What begins there. */
  kind: SpawnKind;
  /** The level. */
  z: number;
};

/** Stairs between two levels. */
export type Stairs = {
  /**
   * On the level of each room, in the order of the rooms, a straight run of 1 to 3 cells from the cell where the
   * levels meet, which is the first of both.
   */
  runs: [Cell[], Cell[]];
};

/** What changed in the journal: the entries from a position on are these now. */
export type StepInfo = {
  /** How many entries count; those after it can be redone. */
  cursor: number;
  /** The entries: objects with one of `roll`, `edit`, `drop`, `crowd`, `open` and perhaps `gesture`. */
  entries: Json[];
  /** The position of the first. */
  from: number;
};

/** Why people go in, and what they say about the place. Texts may hold references, as those of notes do. */
export type Story = {
  /** The reason to go in, in two sentences. */
  hook: string;
  /** What people say. */
  rumours: string[];
};

/** A blind corridor that belongs to no link. */
export type Stub = {
  /** The north-west cells of the brush, from the corridor it leaves to its blind end. */
  path: Cell[];
  /** Its width. [Unit: cells] [Limits: 1..=4] */
  width: number;
  /** The level it lies on. */
  z: number;
};

/** A list in which some things are different. */
export type StubPatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Stub][];
  /** How many there are now. */
  length: number;
};

/** Where sub-cells lie. */
export type SubcellGridInfo = {
  /** Sub-cells a side of a cell. */
  n: number;
  /** 1 on axes that are shifted by half a sub-cell towards smaller coordinates, else 0. */
  shift: [number, number];
};

/** The cells of a straight line. */
export type SweepReply = {
  /** The solid ones. */
  blocked: Cell[];
  /** The cells that the body sweeps, row by row. */
  cells: Cell[];
  /** Whether no cell is solid: the two ends see each other. */
  is_clear: boolean;
};

/** A small picture: one byte for each pixel, row by row. */
export type ThumbnailInfo = {
  /** Pixels from north to south. */
  height: number;
  /**
   * What each shows: 0 rock, 1 wall, 2 floor, 3 corridor, 4 door, 5 water, 6 other ground, 7 feature, 8 pinned,
   * 9 entrance.
   */
  pixels: Blob;
  /** Pixels from west to east. */
  width: number;
};

/** A part of a level that an edit changed. */
export type TouchedInfo = {
  /** The rectangle. */
  rect: Rect;
  /** The level. */
  z: number;
};

/** The trace of a generation, in figures. */
export type TraceInfo = {
  /** Whether there were more than can be kept; the first ones are. */
  cut_short: boolean;
  /** How many events there are. */
  events: number;
  /** How many of each kind. */
  kinds: { [key: string]: number };
};

/** Events of the trace. */
export type TraceReply = {
  /** The events: objects with `event` (the kind, in snake case) and the fields of that kind. */
  events: Json[];
  /** The first event's number. */
  from: number;
  /** How many there are altogether. */
  total: number;
};

/** One of many rolls. */
export type VariationInfo = {
  /** Figures; null where the roll was refused. */
  facts: Facts | null;
  /** The level of the entrance; null where the roll was refused. */
  picture: ThumbnailInfo | null;
  /** Why it was refused. */
  refusal: string | null;
  /** Its seed, with the numbers of pinned stages behind it. */
  seed: string;
};

/** A window: a wall cell that stops bodies and not sight. */
export type Window = {
  /** The wall cell. */
  cell: Cell;
  /** Its position in the list. */
  id: number;
  /** Outwards. */
  normal: Dir;
  /** The level it lies on. */
  z: number;
};

/** A list in which some things are different. */
export type WindowPatch = {
  /** Those that are different or new, each with its position. */
  items: [number, Window][];
  /** How many there are now. */
  length: number;
};

/** The types of the replies to each command. */
export type Answers = {
  hello: 'hello';
  cancel: 'done';
  generate: 'document';
  open_share_link: 'document';
  open: 'document';
  new: 'document';
  undo: 'document';
  redo: 'document';
  document: 'document';
  trace: 'trace';
  inspect: 'inspect';
  edit: 'changed';
  try: 'changed';
  shelved: 'changed';
  goto: 'document';
  journal: 'journal';
  restore: 'document';
  checkpoint: 'text';
  link: 'link';
  vary: 'variations';
  thumbnail: 'thumbnail';
  diff: 'diff';
  discover: 'changed';
  paint: 'paint';
  observer: 'fov';
  fov: 'fov';
  goal: 'path' | 'done';
  copy_text: 'text';
  paste_text: 'document';
  path: 'path';
  sweep: 'sweep';
  crowd: 'crowd';
  crowd_settings: 'crowd';
  crowd_spawn: 'crowd';
  crowd_scatter: 'crowd';
  crowd_remove: 'crowd';
  crowd_clear: 'crowd';
  crowd_destination: 'crowd';
  crowd_step: 'crowd';
  crowd_paths: 'paths';
  save: 'text';
  load: 'document';
  export: 'export';
  count_pages: 'page_count';
  preview: 'preview';
  lines: 'lines';
  check: 'check';
};
