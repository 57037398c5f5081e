// The stage: two canvases, one over the other, drawn when something changed and never more often than the screen.

/** @import { Box, Cell, Context, IsShown, Layer, Level } from '../types.js' */

import { colours, onColours } from './colours.js';
import { Camera } from './camera.js';
import { contextOf } from './context.js';
import { isPlain, paintPlain, paintTerrain } from './terrain.js';
import { Tiles } from './tiles.js';

/** How long after the last change of scale the map is painted sharp. [Unit: ms] */
const SETTLE = 160;
const SAMPLES = 600;

export class Stage {
  /** @param {HTMLElement} element @param {HTMLCanvasElement} base @param {HTMLCanvasElement} overlay */
  constructor(element, base, overlay) {
    this.element = element;
    this.base = base;
    this.overlay = overlay;
    this.camera = new Camera();
    /** @type {Level | null} */
    this.level = null;
    this.ratio = 1;
    /** @type {((ctx: CanvasRenderingContext2D) => void)[]} */
    this.painters = [];
    /**
     * Replaces the inked terrain; returns whether a part is still missing.
     * @type {((ctx: Context) => boolean) | null}
     */
    this.ground = null;
    this.ctx = contextOf(base, { alpha: false });
    this.top = contextOf(overlay);
    this.stale = { base: true, overlay: true };
    this.frame = 0;
    /**
     * How long the last frames took to draw. [Unit: ms]
     * @type {number[]}
     */
    this.draws = [];
    /** @type {IsShown} */
    this.isShown = () => true;
    /** @type {number | undefined} */
    this.settling = undefined;
    /** @type {Tiles['paint']} */
    const paint = (...place) => this.paintTile(...place);
    this.tiles = new Tiles(paint, () => this.level?.bounds() ?? [0, 0, 0, 0]);
    new ResizeObserver(() => this.resize()).observe(element);
    onColours(() => this.repaint());
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    this.ratio = Math.min(3, window.devicePixelRatio || 1);
    Object.assign(this.camera, { width, height });
    for (const canvas of [this.base, this.overlay]) {
      canvas.width = Math.max(1, Math.round(width * this.ratio));
      canvas.height = Math.max(1, Math.round(height * this.ratio));
    }
    if (this.camera.isFitted) this.fit();
    this.stale = { base: true, overlay: true };
    this.draw();
  }

  /**
   * Shows a level.
   * @type {(level: Level) => void}
   */
  show(level) {
    this.level = level;
    this.repaint();
  }

  /** Everything looks different: other colours, another map. */
  repaint() {
    this.tiles.clear();
    this.invalidate();
  }

  /**
   * Cells changed.
   * @type {(area: Box) => void}
   */
  touch(area) {
    this.level?.touch(area[1], area[3]);
    this.tiles.touch(area);
    this.invalidate();
  }

  /** @type {(layer?: Layer) => void} */
  invalidate(layer = 'both') {
    if (layer !== 'overlay') this.stale.base = true;
    this.stale.overlay = true;
    this.request();
  }

  request() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const began = performance.now();
    // Cleared first: a painter that moves asks for the next frame while it draws this one.
    const stale = this.stale;
    this.stale = { base: false, overlay: false };
    const more = stale.base && this.drawBase(began);
    if (stale.overlay) this.drawOverlay();
    this.draws.push(performance.now() - began);
    if (this.draws.length > SAMPLES) this.draws.shift();
    if (more) this.invalidate('base');
  }

  /** @type {(now: number) => boolean} */
  drawBase(now) {
    const { ctx, camera } = this;
    ctx.fillStyle = this.ground ? colours()['see-hidden'] : colours().paper;
    ctx.fillRect(0, 0, this.base.width, this.base.height);
    if (!this.level) return false;
    if (this.ground) return this.ground(ctx);
    const wait = camera.zoomedAt + SETTLE - now;
    if (wait > 0) {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.invalidate(), wait + 1);
    }
    return this.tiles.draw(ctx, camera, this.ratio, wait > 0);
  }

  drawOverlay() {
    const { top } = this;
    top.setTransform(1, 0, 0, 1, 0, 0);
    top.clearRect(0, 0, this.overlay.width, this.overlay.height);
    if (!this.level) return;
    // One unit is a CSS pixel; painters ask the camera for places.
    top.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    for (const painter of this.painters) painter(top);
  }

  /** @type {Tiles['paint']} */
  paintTile(ctx, area, scale, ox, oy, width, height = width) {
    const { level } = this;
    if (!level) return;
    if (isPlain(scale)) paintPlain(ctx, level, scale, ox, oy, width, height);
    else paintTerrain(ctx, level, area, scale, ox, oy);
    level.things?.paint(ctx, area, scale, ox, oy, this.isShown);
  }

  /**
   * Where a cell is in the window.
   * @type {(cell: Cell) => Box}
   */
  boxOf([x, y]) {
    const { left, top } = this.element.getBoundingClientRect();
    const [sx, sy] = this.camera.toScreen(x, y);
    return [left + sx, top + sy, left + sx + this.camera.scale, top + sy + this.camera.scale];
  }

  fit() {
    if (!this.level) return;
    this.camera.fit(this.level.bounds());
    this.invalidate();
  }
}
