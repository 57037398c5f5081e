// The keyboard's pointer: a cell that arrow keys move. Whatever the mouse can do, the cursor can.

import { colours } from './colours.js';
import { box } from './shapes.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAP = 8;

export class Cursor {
  /** `moved(cell)` is called when keys move it; `act(cell, event)` on Enter. */
  constructor(stage, { moved, act }) {
    Object.assign(this, { stage, cell: null, isOn: false });
    stage.element.addEventListener('keydown', (event) => {
      const step = ARROWS[event.key];
      if (step && !event.altKey && !event.ctrlKey) {
        event.preventDefault();
        this.step(step, event.shiftKey ? LEAP : 1);
        moved(this.cell);
      } else if (event.key === 'Enter' && stage.level) {
        event.preventDefault();
        this.start();
        act(this.cell, event);
      }
    });
    stage.element.addEventListener('blur', () => {
      this.isOn = false;
      stage.invalidate('overlay');
    });
  }

  /** Where the cursor begins: where the mouse was, or in the middle. */
  start() {
    const { level, camera } = this.stage;
    this.cell ??= camera.cellAt(camera.width / 2, camera.height / 2);
    this.cell = [clamp(this.cell[0], level.width), clamp(this.cell[1], level.height)];
    this.isOn = true;
  }

  step([dx, dy], length) {
    const { level, camera } = this.stage;
    if (!level) return;
    this.start();
    this.cell = [clamp(this.cell[0] + dx * length, level.width), clamp(this.cell[1] + dy * length, level.height)];
    const isFar = camera.reveal(...this.cell);
    this.stage.invalidate(isFar ? 'both' : 'overlay');
  }

  paint(ctx, camera) {
    if (!this.isOn || !this.cell) return;
    const [x, y, w, h] = box(camera, this.cell[0], this.cell[1], this.cell[0] + 1, this.cell[1] + 1);
    const grow = Math.max(2, (12 - w) / 2);
    const { select, paper } = colours();
    for (const [style, width] of [[paper, 5], [select, 2.5]]) {
      ctx.strokeStyle = style;
      ctx.lineWidth = width;
      ctx.strokeRect(x - grow, y - grow, w + 2 * grow, h + 2 * grow);
    }
  }
}

const clamp = (value, size) => Math.min(size - 1, Math.max(0, value));
