// Marks of Build over the map: the module grid, flaws, and what is selected.

/** @import { Camera, Context, FlatLink, Level, Point, Room, Scene } from '../types.js' */
/** @import { BuildMode } from './mode.js' */

import { colours, withAlpha } from '../map/colours.js';
import { box, fillCells, inWindow, polyline, strokeBox } from '../map/shapes.js';
import { flatLink } from '../link.js';
import { boundsOf } from '../scene.js';

/** Lines nearer than this are left out. [Unit: CSS pixels] */
const NEAREST = 9;

/** @type {(ctx: Context, camera: Camera, level: Level, grid: [number, number]) => void} */
export function paintModuleGrid(ctx, camera, level, grid) {
  const [left, top, right, bottom] = camera.window();
  const [l, t] = [Math.max(0, left), Math.max(0, top)];
  const [r, b] = [Math.min(level.width, right), Math.min(level.height, bottom)];
  const [gx, gy] = grid.map((step) => step * Math.max(1, 2 ** Math.ceil(Math.log2(NEAREST / (step * camera.scale)))));
  ctx.beginPath();
  for (let x = Math.ceil(l / gx) * gx; x <= r; x += gx) {
    const [sx] = camera.toScreen(x, 0);
    ctx.moveTo(Math.round(sx) + 0.5, camera.toScreen(0, t)[1]);
    ctx.lineTo(Math.round(sx) + 0.5, camera.toScreen(0, b)[1]);
  }
  for (let y = Math.ceil(t / gy) * gy; y <= b; y += gy) {
    const [, sy] = camera.toScreen(0, y);
    ctx.moveTo(camera.toScreen(l, 0)[0], Math.round(sy) + 0.5);
    ctx.lineTo(camera.toScreen(r, 0)[0], Math.round(sy) + 0.5);
  }
  ctx.strokeStyle = withAlpha(colours().select, 0.42);
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** @type {(ctx: Context, camera: Camera, scene: Scene, z: number) => void} */
export function paintFlaws(ctx, camera, scene, z) {
  const { flaw: red } = colours();
  for (const flaw of scene.report.flaws) {
    if (flaw.z !== undefined && flaw.z !== null && flaw.z !== z) continue;
    const cells = (flaw.cells ?? []).filter(([x, y]) => inWindow(camera, x, y));
    fillCells(ctx, camera, cells, withAlpha(red, 0.3));
    ctx.strokeStyle = red;
    ctx.lineWidth = 1.5;
    for (const [x, y] of cells) {
      const [sx, sy, w, h] = box(camera, x, y, x + 1, y + 1);
      const grow = Math.max(1, (9 - w) / 2);
      ctx.strokeRect(sx - grow, sy - grow, w + 2 * grow, h + 2 * grow);
    }
  }
}

/** @type {(ctx: Context, camera: Camera, mode: BuildMode, scene: Scene, z: number) => void} */
export function paintSelection(ctx, camera, { selection, link, ghost }, scene, z) {
  const { select, flaw } = colours();
  if (selection && selection.z === z) {
    const { room, door } = selection;
    const corridors = room ? selection.corridor_of : [];
    const links = selection.links.filter(({ id }) => !room || corridors.length === 0 || corridors.includes(id));
    const near = links.map(flatLink);
    for (const each of link ? [link] : near) paintLink(ctx, camera, each, scene, select);
    if (room && !door) paintRoom(ctx, camera, room, select);
    if (door) {
      fillCells(ctx, camera, door.cells, withAlpha(select, 0.35));
      for (const [x, y] of door.cells) strokeBox(ctx, camera, [x, y, x + 1, y + 1], select, 2);
    }
  }
  if (ghost) strokeBox(ctx, camera, ghost.rect, ghost.isRejected ? flaw : select, 2.5, [7, 5]);
}

/** @type {(ctx: Context, camera: Camera, room: Room, colour: string) => void} */
function paintRoom(ctx, camera, room, colour) {
  ctx.fillStyle = withAlpha(colour, 0.13);
  ctx.beginPath();
  for (const [x, y, n] of room.floor) ctx.rect(...box(camera, x, y, x + n, y + 1));
  ctx.fill();
  const { left, top, right, bottom } = boundsOf(room);
  strokeBox(ctx, camera, [left - 0.12, top - 0.12, right + 0.12, bottom + 0.12], colour, 2.5);
}

/**
 * The corridor as a line, its runways as fields.
 * @type {(ctx: Context, camera: Camera, link: FlatLink, scene: Scene, colour: string) => void}
 */
function paintLink(ctx, camera, link, scene, colour) {
  const { path } = link;
  const half = link.width / 2;
  const [head, tail] = link.runway;
  fillCells(ctx, camera, [...path.slice(0, head), ...(tail ? path.slice(-tail) : [])], withAlpha(colour, 0.22));
  const [from, to] = link.doors.map((id) => scene.doors[id]?.cells[0]);
  const cells = [from, ...path, to].filter((cell) => cell !== undefined);
  const points = cells.map(([x, y]) => /** @type {Point} */ ([x + half, y + half]));
  polyline(ctx, camera, points, withAlpha(colour, 0.8), 2, [2, 5]);
}
