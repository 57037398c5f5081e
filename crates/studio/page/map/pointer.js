// Mouse, pen and fingers on the map: pan, zoom, pinch, and what the mode makes of a press.

/** A press that moves less than this is a click. [Unit: CSS pixels] */
const STILL = 4;
const WHEEL = 0.0016;

export class Pointer {
  /**
   * `mode()` is who gets presses: `press(event, cell)` returns a drag `{move(cell, world), end(cell, moved)}` or null,
   * `click(cell, event)` a press that did not move, `hover(cell)` where the pointer is.
   */
  constructor(stage, mode) {
    Object.assign(this, { stage, mode, touches: new Map(), drag: null, space: false });
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
    addEventListener('blur', () => this.hold({ key: ' ' }, false));
  }

  place(event) {
    const { left, top } = this.stage.element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  cell(event) {
    return this.stage.camera.cellAt(...this.place(event));
  }

  hold(event, isDown) {
    if (event.key !== ' ') return;
    const onMap = document.activeElement === this.stage.element || document.activeElement === document.body;
    this.space = isDown && onMap;
    this.stage.element.classList.toggle('pan-ready', this.space);
    if (this.space) event.preventDefault?.();
  }

  down(event) {
    this.stage.element.focus({ preventScroll: true });
    this.stage.element.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
    if (event.pointerType === 'touch') {
      this.touches.set(event.pointerId, this.place(event));
      if (this.touches.size === 2) return this.pinch();
    }
    if (this.drag) return;
    const cell = this.cell(event);
    const wantsPan = event.button === 1 || this.space;
    const drag = wantsPan ? null : this.mode().press(event, cell);
    const isPan = !drag && (wantsPan || event.button === 0);
    this.drag = { id: event.pointerId, from: this.place(event), last: this.place(event), cell, drag, isPan, moved: false, button: event.button, wantsPan };
  }

  pinch() {
    this.drag?.drag?.end?.(this.drag.cell, false, true);
    this.drag = { isPinch: true, last: [...this.touches.values()] };
  }

  move(event) {
    if (this.touches.has(event.pointerId)) this.touches.set(event.pointerId, this.place(event));
    if (this.drag?.isPinch) return this.spread();
    if (this.drag && this.drag.id === event.pointerId) this.pull(event);
    this.mode().hover(this.cell(event), event);
  }

  pull(event) {
    const { drag } = this;
    const [x, y] = this.place(event);
    if (!drag.moved && Math.hypot(x - drag.from[0], y - drag.from[1]) < STILL) return;
    drag.moved = true;
    if (drag.isPan) {
      this.stage.element.classList.add('panning');
      this.stage.camera.pan(x - drag.last[0], y - drag.last[1]);
      this.stage.invalidate();
    }
    // Fast hands skip frames: the browser keeps the places in between.
    const events = drag.drag && event.getCoalescedEvents ? event.getCoalescedEvents() : [event];
    for (const each of events.length ? events : [event]) drag.drag?.move?.(this.cell(each), this.stage.camera.toWorld(...this.place(each)), each);
    drag.last = [x, y];
  }

  /** Two fingers: their middle pans, their distance zooms. */
  spread() {
    const [a, b] = [...this.touches.values()];
    const [c, d] = this.drag.last;
    if (!a || !b) return;
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const before = Math.max(1, Math.hypot(c[0] - d[0], c[1] - d[1]));
    this.stage.camera.pan(middle[0] - (c[0] + d[0]) / 2, middle[1] - (c[1] + d[1]) / 2);
    this.stage.camera.zoom(Math.hypot(a[0] - b[0], a[1] - b[1]) / before, ...middle);
    this.drag.last = [a, b];
    this.stage.invalidate();
  }

  up(event, isCancelled = false) {
    this.touches.delete(event.pointerId);
    this.stage.element.classList.remove('panning');
    const { drag } = this;
    if (!drag || (drag.isPinch && this.touches.size > 0)) return;
    if (drag.isPinch) {
      this.drag = null;
      return;
    }
    if (drag.id !== event.pointerId) return;
    this.drag = null;
    const cell = this.cell(event);
    drag.drag?.end?.(cell, drag.moved, isCancelled);
    if (!isCancelled && !drag.moved && !drag.wantsPan && drag.button === 0) this.mode().click(cell, event);
  }

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

/** The cells of a straight stroke from one to another, both included. */
export function stroke([x, y], [u, v]) {
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
