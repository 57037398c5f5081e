// The trace of a generation: when each cell, room and door was made, and the steps to show beside them.

/** @import { Box, Cell, EventOf, IsShown, Level, Point, Rect, Scene, TraceEvent } from '../types.js' */

import { CORRIDOR, FLOOR, ROCK, WALL } from '../map/level.js';

const NEVER = 0x7fffffff;

export class Trace {
  /** @param {TraceEvent[]} events @param {Scene} scene */
  constructor(events, scene) {
    this.events = events;
    this.scene = scene;
    /**
     * The events that made rooms, doors and links, by id.
     * @type {Map<number, number>}
     */
    this.rooms = new Map();
    /** @type {Map<number, number>} */
    this.doors = new Map();
    /** @type {Map<number, number>} */
    this.links = new Map();
    /** @type {{ at: number, room: number, z: number }[]} */
    this.order = [];
    /** @type {{ at: number, name: string }[]} */
    this.stages = [];
    /** @type {({ at: number } & EventOf<'walked'>)[]} */
    this.walks = [];
    /** @type {{ at: number, z: number, cut: [Point, Point] }[]} */
    this.splits = [];
    /** @type {{ at: number, z: number, cell: Cell, reason: string }[]} */
    this.rejects = [];
    this.z = new Int32Array(events.length).fill(NEVER);
    events.forEach((event, at) => this.note(event, at));
    this.births = scene.levels.map((level) => this.birthsOf(level));
  }

  /** @type {(event: TraceEvent, at: number) => void} */
  note(event, at) {
    switch (event.event) {
      case 'stage':
        this.stages.push({ at, name: event.name });
        break;
      case 'placed':
        this.rooms.set(event.room, at);
        this.order.push({ at, room: event.room, z: event.z });
        break;
      case 'opened_door':
        this.doors.set(event.door, at);
        break;
      case 'carved':
        this.links.set(event.link, at);
        break;
      case 'split':
        this.splits.push({ at, z: event.z, cut: cutOf(event) });
        break;
      case 'rejected':
        this.rejects.push({ at, z: event.z, cell: event.at, reason: event.reason });
        break;
      case 'walked':
        this.walks.push({ at, ...event });
        break;
    }
  }

  /**
   * For every cell the event that made it; rooms, then corridors, then what is left of wide corridors.
   * @type {(level: Level) => Int32Array}
   */
  birthsOf(level) {
    const { scene } = this;
    const birth = new Int32Array(level.width * level.height).fill(NEVER);
    /** @type {(x: number, y: number, at: number) => void} */
    const put = (x, y, at) => {
      if (level.contains(x, y)) birth[level.index(x, y)] = Math.min(birth[level.index(x, y)], at);
    };
    for (const room of scene.rooms.filter(({ z }) => z === level.z)) {
      const at = this.rooms.get(room.id) ?? 0;
      for (const [x, y, n] of room.floor) for (let i = 0; i < n; i++) put(x + i, y, at);
    }
    for (const link of scene.links) {
      if (link.kind === 'stairs' || scene.rooms[link.rooms[0]]?.z !== level.z) continue;
      const at = this.links.get(link.id) ?? 0;
      for (const [x, y] of link.path) put(x, y, at);
    }
    for (const door of scene.doors.filter(({ z }) => z === level.z)) {
      const at = this.doors.get(door.id) ?? 0;
      for (const [x, y] of door.cells) put(x, y, at);
    }
    spread(level, birth, this.events.length - 1);
    wallsToo(level, birth);
    return birth;
  }

  /**
   * The terrain after an event.
   * @type {(level: Level, at: number) => Uint8Array}
   */
  terrain(level, at) {
    const birth = this.births[this.scene.levels.indexOf(level)];
    return level.cells.map((terrain, cell) => (birth[cell] <= at ? terrain : ROCK));
  }

  /**
   * The box round the cells that differ between two events.
   * @type {(level: Level, from: number, to: number) => Box | null}
   */
  changed(level, from, to) {
    const birth = this.births[this.scene.levels.indexOf(level)];
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    /** @type {Box | null} */
    let box = null;
    for (let cell = 0; cell < birth.length; cell++) {
      if (birth[cell] <= low || birth[cell] > high || birth[cell] === NEVER) continue;
      const [x, y] = [cell % level.width, Math.floor(cell / level.width)];
      /** @type {Box} */
      const [left, top, right, bottom] = box ?? [x, y, x + 1, y + 1];
      box = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    return box;
  }

  /** @type {(level: Level, kind: Parameters<IsShown>[0], id: number, at: number) => boolean} */
  isShown(level, kind, id, at) {
    if (kind === 'room') return (this.rooms.get(id) ?? 0) <= at;
    if (kind === 'door') return (this.doors.get(id) ?? 0) <= at;
    return this.births[this.scene.levels.indexOf(level)][id] <= at;
  }
}

/**
 * Corridor cells on no path appear with the nearest cell that is on one.
 * @type {(level: Level, birth: Int32Array, last: number) => void}
 */
function spread(level, birth, last) {
  const { cells, width } = level;
  /** @type {number[]} */
  let edge = [];
  for (let i = 0; i < cells.length; i++) if (birth[i] !== NEVER && cells[i] === CORRIDOR) edge.push(i);
  while (edge.length) {
    /** @type {number[]} */
    const next = [];
    for (const i of edge) {
      for (const j of [i - 1, i + 1, i - width, i + width]) {
        if (cells[j] !== CORRIDOR || birth[j] !== NEVER) continue;
        birth[j] = birth[i];
        next.push(j);
      }
    }
    edge = next;
  }
  for (let i = 0; i < cells.length; i++) {
    if (birth[i] === NEVER && cells[i] >= FLOOR) birth[i] = Math.max(0, last);
  }
}

/**
 * A wall comes with the first cell that it stands round.
 * @type {(level: Level, birth: Int32Array) => void}
 */
function wallsToo({ cells, width }, birth) {
  const around = [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1];
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] !== WALL) continue;
    for (const step of around) if (cells[i + step] >= FLOOR) birth[i] = Math.min(birth[i], birth[i + step]);
  }
}

/**
 * The line between the two parts of a partition.
 * @type {(split: EventOf<'split'>) => [Point, Point]}
 */
function cutOf({ parts: [a, b] }) {
  if (a.left === b.left && a.right === b.right) {
    const y = Math.max(a.top, b.top);
    return [[a.left, y], [a.right, y]];
  }
  const x = Math.max(a.left, b.left);
  return [[x, a.top], [x, a.bottom]];
}

/**
 * An event as a sentence: its kind, and what happened.
 * @type {(event: TraceEvent) => [kind: string, words: string]}
 */
export function describe(event) {
  switch (event.event) {
    case 'stage': return ['Stage', `${event.name} begins`];
    case 'split': return ['Split', `${size(event.partition)} into ${event.parts.map(size).join(' and ')}`];
    case 'placed': {
      const { room, floor } = event;
      return ['Placed', `room ${room}, ${size(floor)} at ${floor.left}, ${floor.top}`];
    }
    case 'rejected': return ['Rejected', `${event.what} at ${event.at.join(', ')}: ${event.reason}`];
    case 'tried': {
      const turned = event.turn ? `, turned ${event.turn * 90}°` : '';
      const mirrored = event.mirror ? ', mirrored' : '';
      return ['Tried', `walker ${event.walker}: ${event.what} at ${event.at.join(', ')}${turned}${mirrored}`];
    }
    case 'walked': {
      const words = `walker ${event.walker}: room ${event.from} to room ${event.to}`;
      return [event.teleport ? 'Teleport' : 'Walked', words];
    }
    case 'group_began': return ['Group', `${event.group} (${event.what}) requires ${event.required} rooms`];
    case 'group_committed': return ['Group', `${event.group} is complete: rooms ${event.rooms.join(', ')}`];
    case 'group_rolled_back': return ['Rolled back', `group ${event.group}: ${event.reason}`];
    case 'searched': {
      const cost = event.cost === null ? 'no path' : `cost ${event.cost}`;
      return ['Searched', `link ${event.link}: ${event.steps} steps, ${cost}`];
    }
    case 'carved': return ['Carved', `link ${event.link}, ${event.path.length} cells`];
    case 'fell_back': {
      return ['Fell back', `link ${event.link}, end ${event.end}: ${event.fallback.replaceAll('_', ' ')}`];
    }
    case 'opened_door': return ['Door', `${event.door} in room ${event.room} at ${event.cells[0].join(', ')}`];
    case 'left_out': return ['Left out', `${event.events} more attempts of walkers`];
    case 'note': return ['Note', event.text];
  }
}

/** @type {(rect: Rect) => string} */
const size = ({ left, top, right, bottom }) => `${right - left} × ${bottom - top}`;
