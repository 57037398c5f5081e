// The crowd as the page holds it: integers from the session, places in cells, and motion between two replies.

/** @import { Cell, CrowdInfo, Point, ReplyTo } from '../types.js' */

import { integers } from '../wire/requests.js';

/** Integers for each actor, as the protocol defines them. */
const WORDS = 14;
const UNITS = 256;
export const STATES = ['idle', 'moving', 'waiting', 'arrived', 'cut off'];

export class CrowdView {
  constructor() {
    /** @type {CrowdInfo | null} */
    this.state = null;
    this.data = new Int32Array(0);
    /** Where bodies come from and go to, in cells: x and y of each. */
    this.from = new Float32Array(0);
    this.to = new Float32Array(0);
    this.began = 0;
    this.lasts = 1;
    /**
     * Positions in `data` by the actors' numbers.
     * @type {Map<number, number>}
     */
    this.ids = new Map();
  }

  get size() {
    return this.data.length / WORDS;
  }

  /**
   * A reply; bodies glide to their new places in `lasts` milliseconds.
   * @type {(reply: ReplyTo<'crowd'>, lasts?: number, now?: number) => void}
   */
  take(reply, lasts = 0, now = performance.now()) {
    const before = new Map([...this.ids].map(([id, i]) => [id, this.place(i, now)]));
    this.state = reply.state;
    this.data = integers(reply, reply.actors);
    this.ids = new Map(Array.from({ length: this.size }, (_, i) => [this.data[i * WORDS], i]));
    this.to = new Float32Array(this.size * 2);
    this.from = new Float32Array(this.size * 2);
    for (let i = 0; i < this.size; i++) {
      const to = this.body(i);
      const old = before.get(this.data[i * WORDS]);
      const isNear = old && Math.hypot(old[0] - to[0], old[1] - to[1]) < 3 + lasts / 50;
      this.to.set(to, i * 2);
      this.from.set(isNear ? old : to, i * 2);
    }
    this.began = now;
    this.lasts = Math.max(1, lasts);
  }

  /**
   * Where a body is drawn now.
   * @type {(i: number, now?: number) => Point}
   */
  place(i, now = performance.now()) {
    const part = Math.min(1, Math.max(0, (now - this.began) / this.lasts));
    const [x, y] = [i * 2, i * 2 + 1];
    return [this.from[x] + (this.to[x] - this.from[x]) * part, this.from[y] + (this.to[y] - this.from[y]) * part];
  }

  /** @type {(now: number) => boolean} */
  isMoving(now) {
    return this.size > 0 && now < this.began + this.lasts;
  }

  /** @type {(i: number, at: number) => number} */
  word(i, at) {
    return this.data[i * WORDS + at];
  }

  /** @type {(i: number) => number} */
  id(i) {
    return this.word(i, 0);
  }

  /** @type {(i: number) => number} */
  status(i) {
    return this.word(i, 13);
  }

  /**
   * The cell an actor is sent to, or null.
   * @type {(i: number) => Cell | null}
   */
  goal(i) {
    return this.word(i, 11) < 0 ? null : [this.word(i, 11), this.word(i, 12)];
  }

  /**
   * The true place of a body, in cells.
   * @type {(i: number) => Point}
   */
  body(i) {
    return this.toCells(this.word(i, 1) / UNITS, this.word(i, 2) / UNITS);
  }

  /**
   * From sub-cells to cells.
   * @type {(x: number, y: number) => Point}
   */
  toCells(x, y) {
    const { n, shift } = this.state?.subcell_grid ?? { n: 1, shift: [0, 0] };
    return [(2 * x + 1 - shift[0]) / (2 * n), (2 * y + 1 - shift[1]) / (2 * n)];
  }

  /**
   * The centre of a sub-cell, in cells; null where there is none.
   * @type {(x: number, y: number) => Point | null}
   */
  subCell(x, y) {
    return x < 0 ? null : this.toCells(x, y);
  }

  /**
   * The actor whose body is nearest to a place, if one is within reach.
   * @type {(x: number, y: number, reach: number) => number | null}
   */
  nearest(x, y, reach) {
    /** @type {number | null} */
    let best = null;
    let least = reach;
    for (let i = 0; i < this.size; i++) {
      const [bx, by] = this.place(i);
      const distance = Math.hypot(bx - x, by - y);
      if (distance < least) [best, least] = [this.id(i), distance];
    }
    return best;
  }
}
