// A room in the hand: it follows by whole modules, and its links are routed anew while it moves.

import { Latest } from '../wire.js';
import { complain } from '../ui/toast.js';
import { boundsOf } from '../scene.js';

let gestures = 1_000_000;

export class RoomDrag {
  constructor(mode, room, cell) {
    Object.assign(this, { mode, room, from: cell, gesture: ++gestures, error: null, last: null });
    this.origin = boundsOf(room);
    const ask = (to) => mode.app.wire.ask('move_room', { room: room.id, to, gesture: this.gesture });
    this.latest = new Latest(ask, (reply, to) => this.moved(reply, to), { fail: (error) => this.failed(error) });
  }

  move(cell) {
    const [gx, gy] = this.mode.app.scene.lattice ?? [1, 1];
    const step = (distance, module) => Math.round(distance / module) * module;
    const [dx, dy] = [step(cell[0] - this.from[0], gx), step(cell[1] - this.from[1], gy)];
    const { left, top, right, bottom } = this.origin;
    const to = [left + dx, top + dy];
    if (this.last?.join() === to.join() || (!this.last && dx === 0 && dy === 0)) return;
    this.last = to;
    this.mode.ghost = { rect: [left + dx, top + dy, right + dx, bottom + dy], refused: false };
    this.mode.app.stage.invalidate('overlay');
    this.latest.put(to);
  }

  moved(reply) {
    this.error = null;
    this.mode.app.takeDocument(reply);
    if (this.ended) this.select();
  }

  failed(error) {
    this.error = error;
    if (this.ended) return complain(error);
    if (this.mode.ghost) this.mode.ghost.refused = true;
    this.mode.app.stage.invalidate('overlay');
  }

  end(cell, moved) {
    this.ended = true;
    this.mode.ghost = null;
    this.mode.app.stage.invalidate('overlay');
    if (!moved || !this.last) return;
    if (this.error) complain(this.error);
    if (!this.latest.busy) this.select();
  }

  /** The room stays selected where it lies now. */
  select() {
    const room = this.mode.app.scene.rooms[this.room.id];
    if (room) this.mode.select(room.floor[0].slice(0, 2));
  }
}
