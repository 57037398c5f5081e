// What happened while the dungeon was made: when each cell, room and door came to be, and the steps to show beside them.

import { CORRIDOR, FLOOR, ROCK, WALL } from '../map/level.js';

const NEVER = 0x7fffffff;

export class Trace {
  constructor(events, scene) {
    Object.assign(this, { events, scene });
    this.rooms = new Map();
    this.doors = new Map();
    this.links = new Map();
    this.order = [];
    this.stages = [];
    this.walks = [];
    this.splits = [];
    this.rejects = [];
    this.z = new Int32Array(events.length).fill(NEVER);
    events.forEach((event, at) => this.note(event, at));
    this.births = scene.levels.map((level) => this.birthsOf(level));
  }

  note(event, at) {
    switch (event.event) {
      case 'stage':
        this.stages.push({ at, name: event.name });
        break;
      case 'placed':
        this.rooms.set(event.room, at);
        this.order.push({ at, room: event.room, z: event.z, rect: event.floor });
        break;
      case 'opened_door':
        this.doors.set(event.door, at);
        break;
      case 'carved':
        this.links.set(event.link, at);
        break;
      case 'split':
        this.splits.push({ at, cut: cutOf(event) });
        break;
      case 'rejected':
        this.rejects.push({ at, cell: event.at, reason: event.reason });
        break;
      case 'walked':
        this.walks.push({ at, ...event });
        break;
    }
  }

  /** For every cell the event that made it; rooms, then corridors, then what is left of wide corridors. */
  birthsOf(level) {
    const { scene } = this;
    const birth = new Int32Array(level.width * level.height).fill(NEVER);
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
      for (const [x, y] of link.path ?? []) put(x, y, at);
    }
    for (const door of scene.doors.filter(({ z }) => z === level.z)) {
      const at = this.doors.get(door.id) ?? 0;
      for (const [x, y] of door.cells) put(x, y, at);
    }
    spread(level, birth, this.events.length - 1);
    wallsToo(level, birth);
    return birth;
  }

  /** The terrain after an event. */
  terrain(level, at) {
    const birth = this.births[this.scene.levels.indexOf(level)];
    return level.cells.map((terrain, cell) => (birth[cell] <= at ? terrain : ROCK));
  }

  /** The box round the cells that differ between two events. */
  changed(level, from, to) {
    const birth = this.births[this.scene.levels.indexOf(level)];
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    let box = null;
    for (let cell = 0; cell < birth.length; cell++) {
      if (birth[cell] <= low || birth[cell] > high || birth[cell] === NEVER) continue;
      const [x, y] = [cell % level.width, Math.floor(cell / level.width)];
      box = box ? [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x + 1), Math.max(box[3], y + 1)] : [x, y, x + 1, y + 1];
    }
    return box;
  }

  isShown(level, kind, id, at) {
    if (kind === 'room') return (this.rooms.get(id) ?? 0) <= at;
    if (kind === 'door') return (this.doors.get(id) ?? 0) <= at;
    return this.births[this.scene.levels.indexOf(level)][id] <= at;
  }
}

/** Corridor cells that no path names come with the nearest that one does. */
function spread(level, birth, last) {
  const { cells, width } = level;
  let edge = [];
  for (let i = 0; i < cells.length; i++) if (birth[i] !== NEVER && cells[i] === CORRIDOR) edge.push(i);
  while (edge.length) {
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

/** A wall comes with the first cell that it stands round. */
function wallsToo({ cells, width }, birth) {
  const around = [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1];
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] !== WALL) continue;
    for (const step of around) if (cells[i + step] >= FLOOR) birth[i] = Math.min(birth[i], birth[i + step]);
  }
}

/** The line between the two parts of a partition. */
function cutOf({ parts: [a, b] }) {
  if (a.left === b.left && a.right === b.right) {
    const y = Math.max(a.top, b.top);
    return [[a.left, y], [a.right, y]];
  }
  const x = Math.max(a.left, b.left);
  return [[x, a.top], [x, a.bottom]];
}

/** An event as a sentence: its kind, and what it says. */
export function tell(event) {
  switch (event.event) {
    case 'stage': return ['Stage', `${event.name} begins`];
    case 'split': return ['Split', `${size(event.partition)} into ${size(event.parts[0])} and ${size(event.parts[1])}`];
    case 'placed': return ['Placed', `room ${event.room}, ${size(event.floor)} at ${event.floor.left}, ${event.floor.top}`];
    case 'rejected': return ['Rejected', `${event.what} at ${event.at.join(', ')}: ${event.reason}`];
    case 'tried': return ['Tried', `walker ${event.walker}: ${event.what} at ${event.at.join(', ')}${event.turn ? `, turned ${event.turn * 90}°` : ''}${event.mirror ? ', mirrored' : ''}`];
    case 'walked': return [event.teleport ? 'Teleport' : 'Walked', `walker ${event.walker}: room ${event.from} to room ${event.to}`];
    case 'group_began': return ['Group', `${event.group} (${event.what}) asks for ${event.required} rooms`];
    case 'group_committed': return ['Group', `${event.group} is complete: rooms ${event.rooms.join(', ')}`];
    case 'group_rolled_back': return ['Rolled back', `group ${event.group}: ${event.reason}`];
    case 'searched': return ['Searched', `link ${event.link}: ${event.steps} steps, ${event.cost === null ? 'no way' : `cost ${event.cost}`}`];
    case 'carved': return ['Carved', `link ${event.link}, ${event.path.length} cells`];
    case 'fell_back': return ['Fell back', `link ${event.link}, end ${event.end}: ${String(event.fallback).replaceAll('_', ' ')}`];
    case 'opened_door': return ['Door', `${event.door} in room ${event.room} at ${event.cells[0].join(', ')}`];
    case 'note': return ['Note', event.text];
    default: return [event.event, ''];
  }
}

const size = ({ left, top, right, bottom }) => `${right - left} × ${bottom - top}`;
