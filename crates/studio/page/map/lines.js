// The lines of a level as drawings have them: soft in caves and round rooms, thin in houses. Read from the session; the
// page bends no line by itself.

/** @import { Body, Box, Context, LevelReply } from '../types.js' */

import { integers } from '../wire/requests.js';

/** What a line belongs to; windows and the open end of the entrance are not inked. */
const WINDOW = 3;
/** Thousandths of a cell. */
const CELL = 1000;
/** How far a painted cell moves lines, at most. [Unit: cells] */
const REACH = 4;

/**
 * A closed loop: x, y and tag of each point, in thousandths of a cell, and the cells round it.
 * @typedef {{ points: Int32Array, box: Box }} Loop
 */

export class Lines {
  /** @param {Int32Array} floor @param {Int32Array | null} house */
  constructor(floor, house) {
    this.floor = loopsOf(floor);
    this.house = house && loopsOf(house);
    /**
     * Where cells were painted since.
     * @type {Box | null}
     */
    this.stale = null;
  }

  /**
   * The lines of a level, or null where they are the sides of its cells.
   * @type {(reply: Body, lines: LevelReply['lines']) => Lines | null}
   */
  static read(reply, lines) {
    if (!lines) return null;
    return new Lines(integers(reply, lines.floor), lines.house ? integers(reply, lines.house) : null);
  }

  /**
   * Notes that cells were painted. Returns what is drawn by cells until new lines come.
   * @type {(cells: Box) => Box}
   */
  touch([left, top, right, bottom]) {
    const [l, t, r, b] = this.stale ?? [left, top, right, bottom];
    this.stale = [
      Math.min(l, left - REACH), Math.min(t, top - REACH), Math.max(r, right + REACH), Math.max(b, bottom + REACH),
    ];
    return this.stale;
  }
}

/** @type {(numbers: Int32Array) => Loop[]} */
function loopsOf(numbers) {
  const loops = [];
  for (let at = 0; at < numbers.length; ) {
    const end = at + 1 + 3 * numbers[at];
    loops.push(loopOf(numbers.subarray(at + 1, end)));
    at = end;
  }
  return loops;
}

/** @type {(points: Int32Array) => Loop} */
function loopOf(points) {
  /** @type {Box} */
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = [points[i] / CELL, points[i + 1] / CELL];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { points, box };
}

/** @type {(loop: Loop, area: Box) => boolean} */
const isNear = ({ box }, [left, top, right, bottom]) =>
  box[0] <= right && box[2] >= left && box[1] <= bottom && box[3] >= top;

/**
 * The loops near an area as closed figures.
 * @type {(loops: Loop[], area: Box, scale: number, ox: number, oy: number) => Path2D}
 */
export function filled(loops, area, scale, ox, oy) {
  const path = new Path2D();
  for (const { points } of loops.filter((loop) => isNear(loop, area))) {
    for (let i = 0; i < points.length; i += 3) {
      const [x, y] = [(points[i] / CELL - ox) * scale, (points[i + 1] / CELL - oy) * scale];
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }
  return path;
}

/**
 * The lines near an area that are inked.
 * @type {(loops: Loop[], area: Box, scale: number, ox: number, oy: number) => Path2D}
 */
export function inked(loops, area, scale, ox, oy) {
  const path = new Path2D();
  for (const { points } of loops.filter((loop) => isNear(loop, area))) {
    const count = points.length / 3;
    let isDown = false;
    for (let i = 0; i <= count; i++) {
      const from = (i % count) * 3;
      const [x, y] = [(points[from] / CELL - ox) * scale, (points[from + 1] / CELL - oy) * scale];
      if (isDown) path.lineTo(x, y);
      else path.moveTo(x, y);
      isDown = points[from + 2] < WINDOW;
    }
  }
  return path;
}

/**
 * Paints outside a rectangle of cells, then inside it.
 * @type {(ctx: Context, area: Box, within: Box | null, scale: number, ox: number, oy: number, outside: () => void,
 *   inside: () => void) => void}
 */
export function paintApart(ctx, area, within, scale, ox, oy, outside, inside) {
  if (!within) return outside();
  /** @type {(box: Box) => [number, number, number, number]} */
  const frame = ([left, top, right, bottom]) => [
    (left - ox) * scale, (top - oy) * scale, (right - left) * scale, (bottom - top) * scale,
  ];
  const [whole, hole] = [new Path2D(), new Path2D()];
  hole.rect(...frame(within));
  whole.rect(...frame(area));
  whole.addPath(hole);
  for (const [path, paint] of /** @type {const} */ ([[whole, outside], [hole, inside]])) {
    ctx.save();
    ctx.clip(path, 'evenodd');
    paint();
    ctx.restore();
  }
}
