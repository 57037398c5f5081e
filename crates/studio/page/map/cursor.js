// The keyboard's pointer: a cell that arrow keys move. Whatever the mouse can do, the cursor can.

/** @import { Cell, Level, Point, Stage } from '../types.js' */

import { colours } from './colours.js';
import { box } from './shapes.js';

/** @type {{ [key: string]: Point }} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAP = 8;

export class Cursor {
  /**
   * @param {Stage} stage
   * @param {object} listener
   * @param {(cell: Cell) => void} listener.moved is called when keys move the cursor
   * @param {(cell: Cell, event: KeyboardEvent) => void} listener.act is called on Enter
   */
  constructor(stage, { moved, act }) {
    this.stage = stage;
    /** @type {Cell | null} */
    this.cell = null;
    this.isOn = false;
    stage.element.addEventListener('keydown', (event) => {
      const step = ARROWS[event.key];
      if (step && !event.altKey && !event.ctrlKey) {
        event.preventDefault();
        const cell = this.step(step, event.shiftKey ? LEAP : 1);
        if (cell) moved(cell);
      } else if (event.key === 'Enter' && stage.level) {
        event.preventDefault();
        act(this.start(stage.level), event);
      }
    });
    stage.element.addEventListener('blur', () => {
      this.isOn = false;
      stage.invalidate('overlay');
    });
  }

  /**
   * Where the cursor begins: where the mouse was, or in the middle.
   * @type {(level: Level) => Cell}
   */
  start(level) {
    const { camera } = this.stage;
    const [x, y] = this.cell ?? camera.cellAt(camera.width / 2, camera.height / 2);
    this.cell = [clamp(x, level.width), clamp(y, level.height)];
    this.isOn = true;
    return this.cell;
  }

  /**
   * Another pointer is at a cell: keys go on from there.
   * @type {(cell: Cell) => void}
   */
  follow(cell) {
    this.cell = cell;
    if (this.isOn) this.stage.invalidate('overlay');
    this.isOn = false;
  }

  /** @type {(step: Point, length: number) => Cell | null} */
  step([dx, dy], length) {
    const { level, camera } = this.stage;
    if (!level) return null;
    const [x, y] = this.start(level);
    this.cell = [clamp(x + dx * length, level.width), clamp(y + dy * length, level.height)];
    const isFar = camera.reveal(...this.cell);
    this.stage.invalidate(isFar ? 'both' : 'overlay');
    return this.cell;
  }

  /** @type {(ctx: CanvasRenderingContext2D) => void} */
  paint(ctx) {
    const { camera } = this.stage;
    if (!this.isOn || !this.cell) return;
    const [x, y, w, h] = box(camera, this.cell[0], this.cell[1], this.cell[0] + 1, this.cell[1] + 1);
    const grow = Math.max(2, (12 - w) / 2);
    const { select, paper } = colours();
    for (const { style, width } of [{ style: paper, width: 5 }, { style: select, width: 2.5 }]) {
      ctx.strokeStyle = style;
      ctx.lineWidth = width;
      ctx.strokeRect(x - grow, y - grow, w + 2 * grow, h + 2 * grow);
    }
  }
}

/** @type {(value: number, size: number) => number} */
const clamp = (value, size) => Math.min(size - 1, Math.max(0, value));
