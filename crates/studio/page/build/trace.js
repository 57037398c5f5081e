// The trace of a generation: when each cell, room and door was made, and the steps to show beside them.

/** @import { Box, Cell, EventOf, Feature, IsShown, Level, Point, Room, Scene, TraceEvent } from '../types.js' */

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
    /** @type {({ at: number } & EventOf<'purpose_assigned'>)[]} */
    this.purposes = [];
    /** @type {{ at: number, z: number, cell: Cell, kind: string }[]} */
    this.spawns = [];
    /**
     * The events that placed features, by `placeOf`.
     * @type {Map<string, number>}
     */
    this.placed = new Map();
    events.forEach((event, at) => this.note(event, at));
    /** When the walls were finished; what no event names is there by then. */
    this.built = this.stages.find(({ name }) => name === 'stock')?.at ?? Math.max(0, events.length - 1);
    this.births = scene.levels.map((level) => this.birthsOf(level));
    /** The event that placed each feature, by id. */
    this.features = scene.features.map((feature) => this.birthOf(feature));
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
      case 'purpose_assigned':
        this.purposes.push({ at, ...event });
        break;
      case 'feature_placed':
        this.placed.set(placeOf(event.kind, event.z, [event.cells.left, event.cells.top]), at);
        break;
      case 'spawn_placed':
        this.spawns.push({ at, z: event.z, cell: event.at, kind: event.kind });
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
    spread(level, birth, this.built);
    wallsToo(level, birth);
    return birth;
  }

  /**
   * A pit has no event of its own: it comes with the trap that it is.
   * @type {(feature: Feature) => number}
   */
  birthOf({ kind, z, cell }) {
    const isHere = (/** @type {{ z: number, cell: Cell }} */ spawn) => {
      return spawn.z === z && spawn.cell.join() === cell.join();
    };
    return this.placed.get(placeOf(kind, z, cell)) ?? this.spawns.find(isHere)?.at ?? this.built;
  }

  /**
   * Why a room has its purpose: the last choice that still holds.
   * @type {(room: Room) => EventOf<'purpose_assigned'> | undefined}
   */
  choiceOf({ id, purpose }) {
    return this.purposes.findLast((choice) => choice.room === id && choice.purpose === purpose);
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
   * The box round the cells and features that differ between two events.
   * @type {(level: Level, from: number, to: number) => Box | null}
   */
  changed(level, from, to) {
    const birth = this.births[this.scene.levels.indexOf(level)];
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const isBetween = (/** @type {number} */ at) => at > low && at <= high && at !== NEVER;
    /** @type {Box | null} */
    let box = null;
    for (let cell = 0; cell < birth.length; cell++) {
      if (!isBetween(birth[cell])) continue;
      const [x, y] = [cell % level.width, Math.floor(cell / level.width)];
      box = around(box, [x, y, x + 1, y + 1]);
    }
    for (const { id, z, cell: [x, y], size: [width, height] } of this.scene.features) {
      if (z === level.z && isBetween(this.features[id])) box = around(box, [x, y, x + width, y + height]);
    }
    return box;
  }

  /** @type {(level: Level, kind: Parameters<IsShown>[0], id: number, at: number) => boolean} */
  isShown(level, kind, id, at) {
    if (kind === 'room') return (this.rooms.get(id) ?? 0) <= at;
    if (kind === 'door') return (this.doors.get(id) ?? 0) <= at;
    if (kind === 'feature') return (this.features[id] ?? 0) <= at;
    return this.births[this.scene.levels.indexOf(level)][id] <= at;
  }
}

/**
 * What tells features apart: no two of a kind have the same north-west cell.
 * @type {(kind: string, z: number, cell: Cell) => string}
 */
const placeOf = (kind, z, [x, y]) => `${kind} ${x} ${y} ${z}`;

/** @type {(box: Box | null, other: Box) => Box} */
function around(box, [left, top, right, bottom]) {
  if (!box) return [left, top, right, bottom];
  return [Math.min(box[0], left), Math.min(box[1], top), Math.max(box[2], right), Math.max(box[3], bottom)];
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
