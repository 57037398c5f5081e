// The stage: two canvases, one over the other, drawn when something changed and never more often than the screen.

import { colours, onColours } from './colours.js';
import { Camera } from './camera.js';
import { isPlain, paintPlain, paintTerrain } from './terrain.js';
import { Tiles } from './tiles.js';

/** How long after the last change of scale the map is painted sharp. [Unit: ms] */
const SETTLE = 160;
const SAMPLES = 600;

export class Stage {
  constructor(element, base, overlay) {
    Object.assign(this, { element, base, overlay, camera: new Camera(), level: null, ratio: 1, painters: [], ground: null });
    this.ctx = base.getContext('2d', { alpha: false });
    this.top = overlay.getContext('2d');
    this.stale = { base: true, overlay: true };
    this.frame = 0;
    /** How long the last frames took to draw. [Unit: ms] */
    this.draws = [];
    this.isShown = () => true;
    this.tiles = new Tiles((...place) => this.paintTile(...place), () => this.level?.bounds() ?? [0, 0, 0, 0]);
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
    this.stale = { base: true, overlay: true };
    this.draw();
  }

  /** Shows a level; `ground(ctx, stage)` may replace the inked terrain. */
  show(level) {
    this.level = level;
    this.repaint();
  }

  /** Everything looks different: other colours, another map. */
  repaint() {
    this.tiles.clear();
    this.invalidate();
  }

  /** Cells changed. */
  touch(area) {
    this.level?.touch(area[1], area[3]);
    this.tiles.touch(area);
    this.invalidate();
  }

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

  drawBase(now) {
    const { ctx, camera } = this;
    ctx.fillStyle = this.ground ? colours()['see-hidden'] : colours().paper;
    ctx.fillRect(0, 0, this.base.width, this.base.height);
    if (!this.level) return false;
    if (this.ground) return this.ground(ctx, this);
    const wait = camera.zoomedAt + SETTLE - now;
    if (wait > 0) {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.invalidate(), wait + 1);
    }
    return this.tiles.draw(ctx, camera, this.ratio, wait > 0);
  }

  drawOverlay() {
    const { top, camera } = this;
    top.setTransform(1, 0, 0, 1, 0, 0);
    top.clearRect(0, 0, this.overlay.width, this.overlay.height);
    if (!this.level) return;
    // One unit is a CSS pixel; painters ask the camera for places.
    top.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    for (const painter of this.painters) painter(top, camera, this);
  }

  paintTile(ctx, area, scale, ox, oy, width, height = width) {
    if (isPlain(scale)) paintPlain(ctx, this.level, scale, ox, oy, width, height);
    else paintTerrain(ctx, this.level, area, scale, ox, oy);
    this.level.things?.paint(ctx, area, scale, ox, oy, this.isShown);
  }

  fit() {
    if (!this.level) return;
    this.camera.fit(this.level.bounds());
    this.invalidate();
  }
}
