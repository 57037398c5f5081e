// A room in the hand: it follows by whole modules, and its links are rerouted while it moves.

/** @import { Cell, Document, Room } from '../types.js' */
/** @import { BuildMode } from './mode.js' */

import { Latest } from '../wire.js';
import { complain } from '../ui/toast.js';
import { boundsOf, firstCell } from '../scene.js';
import { newGesture } from '../gestures.js';

export class RoomDrag {
  /** @param {BuildMode} mode @param {Room} room @param {Cell} cell */
  constructor(mode, room, cell) {
    this.mode = mode;
    this.room = room;
    this.from = cell;
    this.origin = boundsOf(room);
    /** @type {unknown} */
    this.error = null;
    /**
     * Where the room was sent last.
     * @type {Cell | null}
     */
    this.last = null;
    this.hasEnded = false;
    const gesture = newGesture();
    const ask = (/** @type {Cell} */ to) => mode.app.wire.ask('move_room', { room: room.id, to, gesture });
    this.latest = new Latest(ask, (reply) => this.moved(reply), { fail: (error) => this.failed(error) });
  }

  /** @type {(cell: Cell) => void} */
  move(cell) {
    const [gx, gy] = this.mode.app.scene?.moduleGrid ?? [1, 1];
    /** @type {(distance: number, module: number) => number} */
    const step = (distance, module) => Math.round(distance / module) * module;
    const [dx, dy] = [step(cell[0] - this.from[0], gx), step(cell[1] - this.from[1], gy)];
    const { left, top, right, bottom } = this.origin;
    /** @type {Cell} */
    const to = [left + dx, top + dy];
    if (this.last?.join() === to.join() || (!this.last && dx === 0 && dy === 0)) return;
    this.last = to;
    this.mode.ghost = { rect: [left + dx, top + dy, right + dx, bottom + dy], isRejected: false };
    this.mode.app.stage.invalidate('overlay');
    this.latest.put(to);
  }

  /** @type {(reply: Document) => void} */
  moved(reply) {
    this.error = null;
    this.mode.app.takeDocument(reply);
    if (this.hasEnded) this.select();
  }

  /** @type {(error: unknown) => void} */
  failed(error) {
    this.error = error;
    if (this.hasEnded) return complain(error);
    if (this.mode.ghost) this.mode.ghost.isRejected = true;
    this.mode.app.stage.invalidate('overlay');
  }

  /** @type {(cell: Cell, hasMoved: boolean) => void} */
  end(cell, hasMoved) {
    this.hasEnded = true;
    this.mode.ghost = null;
    this.mode.app.stage.invalidate('overlay');
    if (!hasMoved || !this.last) return;
    if (this.error) complain(this.error);
    if (!this.latest.busy) this.select();
  }

  /** The room stays selected where it lies now. */
  select() {
    const room = this.mode.app.scene?.rooms[this.room.id];
    if (room) this.mode.select(firstCell(room));
  }
}
