// What is shown of a document: a level for each floor with what is drawn on it, and who stands where.

/** @import { Box, Cell, Door, Rect, ReplyTo, Room, RoomRef } from './types.js' */
/** @import { DocumentCopy } from './document-copy.js' */

import { flatLink } from './link.js';
import { floorLabels } from './room-label.js';
import { bytes } from './wire/requests.js';
import { Level } from './map/level.js';
import { Things } from './map/things.js';

export class Scene {
  /** @param {DocumentCopy} copy its levels are painted in place */
  constructor({ file: reply, levels }) {
    const { session } = reply;
    this.name = reply.name;
    this.seed = reply.provenance.seed;
    this.recipe = reply.provenance.recipe;
    this.source = session.source ?? null;
    this.edited = session.edited;
    this.shareLink = session.share_link ?? null;
    /** The link of the roll that the document came from, edited or not. */
    this.rollLink = session.roll_link ?? null;
    /** Why that roll has no link. */
    this.linkProblem = session.link_problem ?? null;
    this.rooms = reply.rooms;
    /** What rooms are called, by id. */
    this.labels = floorLabels(reply.rooms);
    this.features = reply.features ?? [];
    this.spawns = reply.spawns ?? [];
    this.doors = reply.doors;
    this.links = reply.links.map(flatLink);
    this.markers = reply.markers;
    this.windows = reply.windows ?? [];
    this.entrance = reply.entrance ?? null;
    this.moduleGrid = reply.module_grid ?? null;
    this.warnings = reply.warnings;
    this.report = session.report;
    this.trace = session.trace ?? null;
    this.undo = session.undo;
    this.redo = session.redo;
    this.observer = session.observer ?? null;
    this.crowd = session.crowd;
    this.notes = session.notes;
    /** What the next roll keeps. */
    this.pins = reply.provenance.pins ?? [];
    /** Edits that the last roll could not apply again. */
    this.shelved = session.shelved;
    this.levels = levels.map(({ cells, solid, ground, lines, ...info }) => {
      const level = new Level(info, cells, solid, Boolean(reply.outline));
      level.ground = ground;
      level.lines = lines;
      level.things = new Things(level, this);
      return level;
    });
    this.roomAt = this.levels.map((level) => owners(level, this.rooms));
  }

  /** @type {(z: number) => Level} */
  level(z) {
    return this.levels.find((level) => level.z === z) ?? this.levels[0];
  }

  /** @type {(z: number, x: number, y: number) => Room | null} */
  room(z, x, y) {
    const at = this.levels.findIndex((level) => level.z === z);
    if (at < 0 || !this.levels[at].contains(x, y)) return null;
    return this.rooms[this.roomAt[at][this.levels[at].index(x, y)] - 1] ?? null;
  }

  /** @type {(z: number, x: number, y: number) => Door | null} */
  door(z, x, y) {
    const covers = (/** @type {Cell} */ cell) => cell[0] === x && cell[1] === y;
    return this.doors.find((door) => door.z === z && door.cells.some(covers)) ?? null;
  }

  /**
   * Takes over what painting changed. Returns the rectangle round it.
   * @type {(reply: ReplyTo<'paint'>) => Box}
   */
  paint(reply) {
    const level = this.level(reply.z);
    const terrain = bytes(reply, reply.terrain);
    /** @type {Box} */
    let box = [level.width, level.height, 0, 0];
    reply.cells.forEach(([x, y], i) => {
      level.cells[level.index(x, y)] = terrain[i];
      level.solid.set(x, y, reply.solid);
      box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x + 1), Math.max(box[3], y + 1)];
    });
    this.undo = reply.undo;
    this.redo = reply.redo;
    this.shareLink = reply.share_link ?? null;
    this.edited = true;
    this.trace = null;
    if (reply.report) this.report = reply.report;
    return reply.cells.length && level.lines ? level.lines.touch(box) : box;
  }
}

/**
 * For each cell the number of its room plus one, or 0.
 * @type {(level: Level, rooms: Room[]) => Uint32Array}
 */
function owners(level, rooms) {
  const owner = new Uint32Array(level.width * level.height);
  for (const room of rooms) {
    if (room.z !== level.z) continue;
    for (const [x, y, length] of room.floor) owner.fill(room.id + 1, level.index(x, y), level.index(x, y) + length);
  }
  return owner;
}

/** @type {(room: Room) => Rect} */
export function boundsOf(room) {
  const left = Math.min(...room.floor.map(([x]) => x));
  const right = Math.max(...room.floor.map(([x, , n]) => x + n));
  const top = Math.min(...room.floor.map(([, y]) => y));
  const bottom = Math.max(...room.floor.map(([, y]) => y)) + 1;
  return { left, top, right, bottom };
}

/**
 * The room by its content, as edits name it: level, first cell, and FNV-1a with 32 bits of its runs.
 * @type {(room: Room) => RoomRef}
 */
export function roomRef(room) {
  const numbers = new Int32Array(room.floor.flat());
  let sum = 0x811c9dc5;
  for (const byte of new Uint8Array(numbers.buffer)) sum = Math.imul(sum ^ byte, 0x01000193);
  return { z: room.z, at: firstCell(room), sum: sum >>> 0 };
}

/**
 * The first cell of a room's floor.
 * @type {(room: Room) => Cell}
 */
export function firstCell(room) {
  const [x, y] = room.floor[0];
  return [x, y];
}
