// What See draws over the map: the observer, corner squares, the way to the destination and the band to the pointer.

import { colours, withAlpha } from '../map/colours.js';
import { box, dot, fillCells, polyline, tag } from '../map/shapes.js';

const CORNERS_FROM = 5;
const DIAGONALS = [[-1, -1], [1, -1], [-1, 1], [1, 1]];

export const sizeOf = (shape) => shape.split('x').map(Number);

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

/** Squares in the corner of the cell that the wall is at: white where interesting, yellow where not. */
export function paintCorners(ctx, camera, level, view) {
  if (camera.scale < CORNERS_FROM || !view) return;
  const [left, top, right, bottom] = camera.window();
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

function squares(ctx, camera, level, cells, side, style) {
  const isSolid = (x, y) => !level.contains(x, y) || level.solid.get(x, y);
  ctx.fillStyle = style;
  ctx.strokeStyle = 'rgb(0 0 0 / .55)';
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const [x, y] of cells) {
    for (const [sx, sy] of DIAGONALS) {
      if (isSolid(x + sx, y) || isSolid(x, y + sy) || !isSolid(x + sx, y + sy)) continue;
      const [px, py] = camera.toScreen(x + (sx > 0), y + (sy > 0));
      ctx.rect(px - (sx > 0 ? side + 1 : -1), py - (sy > 0 ? side + 1 : -1), side, side);
    }
  }
  ctx.fill();
  if (side >= 4) ctx.stroke();
}

export function paintWay(ctx, camera, way, shape) {
  if (!way?.found) return;
  const [w, h] = sizeOf(shape);
  const ink = colours();
  fillCells(ctx, camera, way.swept, withAlpha(ink['see-path'], 0.2));
  const points = way.waypoints.map(([x, y]) => [x + w / 2, y + h / 2]);
  polyline(ctx, camera, points, 'rgb(0 0 0 / .5)', 5);
  polyline(ctx, camera, points, ink['see-path'], 2.5);
  for (const [x, y] of points) dot(ctx, camera, x, y, 4, ink['see-path'], 'rgb(0 0 0 / .7)');
  const [x, y] = camera.toScreen(...points.at(-1));
  tag(ctx, way.length.toFixed(2), x, y - 16, '#1b1b1b', ink['see-path']);
}

export function paintBand(ctx, camera, band) {
  if (!band) return;
  const ink = colours();
  fillCells(ctx, camera, band.cells, withAlpha(ink['see-band'], band.clear ? 0.32 : 0.2));
  fillCells(ctx, camera, band.blocked, withAlpha('#ff2a1a', 0.5));
}

export function paintGoal(ctx, camera, cell) {
  const [x, y] = camera.toScreen(cell[0] + 0.5, cell[1] + 0.5);
  const r = Math.max(6, camera.scale * 0.42);
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.moveTo(x - r * 1.5, y);
  ctx.lineTo(x + r * 1.5, y);
  ctx.moveTo(x, y - r * 1.5);
  ctx.lineTo(x, y + r * 1.5);
  ctx.stroke();
}
