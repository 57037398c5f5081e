// Paints terrain as the printed maps do: pale floor, inked outline, hatched rock. Reads a level, decides nothing.

import { colours, pixel, withAlpha } from './colours.js';
import { hatchCell } from './hatch.js';
import { ROCK, WALL } from './level.js';

/** Below this many pixels a cell, cells are single colours. */
const PLAIN = 2.5;
const GRID_FROM = 8;
const HATCH_FROM = 6;

/** Paints cells [left, right) × [top, bottom) so that cell (ox, oy) begins at pixel 0, 0. Fractions are welcome. */
export function paintTerrain(ctx, level, [left, top, right, bottom], scale, ox, oy) {
  const ink = colours();
  ctx.fillStyle = ink.paper;
  ctx.fillRect((left - ox) * scale, (top - oy) * scale, (right - left) * scale, (bottom - top) * scale);
  const area = [Math.floor(left) - 2, Math.floor(top) - 2, Math.ceil(right) + 2, Math.ceil(bottom) + 2];
  const at = { scale, ox, oy };
  const boxes = openBoxes(level, area);
  if (boxes.length === 0) return;
  if (level.isHouse) masonry(ctx, level, area, at, ink);
  else {
    ctx.fillStyle = ink.rock;
    halo(ctx, boxes, at, Math.min(0.85, Math.max(0, (scale - PLAIN) / 6)));
    if (scale >= HATCH_FROM) hatch(ctx, level, area, at, ink);
  }
  ctx.fillStyle = ink.floor;
  ctx.beginPath();
  for (const [x, y, w, h] of boxes) ctx.rect((x - ox) * scale, (y - oy) * scale, w * scale, h * scale);
  ctx.fill();
  if (scale >= GRID_FROM) grid(ctx, level, area, at, ink);
  if (scale >= 5) shade(ctx, level, area, at, ink);
  outline(ctx, level, area, at, ink);
}

/** The open cells of an area as few rectangles: runs of a row, joined while the next row repeats them. */
function openBoxes(level, [left, top, right, bottom]) {
  const done = [];
  let live = new Map();
  for (let y = Math.max(0, top); y < Math.min(level.height, bottom); y++) {
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

function halo(ctx, boxes, { scale, ox, oy }, grow) {
  if (grow <= 0) return;
  ctx.beginPath();
  for (const [x, y, w, h] of boxes) {
    const place = [(x - grow - ox) * scale, (y - grow - oy) * scale, (w + 2 * grow) * scale, (h + 2 * grow) * scale];
    if (scale < 6) ctx.rect(...place);
    else ctx.roundRect(...place, scale * 0.4);
  }
  ctx.fill();
}

/** The walls of a house are filled, and inked on the outside too. */
function masonry(ctx, level, area, at, ink) {
  const { scale, ox, oy } = at;
  const isWall = (x, y) => level.at(x, y) === WALL;
  ctx.fillStyle = ink.masonry;
  ctx.beginPath();
  for (let y = area[1]; y < area[3]; y++) {
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
  const test = (x, y, u, v) => {
    const [a, b] = [level.at(x, y), level.at(u, v)];
    return (a === WALL && b === ROCK) || (b === WALL && a === ROCK) ? 1 : 0;
  };
  ctx.lineCap = 'round';
  strokeEdges(ctx, area, at, test, [[ink.ink, Math.max(0.9, scale * 0.14)]]);
}

function hatch(ctx, level, [left, top, right, bottom], { scale, ox, oy }, ink) {
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

function nearOpen(level, x, y) {
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) if (level.isOpen(x + dx, y + dy)) return true;
  }
  return false;
}

/** From a point to the nearest open cell, if that is within a cell. */
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

/** Calls with [along, start, end] for runs of `test` along rows (or along columns when `across`). */
function edges([left, top, right, bottom], across, test, tell) {
  const [a0, a1, b0, b1] = across ? [left, right, top, bottom] : [top, bottom, left, right];
  for (let a = a0; a <= a1; a++) {
    let start = -1;
    let kind = 0;
    for (let b = b0; b <= b1; b++) {
      const now = b === b1 ? 0 : across ? test(a, b, a - 1, b) : test(b, a, b, a - 1);
      if (now === kind) continue;
      if (kind) tell(a, start, b, kind);
      [start, kind] = [b, now];
    }
  }
}

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

function grid(ctx, level, area, at, ink) {
  const strength = Math.min(1, (at.scale - GRID_FROM + 3) / 9);
  const test = (x, y, u, v) => (level.isOpen(x, y) && level.isOpen(u, v) ? 1 : 0);
  ctx.lineCap = 'butt';
  strokeEdges(ctx, area, at, test, [[withAlpha(ink.ink, 0.13 * strength), Math.max(1, at.scale * 0.018)]]);
}

/** A soft shadow on the floor under the walls to the north and west, as if the light came from there. */
function shade(ctx, level, area, { scale, ox, oy }, ink) {
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

function outline(ctx, level, area, at, ink) {
  const { scale } = at;
  const corridor = (x, y) => level.isCorridor(x, y);
  const test = (x, y, u, v) => {
    const [a, b] = [level.isOpen(x, y), level.isOpen(u, v)];
    if (a === b) return 0;
    return corridor(a ? x : u, a ? y : v) ? 2 : 1;
  };
  const alpha = scale >= 5 ? 1 : 0.45 + (scale / 5) * 0.5;
  const style = withAlpha(ink.ink, alpha);
  ctx.lineCap = scale >= 5 ? 'round' : 'square';
  strokeEdges(ctx, area, at, test, [[style, Math.max(0.9, scale * 0.14)], [style, Math.max(0.8, scale * 0.1)]]);
}

/** Whether a scale is drawn by colours instead of lines. */
export const isPlain = (scale) => scale < PLAIN;

/** Paints an area with one colour a cell, as pixels: for far views, where lines would be noise. */
export function paintPlain(ctx, level, [left, top, right, bottom], scale, ox, oy, width, height) {
  const image = ctx.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const tones = toneTable();
  const step = 1 / scale;
  for (let py = 0; py < height; py++) {
    const [y0, y1] = span(oy + py * step, oy + (py + 1) * step);
    for (let px = 0; px < width; px++) {
      const [x0, x1] = span(ox + px * step, ox + (px + 1) * step);
      pixels[py * width + px] = tones[density(level, x0, y0, x1, y1)];
    }
  }
  ctx.putImageData(image, 0, 0);
}

const span = (from, to) => {
  const first = Math.floor(from + 1e-6);
  return [first, Math.max(first + 1, Math.floor(to + 1e-6))];
};

/** 0 to 32 parts of wall, then 33 to 65: the same for floor; plain rock is 66. */
function density(level, x0, y0, x1, y1) {
  let [open, wall, all] = [0, 0, 0];
  for (let y = Math.max(0, y0); y < Math.min(level.height, y1); y++) {
    for (let x = Math.max(0, x0); x < Math.min(level.width, x1); x++) {
      const tone = level.tone(x, y);
      open += tone === 2;
      wall += tone === 1;
      all++;
    }
  }
  if (open + wall === 0) return 66;
  if (wall * 3 >= all) return Math.round((wall / all) * 32);
  return 33 + Math.round((open / all) * 32);
}

function toneTable() {
  const ink = colours();
  const mix = (a, b, part) => {
    const [p, q] = [pixel(a), pixel(b)];
    let mixed = 0xff000000;
    for (const shift of [0, 8, 16]) {
      mixed |= Math.round(((p >> shift) & 255) * (1 - part) + ((q >> shift) & 255) * part) << shift;
    }
    return mixed >>> 0;
  };
  const tones = new Uint32Array(67);
  for (let i = 0; i <= 32; i++) {
    tones[i] = mix(ink.rock, ink.ink, (i / 32) * 0.62);
    tones[33 + i] = mix(ink.rock, ink.floor, Math.min(1, i / 16));
  }
  tones[66] = pixel(ink.paper);
  return tones;
}
