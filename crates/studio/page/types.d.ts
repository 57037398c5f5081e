// The types that the page's files share. Nothing here exists at run time.

import type {
  Answers, Body, Cell, Command, Door, DoorId, DoorSetting, Fallback, FieldKind, Json, LinkId, PinId, PinWhat, ProgressInfo,
  Rect, Room, RoomId,
} from './protocol.js';
import type { Bits } from './bits.js';
import type { Lines } from './map/lines.js';
import type { Scene } from './scene.js';

export type * from './protocol.js';
export type { App } from './app.js';
export type { Bits } from './bits.js';
export type { DocumentCopy } from './document-copy.js';
export type { Scene } from './scene.js';
export type { Requests as Wire, RequestError } from './wire/requests.js';
export type { Camera } from './map/camera.js';
export type { Stage } from './map/canvas.js';
export type { Ink } from './map/colours.js';
export type { Level } from './map/level.js';

// The wire

export type CommandType = Command['type'];
/** The fields of a command besides its type. */
export type CommandFields<T extends CommandType> = Omit<Extract<Command, { type: T }>, 'type'>;
/** The fields as an argument, which may be left out where none is required. */
export type FieldsArgument<T extends CommandType> =
  {} extends CommandFields<T> ? [fields?: CommandFields<T>] : [fields: CommandFields<T>];
export type ReplyTo<T extends CommandType> = Extract<Body, { type: Answers[T] }>;
/** A pending reply, with the number of its request. */
export type Pending<T> = Promise<T> & { id: number };
export type Ask = <T extends CommandType>(type: T, ...rest: FieldsArgument<T>) => Pending<ReplyTo<T>>;
export type Send = <T extends CommandType>(
  command: Extract<Command, { type: T }>, isNoted?: boolean,
) => Pending<ReplyTo<T>>;
/** A command with its reply. */
export type Answered = { command: Command; reply: Body };
type CommandsAnswered<R> = { [T in CommandType]: Answers[T] extends R ? T : never }[CommandType];
/** How far a request has come. */
export type Progress = ProgressInfo & { id: number; type: CommandType };
/** The commands that a new document answers, or what is different in it. */
export type DocumentCommand = CommandsAnswered<'document' | 'changed'>;
export type CrowdCommand = CommandsAnswered<'crowd'>;
export type Document = ReplyTo<'document'>;
export type Changed = ReplyTo<'edit'>;
/** A list in which some things are different, with their positions. */
export interface ListPatch<T> {
  length: number;
  items: [number, T][];
}
/** A level of the page's copy of the document. */
export interface LevelCopy {
  z: number;
  name: string;
  width: number;
  height: number;
  cells: Uint8Array;
  solid: Bits;
  ground: Uint8Array | null;
  lines: Lines | null;
}

/** What a worker of the page answers. */
export type WorkerReply =
  | { kind: 'progress'; frame: ArrayBuffer }
  | { kind: 'dead'; panic: string | null; error: string }
  | { kind: 'done'; frame?: ArrayBuffer; image?: ArrayBuffer; text?: unknown; size?: number; build?: string };
/** The reply of a call that ended. */
export type WorkerDone = Extract<WorkerReply, { kind: 'done' }>;
/** What the worker of a module has, besides what every page has. */
export interface WorkerScope {
  onmessage: (event: MessageEvent) => void;
  postMessage(message: object, owned: Transferable[]): void;
  importScripts(address: string): void;
  /** Written behind the glue by scripts/site. */
  undercroftBuild: string;
  undercroftHost: {
    now(): number;
    progress(frame: Uint8Array<ArrayBuffer>): void;
    isCancelled(): boolean;
    panicked(message: string): void;
  };
  wasm_bindgen: { [name: string]: (...parts: any[]) => any };
}

// Kept work

/** A document in the browser's storage. */
export interface KeptDocument {
  id: string;
  title: string;
  /** When it was changed last. [Unit: ms] */
  changed: number;
  favourite: boolean;
  mode: ModeName;
  z: number;
  camera: [x: number, y: number, scale: number] | null;
  /** How many of its entries count. */
  cursor: number;
  /** The generator that its rolls were made by. */
  epoch: number;
  /** How many edits count. */
  edits: number;
  /** The address of the roll that it came from. */
  link: string | null;
}

/** An entry of a journal in the browser's storage. */
export interface KeptEntry {
  document: string;
  n: number;
  /** The entry as JSON. */
  entry: string;
}

declare global {
  interface Window {
    showSaveFilePicker?(options: object): Promise<FileSystemFileHandle>;
  }
}

// Geometry

/** A place in cells or in pixels. */
export type Point = [x: number, y: number];
/** Edges of a rectangle, half-open: cells or parts of cells. */
export type Box = [left: number, top: number, right: number, bottom: number];
/** Left, top, width and height, as canvases take them. */
export type Frame = [x: number, y: number, width: number, height: number];
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
/** Lengths of dashes and gaps. [Unit: CSS pixels] */
export type Dash = number[];
export type Layer = 'base' | 'overlay' | 'both';
/** Whether a part of the drawing is there yet; a trace hides what came later. */
export type IsShown = (kind: 'room' | 'door' | 'feature' | 'cell', id: number) => boolean;

// Modes

export type ModeName = 'build' | 'see' | 'crowd';

/** One of the three modes that share the map. */
export interface Mode {
  readonly name: ModeName;
  /** Its keys and switches. */
  readonly table: Action[];
  /** What the help overlay lists besides the keys. */
  readonly more: HelpRow[];
  enter(): void;
  leave(): void;
  /** The left panel. */
  left(): Node[];
  /** The right panel. */
  right(): Node[];
  /** A button went down on a cell; the drag that begins, or null. */
  press(cell: Cell, event: PointerEvent): Drag | null;
  /** The pointer is over a cell, or has left the map. */
  hover(cell: Cell | null): void;
  /** A press that did not move. */
  click(cell: Cell, event: PointerEvent): void;
  /** What a click does, at the keyboard's cursor. */
  act(cell: Cell, event: KeyboardEvent): void;
  /** Draws over the map; one unit is a CSS pixel. */
  paint(ctx: CanvasRenderingContext2D): void;
  /** The figures of the status line. */
  counts(): string;
  sceneChanged(scene: Scene): void | Promise<void>;
  levelChanged(): void;
}

/** What a mode makes of a pressed button that moves. */
export interface Drag {
  move(cell: Cell): void;
  end(cell: Cell, hasMoved: boolean): void;
  /** Puts back what it moved; a drag without it cannot be cancelled. */
  cancel?(): void;
}

/** A key, and the switch that stands for it where it has a title. */
export interface Action {
  /** Its keys, as `keyName` calls them. */
  key: string | string[];
  /** The keys as people read them, where they differ. */
  shown?: string | string[];
  title?: string;
  help?: string | null;
  /** Switches of one group stand together. */
  group?: number;
  /** Whether a held key repeats it. */
  repeats?: boolean;
  /** Returns false where the key is to keep its own meaning. */
  run(): unknown;
  /** What it does at a cell: its key acts at the one that is pointed at, its button waits for a click. */
  at?(cell: Cell): unknown;
  /** Why it cannot be done at any cell now; null where it can. */
  obstacle?(): string | null;
  on?(): boolean;
  value?(): string;
}

export type HelpRow = [keys: string | string[], help: string];

// Build

/** The values of fields of one kind. */
export type KindOf<K extends FieldKind['type']> = Extract<FieldKind, { type: K }>;

/** An event of the trace, as the library writes it; the schema of the protocol leaves them open. */
export type TraceEvent =
  | { event: 'stage'; name: string }
  | { event: 'split'; z: number; partition: Rect; parts: [Rect, Rect] }
  | { event: 'placed'; room: number; z: number; floor: Rect }
  | { event: 'rejected'; what: string; z: number; at: Cell; reason: string }
  | { event: 'tried'; walker: number; what: string; at: Cell; turn: number; mirror: boolean }
  | { event: 'walked'; walker: number; from: number; to: number; teleport: boolean }
  | { event: 'group_began'; group: number; what: string; required: number }
  | { event: 'group_committed'; group: number; rooms: number[] }
  | { event: 'group_rolled_back'; group: number; reason: string }
  | { event: 'searched'; link: number; steps: number; cost: number | null }
  | { event: 'carved'; link: number; path: Cell[] }
  | { event: 'fell_back'; link: number; end: number; fallback: string }
  | { event: 'opened_door'; door: number; room: number; cells: Cell[] }
  | { event: 'purpose_assigned'; room: number; purpose: string; reason: string }
  | { event: 'feature_placed'; room: number; kind: string; z: number; cells: Rect }
  | { event: 'feature_dropped'; room: number; kind: string; reason: string }
  | { event: 'spawn_placed'; room: number; kind: string; z: number; at: Cell }
  | { event: 'note_written'; room: number | null; text: string }
  | { event: 'left_out'; events: number }
  | { event: 'note'; text: string };
export type EventOf<K extends TraceEvent['event']> = Extract<TraceEvent, { event: K }>;

/** A link with the fields of all kinds; those that its kind has not are empty. */
export interface FlatLink {
  id: LinkId;
  rooms: [RoomId, RoomId];
  kind: 'corridor' | 'shared' | 'stairs' | 'secret';
  doors: DoorId[];
  path: Cell[];
  width: number;
  runway: [number, number];
  fallback: [Fallback, Fallback];
  /** Whether it has a secret door that the players have not found. */
  isUndiscovered: boolean;
}

/** What the inspector can do. */
export interface InspectorActions {
  setDoor(door: Door, to: DoorSetting): void;
  rename(room: Room, text: string): void;
  pin(what: PinWhat): void;
  unpin(ids: PinId[]): void;
  /** The link by its content. */
  linkWhat(link: FlatLink): PinWhat | null;
  deleteRoom(room: Room): void;
  discover(link: FlatLink): void;
  showLink(link: FlatLink): void;
  showEvent(at: number): void;
}

/** A room in the hand: where it would lie, and whether the session rejects that. */
export interface Ghost {
  rect: Box;
  isRejected: boolean;
}

// Elements

/** The elements of index.html that scripts use, by id. */
export interface Elements {
  base: HTMLCanvasElement;
  cell: HTMLElement;
  connection: HTMLElement;
  counts: HTMLElement;
  'cursor-text': HTMLElement;
  dialog: HTMLDialogElement;
  drop: HTMLElement;
  empty: HTMLElement;
  export: HTMLButtonElement;
  file: HTMLInputElement;
  help: HTMLButtonElement;
  kept: HTMLElement;
  left: HTMLElement;
  level: HTMLSelectElement;
  'level-box': HTMLElement;
  name: HTMLElement;
  new: HTMLButtonElement;
  open: HTMLButtonElement;
  overlay: HTMLCanvasElement;
  recent: HTMLButtonElement;
  redo: HTMLButtonElement;
  restored: HTMLElement;
  right: HTMLElement;
  save: HTMLButtonElement;
  share: HTMLButtonElement;
  stage: HTMLElement;
  subtitle: HTMLElement;
  switches: HTMLElement;
  'tab-build': HTMLButtonElement;
  'tab-crowd': HTMLButtonElement;
  'tab-see': HTMLButtonElement;
  timeline: HTMLElement;
  toasts: HTMLElement;
  'toggle-left': HTMLButtonElement;
  'toggle-right': HTMLButtonElement;
  undo: HTMLButtonElement;
  work: HTMLElement;
  'work-bar': HTMLProgressElement;
  'work-cancel': HTMLButtonElement;
  'work-text': HTMLElement;
}

type TagOf<S extends string> = S extends `${infer Tag}.${string}` ? Tag : S;
/** The element that `el('button.small')` makes. */
export type ElementOf<S extends string> =
  TagOf<S> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<S>] : HTMLElement;
/** Properties of an element; numbers become text where the element holds text. */
export type Props<E> = { [K in keyof E]?: (E[K] extends string ? string | number : E[K]) | null } &
  { [name: `aria-${string}` | `data-${string}`]: string };
export type Child = Node | string | null | undefined;
/** A term with its value. */
export type Fact = [name: string, value: Node | string];

export type Side = 'left' | 'right';
export type Tone = 'good' | 'bad';
