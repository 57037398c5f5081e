// Painting walls: strokes are cut into cells, sent while the hand moves, and one stroke is one step to undo.

/** @import { Cell } from '../types.js' */
/** @import { SeeMode } from './mode.js' */

import { newGesture } from '../gestures.js';
import { stroke } from '../map/pointer.js';

export class Brush {
  /** @param {SeeMode} see @param {Cell} cell @param {boolean} solid */
  constructor(see, cell, solid) {
    this.see = see;
    this.solid = solid;
    this.last = cell;
    this.gesture = newGesture();
    /** @type {Cell[]} */
    this.waiting = [];
    /** @type {Set<string>} */
    this.done = new Set();
    this.isBusy = false;
    this.add([cell]);
  }

  /** @type {(cell: Cell) => void} */
  move(cell) {
    this.add(stroke(this.last, cell));
    this.last = cell;
  }

  end() {
    this.see.brush = null;
  }

  /** @type {(cells: Cell[]) => void} */
  add(cells) {
    const { level } = this.see.app;
    if (!level) return;
    for (const cell of cells) {
      const key = cell.join();
      if (this.done.has(key) || !level.contains(...cell)) continue;
      this.done.add(key);
      if (Boolean(level.solid.get(...cell)) !== this.solid) this.waiting.push(cell);
    }
    this.send();
  }

  async send() {
    if (this.isBusy || this.waiting.length === 0) return;
    this.isBusy = true;
    const limit = this.see.app.hello.limits.paint;
    await this.see.paintCells(this.waiting.splice(0, limit), this.solid, this.gesture);
    this.isBusy = false;
    this.send();
  }
}
