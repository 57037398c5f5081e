// What See draws over the map: the observer, corner squares, the path to the destination, the sweep to the pointer.

/** @import { Camera, Cell, Context, Level, ObserverState, PathReply, Point, SweepReply } from '../types.js' */
/** @import { View } from './mode.js' */

import { colours, withAlpha } from '../map/colours.js';
import { box, dot, fillCells, polyline, tag } from '../map/shapes.js';

const CORNERS_FROM = 5;
/** Half the height of the plate with the length, and a little. [Unit: CSS pixels] */
const TAG = 10;

/**
 * How far the mark of the destination reaches from its middle. [Unit: CSS pixels]
 * @type {(camera: Camera) => number}
 */
const goalReach = (camera) => Math.max(6, camera.scale * 0.42) * 1.5;

/** @type {Point[]} */
const DIAGONALS = [[-1, -1], [1, -1], [-1, 1], [1, 1]];

/**
 * Width and height of a shape such as `2x1`.
 * @type {(shape: string) => [number, number]}
 */
export function sizeOf(shape) {
  const [w, h] = shape.split('x').map(Number);
  return [w, h];
}

/** @type {(ctx: Context, camera: Camera, observer: ObserverState) => void} */
export function paintObserver(ctx, camera, { cell, shape }) {
  const [w, h] = sizeOf(shape);
  const place = box(camera, cell[0], cell[1], cell[0] + w, cell[1] + h);
  const grow = Math.max(0, (7 - camera.scale) / 2);
  ctx.fillStyle = colours()['see-observer'];
  ctx.fillRect(place[0] - grow, place[1] - grow, place[2] + 2 * grow, place[3] + 2 * grow);
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = 1.5;
  ctx.strokeRect(place[0] - grow, place[1] - grow, place[2] + 2 * grow, place[3] + 2 * grow);
}

/**
 * Squares in the corner of the cell that the wall is at: white where interesting, yellow where not.
 * @type {(ctx: Context, camera: Camera, level: Level, view: View) => void}
 */
export function paintCorners(ctx, camera, level, view) {
  if (camera.scale < CORNERS_FROM) return;
  const [left, top, right, bottom] = camera.window();
  /** @type {Record<'interesting' | 'seen' | 'unseen', Cell[]>} */
  const groups = { interesting: [], seen: [], unseen: [] };
  for (let y = Math.max(0, top); y < Math.min(level.height, bottom); y++) {
    for (let x = Math.max(0, left); x < Math.min(level.width, right); x++) {
      if (!view.corners.get(x, y)) continue;
      const kind = view.interesting.get(x, y) ? 'interesting' : view.visible.get(x, y) ? 'seen' : 'unseen';
      groups[kind].push([x, y]);
    }
  }
  const side = Math.max(3, camera.scale * 0.3);
  squares(ctx, camera, level, groups.unseen, side, withAlpha('#f2cf3a', 0.4));
  squares(ctx, camera, level, groups.seen, side, '#f2cf3a');
  squares(ctx, camera, level, groups.interesting, side, '#ffffff');
}

/** @type {(ctx: Context, camera: Camera, level: Level, cells: Cell[], side: number, style: string) => void} */
function squares(ctx, camera, level, cells, side, style) {
  /** @type {(x: number, y: number) => boolean} */
  const isSolid = (x, y) => !level.contains(x, y) || Boolean(level.solid.get(x, y));
  ctx.fillStyle = style;
  ctx.strokeStyle = 'rgb(0 0 0 / .55)';
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const [x, y] of cells) {
    for (const [sx, sy] of DIAGONALS) {
      if (isSolid(x + sx, y) || isSolid(x, y + sy) || !isSolid(x + sx, y + sy)) continue;
      const [px, py] = camera.toScreen(x + Number(sx > 0), y + Number(sy > 0));
      ctx.rect(px - (sx > 0 ? side + 1 : -1), py - (sy > 0 ? side + 1 : -1), side, side);
    }
  }
  ctx.fill();
  if (side >= 4) ctx.stroke();
}

/**
 * A path of a body so many rows high.
 * @type {(ctx: Context, camera: Camera, path: PathReply, rows: number) => void}
 */
export function paintPath(ctx, camera, path, rows) {
  if (!path.found) return;
  const ink = colours();
  fillCells(ctx, camera, path.swept, withAlpha(ink['see-path'], 0.2));
  const points = path.centers.map(([x, y]) => /** @type {Point} */ ([x, y]));
  polyline(ctx, camera, points, 'rgb(0 0 0 / .5)', 5);
  polyline(ctx, camera, points, ink['see-path'], 2.5);
  for (const [x, y] of points) dot(ctx, camera, x, y, 4, ink['see-path'], 'rgb(0 0 0 / .7)');
  const [x, y] = camera.toScreen(...points[points.length - 1]);
  // Above the destination, or below it where the window ends: never over it.
  const clear = goalReach(camera) + (camera.scale * (rows - 1)) / 2 + TAG;
  tag(ctx, path.length.toFixed(2), x, y - clear < TAG ? y + clear : y - clear, '#1b1b1b', ink['see-path']);
}

/** @type {(ctx: Context, camera: Camera, sweep: SweepReply) => void} */
export function paintSweep(ctx, camera, sweep) {
  const ink = colours();
  fillCells(ctx, camera, sweep.cells, withAlpha(ink['see-sweep'], sweep.is_clear ? 0.32 : 0.2));
  fillCells(ctx, camera, sweep.blocked, withAlpha('#ff2a1a', 0.5));
}

/** @type {(ctx: Context, camera: Camera, cell: Cell) => void} */
export function paintGoal(ctx, camera, cell) {
  const [x, y] = camera.toScreen(cell[0] + 0.5, cell[1] + 0.5);
  const arm = goalReach(camera);
  const r = arm / 1.5;
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.moveTo(x - arm, y);
  ctx.lineTo(x + arm, y);
  ctx.moveTo(x, y - arm);
  ctx.lineTo(x, y + arm);
  ctx.stroke();
}
