// One of two maps that are compared: a stage of its own with the camera of both.

/** @import { Box, Camera, Scene } from '../types.js' */

import { Stage } from '../map/canvas.js';
import { Pointer } from '../map/pointer.js';
import { withAlpha } from '../map/colours.js';
import { FLOOR } from '../map/level.js';
import { el } from '../ui/dom.js';

/** How far an arrow key pans. [Unit: CSS pixels] */
const PAN = 48;
/** How much + and - zoom. */
const ZOOM = 1.25;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [PAN, 0], ArrowRight: [-PAN, 0], ArrowUp: [0, PAN], ArrowDown: [0, -PAN] };

export class Pane {
  /**
   * @param {Camera} camera that of both
   * @param {string} colour of what only this map has
   * @param {() => void} moved is called when the camera has moved
   * @param {() => void} fit shows both maps whole
   */
  constructor(camera, colour, moved, fit) {
    const [base, overlay] = [el('canvas'), el('canvas')];
    const help = 'Arrow keys pan, plus and minus zoom, Home shows everything.';
    const props = { tabIndex: 0, role: 'application', 'aria-roledescription': 'map', title: help };
    this.element = el('div.stage', props, base, overlay);
    this.stage = new Stage(this.element, base, overlay);
    this.stage.camera = camera;
    this.colour = colour;
    /**
     * Cells in which the maps differ, as runs.
     * @type {[number, number, number][]}
     */
    this.runs = [];
    this.isMarked = true;
    /** @type {Scene | null} */
    this.scene = null;
    this.stage.painters = [(ctx) => this.mark(ctx)];
    const invalidate = this.stage.invalidate.bind(this.stage);
    // What one map shows the other shows, too: the pointer tells its own stage alone.
    this.redraw = invalidate;
    this.stage.invalidate = (layer) => {
      invalidate(layer);
      moved();
    };
    this.stage.fit = fit;
    new Pointer(this.stage, () => ({ press: () => null, hover: () => {}, click: () => {} }));
    this.element.addEventListener('keydown', (event) => this.key(event, fit));
  }

  /** @type {(scene: Scene, z: number, words: string) => void} */
  show(scene, z, words) {
    this.scene = scene;
    this.element.setAttribute('aria-label', words);
    const level = scene.levels.find((other) => other.z === z) ?? null;
    if (level) this.stage.show(level);
    else Object.assign(this.stage, { level: null });
    this.redraw();
  }

  /**
   * What is open on the level; null where nothing is.
   * @type {() => Box | null}
   */
  bounds() {
    const { level } = this.stage;
    /** @type {Box} */
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let y = 0; level && y < level.height; y++) {
      for (const [start, end] of level.runs(y, 0, level.width)) {
        [box[0], box[1]] = [Math.min(box[0], start), Math.min(box[1], y)];
        [box[2], box[3]] = [Math.max(box[2], end), Math.max(box[3], y + 1)];
      }
    }
    return box[2] > box[0] ? box : null;
  }

  /** @type {(event: KeyboardEvent, fit: () => void) => void} */
  key(event, fit) {
    const { camera } = this.stage;
    const pan = ARROWS[event.key];
    if (pan) camera.pan(...pan);
    else if (event.key === '+' || event.key === '=') camera.zoom(ZOOM, camera.width / 2, camera.height / 2);
    else if (event.key === '-') camera.zoom(1 / ZOOM, camera.width / 2, camera.height / 2);
    else if (event.key === 'Home') fit();
    else return;
    event.preventDefault();
    this.stage.invalidate();
  }

  /** @type {(ctx: CanvasRenderingContext2D) => void} */
  mark(ctx) {
    const { level, camera } = this.stage;
    if (!level || !this.isMarked) return;
    const { scale } = camera;
    ctx.fillStyle = withAlpha(this.colour, 0.42);
    for (const [left, y, length] of this.runs) {
      for (let x = left; x < left + length; x++) {
        if (!level.contains(x, y) || level.cells[level.index(x, y)] < FLOOR) continue;
        const [sx, sy] = camera.toScreen(x, y);
        ctx.fillRect(sx, sy, scale, scale);
      }
    }
  }
}
