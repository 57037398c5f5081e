// The cell that is pointed at: under the keyboard's cursor, under the mouse, or of the last tap. It is never outside
// the map, and there is none while the mouse is over something else.

/** @import { Cell, Point, Stage } from '../types.js' */
/** @import { Cursor } from './cursor.js' */

export class Pointed {
  /**
   * @param {Stage} stage
   * @param {Cursor} cursor
   * @param {() => void} changed is called when another cell may be pointed at
   */
  constructor(stage, cursor, changed) {
    this.stage = stage;
    this.cursor = cursor;
    this.changed = changed;
    /**
     * Where the mouse is in the window.
     * @type {Point | null}
     */
    this.place = null;
    /** @type {Cell | null} */
    this.tapped = null;
    // Before all others: they ask for the cell.
    for (const type of /** @type {const} */ (['pointermove', 'pointerdown'])) {
      addEventListener(type, (event) => this.move(event), true);
    }
    document.documentElement.addEventListener('pointerleave', (event) => this.leave(event));
  }

  /** @returns {Cell | null} */
  get cell() {
    const isCovered = !this.cursor.isOn && this.place && !this.under(this.place);
    return isCovered ? null : this.aimed;
  }

  /**
   * The cell that messages keep clear: also where something lies over it now.
   * @returns {Cell | null}
   */
  get aimed() {
    const cell = this.cursor.isOn ? this.cursor.cell : this.place ? this.at(this.place) : this.tapped;
    return cell && this.stage.level?.contains(...cell) ? cell : null;
  }

  /**
   * The cell at a place of the window, if nothing lies over the map there.
   * @type {(place: Point) => Cell | null}
   */
  under(place) {
    return this.stage.element.contains(document.elementFromPoint(...place)) ? this.at(place) : null;
  }

  /** @type {(place: Point) => Cell} */
  at([x, y]) {
    const { element, camera } = this.stage;
    const { left, top } = element.getBoundingClientRect();
    return camera.cellAt(x - left, y - top);
  }

  /** @type {(event: PointerEvent) => void} */
  move({ pointerType, clientX, clientY }) {
    // A map that moves under a resting mouse is no movement of the mouse.
    const isStill = this.place?.[0] === clientX && this.place[1] === clientY;
    if (pointerType === 'touch' || isStill) return;
    this.place = [clientX, clientY];
    const cell = this.under(this.place);
    if (cell) this.cursor.follow(cell);
    this.changed();
  }

  /** @type {(event: PointerEvent) => void} */
  leave({ pointerType }) {
    if (pointerType === 'touch') return;
    this.place = null;
    this.tapped = null;
    this.changed();
  }

  /** @type {(cell: Cell) => void} */
  tap(cell) {
    this.place = null;
    this.tapped = cell;
    this.cursor.follow(cell);
    this.changed();
  }
}
