// A cache of painted squares of the map: 256 device pixels a side, at the scale of the moment.
//
// At rest tiles are painted at exactly the camera's scale and copied pixel by pixel. While the scale changes, tiles of
// the nearest power of two are stretched instead, so that zooming paints few tiles. What is not painted yet shows the
// overview.

/** @import { Box, Camera, Cell, Context, Frame } from '../types.js' */

import { offscreen } from './context.js';

const SIDE = 256;
const MOST_TILES = 420;
/** Time that one frame may spend on painting tiles. [Unit: ms] */
const BUDGET = 7;
/** Tiles that one frame may paint: what the browser draws later does not show in the time that is spent here. */
const PER_FRAME = { moving: 2, resting: 8 };
const OVERVIEW_SIDE = 768;

/**
 * Cell (ox, oy) begins at pixel 0, 0; a square unless it has a height.
 * @typedef {(ctx: Context, area: Box, scale: number, ox: number, oy: number, width: number, height?: number) => void
 *   } Painter
 */

/**
 * A painted square: the cells it shows, those that changed since, and when it was used.
 * @typedef {object} Tile
 * @property {OffscreenCanvas} canvas
 * @property {OffscreenCanvasRenderingContext2D} ctx
 * @property {Box} area
 * @property {Box | null} dirty
 * @property {number} used
 */

export class Tiles {
  /**
   * @param {Painter} paint paints a square of the map
   * @param {() => Box} bounds the map's rectangle
   */
  constructor(paint, bounds) {
    this.paint = paint;
    this.bounds = bounds;
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    /** @type {OffscreenCanvas | null} */
    this.overview = null;
    this.clock = 0;
  }

  clear() {
    this.tiles.clear();
    this.overview = null;
  }

  /**
   * Marks what lies near a rectangle of cells as changed.
   * @type {(cells: Box) => void}
   */
  touch([left, top, right, bottom]) {
    /** @type {Box} */
    const area = [left - 2, top - 2, right + 2, bottom + 2];
    this.overview = null;
    for (const tile of this.tiles.values()) {
      if (!overlaps(tile.area, area)) continue;
      tile.dirty = tile.dirty ? union(tile.dirty, area) : area;
    }
  }

  /**
   * Draws what the camera sees. Returns whether tiles are still missing.
   * @type {(ctx: Context, camera: Camera, ratio: number, zooming: boolean) => boolean}
   */
  draw(ctx, camera, ratio, zooming) {
    const exact = camera.scale * ratio;
    const coarse = 2 ** Math.round(Math.log2(exact));
    const scale = zooming ? coarse : exact;
    const wanted = this.wanted(camera, ratio, scale);
    const most = zooming ? PER_FRAME.moving : PER_FRAME.resting;
    const ready = this.prepare(wanted, scale, performance.now() + BUDGET, most);
    // After a zoom the stretched tiles stay until all sharp ones are there: better than a patchwork.
    const stretched = ready || zooming ? null : this.wanted(camera, ratio, coarse);
    const isStretched = stretched?.every(([i, j]) => this.tiles.has(`${coarse}:${i}:${j}`));
    if (stretched && isStretched) this.copy(ctx, camera, ratio, coarse, stretched);
    else this.copy(ctx, camera, ratio, scale, wanted);
    this.forget();
    return !ready;
  }

  /**
   * The tiles in the window, the middle ones first.
   * @type {(camera: Camera, ratio: number, scale: number) => Cell[]}
   */
  wanted(camera, ratio, scale) {
    const factor = scale / (camera.scale * ratio);
    const [w, h] = [camera.width * ratio * factor, camera.height * ratio * factor];
    const [left, top] = [camera.x * scale - w / 2, camera.y * scale - h / 2];
    const [x0, y0, x1, y1] = [left, top, left + w, top + h].map((p) => Math.floor(p / SIDE));
    /** @type {Cell[]} */
    const found = [];
    for (let j = y0; j <= y1; j++) for (let i = x0; i <= x1; i++) if (this.isOnMap(i, j, scale)) found.push([i, j]);
    const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return found.sort((a, b) => Math.hypot(a[0] - mx, a[1] - my) - Math.hypot(b[0] - mx, b[1] - my));
  }

  /** @type {(i: number, j: number, scale: number) => boolean} */
  isOnMap(i, j, scale) {
    const [left, top, right, bottom] = this.bounds();
    return overlaps(areaOf(i, j, scale), [left - 2, top - 2, right + 2, bottom + 2]);
  }

  /** @type {(wanted: Cell[], scale: number, until: number, most: number) => boolean} */
  prepare(wanted, scale, until, most) {
    let painted = 0;
    for (const [i, j] of wanted) {
      const key = `${scale}:${i}:${j}`;
      const tile = this.tiles.get(key);
      if (tile && !tile.dirty) {
        tile.used = ++this.clock;
        continue;
      }
      if (painted >= most || (painted > 0 && performance.now() > until)) return false;
      this.tiles.set(key, this.refresh(tile ?? fresh(i, j, scale), scale));
      painted++;
    }
    return true;
  }

  /** @type {(tile: Tile, scale: number) => Tile} */
  refresh(tile, scale) {
    const [left, top] = tile.area;
    const { ctx } = tile;
    ctx.save();
    if (tile.dirty) {
      const [l, t, r, b] = tile.dirty;
      const [x, y] = [Math.floor((l - left) * scale), Math.floor((t - top) * scale)];
      ctx.beginPath();
      ctx.rect(x, y, Math.ceil((r - l) * scale) + 1, Math.ceil((b - t) * scale) + 1);
      ctx.clip();
    }
    // A cell more than the clip, so that no pixel of its border is painted by half.
    const area = tile.dirty ? intersect(tile.area, tile.dirty) : tile.area;
    this.paint(ctx, tile.dirty ? grow(area, 1) : area, scale, left, top, SIDE);
    ctx.restore();
    tile.dirty = null;
    tile.used = ++this.clock;
    return tile;
  }

  /**
   * Copies tiles to their places; where one is missing, the overview is stretched over its place.
   * @type {(ctx: Context, camera: Camera, ratio: number, scale: number, wanted: Cell[]) => void}
   */
  copy(ctx, camera, ratio, scale, wanted) {
    const exact = camera.scale * ratio;
    const stretch = exact / scale;
    const left = camera.x * exact - (camera.width * ratio) / 2;
    const top = camera.y * exact - (camera.height * ratio) / 2;
    const [ox, oy] = stretch === 1 ? [Math.round(left), Math.round(top)] : [left, top];
    for (const [i, j] of wanted) {
      const tile = this.tiles.get(`${scale}:${i}:${j}`);
      const [x0, y0] = [Math.round(i * SIDE * stretch - ox), Math.round(j * SIDE * stretch - oy)];
      const [x1, y1] = [Math.round((i + 1) * SIDE * stretch - ox), Math.round((j + 1) * SIDE * stretch - oy)];
      ctx.imageSmoothingEnabled = !tile || stretch !== 1;
      if (tile) ctx.drawImage(tile.canvas, x0, y0, x1 - x0, y1 - y0);
      else this.patch(ctx, areaOf(i, j, scale), [x0, y0, x1 - x0, y1 - y0]);
    }
  }

  /**
   * A part of the overview; beyond the map there is nothing to show.
   * @type {(ctx: Context, area: Box, place: Frame) => void}
   */
  patch(ctx, [l, t, r, b], [x, y, w, h]) {
    const [left, top, right, bottom] = this.bounds();
    this.overview ??= this.paintOverview();
    const [u, v] = [w / (r - l), h / (b - t)];
    const [l2, t2, r2, b2] = intersect([l, t, r, b], [left, top, right, bottom]);
    if (r2 <= l2 || b2 <= t2) return;
    const [p, q] = [this.overview.width / (right - left), this.overview.height / (bottom - top)];
    /** @type {Frame} */
    const from = [(l2 - left) * p, (t2 - top) * q, (r2 - l2) * p, (b2 - t2) * q];
    ctx.drawImage(this.overview, ...from, x + (l2 - l) * u, y + (t2 - t) * v, (r2 - l2) * u, (b2 - t2) * v);
  }

  paintOverview() {
    const [left, top, right, bottom] = this.bounds();
    const scale = Math.min(2, OVERVIEW_SIDE / Math.max(right - left, bottom - top));
    const [w, h] = [Math.max(1, Math.round((right - left) * scale)), Math.max(1, Math.round((bottom - top) * scale))];
    const { canvas, ctx } = offscreen(w, h);
    this.paint(ctx, [left, top, right, bottom], scale, left, top, w, h);
    return canvas;
  }

  /** Drops the tiles that were not used for longest. */
  forget() {
    if (this.tiles.size <= MOST_TILES) return;
    const oldest = [...this.tiles].sort((a, b) => a[1].used - b[1].used).slice(0, MOST_TILES / 4);
    for (const [key] of oldest) this.tiles.delete(key);
  }
}

/** @type {(i: number, j: number, scale: number) => Tile} */
function fresh(i, j, scale) {
  return { ...offscreen(SIDE, SIDE, { alpha: false }), area: areaOf(i, j, scale), dirty: null, used: 0 };
}

/**
 * The cells of a tile.
 * @type {(i: number, j: number, scale: number) => Box}
 */
function areaOf(i, j, scale) {
  const side = SIDE / scale;
  return [i * side, j * side, (i + 1) * side, (j + 1) * side];
}

/** @type {(a: Box, b: Box) => boolean} */
const overlaps = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
/** @type {(a: Box, by: number) => Box} */
const grow = (a, by) => [a[0] - by, a[1] - by, a[2] + by, a[3] + by];
/** @type {(a: Box, b: Box) => Box} */
const union = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
/** @type {(a: Box, b: Box) => Box} */
const intersect = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
