// Where the viewer looks: the cell coordinates at the middle of the window, and how many CSS pixels a cell has.

/** @import { Box, Cell, Point } from '../types.js' */

const MIN_SCALE = 0.05;
const MAX_SCALE = 96;
/** What stays free round a fitted map. [Unit: CSS pixels] */
const MARGIN = 28;

/** @type {(value: number, low: number, high: number) => number} */
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

export class Camera {
  constructor() {
    this.x = 0;
    this.y = 0;
    /** CSS pixels a cell. */
    this.scale = 12;
    this.width = 1;
    this.height = 1;
    /** What panels and bars cover, so that "fit" uses the part that is free. */
    this.inset = { top: 0, right: 0, bottom: 0, left: 0 };
    this.zoomedAt = -Infinity;
    /** Whether it shows what `fit` made it show. */
    this.isFitted = false;
  }

  /**
   * From cells to CSS pixels of the window.
   * @type {(x: number, y: number) => Point}
   */
  toScreen(x, y) {
    return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
  }

  /**
   * From CSS pixels of the window to cells.
   * @type {(x: number, y: number) => Point}
   */
  toWorld(x, y) {
    return [(x - this.width / 2) / this.scale + this.x, (y - this.height / 2) / this.scale + this.y];
  }

  /** @type {(x: number, y: number) => Cell} */
  cellAt(x, y) {
    const [u, v] = this.toWorld(x, y);
    return [Math.floor(u), Math.floor(v)];
  }

  /**
   * The cells in the window: [left, top, right, bottom], half-open.
   * @type {() => Box}
   */
  window() {
    const [left, top] = this.toWorld(0, 0);
    const [right, bottom] = this.toWorld(this.width, this.height);
    return [Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)];
  }

  /**
   * Where it looks, to be put there again.
   * @type {() => [x: number, y: number, scale: number]}
   */
  place() {
    return [this.x, this.y, this.scale];
  }

  /** @type {(place: [x: number, y: number, scale: number]) => void} */
  putAt([x, y, scale]) {
    Object.assign(this, { x, y, scale: clamp(scale, MIN_SCALE, MAX_SCALE), isFitted: false });
  }

  /** @type {(dx: number, dy: number) => void} */
  pan(dx, dy) {
    if (dx !== 0 || dy !== 0) this.isFitted = false;
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  /**
   * Changes the scale so that what is at this place of the window stays there.
   * @type {(factor: number, x: number, y: number) => void}
   */
  zoom(factor, x, y) {
    this.isFitted = false;
    const [wx, wy] = this.toWorld(x, y);
    this.scale = clamp(this.scale * factor, MIN_SCALE, MAX_SCALE);
    const [sx, sy] = this.toScreen(wx, wy);
    this.pan(x - sx, y - sy);
    this.zoomedAt = performance.now();
  }

  /**
   * Shows a rectangle of cells as large as it goes.
   * @type {(area: Box, most?: number) => void}
   */
  fit([left, top, right, bottom], most = 40) {
    const { inset } = this;
    const wide = Math.max(40, this.width - inset.left - inset.right - 2 * MARGIN);
    const high = Math.max(40, this.height - inset.top - inset.bottom - 2 * MARGIN);
    const cells = [Math.max(1, right - left), Math.max(1, bottom - top)];
    this.scale = clamp(Math.min(wide / cells[0], high / cells[1]), MIN_SCALE, most);
    this.x = (left + right) / 2 + (inset.right - inset.left) / 2 / this.scale;
    this.y = (top + bottom) / 2 + (inset.bottom - inset.top) / 2 / this.scale;
    this.isFitted = true;
  }

  /**
   * Moves as little as needed for a cell to be in the free part of the window.
   * @type {(x: number, y: number) => boolean}
   */
  reveal(x, y) {
    const { inset } = this;
    const edge = Math.max(24, this.scale * 1.5);
    const [sx, sy] = this.toScreen(x + 0.5, y + 0.5);
    const tx = clamp(sx, inset.left + edge, Math.max(inset.left + edge, this.width - inset.right - edge));
    const ty = clamp(sy, inset.top + edge, Math.max(inset.top + edge, this.height - inset.bottom - edge));
    this.pan(tx - sx, ty - sy);
    return tx !== sx || ty !== sy;
  }
}
