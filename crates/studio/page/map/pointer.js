// Mouse, pen and fingers on the map: pan, zoom, pinch, and what the mode makes of a press.

/** @import { Cell, Drag, Mode, Point, Stage } from '../types.js' */

/** A press that moves less than this is a click. [Unit: CSS pixels] */
const STILL = 4;
const WHEEL = 0.0016;

/**
 * What a mode makes of the pointer.
 * @typedef {Pick<Mode, 'press' | 'hover' | 'click'>} Listener
 */

/**
 * A button that is down: where it began and was last, whether it pans, and what the mode makes of it.
 * @typedef {object} Pull
 * @property {number} id
 * @property {Point} from
 * @property {Point} last
 * @property {Cell} cell
 * @property {Drag | null} drag
 * @property {boolean} isPan
 * @property {boolean} hasMoved
 * @property {number} button
 * @property {boolean} wantsPan
 */

export class Pointer {
  /**
   * @param {Stage} stage
   * @param {() => Listener} mode who gets presses
   */
  constructor(stage, mode) {
    this.stage = stage;
    this.mode = mode;
    /**
     * Where fingers are, by their ids.
     * @type {Map<number, Point>}
     */
    this.touches = new Map();
    /** @type {Pull | null} */
    this.drag = null;
    /**
     * Where two fingers were.
     * @type {[Point, Point] | null}
     */
    this.pinched = null;
    this.space = false;
    const { element } = stage;
    element.addEventListener('pointerdown', (event) => this.down(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener('pointerup', (event) => this.up(event));
    element.addEventListener('pointercancel', (event) => this.up(event, true));
    element.addEventListener('pointerleave', () => this.mode().hover(null));
    element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('auxclick', (event) => event.preventDefault());
    addEventListener('keydown', (event) => this.hold(event, true));
    addEventListener('keyup', (event) => this.hold(event, false));
    addEventListener('blur', () => this.release());
  }

  /** @type {(event: MouseEvent) => Point} */
  place(event) {
    const { left, top } = this.stage.element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  /** @type {(event: MouseEvent) => Cell} */
  cell(event) {
    return this.stage.camera.cellAt(...this.place(event));
  }

  /** @type {(event: KeyboardEvent, isDown: boolean) => void} */
  hold(event, isDown) {
    if (event.key !== ' ') return;
    const onMap = document.activeElement === this.stage.element || document.activeElement === document.body;
    if (!isDown || !onMap) return this.release();
    this.space = true;
    this.stage.element.classList.add('pan-ready');
    event.preventDefault();
  }

  release() {
    this.space = false;
    this.stage.element.classList.remove('pan-ready');
  }

  /** @type {(event: PointerEvent) => void} */
  down(event) {
    this.stage.element.focus({ preventScroll: true });
    this.stage.element.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
    if (event.pointerType === 'touch') {
      this.touches.set(event.pointerId, this.place(event));
      if (this.touches.size === 2) return this.pinch();
    }
    if (this.drag || this.pinched) return;
    const cell = this.cell(event);
    const wantsPan = event.button === 1 || this.space;
    const drag = wantsPan ? null : this.mode().press(cell, event);
    const isPan = !drag && (wantsPan || event.button === 0);
    this.drag = {
      id: event.pointerId,
      from: this.place(event),
      last: this.place(event),
      cell,
      drag,
      isPan,
      hasMoved: false,
      button: event.button,
      wantsPan,
    };
  }

  pinch() {
    this.drag?.drag?.end(this.drag.cell, false);
    this.drag = null;
    const [a, b] = this.touches.values();
    this.pinched = [a, b];
  }

  /** @type {(event: PointerEvent) => void} */
  move(event) {
    if (this.touches.has(event.pointerId)) this.touches.set(event.pointerId, this.place(event));
    if (this.pinched) return this.spread(this.pinched);
    if (this.drag && this.drag.id === event.pointerId) this.pull(this.drag, event);
    if (event.pointerType !== 'touch') this.mode().hover(this.cell(event));
  }

  /** @type {(drag: Pull, event: PointerEvent) => void} */
  pull(drag, event) {
    const [x, y] = this.place(event);
    if (!drag.hasMoved && Math.hypot(x - drag.from[0], y - drag.from[1]) < STILL) return;
    drag.hasMoved = true;
    if (drag.isPan) {
      this.stage.element.classList.add('panning');
      this.stage.camera.pan(x - drag.last[0], y - drag.last[1]);
      this.stage.invalidate();
    }
    // Fast hands skip frames: the browser keeps the places in between.
    const events = drag.drag && event.getCoalescedEvents ? event.getCoalescedEvents() : [event];
    for (const each of events.length ? events : [event]) drag.drag?.move(this.cell(each));
    drag.last = [x, y];
  }

  /**
   * Two fingers: their middle pans, their distance zooms.
   * @type {(before: [Point, Point]) => void}
   */
  spread([c, d]) {
    const [a, b] = [...this.touches.values()];
    if (!a || !b) return;
    /** @type {Point} */
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const before = Math.max(1, Math.hypot(c[0] - d[0], c[1] - d[1]));
    this.stage.camera.pan(middle[0] - (c[0] + d[0]) / 2, middle[1] - (c[1] + d[1]) / 2);
    this.stage.camera.zoom(Math.hypot(a[0] - b[0], a[1] - b[1]) / before, ...middle);
    this.pinched = [a, b];
    this.stage.invalidate();
  }

  /** @type {(event: PointerEvent, isCancelled?: boolean) => void} */
  up(event, isCancelled = false) {
    this.touches.delete(event.pointerId);
    this.stage.element.classList.remove('panning');
    if (this.touches.size === 0) this.pinched = null;
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId) return;
    this.drag = null;
    const cell = this.cell(event);
    if (isCancelled && drag.drag?.cancel) drag.drag.cancel();
    else drag.drag?.end(cell, drag.hasMoved);
    if (!isCancelled && !drag.hasMoved && !drag.wantsPan && drag.button === 0) this.mode().click(cell, event);
  }

  /** Ends the drag under the hand as if it had never begun. Returns whether there was one that can be cancelled. */
  cancel() {
    const drag = this.drag?.drag;
    if (!drag?.cancel) return false;
    this.drag = null;
    drag.cancel();
    return true;
  }

  /** @type {(event: WheelEvent) => void} */
  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 240 : 1;
    if (event.shiftKey) {
      this.stage.camera.pan(-event.deltaY * unit, 0);
      return this.stage.invalidate();
    }
    const factor = Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : WHEEL));
    this.stage.camera.zoom(Math.min(2, Math.max(0.5, factor)), ...this.place(event));
    this.stage.invalidate();
  }
}

/**
 * The cells of a straight stroke from one to another, both included.
 * @type {(from: Cell, to: Cell) => Cell[]}
 */
export function stroke([x, y], [u, v]) {
  /** @type {Cell[]} */
  const cells = [];
  const [dx, dy] = [Math.abs(u - x), -Math.abs(v - y)];
  const [sx, sy] = [x < u ? 1 : -1, y < v ? 1 : -1];
  let error = dx + dy;
  for (;;) {
    cells.push([x, y]);
    if (x === u && y === v) return cells;
    const twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      x += sx;
    }
    if (twice <= dx) {
      error += dx;
      y += sy;
    }
  }
}
