// Painting walls: strokes are cut into cells, sent while the hand moves, and one stroke is one step to undo.

import { stroke } from '../map/pointer.js';

let gestures = 2_000_000;

export class Brush {
  constructor(see, cell, solid) {
    Object.assign(this, { see, solid, last: cell, gesture: ++gestures, waiting: [], done: new Set(), busy: false });
    this.add([cell]);
  }

  move(cell) {
    this.add(stroke(this.last, cell));
    this.last = cell;
  }

  end() {}

  add(cells) {
    const { app } = this.see;
    const level = app.scene.level(app.z);
    for (const cell of cells) {
      const key = cell.join();
      if (this.done.has(key) || !level.contains(...cell)) continue;
      this.done.add(key);
      if (Boolean(level.solid.get(...cell)) !== this.solid) this.waiting.push(cell);
    }
    this.send();
  }

  async send() {
    if (this.busy || this.waiting.length === 0) return;
    this.busy = true;
    const limit = this.see.app.hello.limits.paint;
    await this.see.paintCells(this.waiting.splice(0, limit), this.solid, this.gesture);
    this.busy = false;
    this.send();
  }
}
