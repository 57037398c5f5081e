// Paints terrain as the printed maps do: pale floor, inked outline, hatched rock. Reads a level, decides nothing.

/** @import { Box, Context, Frame, Ink, Level } from '../types.js' */
/** @import { Lines } from './lines.js' */

import { colours, pixel, withAlpha } from './colours.js';
import { hatchCell } from './hatch.js';
import { filled, inked, paintApart } from './lines.js';
import { ROCK, WALL } from './level.js';

/** Below this many pixels a cell, cells are single colours. */
const PLAIN = 1.15;
const GRID_FROM = 8;
const HATCH_FROM = 6;

/**
 * Pixels a cell, and the cell whose corner is pixel 0, 0.
 * @typedef {{ scale: number, ox: number, oy: number }} Placement
 * @typedef {(x: number, y: number, u: number, v: number) => number} EdgeTest the kind of the edge between two
 *   neighbours, 0 for none
 */

/**
 * Paints cells [left, right) × [top, bottom) so that cell (ox, oy) begins at pixel 0, 0. Fractions are welcome.
 * @type {(ctx: Context, level: Level, area: Box, scale: number, ox: number, oy: number) => void}
 */
export function paintTerrain(ctx, level, [left, top, right, bottom], scale, ox, oy) {
  const ink = colours();
  ctx.fillStyle = ink.paper;
  ctx.fillRect((left - ox) * scale, (top - oy) * scale, (right - left) * scale, (bottom - top) * scale);
  /** @type {Box} */
  const area = [Math.floor(left) - 2, Math.floor(top) - 2, Math.ceil(right) + 2, Math.ceil(bottom) + 2];
  const at = { scale, ox, oy };
  const boxes = openBoxes(level, area);
  if (boxes.length === 0) return;
  const lines = level.shownLines;
  if (!lines?.house) rock(ctx, level, boxes, area, at, ink);
  if (!lines) return ruled(ctx, level, boxes, area, at, ink);
  const soft = () => paintSoft(ctx, level, lines, area, at, ink);
  paintApart(ctx, area, lines.stale, scale, ox, oy, soft, () => ruled(ctx, level, boxes, area, at, ink));
}

/** @type {(ctx: Context, level: Level, boxes: Frame[], area: Box, at: Placement, ink: Ink) => void} */
function rock(ctx, level, boxes, area, at, ink) {
  if (level.isHouse) return;
  ctx.fillStyle = ink.rock;
  halo(ctx, boxes, at, Math.min(0.85, Math.max(0, (at.scale - 2.5) / 5)));
  if (at.scale >= HATCH_FROM) hatch(ctx, level, area, at, ink);
}

/**
 * Floor and walls along the lines that drawings have.
 * @type {(ctx: Context, level: Level, lines: Lines, area: Box, at: Placement, ink: Ink) => void}
 */
function paintSoft(ctx, level, lines, area, at, ink) {
  const { scale, ox, oy } = at;
  const weight = Math.max(0.9, scale * 0.13);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.strokeStyle = withAlpha(ink.ink, Math.min(1, 0.5 + scale / 10));
  ctx.lineWidth = weight;
  if (level.isHouse) {
    ctx.fillStyle = ink.masonry;
    if (lines.house) {
      ctx.fill(filled(lines.house, area, scale, ox, oy));
      ctx.stroke(inked(lines.house, area, scale, ox, oy));
    } else masonry(ctx, level, area, at, ink);
  }
  const floor = filled(lines.floor, area, scale, ox, oy);
  ctx.fillStyle = ink.floor;
  ctx.fill(floor);
  ctx.save();
  ctx.clip(floor);
  lying(ctx, level, area, at, ink);
  if (scale >= GRID_FROM) grid(ctx, level, area, at, ink);
  if (scale >= 5) shadeSoft(ctx, floor, scale, ink);
  ctx.restore();
  ctx.strokeStyle = withAlpha(ink.ink, Math.min(1, 0.5 + scale / 10));
  ctx.lineWidth = weight;
  ctx.stroke(inked(lines.floor, area, scale, ox, oy));
}

/**
 * The shadow of soft walls: the line itself, broad and faint, moved to the south-east within the floor.
 * @type {(ctx: Context, floor: Path2D, scale: number, ink: Ink) => void}
 */
function shadeSoft(ctx, floor, scale, ink) {
  ctx.save();
  ctx.translate(0.1 * scale, 0.1 * scale);
  for (const [width, alpha] of [[0.48, 0.045], [0.24, 0.06]]) {
    ctx.strokeStyle = withAlpha(ink.dark ? '#000000' : ink.ink, ink.dark ? alpha * 3 : alpha);
    ctx.lineWidth = width * scale;
    ctx.stroke(floor);
  }
  ctx.restore();
}

/**
 * Floor and walls along the sides of cells.
 * @type {(ctx: Context, level: Level, boxes: Frame[], area: Box, at: Placement, ink: Ink) => void}
 */
function ruled(ctx, level, boxes, area, at, ink) {
  const { scale, ox, oy } = at;
  if (level.isHouse) masonry(ctx, level, area, at, ink);
  ctx.fillStyle = ink.floor;
  ctx.beginPath();
  for (const [x, y, w, h] of boxes) ctx.rect((x - ox) * scale, (y - oy) * scale, w * scale, h * scale);
  ctx.fill();
  lying(ctx, level, area, at, ink);
  if (scale >= GRID_FROM) grid(ctx, level, area, at, ink);
  if (scale >= 5) shade(ctx, level, area, at, ink);
  outline(ctx, level, area, at, ink);
}

/** What lies on the floor, by code: the names of its colours, from 1 on. */
const GROUNDS = /** @type {const} */ (['water', 'deep', 'chasm', 'rubble', 'grass', 'bridge']);
/** How far a wall stands back from its floor, at most. [Unit: cells] */
const WALL_REACH = 0.45;
let isGroundShown = true;

/** @type {() => boolean} */
export const groundShown = () => isGroundShown;

/** Shows or hides what lies on the floor. */
export function toggleGround() {
  isGroundShown = !isGroundShown;
}

/** @type {(ctx: Context, level: Level, area: Box, at: Placement, ink: Ink) => void} */
function lying(ctx, level, [left, top, right, bottom], { scale, ox, oy }, ink) {
  if (!level.ground || !isGroundShown) return;
  for (let y = Math.max(0, top); y < Math.min(level.height, bottom); y++) {
    for (let x = Math.max(0, left); x < Math.min(level.width, right); x++) {
      const code = level.ground[level.index(x, y)];
      // What was painted over is wall now.
      if (code === 0 || !level.isOpen(x, y)) continue;
      ctx.fillStyle = ink[GROUNDS[code - 1]];
      // Up to a soft wall beyond the cell; what is too much is clipped.
      const reach = level.shownLines ? WALL_REACH : 0;
      /** @type {(dx: number, dy: number) => number} */
      const out = (dx, dy) => (level.isOpen(x + dx, y + dy) ? 0 : reach);
      const [west, north, east, south] = [out(-1, 0), out(0, -1), out(1, 0), out(0, 1)];
      const [width, height] = [(1 + west + east) * scale + 0.5, (1 + north + south) * scale + 0.5];
      ctx.fillRect((x - west - ox) * scale, (y - north - oy) * scale, width, height);
    }
  }
}

/**
 * The open cells of an area as few rectangles: runs of a row, joined while the next row repeats them.
 * @type {(level: Level, area: Box) => Frame[]}
 */
function openBoxes(level, [left, top, right, bottom]) {
  /** @type {Frame[]} */
  const done = [];
  /** @type {Map<number, Frame>} */
  let live = new Map();
  for (let y = Math.max(0, top); y < Math.min(level.height, bottom); y++) {
    /** @type {typeof live} */
    const next = new Map();
    for (const [start, end] of level.runs(y, Math.max(0, left), Math.min(level.width, right))) {
      const key = start * 65536 + end;
      const box = live.get(key);
      if (box) box[3]++;
      next.set(key, box ?? [start, y, end - start, 1]);
    }
    for (const [key, box] of live) if (!next.has(key)) done.push(box);
    live = next;
  }
  done.push(...live.values());
  return done;
}

/** @type {(ctx: Context, boxes: Frame[], at: Placement, grow: number) => void} */
function halo(ctx, boxes, { scale, ox, oy }, grow) {
  if (grow <= 0) return;
  ctx.beginPath();
  for (const [x, y, w, h] of boxes) {
    /** @type {Frame} */
    const place = [(x - grow - ox) * scale, (y - grow - oy) * scale, (w + 2 * grow) * scale, (h + 2 * grow) * scale];
    if (scale < 6) ctx.rect(...place);
    else ctx.roundRect(...place, scale * 0.4);
  }
  ctx.fill();
}

/**
 * The walls of a house are filled, and inked on the outside too.
 * @type {(ctx: Context, level: Level, area: Box, at: Placement, ink: Ink) => void}
 */
function masonry(ctx, level, area, at, ink) {
  const { scale, ox, oy } = at;
  /** @type {(x: number, y: number) => boolean} */
  const isWall = (x, y) => level.at(x, y) === WALL;
  ctx.fillStyle = ink.masonry;
  ctx.beginPath();
  for (let y = area[1]; y < area[3]; y++) {
    /** @type {number | null} */
    let start = null;
    for (let x = area[0]; x <= area[2]; x++) {
      if (x < area[2] && isWall(x, y)) start ??= x;
      else if (start !== null) {
        ctx.rect((start - ox) * scale, (y - oy) * scale - 0.5, (x - start) * scale, scale + 1);
        start = null;
      }
    }
  }
  ctx.fill();
  /** @type {EdgeTest} */
  const test = (x, y, u, v) => {
    const [a, b] = [level.at(x, y), level.at(u, v)];
    return (a === WALL && b === ROCK) || (b === WALL && a === ROCK) ? 1 : 0;
  };
  ctx.lineCap = 'round';
  strokeEdges(ctx, area, at, test, [[ink.ink, Math.max(0.9, scale * 0.14)]]);
}

/** @type {(ctx: Context, level: Level, area: Box, at: Placement, ink: Ink) => void} */
function hatch(ctx, level, [left, top, right, bottom], { scale, ox, oy }, ink) {
  /** @type {(x: number, y: number) => boolean} */
  const isOpen = (x, y) => level.isOpen(Math.floor(x), Math.floor(y));
  ctx.beginPath();
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (level.isOpen(x, y) || !nearOpen(level, x, y)) continue;
      hatchCell(ctx, x, y, (px, py) => distance(level, px, py), isOpen, scale, ox, oy);
    }
  }
  ctx.strokeStyle = withAlpha(ink.hatch, Math.min(0.85, 0.4 + (scale - HATCH_FROM) / 14));
  ctx.lineWidth = Math.max(0.7, scale * 0.034);
  ctx.lineCap = 'round';
  ctx.stroke();
}

/** @type {(level: Level, x: number, y: number) => boolean} */
function nearOpen(level, x, y) {
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) if (level.isOpen(x + dx, y + dy)) return true;
  }
  return false;
}

/**
 * From a point to the nearest open cell, if that is within a cell.
 * @type {(level: Level, px: number, py: number) => number}
 */
function distance(level, px, py) {
  const [cx, cy] = [Math.floor(px), Math.floor(py)];
  let best = 4;
  for (let y = cy - 1; y <= cy + 1; y++) {
    for (let x = cx - 1; x <= cx + 1; x++) {
      if (!level.isOpen(x, y)) continue;
      const dx = Math.max(x - px, px - x - 1, 0);
      const dy = Math.max(y - py, py - y - 1, 0);
      best = Math.min(best, dx * dx + dy * dy);
    }
  }
  return Math.sqrt(best);
}

/**
 * Calls with [along, start, end] for runs of `test` along rows (or along columns when `across`).
 * @type {(area: Box, across: boolean, test: EdgeTest,
 *   take: (along: number, start: number, end: number, kind: number) => void) => void}
 */
function edges([left, top, right, bottom], across, test, take) {
  const [a0, a1, b0, b1] = across ? [left, right, top, bottom] : [top, bottom, left, right];
  for (let a = a0; a <= a1; a++) {
    let start = -1;
    let kind = 0;
    for (let b = b0; b <= b1; b++) {
      const now = b === b1 ? 0 : across ? test(a, b, a - 1, b) : test(b, a, b, a - 1);
      if (now === kind) continue;
      if (kind) take(a, start, b, kind);
      [start, kind] = [b, now];
    }
  }
}

/** @type {(ctx: Context, area: Box, at: Placement, test: EdgeTest, kinds: [style: string, width: number][]) => void} */
function strokeEdges(ctx, area, { scale, ox, oy }, test, kinds) {
  const paths = kinds.map(() => new Path2D());
  edges(area, false, test, (y, from, to, kind) => {
    paths[kind - 1].moveTo((from - ox) * scale, (y - oy) * scale);
    paths[kind - 1].lineTo((to - ox) * scale, (y - oy) * scale);
  });
  edges(area, true, test, (x, from, to, kind) => {
    paths[kind - 1].moveTo((x - ox) * scale, (from - oy) * scale);
    paths[kind - 1].lineTo((x - ox) * scale, (to - oy) * scale);
  });
  kinds.forEach(([style, width], i) => {
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    ctx.stroke(paths[i]);
  });
}

/** @type {(ctx: Context, level: Level, area: Box, at: Placement, ink: Ink) => void} */
function grid(ctx, level, area, at, ink) {
  const strength = Math.min(1, (at.scale - GRID_FROM + 3) / 9);
  /** @type {EdgeTest} */
  const test = (x, y, u, v) => (level.isOpen(x, y) && level.isOpen(u, v) ? 1 : 0);
  ctx.lineCap = 'butt';
  strokeEdges(ctx, area, at, test, [[withAlpha(ink.ink, 0.13 * strength), Math.max(1, at.scale * 0.018)]]);
}

/**
 * A soft shadow on the floor under the walls to the north and west, as if the light came from there.
 * @type {(ctx: Context, level: Level, area: Box, at: Placement, ink: Ink) => void}
 */
function shade(ctx, level, area, { scale, ox, oy }, ink) {
  /** @type {EdgeTest} */
  const shadow = (x, y, u, v) => (level.isOpen(x, y) && !level.isOpen(u, v) ? 1 : 0);
  for (const [reach, alpha] of [[0.34, 0.045], [0.2, 0.06]]) {
    ctx.fillStyle = withAlpha(ink.dark ? '#000000' : ink.ink, ink.dark ? alpha * 3 : alpha);
    ctx.beginPath();
    edges(area, false, shadow, (y, from, to) => {
      ctx.rect((from - ox) * scale, (y - oy) * scale, (to - from) * scale, reach * scale);
    });
    edges(area, true, shadow, (x, from, to) => {
      ctx.rect((x - ox) * scale, (from - oy) * scale, reach * scale, (to - from) * scale);
    });
    ctx.fill();
  }
}

/** @type {(ctx: Context, level: Level, area: Box, at: Placement, ink: Ink) => void} */
function outline(ctx, level, area, at, ink) {
  const { scale } = at;
  /** @type {EdgeTest} */
  const test = (x, y, u, v) => {
    const [a, b] = [level.isOpen(x, y), level.isOpen(u, v)];
    if (a === b) return 0;
    return level.isCorridor(a ? x : u, a ? y : v) ? 2 : 1;
  };
  const alpha = Math.min(1, 0.5 + scale / 10);
  const style = withAlpha(ink.ink, alpha);
  ctx.lineCap = scale >= 5 ? 'round' : 'square';
  strokeEdges(ctx, area, at, test, [[style, Math.max(0.9, scale * 0.14)], [style, Math.max(0.8, scale * 0.1)]]);
}

/**
 * Whether a scale is drawn by colours instead of lines.
 * @type {(scale: number) => boolean}
 */
export const isPlain = (scale) => scale < PLAIN;

/**
 * Paints an area with mean colours, as pixels: for far views, where lines would be noise.
 * @type {(ctx: Context, level: Level, scale: number, ox: number, oy: number, width: number, height: number) => void}
 */
export function paintPlain(ctx, level, scale, ox, oy, width, height) {
  const image = ctx.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const tones = toneTable();
  const step = 1 / scale;
  const columns = Array.from({ length: width }, (_, px) => span(ox + px * step, ox + (px + 1) * step, level.width));
  for (let py = 0; py < height; py++) {
    const [y0, y1] = span(oy + py * step, oy + (py + 1) * step, level.height);
    for (let px = 0; px < width; px++) pixels[py * width + px] = mean(level, tones, columns[px], y0, y1);
  }
  ctx.putImageData(image, 0, 0);
}

/**
 * The cells that a pixel covers, at least one, as far as they are on the map.
 * @type {(from: number, to: number, size: number) => [number, number]}
 */
const span = (from, to, size) => {
  const first = Math.floor(from + 1e-6);
  return [Math.max(0, first), Math.min(size, Math.max(first + 1, Math.floor(to + 1e-6)))];
};

/**
 * @type {(level: Level, tones: ReturnType<typeof toneTable>, columns: [number, number], y0: number,
 *   y1: number) => number}
 */
function mean(level, { byTone, paper }, [x0, x1], y0, y1) {
  let [r, g, b, n] = [0, 0, 0, 0];
  for (let y = y0; y < y1; y++) {
    const row = level.toneRow(y);
    for (let x = x0; x < x1; x++, n++) {
      const tone = byTone[row[x]];
      r += tone[0];
      g += tone[1];
      b += tone[2];
    }
  }
  if (n === 0) return paper;
  return (0xff000000 | (Math.round(b / n) << 16) | (Math.round(g / n) << 8) | Math.round(r / n)) >>> 0;
}

/** Colours by tone: rock, wall, room, corridor. Corridors are dark, for a pale line one cell wide is lost on paper. */
function toneTable() {
  const ink = colours();
  /** @type {(hex: string) => number[]} */
  const rgb = (hex) => [0, 8, 16].map((shift) => (pixel(hex) >> shift) & 255);
  /** @type {(a: string, b: string, part: number) => number[]} */
  const mix = (a, b, part) => rgb(a).map((value, i) => value * (1 - part) + rgb(b)[i] * part);
  const byTone = [rgb(ink.paper), mix(ink.paper, ink.ink, 0.5), rgb(ink.floor), mix(ink.paper, ink.ink, 0.42)];
  return { byTone, paper: pixel(ink.paper) };
}
