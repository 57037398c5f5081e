// Draws the steps of a trace over the map: cuts, walks, rejects, numbers, and the step of the moment.

/** @import { Box, Camera, Cell, Context, Point, Rect, Room, Scene } from '../types.js' */
/** @import { LabelSpot } from '../map/spots.js' */
/** @import { Trace } from './trace.js' */

import { PALETTE, colours, withAlpha } from '../map/colours.js';
import { box, dot, fillCells, inWindow, polyline, strokeBox, tag } from '../map/shapes.js';
import { labelSpot } from '../map/spots.js';

/** Rejects fade over this many events. */
const FADE = 60;

/** @type {(ctx: Context, camera: Camera, trace: Trace, at: number, z: number) => void} */
export function paintSplits(ctx, camera, trace, at, z) {
  const { accent } = colours();
  const routed = trace.stages.find(({ name }) => name === 'route')?.at ?? Infinity;
  const strength = at >= routed ? 0.18 : 0.55;
  for (const split of trace.splits) {
    if (split.at > at) break;
    if (split.z !== z) continue;
    const isNow = split.at === at;
    polyline(ctx, camera, split.cut, withAlpha(accent, isNow ? 1 : strength), isNow ? 3 : 1.2, [6, 5]);
  }
}

/** @type {(ctx: Context, camera: Camera, trace: Trace, at: number, z: number) => void} */
export function paintRejects(ctx, camera, trace, at, z) {
  const { flaw } = colours();
  for (const reject of trace.rejects) {
    if (reject.at > at) break;
    const age = at - reject.at;
    if (age > FADE || reject.z !== z) continue;
    const [x, y] = camera.toScreen(reject.cell[0] + 0.5, reject.cell[1] + 0.5);
    const arm = Math.max(4, Math.min(9, camera.scale * 0.4));
    ctx.strokeStyle = withAlpha(flaw, 1 - (age / FADE) * 0.9);
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x + arm, y - arm);
    ctx.lineTo(x - arm, y + arm);
    ctx.stroke();
  }
}

/** @type {(x: number, y: number) => Point} */
const point = (x, y) => [x, y];
/** @type {(cell: Cell) => Point} */
const middleOf = ([x, y]) => [x + 0.5, y + 0.5];

/** @type {(scene: Scene, room: number) => LabelSpot | null} */
const spotOf = (scene, room) => {
  const found = scene.rooms[room];
  return found?.floor.length ? labelSpot(found) : null;
};

/**
 * Walker paths in their own colours; teleports dashed.
 * @type {(ctx: Context, camera: Camera, trace: Trace, at: number, z: number) => void}
 */
export function paintWalks(ctx, camera, trace, at, z) {
  const { scene } = trace;
  for (const walk of trace.walks) {
    if (walk.at > at) break;
    const [from, to] = [spotOf(scene, walk.from), spotOf(scene, walk.to)];
    if (!from || !to || scene.rooms[walk.to].z !== z) continue;
    const colour = PALETTE[walk.walker % PALETTE.length];
    const shift = ((walk.walker % 5) - 2) * 0.16;
    /** @type {[Point, Point]} */
    const ends = [[from.x + shift, from.y + shift], [to.x + shift, to.y + shift]];
    const [alpha, width, dash] = walk.teleport ? [0.55, 1.5, [5, 5]] : [0.9, 2.6, []];
    polyline(ctx, camera, ends, withAlpha(colour, alpha), width, dash);
    dot(ctx, camera, ...ends[1], walk.at === at ? 5 : 2.8, colour);
  }
}

/**
 * In which order rooms came.
 * @type {(ctx: Context, camera: Camera, trace: Trace, at: number, z: number) => void}
 */
export function paintNumbers(ctx, camera, trace, at, z) {
  const { accent, paper } = colours();
  trace.order.forEach((step, i) => {
    const spot = step.at <= at && step.z === z ? spotOf(trace.scene, step.room) : null;
    if (!spot || !inWindow(camera, spot.x, spot.y)) return;
    const [x, y] = camera.toScreen(spot.x, spot.y);
    if (camera.scale * spot.side < 9) return;
    tag(ctx, String(i + 1), x + Math.min(22, camera.scale * 1.4), y - Math.min(18, camera.scale * 1.2), paper, accent);
  });
}

/**
 * Where inhabitants, treasure and traps begin; furniture is on the map itself.
 * @type {(ctx: Context, camera: Camera, trace: Trace, at: number, z: number) => void}
 */
export function paintSpawns(ctx, camera, trace, at, z) {
  const { select, paper } = colours();
  for (const spawn of trace.spawns) {
    if (spawn.at > at) break;
    if (spawn.z === z) dot(ctx, camera, ...middleOf(spawn.cell), Math.max(2, camera.scale * 0.2), select, paper, 1);
  }
}

/** @type {(ctx: Context, camera: Camera, room: Room | undefined, z: number, colour: string) => void} */
function paintFloor(ctx, camera, room, z, colour) {
  if (!room || room.z !== z) return;
  ctx.fillStyle = withAlpha(colour, 0.2);
  ctx.beginPath();
  for (const [x, y, n] of room.floor) ctx.rect(...box(camera, x, y, x + n, y + 1));
  ctx.fill();
}

/**
 * The step of the moment, so that the eye finds it.
 * @type {(ctx: Context, camera: Camera, trace: Trace, at: number, z: number) => void}
 */
export function paintMoment(ctx, camera, trace, at, z) {
  const event = trace.events[at];
  if (!event || ('z' in event && event.z !== z)) return;
  const { accent, select, flaw } = colours();
  /** @type {(rect: Rect) => Box} */
  const rect = ({ left, top, right, bottom }) => [left, top, right, bottom];
  const { scene } = trace;
  switch (event.event) {
    case 'split':
      ctx.fillStyle = withAlpha(accent, 0.09);
      ctx.fillRect(...box(camera, ...rect(event.partition)));
      break;
    case 'placed':
      strokeBox(ctx, camera, rect(event.floor), accent, 3);
      break;
    case 'tried':
      dot(ctx, camera, event.at[0] + 0.5, event.at[1] + 0.5, 6, withAlpha(select, 0.5), select);
      break;
    case 'rejected':
      dot(ctx, camera, event.at[0] + 0.5, event.at[1] + 0.5, 12, withAlpha(flaw, 0.15), flaw);
      break;
    case 'searched': {
      const spots = (scene.links[event.link]?.rooms ?? []).map((room) => spotOf(scene, room));
      const ends = spots.flatMap((spot) => (spot ? [point(spot.x, spot.y)] : []));
      polyline(ctx, camera, ends, select, 2.5, [3, 6]);
      break;
    }
    case 'carved':
      polyline(ctx, camera, event.path.map(middleOf), accent, Math.max(3, camera.scale * 0.3));
      break;
    case 'opened_door':
      fillCells(ctx, camera, event.cells, withAlpha(accent, 0.4));
      dot(ctx, camera, ...middleOf(event.cells[0]), Math.max(9, camera.scale * 0.8), 'transparent', accent, 2);
      break;
    case 'purpose_assigned':
      paintFloor(ctx, camera, scene.rooms[event.room], z, accent);
      break;
    case 'note_written':
      if (event.room !== null) paintFloor(ctx, camera, scene.rooms[event.room], z, accent);
      break;
    case 'feature_placed':
      strokeBox(ctx, camera, rect(event.cells), accent, 3);
      break;
    case 'feature_dropped':
      paintFloor(ctx, camera, scene.rooms[event.room], z, flaw);
      break;
    case 'spawn_placed':
      dot(ctx, camera, ...middleOf(event.at), Math.max(7, camera.scale * 0.5), withAlpha(select, 0.5), select);
      break;
  }
}
