// The document as the page holds it: the reply with its blobs unpacked, a level for each floor, and who stands where.

import { bytes } from './wire.js';
import { Level, WALL } from './map/level.js';
import { Things } from './map/things.js';

export class Scene {
  constructor(reply) {
    Object.assign(this, reply);
    this.levels = reply.levels.map((info) => {
      const level = new Level(info, bytes(reply, info.terrain).slice());
      level.solid = new Bits(bytes(reply, info.solid).slice(), info.width);
      level.isHouse = Boolean(reply.outline);
      level.hasWalls = level.cells.includes(WALL);
      level.things = new Things(level, this);
      return level;
    });
    this.roomAt = this.levels.map((level) => owners(level, this.rooms));
  }

  level(z) {
    return this.levels.find((level) => level.z === z) ?? this.levels[0];
  }

  room(z, x, y) {
    const at = this.levels.findIndex((level) => level.z === z);
    if (at < 0 || !this.levels[at].contains(x, y)) return null;
    return this.rooms[this.roomAt[at][this.levels[at].index(x, y)] - 1] ?? null;
  }

  door(z, x, y) {
    return this.doors.find((door) => door.z === z && door.cells.some((cell) => cell[0] === x && cell[1] === y)) ?? null;
  }

  /** Takes over what painting changed. Returns the rectangle round it. */
  paint(reply) {
    const level = this.level(reply.z);
    const terrain = bytes(reply, reply.terrain);
    let box = [level.width, level.height, 0, 0];
    reply.cells.forEach(([x, y], i) => {
      level.cells[level.index(x, y)] = terrain[i];
      level.solid.set(x, y, reply.solid);
      box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x + 1), Math.max(box[3], y + 1)];
    });
    Object.assign(this, { undo: reply.undo, redo: reply.redo, share: reply.share, edited: true, trace: null });
    if (reply.report) this.report = reply.report;
    return box;
  }
}

/** For each cell the number of its room plus one, or 0. */
function owners(level, rooms) {
  const owner = new Uint32Array(level.width * level.height);
  for (const room of rooms) {
    if (room.z !== level.z) continue;
    for (const [x, y, length] of room.floor) owner.fill(room.id + 1, level.index(x, y), level.index(x, y) + length);
  }
  return owner;
}

/** A set of cells: rows of whole bytes, the least significant bit first. */
export class Bits {
  constructor(data, width) {
    Object.assign(this, { data, stride: Math.ceil(width / 8) });
  }

  get(x, y) {
    return (this.data[y * this.stride + (x >> 3)] >> (x & 7)) & 1;
  }

  set(x, y, on) {
    const at = y * this.stride + (x >> 3);
    if (on) this.data[at] |= 1 << (x & 7);
    else this.data[at] &= ~(1 << (x & 7));
  }
}

export function boundsOf(room) {
  const left = Math.min(...room.floor.map(([x]) => x));
  const right = Math.max(...room.floor.map(([x, , n]) => x + n));
  const top = Math.min(...room.floor.map(([, y]) => y));
  const bottom = Math.max(...room.floor.map(([, y]) => y)) + 1;
  return { left, top, right, bottom };
}
