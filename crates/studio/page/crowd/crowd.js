// The crowd as the page holds it: integers from the session, places in cells, and motion between two answers.

import { integers } from '../wire.js';

/** Integers for each actor, as the protocol says. */
const WORDS = 14;
const UNITS = 256;
export const STATES = ['idle', 'under way', 'waiting', 'arrived', 'cut off'];

export class CrowdView {
  constructor() {
    Object.assign(this, { state: null, data: new Int32Array(0), shown: new Float32Array(0), from: new Float32Array(0), began: 0, lasts: 1, ids: new Map() });
  }

  get size() {
    return this.data.length / WORDS;
  }

  /** An answer; bodies glide to their new places in `lasts` milliseconds. */
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
    Object.assign(this, { began: now, lasts: Math.max(1, lasts) });
  }

  /** Where a body is drawn now. */
  place(i, now = performance.now()) {
    const part = Math.min(1, Math.max(0, (now - this.began) / this.lasts));
    const [x, y] = [i * 2, i * 2 + 1];
    return [this.from[x] + (this.to[x] - this.from[x]) * part, this.from[y] + (this.to[y] - this.from[y]) * part];
  }

  isMoving(now) {
    return this.size > 0 && now < this.began + this.lasts;
  }

  word(i, at) {
    return this.data[i * WORDS + at];
  }

  id(i) {
    return this.word(i, 0);
  }

  status(i) {
    return this.word(i, 13);
  }

  /** The cell an actor is sent to, or null. */
  goal(i) {
    return this.word(i, 11) < 0 ? null : [this.word(i, 11), this.word(i, 12)];
  }

  /** The true place of a body, in cells. */
  body(i) {
    const { n, shift } = this.state.lattice;
    return [0, 1].map((axis) => ((2 * this.word(i, 1 + axis)) / UNITS + 1 - shift[axis]) / (2 * n));
  }

  /** The centre of a sub-cell, in cells; null where there is none. */
  subCell(x, y) {
    if (x < 0) return null;
    const { n, shift } = this.state.lattice;
    return [(2 * x + 1 - shift[0]) / (2 * n), (2 * y + 1 - shift[1]) / (2 * n)];
  }

  /** The actor whose body is nearest to a place, if one is within reach. */
  nearest(x, y, reach) {
    let [best, least] = [null, reach];
    for (let i = 0; i < this.size; i++) {
      const [bx, by] = this.place(i);
      const distance = Math.hypot(bx - x, by - y);
      if (distance < least) [best, least] = [this.id(i), distance];
    }
    return best;
  }
}
