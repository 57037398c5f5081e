// What stands on the terrain and belongs to the drawing: doors, stairs, room numbers, symbols, the entrance.

/** @import { Box, Context, Door, Ink, IsShown, Level, Point, Room, Run, Scene } from '../types.js' */

import { colours } from './colours.js';
import { gapOf, paintDoor } from './doors.js';
import { hasSymbol, paintStairs, paintSymbol } from './symbols.js';
import { STAIRS_DOWN, STAIRS_UP } from './level.js';

const DOORS_FROM = 4;
const NUMBERS_FROM = 1.6;
const SYMBOLS_FROM = 9;
/** Numbers are never smaller than this. [Unit: pixels] */
const LEAST_NUMBER = 12;

/**
 * Coordinates in cells.
 * @typedef {{ x: number, y: number }} Place
 * @typedef {Place & { door: Door }} Gap
 * @typedef {Place & { side: number, size: Point }} LabelSpot the spot with the side of its free square and the
 *   room's size
 * @typedef {Place & { cell: number, down: boolean }} Stair
 */

/** An index of what stands where on a level, so that a tile asks only for its own. */
export class Things {
  /** @param {Level} level @param {Pick<Scene, 'doors' | 'rooms' | 'markers' | 'entrance'>} scene */
  constructor(level, scene) {
    this.doors = scene.doors.filter((door) => door.z === level.z).map((door) => ({ door, ...gapOf(door) }));
    this.rooms = scene.rooms.filter((room) => room.z === level.z).map((room) => ({ room, ...labelSpot(room) }));
    this.stairs = stairsOf(level);
    this.labels = scene.markers.filter(({ z, kind, label }) => z === level.z && kind === 'stairs' && label);
    this.keys = scene.markers.filter((marker) => marker.z === level.z && marker.kind === 'key');
    this.entrance = this.doors.find(({ door }) => door.id === scene.entrance?.door) ?? null;
    this.runway = scene.entrance?.runway ?? 0;
    for (const { door } of this.doors) {
      if (door.secret) for (const [x, y] of door.cells) level.secret.add(level.index(x, y));
    }
  }

  /**
   * `isShown(kind, id)` hides what a trace has not made yet.
   * @type {(ctx: Context, area: Box, scale: number, ox: number, oy: number, isShown: IsShown) => void}
   */
  paint(ctx, [left, top, right, bottom], scale, ox, oy, isShown) {
    const ink = colours();
    const reach = Math.max(3, 40 / scale);
    /** @type {(place: Place) => boolean} */
    const near = ({ x, y }) => x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;
    /** @type {(place: Place) => Point} */
    const at = ({ x, y }) => [(x - ox) * scale, (y - oy) * scale];
    if (scale >= DOORS_FROM) {
      for (const gap of this.doors) {
        if (near(gap) && isShown('door', gap.door.id)) paintDoor(ctx, gap.door, ...at(gap), scale);
      }
      for (const stair of this.stairs) {
        if (near(stair) && isShown('cell', stair.cell)) paintStairs(ctx, stair.down, ...at(stair), scale, ink.ink);
      }
    }
    if (scale >= SYMBOLS_FROM) this.paintDetails(ctx, near, at, scale, ink, isShown);
    if (scale >= NUMBERS_FROM) {
      for (const spot of this.rooms) {
        if (near(spot) && isShown('room', spot.room.id)) paintRoom(ctx, spot, at(spot), scale, ink);
      }
    }
  }

  /**
   * @type {(ctx: Context, near: (place: Place) => boolean, at: (place: Place) => Point, scale: number, ink: Ink,
   *   isShown: IsShown) => void}
   */
  paintDetails(ctx, near, at, scale, ink, isShown) {
    for (const { cell, label } of this.labels) {
      const spot = { x: cell[0] + 0.5, y: cell[1] + 1.35 };
      if (near(spot)) write(ctx, label ?? '', at(spot), scale * 0.5, ink);
    }
    for (const { cell } of this.keys) {
      const spot = { x: cell[0] + 0.5, y: cell[1] + 0.5 };
      if (near(spot)) paintSymbol(ctx, 'key', ...at(spot), scale, ink.ink, ink.floor);
    }
    const { entrance } = this;
    if (!entrance || !near(entrance) || !isShown('door', entrance.door.id)) return;
    this.paintEntrance(ctx, entrance, at, scale, ink);
  }

  /** @type {(ctx: Context, gap: Gap, at: (place: Place) => Point, scale: number, ink: Ink) => void} */
  paintEntrance(ctx, { x, y, door }, at, scale, ink) {
    const [dx, dy] = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] }[door.normal];
    const far = this.runway + 1.3;
    const turn = { north: Math.PI, east: -Math.PI / 2, south: 0, west: Math.PI / 2 }[door.normal];
    paintSymbol(ctx, 'arrow', ...at({ x: x + dx * far, y: y + dy * far }), scale, ink.ink, ink.paper, turn);
    const word = { x: x + dx * (far + (dx ? 1.9 : 0.9)), y: y + dy * (far + 0.85) };
    write(ctx, 'entrance', at(word), Math.min(15, scale * 0.6), ink);
  }
}

/** @type {(level: Level) => Stair[]} */
function stairsOf(level) {
  const found = [];
  const { cells, width } = level;
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] < STAIRS_UP) continue;
    const y = Math.floor(cell / width);
    found.push({ cell, x: cell - y * width + 0.5, y: y + 0.5, down: cells[cell] === STAIRS_DOWN });
  }
  return found;
}

/**
 * Where a room's number stands: the middle, or the middle of the longest run of an odd shape.
 * @type {(room: Room) => LabelSpot}
 */
export function labelSpot(room) {
  const rows = room.floor.map(([, y]) => y);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows) + 1];
  const left = Math.min(...room.floor.map(([x]) => x));
  const right = Math.max(...room.floor.map(([x, , n]) => x + n));
  const area = room.floor.reduce((sum, [, , n]) => sum + n, 0);
  /** @type {Point} */
  const size = [right - left, bottom - top];
  if (area === size[0] * size[1]) {
    return { x: (left + right) / 2, y: (top + bottom) / 2, side: Math.min(...size), size };
  }
  const [x, y, n] = room.floor.reduce((best, run) => (weigh(run) > weigh(best) ? run : best));
  return { x: x + n / 2, y: y + 0.5, side: Math.min(n, 3), size };
  /** @type {(run: Run) => number} */
  function weigh([, y, n]) {
    return n - Math.abs(y + 0.5 - (top + bottom) / 2) * 0.6;
  }
}

/** @type {(ctx: Context, spot: LabelSpot & { room: Room }, at: Point, scale: number, ink: Ink) => void} */
function paintRoom(ctx, { room, size, side }, [x, y], scale, ink) {
  const number = Math.min(Math.max(LEAST_NUMBER, scale * 1.5), Math.max(LEAST_NUMBER, (scale * side) / 3), 34);
  const wide = String(room.id).length * number * 0.52 + 4;
  if (side * scale < number || size[0] * scale < wide) return;
  const symbols = scale >= SYMBOLS_FROM ? (room.roles ?? []).filter((role) => hasSymbol(role)) : [];
  const tall = size[1] * scale > number + symbols.length * scale * 1.2;
  write(ctx, String(room.id), [x, y], number, ink);
  const step = scale * 1.25;
  symbols.forEach((name, i) => {
    const out = (Math.floor(i / 2) + 1) * step * (i % 2 ? 1 : -1) + (i % 2 ? 1 : -1) * number * 0.35;
    paintSymbol(ctx, name, x + (tall ? 0 : out), y + (tall ? out : 0), scale * 1.15, ink.ink, ink.floor);
  });
}

/** @type {(ctx: Context, text: string, at: Point, size: number, ink: Ink) => void} */
function write(ctx, text, [x, y], size, ink) {
  ctx.font = `${size}px "Iowan Old Style", Palatino, "Book Antiqua", Georgia, "Liberation Serif", serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = size * 0.22;
  ctx.strokeStyle = ink.floor;
  ctx.globalAlpha = 0.7;
  ctx.strokeText(text, x, y);
  ctx.globalAlpha = 1;
  ctx.fillStyle = ink.ink;
  ctx.fillText(text, x, y + size * 0.04);
}
