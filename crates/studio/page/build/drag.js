// A room in the hand: it follows by whole modules with its links rerouted, and comes to lie where it is let go. Until
// then the session keeps the document as it was.

/** @import { Cell, Changed, Edit, Room } from '../types.js' */
/** @import { BuildMode } from './mode.js' */

import { Latest } from '../wire/requests.js';
import { complain } from '../ui/toast.js';
import { boundsOf, firstCell, roomRef } from '../scene.js';

export class RoomDrag {
  /** @param {BuildMode} mode @param {Room} room @param {Cell} cell */
  constructor(mode, room, cell) {
    this.mode = mode;
    this.room = room;
    this.from = cell;
    this.origin = boundsOf(room);
    /**
     * Where the room was held last.
     * @type {Cell | null}
     */
    this.last = null;
    this.hasEnded = false;
    const ask = (/** @type {Cell} */ to) => mode.app.wire.ask('try', { edits: [this.edit(to)] });
    this.latest = new Latest(ask, (reply) => this.show(reply), { fail: () => this.reject() });
  }

  /**
   * The edit that puts the room where it is held.
   * @type {(to: Cell) => Edit}
   */
  edit(to) {
    const { left, top } = this.origin;
    return { edit: 'move_room', room: roomRef(this.room), by: [to[0] - left, to[1] - top] };
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

  /** @type {(reply: Changed) => void} */
  show(reply) {
    if (!this.hasEnded) this.mode.app.takeDocument(reply, true);
  }

  /** The room may not lie here; why is told if it is let go. */
  reject() {
    if (this.mode.ghost) this.mode.ghost.isRejected = true;
    this.mode.app.stage.invalidate('overlay');
  }

  /** @type {(cell: Cell, hasMoved: boolean) => void} */
  end(cell, hasMoved) {
    this.release();
    if (hasMoved && this.last) this.drop(this.last);
  }

  cancel() {
    this.release();
    if (this.last) this.putBack();
  }

  release() {
    this.hasEnded = true;
    this.latest.next = null;
    this.mode.ghost = null;
    this.mode.app.stage.invalidate('overlay');
  }

  /** @type {(to: Cell) => Promise<void>} */
  async drop(to) {
    const { app } = this.mode;
    try {
      await app.takeDocument(await app.wire.ask('edit', { edits: [this.edit(to)] }));
      this.select();
    } catch (error) {
      complain(error);
      await this.putBack();
    }
  }

  /** The document of the session: the room lies where the drag began. */
  async putBack() {
    await this.mode.app.takeBack();
    this.select();
  }

  /** The room stays selected where it lies now. */
  select() {
    const room = this.mode.app.scene?.rooms[this.room.id];
    if (room) this.mode.select(firstCell(room));
  }
}
