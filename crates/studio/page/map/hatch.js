// Hatching: rock along the walls carries patches of three short strokes, each at its own angle, as in the printed maps.
// Patches are fixed in a square of cells that repeats, so that an edit moves no stroke.

/** @import { Context, Point } from '../types.js' */

const PERIOD = 24;
const SPACING = 0.5;
const DARTS = 120;
const GAP = 0.165;
const HALF = 0.36;

/**
 * A patch of strokes: its middle, how far from the floor it is drawn, and how it is turned.
 * @typedef {{ x: number, y: number, reach: number, angle: number }} Patch
 * @typedef {[ax: number, ay: number, bx: number, by: number]} Stroke
 * @typedef {(x: number, y: number) => number} Distance from a point to the nearest floor
 * @typedef {(x: number, y: number) => boolean} IsOpen
 */

/**
 * A small generator: the same strokes in every browser.
 * @type {(seed: number) => () => number}
 */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** @type {(d: number) => number} */
const wrap = (d) => d - PERIOD * Math.round(d / PERIOD);

/**
 * Darts on the square whose edges fit together, none nearer to another than the spacing.
 * @type {(next: () => number) => Patch[][]}
 */
function middles(next) {
  /** @type {Patch[][]} */
  const cells = Array.from({ length: PERIOD * PERIOD }, () => []);
  /** @type {(x: number, y: number) => Patch[]} */
  const around = (x, y) => {
    const found = [];
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const at = ((x + dx + PERIOD) % PERIOD) + ((y + dy + PERIOD) % PERIOD) * PERIOD;
        found.push(...cells[at]);
      }
    }
    return found;
  };
  for (let dart = 0; dart < DARTS * PERIOD * PERIOD; dart++) {
    const [x, y] = [next() * PERIOD, next() * PERIOD];
    /** @type {(p: Patch) => boolean} */
    const far = (p) => wrap(p.x - x) ** 2 + wrap(p.y - y) ** 2 >= SPACING ** 2;
    if (around(Math.floor(x), Math.floor(y)).every(far)) {
      cells[Math.floor(x) + Math.floor(y) * PERIOD].push({ x, y, reach: 0.72 + 0.4 * next(), angle: next() });
    }
  }
  return cells;
}

/**
 * Shortens a stroke to where its own patch is the nearest.
 * @type {(own: Patch, others: Patch[], ends: Stroke) => Stroke | null}
 */
function clip(own, others, ends) {
  const steps = 12;
  /** @type {(t: number) => boolean} */
  const inside = (t) => {
    const x = ends[0] + (ends[2] - ends[0]) * t;
    const y = ends[1] + (ends[3] - ends[1]) * t;
    /** @type {(p: Patch) => number} */
    const d = (p) => wrap(p.x - x) ** 2 + wrap(p.y - y) ** 2;
    return others.every((p) => d(own) <= d(p) - 0.012);
  };
  let [from, to] = [0, steps];
  while (from < to && !inside(from / steps)) from++;
  while (to > from && !inside(to / steps)) to--;
  if (to - from < 2) return null;
  /** @type {(t: number) => Point} */
  const at = (t) => [ends[0] + ((ends[2] - ends[0]) * t) / steps, ends[1] + ((ends[3] - ends[1]) * t) / steps];
  return [...at(from), ...at(to)];
}

/** @type {(patch: Patch, near: Patch[]) => Stroke[]} */
function strokes(patch, near) {
  const turn = Math.PI * (Math.floor(patch.angle * 12) / 12 + 1 / 24);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const lines = [-1, 0, 1].map((i) => {
    const [x, y] = [patch.x - s * GAP * i, patch.y + c * GAP * i];
    return clip(patch, near, [x - c * HALF, y - s * HALF, x + c * HALF, y + s * HALF]);
  });
  return lines.filter((line) => line !== null);
}

/** @type {(Patch & { lines: Stroke[] })[][] | null} */
let square = null;

function patches() {
  const cells = middles(random(20));
  const all = cells.flat();
  return cells.map((own) =>
    own.map((patch) => {
      const near = all.filter((p) => p !== patch && wrap(p.x - patch.x) ** 2 + wrap(p.y - patch.y) ** 2 < 2);
      return { ...patch, lines: strokes(patch, near) };
    }),
  );
}

/**
 * Adds the strokes of one rock cell to the path.
 * @type {(path: Context, x: number, y: number, distance: Distance, isOpen: IsOpen, scale: number, ox: number,
 *   oy: number) => void}
 */
export function hatchCell(path, x, y, distance, isOpen, scale, ox, oy) {
  square ??= patches();
  const [px, py] = [((x % PERIOD) + PERIOD) % PERIOD, ((y % PERIOD) + PERIOD) % PERIOD];
  const [dx, dy] = [x - px, y - py];
  for (const patch of square[px + py * PERIOD]) {
    if (distance(patch.x + dx, patch.y + dy) > patch.reach) continue;
    for (const [ax, ay, bx, by] of patch.lines) {
      if (isOpen((ax + bx) / 2 + dx, (ay + by) / 2 + dy)) continue;
      path.moveTo((ax + dx - ox) * scale, (ay + dy - oy) * scale);
      path.lineTo((bx + dx - ox) * scale, (by + dy - oy) * scale);
    }
  }
}
