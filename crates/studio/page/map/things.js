// What stands on the terrain and belongs to the drawing: furniture, doors, windows, stairs, room numbers, symbols and
// the entrance.

/** @import { Box, Cell, Context, Door, Ink, IsShown, Level, Marker, Point, Room, Scene, Window } from '../types.js' */
/** @import { LabelSpot } from './spots.js' */
/** @import { SymbolName } from './symbols.js' */

import { colours } from './colours.js';
import { gapOf, paintDoor, paintWindow } from './doors.js';
import { inOrder, paintFeature } from './features.js';
import { hasSymbol, paintStairs, paintSymbol } from './symbols.js';
import { ROCK, STAIRS_DOWN, STAIRS_UP } from './level.js';
import { Spots, labelSpot } from './spots.js';

const DOORS_FROM = 4;
const NUMBERS_FROM = 1.6;
const SYMBOLS_FROM = 9;
/** Smaller words are specks. */
const WORDS_FROM = 14;
/** Numbers are never smaller than this. [Unit: pixels] */
const LEAST_NUMBER = 12;

/**
 * Coordinates in cells.
 * @typedef {{ x: number, y: number }} Place
 * @typedef {Place & { door: Door }} Gap
 * @typedef {Place & { name: SymbolName, room: number }} Symbol
 * @typedef {Place & { text: string, room: number }} Label
 * @typedef {Place & { cell: number, down: boolean }} Stair
 * @typedef {{ cell: Cell, text: string }} StairWord
 * @typedef {'doors' | 'rooms' | 'labels' | 'links' | 'features' | 'windows' | 'markers' | 'entrance'} ThingsPart
 * @typedef {Pick<Scene, ThingsPart>} ThingsSource
 * @typedef {Place & { cell: number, normal: Window['normal'] }} Pane a window, and the floor behind it
 */

const STEPS = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };

/** How far walls of houses stand back inside their cells, those along the outside less. [Unit: cells] */
const RECESS = { partition: 0.4, outer: 0.325 };

/** @type {(level: Level, x: number, y: number) => number} */
function recess(level, x, y) {
  if (!level.shownLines?.house) return 0;
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [x + dx, y + dy]));
  return around.every(([u, v]) => level.at(u, v) !== ROCK) ? RECESS.partition : RECESS.outer;
}

/** An index of what stands where on a level, so that a tile asks only for its own. */
export class Things {
  /** @param {Level} level @param {ThingsSource} scene */
  constructor(level, scene) {
    this.level = level;
    this.doors = scene.doors.filter((door) => door.z === level.z).map((door) => ({ door, ...gapOf(door) }));
    this.windows = scene.windows.filter(({ z }) => z === level.z).map((window) => pane(level, window));
    const rooms = scene.rooms.filter((room) => room.z === level.z && room.floor.length > 0);
    this.features = inOrder(scene.features.filter(({ z }) => z === level.z));
    const numbered = rooms.filter(({ id }) => scene.labels[id]);
    this.rooms = numbered.map((room) => ({ room, text: scene.labels[room.id] ?? '', ...labelSpot(room) }));
    this.stairs = stairsOf(level);
    const markers = scene.markers.filter(({ z }) => z === level.z);
    this.keys = markers.filter(({ kind }) => kind === 'key');
    const words = stairWords(markers, scene);
    const taken = markers.map(({ cell }) => cell);
    const furnished = rooms.map((room) => furnish(room, taken, words));
    this.symbols = furnished.flatMap(({ symbols }) => symbols);
    this.labels = furnished.flatMap(({ labels }) => labels);
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
      for (const feature of this.features) {
        const [x, y] = feature.cell;
        if (!near({ x, y }) || !isShown('feature', feature.id)) continue;
        paintFeature(ctx, feature, at({ x, y }), scale, ink, feature.mount === 'wall' ? recess(this.level, x, y) : 0);
      }
      for (const gap of this.doors) {
        if (near(gap) && isShown('door', gap.door.id)) paintDoor(ctx, gap.door, ...at(gap), scale);
      }
      for (const window of this.windows) {
        if (near(window) && isShown('cell', window.cell)) paintWindow(ctx, window.normal, ...at(window), scale);
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
    for (const label of scale >= WORDS_FROM ? this.labels : []) {
      if (near(label) && isShown('room', label.room)) write(ctx, label.text, at(label), scale * 0.5, ink);
    }
    for (const symbol of this.symbols) {
      if (!near(symbol) || !isShown('room', symbol.room)) continue;
      paintSymbol(ctx, symbol.name, ...at(symbol), scale * 1.15, ink.ink, ink.floor);
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
    const [dx, dy] = STEPS[door.normal];
    const far = this.runway + 1.3;
    const turn = { north: Math.PI, east: -Math.PI / 2, south: 0, west: Math.PI / 2 }[door.normal];
    paintSymbol(ctx, 'arrow', ...at({ x: x + dx * far, y: y + dy * far }), scale, ink.ink, ink.paper, turn);
    const word = { x: x + dx * (far + (dx ? 1.9 : 0.9)), y: y + dy * (far + 0.85) };
    if (scale >= WORDS_FROM) write(ctx, 'entrance', at(word), Math.min(15, scale * 0.6), ink);
  }
}

/**
 * Finds places for what stands in a room besides its number.
 * @type {(room: Room, taken: Cell[], words: StairWord[]) => { symbols: Symbol[], labels: Label[] }}
 */
function furnish(room, taken, words) {
  const roles = (room.roles ?? []).filter((role) => hasSymbol(role));
  const own = words.filter(({ cell }) => contains(room, cell));
  if (roles.length === 0 && own.length === 0) return { symbols: [], labels: [] };
  const spots = new Spots(room, taken);
  const symbols = roles.flatMap((name) => {
    const spot = spots.takeSymbol();
    return spot ? [{ x: spot[0], y: spot[1], name, room: room.id }] : [];
  });
  const labels = own.flatMap(({ cell, text }) => {
    const spot = spots.takeWord(cell, text);
    return spot ? [{ x: spot[0], y: spot[1], text, room: room.id }] : [];
  });
  return { symbols, labels };
}

/**
 * Beside stairs stands the number of the room where they lead.
 * @type {(markers: Marker[], scene: ThingsSource) => StairWord[]}
 */
function stairWords(markers, { links, labels }) {
  return markers.filter(({ kind, label }) => kind === 'stairs' && label).map(({ cell, label, link, room }) => {
    const far = links[link ?? -1]?.rooms.find((id) => id !== room);
    return { cell, text: `to ${(far === undefined ? null : labels[far]) ?? label}` };
  });
}

/** @type {(room: Room, cell: Cell) => boolean} */
const contains = ({ floor }, [x, y]) => floor.some(([left, row, n]) => row === y && x >= left && x < left + n);

/** @type {(level: Level, window: Window) => Pane} */
function pane(level, { cell: [x, y], normal }) {
  const [dx, dy] = STEPS[normal];
  return { x: x + 0.5, y: y + 0.5, normal, cell: level.index(x - dx, y - dy) };
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

/** @type {(ctx: Context, spot: LabelSpot & { text: string }, at: Point, scale: number, ink: Ink) => void} */
function paintRoom(ctx, { text, size, side }, [x, y], scale, ink) {
  const number = Math.min(Math.max(LEAST_NUMBER, scale * 1.5), Math.max(LEAST_NUMBER, (scale * side) / 3), 34);
  const wide = text.length * number * 0.52 + 4;
  if (side * scale < number || size[0] * scale < wide) return;
  write(ctx, text, [x, y], number, ink);
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
