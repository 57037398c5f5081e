// One floor of the document: terrain by cell, one byte each, in the order of the library's `Terrain`.

/** @import { Bits, Box } from '../types.js' */
/** @import { Lines } from './lines.js' */
/** @import { Things } from './things.js' */

export const ROCK = 0;
export const WALL = 1;
export const FLOOR = 2;
export const CORRIDOR = 3;
export const DOOR = 4;
export const STAIRS_UP = 5;
export const STAIRS_DOWN = 6;

/** @type {(terrain: number) => boolean} */
const isRoom = (terrain) => terrain >= FLOOR && terrain !== CORRIDOR && terrain !== DOOR;

export class Level {
  /**
   * @param {{ z: number, width: number, height: number }} info
   * @param {Uint8Array} cells its terrain
   * @param {Bits} solid
   * @param {boolean} isHouse
   */
  constructor({ z, width, height }, cells, solid, isHouse) {
    this.z = z;
    this.width = width;
    this.height = height;
    this.cells = cells;
    this.solid = solid;
    this.isHouse = isHouse;
    this.hasWalls = cells.includes(WALL);
    /**
     * What lies on the floor, by code; nothing where it is null.
     * @type {Uint8Array | null}
     */
    this.ground = null;
    /**
     * The lines of walls; the sides of cells where it is null.
     * @type {Lines | null}
     */
    this.lines = null;
    /** @type {Things | null} */
    this.things = null;
    /**
     * The cells of secret doors, which are drawn as part of the wall.
     * @type {Set<number>}
     */
    this.secret = new Set();
    this.terrain = cells;
    this.tones = new Uint8Array(width * height);
    this.toned = new Uint8Array(height);
  }

  /** The terrain that is drawn: the document's, or what a trace has made so far. */
  get shown() {
    return this.terrain;
  }

  /** The lines of what is drawn: what a trace has made so far is drawn by cells. */
  get shownLines() {
    return this.terrain === this.cells ? this.lines : null;
  }

  set shown(terrain) {
    this.terrain = terrain;
    this.toned.fill(0);
  }

  /**
   * Rows were changed: their tones are computed again.
   * @type {(top: number, bottom: number) => void}
   */
  touch(top, bottom) {
    this.toned.fill(0, Math.max(0, top - 1), Math.max(0, bottom + 1));
  }

  /** @type {(x: number, y: number) => number} */
  index(x, y) {
    return x + y * this.width;
  }

  /** @type {(x: number, y: number) => boolean} */
  contains(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  /** @type {(x: number, y: number) => number} */
  at(x, y) {
    return this.contains(x, y) ? this.shown[x + y * this.width] : ROCK;
  }

  /** @type {(x: number, y: number) => boolean} */
  isOpen(x, y) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return false;
    const i = x + y * this.width;
    return this.shown[i] >= FLOOR && !(this.shown[i] === DOOR && this.secret.has(i));
  }

  /**
   * Corridor, or a door: what has the thinner outline.
   * @type {(x: number, y: number) => boolean}
   */
  isCorridor(x, y) {
    const terrain = this.at(x, y);
    return terrain === CORRIDOR || terrain === DOOR;
  }

  /**
   * The tones of a row, worked out once.
   * @type {(y: number) => Uint8Array}
   */
  toneRow(y) {
    const row = this.tones.subarray(y * this.width, (y + 1) * this.width);
    if (this.toned[y]) return row;
    for (let x = 0; x < this.width; x++) row[x] = this.tone(x, y);
    this.toned[y] = 1;
    return row;
  }

  /**
   * For far views: 3 corridor, 2 room, 1 wall (solid beside something open), 0 rock.
   * @type {(x: number, y: number) => number}
   */
  tone(x, y) {
    const i = x + y * this.width;
    const terrain = this.shown[i];
    if (terrain >= FLOOR) return terrain === CORRIDOR || terrain === DOOR ? 3 : 2;
    if (terrain === ROCK && this.hasWalls) return 0;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) if (isRoom(this.at(x + dx, y + dy))) return 1;
    }
    return 0;
  }

  /**
   * Runs of open cells in a row between two columns, as [start, end).
   * @type {(y: number, left: number, right: number) => Generator<[number, number]>}
   */
  *runs(y, left, right) {
    let start = -1;
    for (let x = left; x <= right; x++) {
      const open = x < right && this.isOpen(x, y);
      if (open && start < 0) start = x;
      if (!open && start >= 0) {
        yield [start, x];
        start = -1;
      }
    }
  }

  /** @type {() => Box} */
  bounds() {
    return [0, 0, this.width, this.height];
  }
}
