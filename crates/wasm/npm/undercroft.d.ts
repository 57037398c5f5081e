import type { DungeonJson } from './dungeon.js';
export type { DungeonJson } from './dungeon.js';

/** Loads the module; by default the file beside this one. Everything else is synchronous. */
export function init(source?: URL | Response | BufferSource | WebAssembly.Module): Promise<void>;

export interface GenerateOptions {
  /** A preset of `presets()`; without one, all fields have their defaults. */
  preset?: string;
  /** Numbers above 2^53 - 1 are refused: use a bigint or a string. 0 by default. */
  seed?: number | bigint | string;
  /**
   * Seeds of single stages: plan, place, route and so on. The file keeps each, but the map need not change: another
   * `route` moves the corridors of some dungeons only.
   */
  stages?: Record<string, number | bigint>;
  /** Fields of `fields()` by key. */
  set?: Record<string, unknown>;
  /** Files that fields name: masks, templates, programs, contents. */
  inputs?: Record<string, { name: string; text: string }[]>;
}

/** Generates a dungeon. The same options give the same dungeon on every machine. */
export function generate(options?: GenerateOptions): Dungeon;

/** Reads dungeon JSON, dungeon text or a plain map. */
export function read(text: string): Dungeon;

/** What the judge finds; sound without flaws. */
export function check(map: Dungeon): Report;

export interface Report {
  flaws: { kind: string; [part: string]: unknown }[];
  [part: string]: unknown;
}

export type Cell = [x: number, y: number];
export type Footprint = '1x1' | '2x1' | '1x2' | '2x2';

/** A map of one's own. */
export interface Grid {
  width: number;
  height: number;
  /** 0 is free; row by row. */
  solid: Uint8Array;
}

/** 1 for each cell that is seen, row by row. On a dungeon, `level` is the `z` of a level; the first by default. */
export function fov(
  map: Dungeon | Grid,
  at: Cell,
  options?: { kind?: 'exact' | 'shadowcast'; radius?: number; footprint?: Footprint; level?: number },
): Uint8Array;

/** The shortest any-angle path, or null. On a dungeon, `level` is the `z` of a level; the first by default. */
export function path(
  map: Dungeon | Grid,
  from: Cell,
  to: Cell,
  options?: { footprint?: Footprint; level?: number },
): { length: number; points: Cell[] } | null;

/** The drawing as SVG: all levels, or one. */
export function render(
  map: Dungeon,
  options?: { theme?: string; player?: boolean; level?: number; grid?: boolean },
): string;

export interface Preset {
  name: string;
  description: string;
  /** The value of each field. */
  values: Record<string, unknown>;
}
export function presets(): Preset[];

export interface Field {
  key: string;
  kind: { type: string; [part: string]: unknown };
  default: unknown;
  unit: string;
  label: string;
  group: string;
  applies_to: string[];
  doc: string;
}
export function fields(): Field[];

export interface Level {
  z: number;
  width: number;
  height: number;
  /** Tile codes, row by row: the README has the table. */
  tiles: Uint8Array;
}

export class Dungeon {
  private constructor();
  readonly name: string;
  readonly seed: string;
  readonly levels: Level[];
  toJSON(): DungeonJson;
  /** Dungeon JSON as the program writes it, byte for byte. */
  toJsonText(): string;
  toText(): string;
  /** The text of a share link. */
  share(): string;
  /** Frees its memory; also done when the dungeon is garbage. */
  free(): void;
}

export class UndercroftError extends Error {
  private constructor();
  /** not_ready, load, recipe, budget, unmet, read, cell, option, share, freed or internal. */
  code: string;
  field?: string;
  line?: number;
  column?: number;
}
