// The map of See: one pixel a cell (walls red, visible green, hidden dark grey), stretched without smoothing.

/** @import { Bits, Box, Context, Level, Stage } from '../types.js' */

import { colours, onColours, pixel, withAlpha } from '../map/colours.js';
import { offscreen } from '../map/context.js';
import { paintDoor, paintWindow } from '../map/doors.js';

const GRID_FROM = 7;
const DOORS_FROM = 4;

/**
 * A canvas of one pixel a cell.
 * @typedef {object} Sheet
 * @property {OffscreenCanvas} canvas
 * @property {OffscreenCanvasRenderingContext2D} ctx
 * @property {ImageData} image
 * @property {Uint32Array} pixels
 */

export class Ground {
  constructor() {
    /** @type {Level | null} */
    this.level = null;
    /** @type {Sheet | null} */
    this.sheet = null;
    /** @type {Bits | null} */
    this.visible = null;
    /**
     * The rows to paint again: the first, and the one after the last.
     * @type {[number, number] | null}
     */
    this.stale = null;
    onColours(() => (this.level = null));
  }

  /**
   * Another view: which rows must be painted again is found by comparing.
   * @type {(visible: Bits | null) => void}
   */
  see(visible) {
    const [before, now] = [this.visible?.data, visible?.data];
    this.visible = visible;
    if (!visible || !now || (before && before.length !== now.length)) return this.touch(0, Infinity);
    const { stride } = visible;
    let [first, last] = [-1, -1];
    for (let i = 0; i < now.length; i++) {
      if (now[i] === (before ? before[i] : 0)) continue;
      const row = Math.floor(i / stride);
      if (first < 0) first = row;
      last = row;
      i = (row + 1) * stride - 1;
    }
    if (first >= 0) this.touch(first, last + 1);
  }

  /**
   * Rows changed.
   * @type {(top: number, bottom: number) => void}
   */
  touch(top, bottom) {
    this.stale = this.stale ? [Math.min(this.stale[0], top), Math.max(this.stale[1], bottom)] : [top, bottom];
  }

  /** @type {(level: Level) => OffscreenCanvas} */
  refresh(level) {
    if (this.level !== level || !this.sheet) {
      this.level = level;
      this.sheet = makeSheet(level);
      this.touch(0, Infinity);
    }
    if (!this.stale) return this.sheet.canvas;
    const [top, bottom] = [Math.max(0, this.stale[0]), Math.min(level.height, this.stale[1])];
    this.stale = null;
    this.paintRows(this.sheet.pixels, level, top, bottom);
    this.sheet.ctx.putImageData(this.sheet.image, 0, 0, 0, top, level.width, bottom - top);
    return this.sheet.canvas;
  }

  /** @type {(pixels: Uint32Array, level: Level, top: number, bottom: number) => void} */
  paintRows(pixels, level, top, bottom) {
    const ink = colours();
    const [wall, deep] = [pixel(ink['see-wall']), pixel(ink['see-deep'])];
    const [seen, hidden] = [pixel(ink['see-visible']), pixel(ink['see-hidden'])];
    const { visible } = this;
    for (let y = top; y < bottom; y++) {
      for (let x = 0, i = y * level.width; x < level.width; x++, i++) {
        if (level.solid.get(x, y)) pixels[i] = isFace(level, x, y) ? wall : deep;
        else pixels[i] = visible?.get(x, y) ? seen : hidden;
      }
    }
  }

  /** @type {(ctx: Context, stage: Stage) => boolean} */
  draw(ctx, { camera, ratio, level }) {
    if (!level) return false;
    const canvas = this.refresh(level);
    const scale = camera.scale * ratio;
    const [x, y] = camera.toScreen(0, 0).map((p) => Math.round(p * ratio));
    ctx.imageSmoothingEnabled = scale < 1;
    const [left, top, right, bottom] = camera.window();
    const [l, t] = [Math.max(0, left), Math.max(0, top)];
    const [r, b] = [Math.min(level.width, right), Math.min(level.height, bottom)];
    if (r <= l || b <= t) return false;
    ctx.drawImage(canvas, l, t, r - l, b - t, x + l * scale, y + t * scale, (r - l) * scale, (b - t) * scale);
    if (camera.scale >= GRID_FROM) this.grid(ctx, x, y, scale, [l, t, r, b]);
    if (camera.scale >= DOORS_FROM) this.doors(ctx, level, x, y, scale, [l, t, r, b]);
    return false;
  }

  /**
   * Shut doors end a shadowcast view and windows do not, so they are in sight here too.
   * @type {(ctx: Context, level: Level, x: number, y: number, scale: number, area: Box) => void}
   */
  doors(ctx, level, x, y, scale, [l, t, r, b]) {
    for (const gap of level.things?.doors ?? []) {
      const isNear = gap.x > l - 3 && gap.x < r + 3 && gap.y > t - 3 && gap.y < b + 3;
      if (isNear) paintDoor(ctx, gap.door, x + gap.x * scale, y + gap.y * scale, scale);
    }
    for (const pane of level.things?.windows ?? []) {
      const isNear = pane.x > l - 1 && pane.x < r + 1 && pane.y > t - 1 && pane.y < b + 1;
      if (isNear) paintWindow(ctx, pane.normal, x + pane.x * scale, y + pane.y * scale, scale);
    }
  }

  /** @type {(ctx: Context, x: number, y: number, scale: number, area: Box) => void} */
  grid(ctx, x, y, scale, [l, t, r, b]) {
    ctx.beginPath();
    for (let i = l; i <= r; i++) {
      ctx.moveTo(Math.round(x + i * scale) + 0.5, y + t * scale);
      ctx.lineTo(Math.round(x + i * scale) + 0.5, y + b * scale);
    }
    for (let j = t; j <= b; j++) {
      ctx.moveTo(x + l * scale, Math.round(y + j * scale) + 0.5);
      ctx.lineTo(x + r * scale, Math.round(y + j * scale) + 0.5);
    }
    ctx.strokeStyle = withAlpha(colours()['see-grid'], 0.28);
    ctx.lineWidth = 1;
    ctx.stroke();
  }
}

/** @type {(level: Level) => Sheet} */
function makeSheet({ width, height }) {
  const { canvas, ctx } = offscreen(width, height, { alpha: false });
  const image = ctx.createImageData(width, height);
  return { canvas, ctx, image, pixels: new Uint32Array(image.data.buffer) };
}

/**
 * Whether a wall stands beside something free. The rock behind is darker, so that the walls are what one sees.
 * @type {(level: Level, x: number, y: number) => boolean}
 */
function isFace({ solid, width, height }, x, y) {
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) if (!solid.get(u, v)) return true;
  }
  return false;
}
