// Where numbers, symbols and words stand: on floor of their room, beside each other.

/** @import { Box, Cell, Point, Room, Run } from '../types.js' */

/** Half the height and half the width of a digit of the largest room number. [Unit: cells] */
const DIGIT = [0.53, 0.39];
/** Half the side of a symbol. [Unit: cells] */
const SYMBOL = 0.44;
/** Half the height of a small word, and half the width of a letter. [Unit: cells] */
const LETTER = [0.22, 0.14];
/** Words stand this near to what they belong to, or nowhere. [Unit: cells] */
const REACH = 6;

/**
 * The middle of a room's number, the side of the free square round it, and the size of the free rectangle.
 * @typedef {{ x: number, y: number, side: number, size: Point }} LabelSpot
 */

/**
 * Where a room's number stands: the middle, or the middle of the largest square of an odd shape.
 * @type {(room: Room) => LabelSpot}
 */
export function labelSpot(room) {
  const spot = known.get(room) ?? findSpot(room);
  known.set(room, spot);
  return spot;
}

/**
 * The spots that were found: the step view asks for them with each frame.
 * @type {WeakMap<Room, LabelSpot>}
 */
const known = new WeakMap();

/** @type {(room: Room) => LabelSpot} */
function findSpot(room) {
  const { left, top, right, bottom } = edges(room.floor);
  /** @type {Point} */
  const size = [right - left, bottom - top];
  const area = room.floor.reduce((sum, [, , n]) => sum + n, 0);
  if (area === size[0] * size[1]) {
    return { x: (left + right) / 2, y: (top + bottom) / 2, side: Math.min(...size), size };
  }
  const [l, t, r, b] = widened(largestSquare(room.floor), new Set(cellsOf(room.floor).map(String)));
  return { x: (l + r) / 2, y: (t + b) / 2, side: b - t, size: [r - l, b - t] };
}

/** The floor of a room with what stands on it already. */
export class Spots {
  /** @param {Room} room @param {Cell[]} taken cells with something on them */
  constructor(room, taken) {
    this.room = room;
    this.label = labelSpot(room);
    const full = new Set(taken.map(String));
    this.free = new Set(cellsOf(room.floor).map(String).filter((cell) => !full.has(cell)));
    /** @type {Box[]} */
    this.boxes = [around(this.label, DIGIT[1] * String(room.number ?? room.id).length, DIGIT[0])];
  }

  /**
   * The free cell nearest to the number, which a symbol then has; null where there is none.
   * @type {() => Point | null}
   */
  takeSymbol() {
    return this.take(this.label, SYMBOL, SYMBOL, [[0.5, 0.5]], Infinity);
  }

  /**
   * The nearest place for a word beside a cell; null where there is none.
   * @type {(cell: Cell, word: string) => Point | null}
   */
  takeWord([x, y], word) {
    const half = LETTER[1] * word.length;
    return this.take({ x: x + 0.5, y: y + 0.5 }, half, LETTER[0], [[0.5, 0.5], [1, 0.5]], REACH);
  }

  /**
   * @type {(from: { x: number, y: number }, halfWidth: number, halfHeight: number, anchors: Point[],
   *   reach: number) => Point | null}
   */
  take(from, halfWidth, halfHeight, anchors, reach) {
    /** @type {(place: Point) => number} */
    const distance = ([x, y]) => Math.hypot(x - from.x, y - from.y);
    const places = [...this.free].flatMap((cell) => {
      const [x, y] = cell.split(',').map(Number);
      return anchors.map(([dx, dy]) => /** @type {Point} */ ([x + dx, y + dy]));
    });
    const near = places.filter((place) => distance(place) <= reach).sort((a, b) => distance(a) - distance(b));
    const found = near.find(([x, y]) => this.isFree(around({ x, y }, halfWidth, halfHeight)));
    if (!found) return null;
    this.boxes.push(around({ x: found[0], y: found[1] }, halfWidth, halfHeight));
    return found;
  }

  /** @type {(box: Box) => boolean} */
  isFree([left, top, right, bottom]) {
    for (let y = Math.floor(top); y < bottom; y++) {
      for (let x = Math.floor(left); x < right; x++) if (!this.free.has(`${x},${y}`)) return false;
    }
    return this.boxes.every(([l, t, r, b]) => right <= l || left >= r || bottom <= t || top >= b);
  }
}

/** @type {(middle: { x: number, y: number }, halfWidth: number, halfHeight: number) => Box} */
const around = ({ x, y }, halfWidth, halfHeight) => [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];

/** @type {(floor: Run[]) => Cell[]} */
const cellsOf = (floor) => floor.flatMap(([x, y, n]) => {
  return Array.from({ length: n }, (_, i) => /** @type {Cell} */ ([x + i, y]));
});

/** @type {(floor: Run[]) => { left: number, top: number, right: number, bottom: number }} */
function edges(floor) {
  const rows = floor.map(([, y]) => y);
  const left = Math.min(...floor.map(([x]) => x));
  const right = Math.max(...floor.map(([x, , n]) => x + n));
  return { left, top: Math.min(...rows), right, bottom: Math.max(...rows) + 1 };
}

/**
 * The largest square of floor; of several the one nearest to the middle.
 * @type {(floor: Run[]) => Box}
 */
function largestSquare(floor) {
  const { left, top, right, bottom } = edges(floor);
  /** @type {Map<string, number>} */
  const sides = new Map();
  /** @type {(x: number, y: number) => number} */
  const at = (x, y) => sides.get(`${x},${y}`) ?? 0;
  /** @type {Box} */
  let best = [left, top, left, top];
  let least = Infinity;
  const ordered = cellsOf(floor).sort(([x, y], [u, v]) => y - v || x - u);
  for (const [x, y] of ordered) {
    const side = 1 + Math.min(at(x - 1, y), at(x, y - 1), at(x - 1, y - 1));
    sides.set(`${x},${y}`, side);
    const off = Math.hypot(x + 1 - side / 2 - (left + right) / 2, y + 1 - side / 2 - (top + bottom) / 2);
    const before = best[3] - best[1];
    if (side < before || (side === before && off >= least)) continue;
    [best, least] = [[x + 1 - side, y + 1 - side, x + 1, y + 1], off];
  }
  return best;
}

/**
 * The rectangle as wide as its rows are free.
 * @type {(box: Box, free: Set<string>) => Box}
 */
function widened([left, top, right, bottom], free) {
  const rows = Array.from({ length: bottom - top }, (_, i) => top + i);
  while (rows.every((y) => free.has(`${left - 1},${y}`))) left--;
  while (rows.every((y) => free.has(`${right},${y}`))) right++;
  return [left, top, right, bottom];
}
