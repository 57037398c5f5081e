// The protocol of page and session. Written from protocol.schema.json by `cargo test -p undercroft-studio --test protocol`
// with UNDERCROFT_BLESS=1; do not edit.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A straight band. */
export type BandReply = {
  /** Those of them that are solid. */
  blocked: Cell[];
  /** The cells that the body would sweep, row by row. */
  cells: Cell[];
  /** Whether nothing is in the way: the two places are in clear sight of each other. */
  clear: boolean;
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
} | PaintReply & {
  type: 'painted';
} | TraceReply & {
  type: 'trace';
} | InspectReply & {
  type: 'inspect';
} | ViewReply & {
  type: 'view';
} | PathReply & {
  type: 'path';
} | BandReply & {
  type: 'band';
} | CrowdReply & {
  type: 'crowd';
} | {
  /** One for each actor that was asked for. */
  tracks: Track[];
  type: 'tracks';
} | {
  /** A name for a file that holds it. */
  name: string;
  /** The text. */
  text: string;
  type: 'text';
} | ExportReply & {
  type: 'export';
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

/** The families of checks. */
export type Check = 'things' | 'border' | 'rooms' | 'terrain' | 'doors' | 'corridors' | 'stairs' | 'sockets' | 'markers' | 'entrance' | 'reach' | 'keys' | 'secrets' | 'alignment' | 'provenance';

/** A word to choose. */
export type Choice = {
  /** As commands say it. */
  name: string;
  /** As people read it. */
  title: string;
};

/** Everything that a session understands. */
export type Command = {
  type: 'hello';
} | {
  /** Its number. */
  of: number;
  type: 'cancel';
} | {
  /** One undo step with the last command of the same number. */
  gesture?: number | null;
  /** The preset to begin with; without one the defaults of all fields. */
  preset?: string | null;
  /** The seed, a whole number below 2^64 as text; without one a new one is drawn. */
  seed?: string | null;
  /** Fields to change, by dotted name. */
  set?: { [key: string]: Json };
  /** Other seeds for single stages: plan, place, route, name. */
  stages?: { [key: string]: string };
  /** Whether to keep what happened, for `trace` and `inspect`. */
  trace?: boolean;
  type: 'generate';
} | {
  /** The text. */
  text: string;
  /** Whether to keep what happened. */
  trace?: boolean;
  type: 'generate_shared';
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
  /** The first event that is not wanted; at most `limits.trace_page` after `from`. */
  to: number;
  type: 'trace';
} | {
  /** The cell. */
  cell: Cell;
  type: 'inspect';
  /** The level. */
  z: number;
} | {
  /** One undo step with the last command of the same number. */
  gesture?: number | null;
  /** The room. */
  room: RoomId;
  /** Where the north-west cell of its bounds should come to lie, before snapping. */
  to: Cell;
  type: 'move_room';
} | {
  /** The room. */
  room: RoomId;
  type: 'delete_room';
} | {
  /** The door. */
  door: DoorId;
  /** What hangs in the gap; as it was where it is left out. */
  kind?: DoorKind | null;
  /** Whether it looks like wall. */
  secret?: boolean | null;
  /** How it stands. */
  state?: DoorState | null;
  type: 'set_door';
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
  /** `1x1`, `2x1`, `1x2` or `2x2`; as it was where it is left out. */
  shape?: string | null;
  type: 'observer';
  /** The level. */
  z: number;
} | {
  /** Which kind of sight. */
  kind?: ViewKind;
  type: 'view';
} | {
  type: 'copy_text';
} | {
  /** The text. */
  text: string;
  type: 'paste_text';
} | {
  /** Where its north-west cell is. */
  from: Cell;
  /** `1x1`, `2x1`, `1x2` or `2x2`; without it `1x1`. */
  shape?: string | null;
  /** Where it wants to be. */
  to: Cell;
  type: 'path';
  /** The level. */
  z: number;
} | {
  /** Where its north-west cell is. */
  from: Cell;
  /** `1x1`, `2x1`, `1x2` or `2x2`; without it `1x1`. */
  shape?: string | null;
  /** Where it would be. */
  to: Cell;
  type: 'band';
  /** The level. */
  z: number;
} | {
  type: 'crowd';
} | {
  /** The changes. */
  settings: CrowdSettings;
  type: 'crowd_settings';
} | {
  /** The cells, one actor each; a cell that comes twice gets two where it has place. */
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
  actors: Who;
  type: 'crowd_remove';
} | {
  type: 'crowd_clear';
} | {
  /** Who goes. */
  actors: Who;
  /** Where to. */
  cell: Cell;
  type: 'crowd_destination';
} | {
  /** How often. [Limits: 1..=limits.ticks] */
  ticks: number;
  type: 'crowd_step';
} | {
  /** Whose. */
  actors: Who;
  type: 'crowd_track';
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
  type: 'check';
};

/**
 * The crowd, and what happened in the ticks that were asked for.
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
 * | 13 | 0 has no order, 1 under way, 2 waiting, 3 arrived, 4 cut off from its destination |
 *
 * With `lattice` a sub-cell (i, j) has its centre at x = (2·i + 1 − `shift`\[0\]) / (2·n) in cells, and likewise y;
 * its side is 1/n. A body at (x, y) is at (2·x/256 + 1 − shift) / (2·n).
 */
export type CrowdReply = {
  /** The actors. */
  actors: Blob;
  /** What happened in the ticks of this command, or to its orders. */
  moved: Moved;
  /** Settings, counts, sums. */
  state: CrowdState;
};

/** Changes of how a crowd moves; what is left out stays. */
export type CrowdSettings = {
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
  /** Axes on which the lattice is shifted by half a sub-cell: `none`, `x`, `y` or `xy`. */
  offset?: string | null;
  /** Breaks ties in a flow. */
  seed?: number | null;
};

/** The crowd in figures. */
export type CrowdState = {
  /** How many actors there are. */
  actors: number;
  /** Whether steps away from the waypoint are candidates. */
  allow_backward: boolean;
  /** How many stand on their destination. */
  arrived: number;
  /** Steps across another actor's step. */
  crossings: number;
  /** Whether the next sub-cell is reserved before the middle of this one is reached. */
  early: boolean;
  /** Whether the basic3 modes take the best step where the distance rule leaves none. */
  fallback: boolean;
  /** Where sub-cells lie. */
  lattice: LatticeInfo;
  /** The last arrival, in ticks from the first order. */
  makespan: number;
  /** A name of `hello.crowd_modes`. */
  mode: string;
  /** `none`, `x`, `y` or `xy`. */
  offset: string;
  /** What breaks ties in a flow. */
  seed: number;
  /** The smallest distance between two bodies so far, in sub-cells; null if none came near another. */
  separation?: number | null;
  /** Whether nobody has anywhere left to go. */
  settled: boolean;
  /** Ticks made so far. */
  tick: number;
  /** Waits of all ticks by reason: taken, `anti_cross`, distance, wall, planning, unreachable. */
  waits: { [key: string]: number };
  /** The level it is on; null as long as there is nobody. */
  z?: number | null;
};

/** One of the four orthogonal directions, clockwise from north. */
export type Dir = 'north' | 'east' | 'south' | 'west';

/** The whole state, but for the trace. */
export type DocumentReply = {
  /** The crowd on the map. */
  crowd?: CrowdState | null;
  /** The doors; ids are positions. */
  doors: Door[];
  /** Whether it was changed since it was generated, opened or pasted. */
  edited: boolean;
  /** Where the visitor comes in. */
  entrance?: Entrance | null;
  /** Where the visitor wants to get. */
  goal?: RoomId | null;
  /** The module grid that rooms are aligned to. [Unit: cells] */
  lattice?: [number, number] | null;
  /** The floors, highest first. */
  levels: LevelReply[];
  /** The links; ids are positions. */
  links: Link[];
  /** What it was made from in this session. */
  made?: Made | null;
  /** Places of interest. */
  markers: Marker[];
  /** A name for people. */
  name: string;
  /** What the user should know about this answer, as sentences: actors that lost their ground, for example. */
  notes: string[];
  /** Who looks. */
  observer?: ObserverState | null;
  /** The walls of the building, where the dungeon is a house. */
  outline?: Rect | null;
  /** Every field of the recipe by dotted name; empty where the document was not generated. */
  recipe: { [key: string]: Json };
  /** Steps that can be made again. */
  redo: number;
  /** Flaws, skipped checks, facts. */
  report: Report;
  /** The rooms; ids are positions. */
  rooms: Room[];
  /** The seed, as text; empty where the document was not generated. */
  seed: string;
  /** What the address bar should hold after `#`; null where recipe and seed do not give this document. */
  share?: string | null;
  /** Blind corridors. */
  stubs: Stub[];
  /** The length of a cell's side. [Unit: feet] */
  tile_feet: number;
  /** What happened while it was made, if that was kept and nothing was edited since. */
  trace?: TraceInfo | null;
  /** Steps that can be taken back. */
  undo: number;
  /** What did not come out as the recipe wished, as sentences. */
  warnings: string[];
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
  /** Whether it looks like wall to those who do not know. */
  secret?: boolean;
  /** How it stands. */
  state: DoorState;
  /** The level it lies on. */
  z: number;
};

/** The number of a door. */
export type DoorId = number;

/** What hangs in the gap. */
export type DoorKind = 'door' | 'archway' | 'portcullis' | 'barred';

/** How a door stands. */
export type DoorState = 'open' | 'closed' | 'locked';

/** Where the visitor comes in: a door of the entrance room without a room on its far side. */
export type Entrance = {
  /** The door that leads out. */
  door: DoorId;
  /** The entrance room. */
  room: RoomId;
  /** How many cells of corridor lie before it; the last ones end blind. */
  runway: number;
};

/** Something that a document can be exported to. */
export type ExportFormat = {
  /** The ending of its files, without the dot. */
  ending: string;
  /** What it is for, in one sentence. */
  help: string;
  /** The media type of its first file. */
  media: string;
  /** As commands say it. */
  name: string;
  /** What can be chosen. */
  options: ExportOption[];
  /** As people read it. */
  title: string;
};

/** Something to choose for an export. */
export type ExportOption = {
  /** Its value where nobody gives one; null where the map decides or nothing is the usual value. */
  default: Json;
  /** One sentence. */
  help: string;
  /** As commands say it. */
  key: string;
  /** As people read it. */
  title: string;
} & ({
  kind: 'integer';
  /** The greatest. */
  max: number;
  /** The smallest. */
  min: number;
} | {
  kind: 'number';
  /** The greatest. */
  max: number;
  /** The smallest. */
  min: number;
  /** The distance between two values. */
  step: number;
} | {
  kind: 'boolean';
} | {
  /** The words. */
  choices: Choice[];
  kind: 'choice';
} | {
  kind: 'number_choice';
  /** The numbers. */
  numbers: number[];
} | {
  /** Whether `"auto"` is a value. */
  auto: boolean;
  kind: 'pair';
  /** The greatest. */
  max: number;
  /** The smallest. */
  min: number;
} | {
  kind: 'text';
} | {
  /** Whether `"auto"` is a value. */
  auto: boolean;
  kind: 'list';
  /** The fewest numbers. */
  least: number;
  /** The greatest of each. */
  max: number;
  /** The smallest of each. */
  min: number;
  /** The most. */
  most: number;
});

/** Files to save. */
export type ExportReply = {
  /** The files; several where a format has one for each level. */
  files: ExportedFile[];
  /** What the user should know about them. */
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
  /** Steps of corridors outside the runways. */
  corridor_steps: number;
  /** The least number of links from the entrance to the goal, without secrets. */
  critical_hops?: number | null;
  /** The least number of steps from inside the entrance's door to the goal's floor, without secrets, locks opened. */
  critical_steps?: number | null;
  /** Rooms with exactly one link. */
  dead_end_rooms: number;
  /** Floor cells of all rooms. */
  floor_cells: number;
  /** Their share. */
  hugging_share: Share;
  /** Those of them that run along a room. */
  hugging_steps: number;
  /** Ends of links whose path may cross itself because no other way was found. */
  last_resorts: number;
  /** Number of levels. */
  levels: number;
  /** Number of links. */
  links: number;
  /** Links that could be taken away without parting the rooms (the cyclomatic number of the room graph). */
  loops: number;
  /** Ends of links without a runway because none could be had. */
  no_runways: number;
  /** Ends of links with a runway of one cell because a longer one could not be had. */
  one_cell_runways: number;
  /** Number of rooms. */
  rooms: number;
  /** Corridors and secret passages whose runways are both at least two cells long, as a share. */
  runway_share: Share;
};

/** What had to be done at an end of a link because the recipe's runway could not be had. */
export type Fallback = 'none' | 'one_cell' | 'no_runway' | 'last_resort';

/** A field of a recipe. */
export type FieldInfo = {
  /** Its value where nobody gives one. */
  default: Json;
  /** One or two sentences. */
  help: string;
  /** Dotted name, as in `set`. */
  key: string;
  /** Its limits in words. */
  limits: string;
  /** What other fields must be for this one to have a say; all of them. */
  needs: Need[];
  /** As people read it. */
  title: string;
  /** What its number counts; empty where it is not a number. */
  unit: string;
} & ({
  kind: 'integer';
  /** The greatest. */
  max: number;
  /** The smallest. */
  min: number;
} | {
  kind: 'number';
  /** The greatest. */
  max: number;
  /** The smallest. */
  min: number;
  /** The distance between two values. */
  step: number;
} | {
  kind: 'boolean';
} | {
  /** The words. */
  choices: Choice[];
  kind: 'choice';
} | {
  kind: 'number_choice';
  /** The numbers. */
  numbers: number[];
} | {
  /** Whether `"auto"` is a value. */
  auto: boolean;
  kind: 'pair';
  /** The greatest. */
  max: number;
  /** The smallest. */
  min: number;
} | {
  kind: 'text';
} | {
  /** Whether `"auto"` is a value. */
  auto: boolean;
  kind: 'list';
  /** The fewest numbers. */
  least: number;
  /** The greatest of each. */
  max: number;
  /** The smallest of each. */
  min: number;
  /** The most. */
  most: number;
});

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
export type FlawCode = 'broken-reference' | 'out-of-limits' | 'levels-disordered' | 'outside-map' | 'border-open' | 'floor-malformed' | 'room-in-pieces' | 'rooms-overlap' | 'floor-in-ring' | 'floor-missing' | 'ring-broken' | 'door-missing' | 'corridor-missing' | 'stairs-missing' | 'wall-without-room' | 'floor-without-room' | 'corridor-without-link' | 'door-tile-without-door' | 'stairs-without-link' | 'door-shape' | 'door-off-ring' | 'door-at-corner' | 'doors-touch' | 'door-leads-nowhere' | 'door-without-link' | 'door-serves-two' | 'link-door-mismatch' | 'path-broken' | 'path-misses-door' | 'path-not-simple' | 'corridor-through-room' | 'runway-false' | 'fallback-disagrees' | 'corridor-not-alone' | 'roughened-apart' | 'stub-apart' | 'entrance-missing' | 'entrance-mismatch' | 'entrance-not-blind' | 'goal-missing' | 'depth-wrong' | 'role-misplaced' | 'room-unreachable' | 'room-shut-off' | 'key-without-lock' | 'keys-run-out' | 'stairs-unpaired' | 'secret-mark-wrong' | 'secret-too-near' | 'secret-coords-wrong' | 'socket-shut' | 'socket-state-false' | 'socket-misplaced' | 'marker-misplaced' | 'alignment-false' | 'count-disagrees' | 'provenance-broken' | 'not-reproduced';

/** The JSON of a binary frame: exactly one of `reply`, `error` and `progress` is there. */
export type Header = {
  /** The last frame of a request that was not. */
  error?: Refusal | null;
  /** The request. */
  id: number;
  /** How far a request has come. */
  progress?: ProgressInfo | null;
  /** The last frame of a request that was met. */
  reply?: Body | null;
};

/** Everything that a page must know before it asks. */
export type Hello = {
  /** How crowds move, in the order of the Q key. */
  crowd_modes: Choice[];
  /** Offsets of a crowd's lattice. */
  crowd_offsets: Choice[];
  /** The preset of those who name none. */
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
  /** Endings of files that can be opened, with the dot. */
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

/** What lies on a cell. */
export type InspectReply = {
  /** The cell. */
  cell: Cell;
  /** Links whose corridor runs here. */
  corridor_of: LinkId[];
  /** The door on it. */
  door?: Door | null;
  /** The doors of the room or of the links. */
  doors: DoorId[];
  /** The numbers of the trace's events that made what is here, if the trace was kept and nothing was edited since. */
  events: number[];
  /** Facts for people: name and value. */
  facts: [string, string][];
  /** Flaws that concern the cell, the room, the door or the links. */
  flaws: Flaw[];
  /** The links that the room or door belongs to, and those whose corridor runs here. */
  links: Link[];
  /** The markers on the cell. */
  markers: Marker[];
  /** The rooms in whose wall it lies. */
  ring_of: RoomId[];
  /** The room whose floor it is. */
  room?: Room | null;
  /** Whether nobody can enter it as things stand. */
  solid: boolean;
  /** A word of `hello.terrain`. */
  terrain: string;
  /** The level. */
  z: number;
};

/** Where sub-cells lie. */
export type LatticeInfo = {
  /** Sub-cells a side of a cell. */
  n: number;
  /** 1 on axes that are shifted by half a sub-cell towards smaller coordinates, else 0. */
  shift: [number, number];
};

/** One floor. */
export type LevelReply = {
  /** Cells from north to south. */
  height: number;
  /** A bit blob: the cells that nobody can enter as things stand. */
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
  /** On maps of more cells `painted` has no report. */
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
  /** For secret passages: whether the players know of it. */
  discovered?: boolean | null;
  /** Its doors, in the order of the rooms: two for corridors and secret passages, one for a shared wall, none for stairs. */
  doors: DoorId[];
  /** What was given up at each end. */
  fallback: [Fallback, Fallback];
  /** For secret passages: the first room's place in the plan. */
  from_coord?: [number, number, number] | null;
  /** Its number, which is also its position in the list. */
  id: LinkId;
  /** True for secret passages, so that readers need not know the kinds. */
  is_secret_passage?: boolean;
  /** How the rooms are joined. */
  kind: LinkKind;
  /**
   * The north-west cells of the brush from the first door's approach to the second's; for stairs the one cell they
   * have on both levels; empty for a shared wall.
   */
  path?: Cell[];
  /** The two rooms. */
  rooms: [RoomId, RoomId];
  /** Cells that were cut away beside the corridor to make it look natural. */
  roughened?: Cell[];
  /** How many cells the corridor runs straight out from each door. */
  runway: [number, number];
  /** For secret passages: the second room's place in the plan. */
  to_coord?: [number, number, number] | null;
  /** Width of the corridor. [Unit: cells] [Limits: 1..=4] */
  width: number;
};

/** The number of a link. */
export type LinkId = number;

/** How two rooms are joined. */
export type LinkKind = 'corridor' | 'shared' | 'stairs' | 'secret_passage';

/** What a generated document was made from: enough to make it again. */
export type Made = {
  /** The preset. */
  preset?: string | null;
  /** The seed. */
  seed: string;
  /** Fields that were changed. */
  set?: { [key: string]: Json };
  /** Seeds of single stages. */
  stages?: { [key: string]: string };
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

/** What a marker marks. */
export type MarkerKind = 'spawn' | 'light' | 'key' | 'stairs';

/** What happened. */
export type Moved = {
  /** Who arrived. */
  arrived: number[];
  /** Steps of bodies in them. */
  moved: number;
  /** What the user should know, as sentences. */
  notes: string[];
  /** Whose destination was taken or walled in and who was sent elsewhere, with the cell. */
  redirected: [number, Cell][];
  /** Who planned anew. */
  replanned: number;
  /** New actors. */
  spawned: number[];
  /** Ticks made by this command. */
  ticks: number;
  /** Waits in them. */
  waited: number;
  /** How many of the actors that were asked for found no place. */
  without_place: number;
};

/** What another field must be. */
export type Need = {
  /** The other field. */
  field: string;
  /** One of these words. */
  words: string[];
};

/** Who looks. */
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
  /** Cells that stayed as they were although they should have changed, each with the reason. */
  kept: [Cell, string][];
  /** Steps that can be made again. */
  redo: number;
  /** What verify says now; absent on maps of more than `limits.live_verify` cells: ask `check` when the hand rests. */
  report?: Report | null;
  /** Always null: an edited map cannot be shared by recipe and seed. */
  share?: string | null;
  /** Whether they are solid now. */
  solid: boolean;
  /** Their terrain, one byte each, in the same order. */
  terrain: Blob;
  /** Steps that can be taken back. */
  undo: number;
  /** The level. */
  z: number;
};

/** The shortest way. */
export type PathReply = {
  /** Whether there is one. */
  found: boolean;
  /** Its length. [Unit: cells] */
  length: number;
  /** The cells that the body sweeps, row by row. */
  swept: Cell[];
  /** Start, turns and destination of the body's north-west cell; empty where there is none. */
  waypoints: Cell[];
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
  /** As commands say it. */
  name: string;
  /** As people read it. */
  title: string;
  /** The values of all fields that have a say in it: those of the other ways to place rooms are left out. */
  values: { [key: string]: Json };
};

/** How far a request has come. */
export type ProgressInfo = {
  /** Steps done. */
  done: number;
  /** Steps to do; 0 where that is not known. */
  of: number;
  /** What is being done: `plan`, `place`, `route`, `build`, `verify`, `draw`, `crowd`. */
  stage: string;
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

/** A request was not met. The session is as it was. */
export type Refusal = {
  /** The column in that line, from 1. */
  column?: number | null;
  /** The field of the recipe or of the command that is to blame. */
  field?: string | null;
  /** The line of a text, from 1. */
  line?: number | null;
  /** A complete sentence; the word `cancelled` where the page wanted it so. */
  message: string;
};

/** What verify found. */
export type Report = {
  /** Numbers about the dungeon; all zero when its things make no sense by themselves. */
  facts: Facts;
  /** What is wrong, in the order of the checks. */
  flaws: Flaw[];
  /** The checks that do not apply, with the reason. */
  skipped: Skipped[];
};

/** One text frame of the page. */
export type Request = {
  /** What is asked. */
  command: Command;
  /** The page's number for this request; every answer carries it. */
  id: number;
};

/** What a room is for. */
export type Role = 'entrance' | 'goal' | 'boss' | 'treasure' | 'merchant' | 'event' | 'hall';

/** A room: floor with a ring of wall round it. */
export type Room = {
  /** Whether it lies on the recipe's module grid. */
  aligned?: boolean;
  /** Links between it and the entrance. */
  depth: number;
  /** How hard it should be, from the entrance (0) to the goal (1). */
  difficulty: Share;
  /** Its floor, stairs included, row by row. */
  floor: Run[];
  /** Its number, which is also its position in the list. */
  id: RoomId;
  /** Its place in the plan: x, y (north is up) and z. */
  plan?: [number, number, number] | null;
  /** What it is for. */
  roles?: Role[];
  /** The sockets of its template. */
  sockets?: Socket[];
  /** The template it was made from. */
  template?: PlacedTemplate | null;
  /** The level it lies on. */
  z: number;
};

/** The number of a room. */
export type RoomId = number;

/** A horizontal run of cells. In JSON it is `[x, y, length]`. */
export type Run = [number, number, number];

/**
 * A number between 0 and 1 with at most four decimals. [Unit: parts per 10,000] [Limits: 0..=10,000]
 *
 * In JSON and TOML it is the decimal number: `0.15`.
 */
export type Share = number;

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

/** A blind corridor, for those who like them. */
export type Stub = {
  /** The north-west cells of the brush, from the corridor it leaves to its blind end. */
  path: Cell[];
  /** Its width. [Unit: cells] [Limits: 1..=4] */
  width: number;
  /** The level it lies on. */
  z: number;
};

/** What happened while a dungeon was made, in figures. */
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

/** The way that an actor wants to go. */
export type Track = {
  /** The actor. */
  actor: number;
  /** Its place and the turning points ahead, as sub-cells. */
  ahead: Cell[];
  /** The sub-cell on which it will have arrived. */
  goal?: Cell | null;
};

/** Which kind of sight. */
export type ViewKind = 'clear' | 'glimpse';

/** What the observer sees. All three sets are bit blobs of the size of the level. */
export type ViewReply = {
  /** How many corners the map has; 0 for glimpses. */
  corner_count: number;
  /** The corners of the map; empty for glimpses. */
  corners: Blob;
  /** Size of the level. */
  height: number;
  /** The interesting ones; empty for glimpses. */
  interesting: Blob;
  /** How many are interesting; 0 for glimpses. */
  interesting_count: number;
  /** Who looks. */
  observer: ObserverState;
  /** The seen cells; for glimpses also the walls and shut doors that are lit. */
  visible: Blob;
  /** How many cells are seen, without those that are only lit. */
  visible_count: number;
  /** Size of the level. */
  width: number;
};

/** Some actors. */
export type Who = {
  who: 'all';
} | {
  /** Their numbers. */
  ids: number[];
  who: 'these';
} | {
  /** The share, 0 to 1; at least one actor. */
  share: Share;
  /** To which cell; a destination where it is left out. */
  to?: Cell | null;
  who: 'nearest';
};

/** The type of the reply to each command. */
export type Answers = {
  hello: 'hello';
  cancel: 'done';
  generate: 'document';
  generate_shared: 'document';
  open: 'document';
  new: 'document';
  undo: 'document';
  redo: 'document';
  document: 'document';
  trace: 'trace';
  inspect: 'inspect';
  move_room: 'document';
  delete_room: 'document';
  set_door: 'document';
  paint: 'painted';
  observer: 'view';
  view: 'view';
  copy_text: 'text';
  paste_text: 'document';
  path: 'path';
  band: 'band';
  crowd: 'crowd';
  crowd_settings: 'crowd';
  crowd_spawn: 'crowd';
  crowd_scatter: 'crowd';
  crowd_remove: 'crowd';
  crowd_clear: 'crowd';
  crowd_destination: 'crowd';
  crowd_step: 'crowd';
  crowd_track: 'tracks';
  save: 'text';
  load: 'document';
  export: 'export';
  check: 'check';
};
