// Draws the crowd: bodies, what they hold, where they are going.

/** @import { ActorPath, Camera, Context, Stage } from '../types.js' */
/** @import { CrowdView } from './crowd.js' */

import { PALETTE, colours, withAlpha } from '../map/colours.js';
import { offscreen } from '../map/context.js';
import { inWindow, polyline } from '../map/shapes.js';

/** @type {Map<string, OffscreenCanvas>} */
const sprites = new Map();

/**
 * A body drawn once for each colour, state and size; copying it is much cheaper than drawing it.
 * @type {(colour: string, status: number, radius: number, ratio: number, dark: boolean) => OffscreenCanvas}
 */
function sprite(colour, status, radius, ratio, dark) {
  const key = `${colour}:${status}:${radius.toFixed(1)}:${ratio}:${dark}`;
  const found = sprites.get(key);
  if (found) return found;
  if (sprites.size > 300) sprites.clear();
  const side = Math.ceil((radius + 2) * 2 * ratio);
  const { canvas, ctx } = offscreen(side, side);
  ctx.scale(ratio, ratio);
  ctx.translate(side / ratio / 2, side / ratio / 2);
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, 7);
  ctx.fillStyle = status === 0 || status === 3 ? withAlpha(colour, 0.45) : colour;
  ctx.fill();
  ctx.lineWidth = Math.max(1, radius * 0.22);
  const rim = withAlpha(dark ? '#ffffff' : '#1b1b1b', status === 2 ? 0.9 : 0.45);
  ctx.strokeStyle = status === 4 ? colours().flaw : status === 3 ? colour : rim;
  if (status === 2) ctx.setLineDash([radius * 0.5, radius * 0.4]);
  ctx.stroke();
  sprites.set(key, canvas);
  return canvas;
}

/** @type {(ctx: Context, stage: Stage, crowd: CrowdView, n: number, selected: number | null, now: number) => void} */
export function paintBodies(ctx, { camera, ratio }, crowd, n, selected, now) {
  const ink = colours();
  const radius = Math.max(1.6, (camera.scale / n) * 0.36);
  const [left, top, right, bottom] = camera.window();
  for (let i = 0; i < crowd.size; i++) {
    const [x, y] = crowd.place(i, now);
    if (x < left - 1 || x > right + 1 || y < top - 1 || y > bottom + 1) continue;
    const [sx, sy] = camera.toScreen(x, y);
    const image = sprite(PALETTE[crowd.id(i) % PALETTE.length], crowd.status(i), radius, ratio, ink.dark);
    const side = image.width / ratio;
    ctx.drawImage(image, sx - side / 2, sy - side / 2, side, side);
    if (crowd.id(i) === selected) ring(ctx, sx, sy, radius + 4, ink.select);
  }
}

/** @type {(ctx: Context, x: number, y: number, radius: number, colour: string) => void} */
function ring(ctx, x, y, radius, colour) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2.5;
  ctx.stroke();
}

/**
 * What actors hold: current, reserved, anchors.
 * @type {(ctx: Context, camera: Camera, crowd: CrowdView, n: number) => void}
 */
export function paintHeld(ctx, camera, crowd, n) {
  const side = camera.scale / n;
  if (side < 3) return;
  const paths = { current: new Path2D(), reserved: new Path2D(), anchors: new Path2D() };
  /** @type {(path: Path2D, x: number, y: number) => void} */
  const put = (path, x, y) => {
    const place = crowd.subCell(x, y);
    if (!place || !inWindow(camera, ...place)) return;
    const [sx, sy] = camera.toScreen(...place);
    path.rect(sx - side / 2 + 1, sy - side / 2 + 1, side - 2, side - 2);
  };
  for (let i = 0; i < crowd.size; i++) {
    put(paths.current, crowd.word(i, 3), crowd.word(i, 4));
    put(paths.reserved, crowd.word(i, 5), crowd.word(i, 6));
    put(paths.anchors, crowd.word(i, 7), crowd.word(i, 8));
    put(paths.anchors, crowd.word(i, 9), crowd.word(i, 10));
  }
  ctx.lineWidth = 1.5;
  for (const kind of HELD_KINDS) {
    const colour = HELD[kind];
    ctx.fillStyle = withAlpha(colour, 0.2);
    ctx.fill(paths[kind]);
    ctx.strokeStyle = colour;
    ctx.setLineDash(kind === 'reserved' ? [4, 3] : []);
    ctx.stroke(paths[kind]);
  }
  ctx.setLineDash([]);
}

export const HELD = { current: '#0072b2', reserved: '#d55e00', anchors: '#009e73' };

const HELD_KINDS = /** @type {(keyof typeof HELD)[]} */ (Object.keys(HELD));

/**
 * The paths that actors plan to walk.
 * @type {(ctx: Context, camera: Camera, crowd: CrowdView, paths: ActorPath[], now: number) => void}
 */
export function paintPaths(ctx, camera, crowd, paths, now) {
  for (const { actor, ahead, goal } of paths) {
    const i = crowd.ids.get(actor);
    if (i === undefined) continue;
    const end = goal && ahead.at(-1)?.join() !== goal.join() ? [goal] : [];
    const places = [...ahead.slice(1), ...end].map(([x, y]) => crowd.subCell(x, y)).filter((place) => place !== null);
    polyline(ctx, camera, [crowd.place(i, now), ...places], withAlpha(PALETTE[actor % PALETTE.length], 0.55), 1.6);
  }
}

/**
 * Small crosses where actors are sent: one path for each colour.
 * @type {(ctx: Context, camera: Camera, crowd: CrowdView, selected: number | null) => void}
 */
export function paintGoals(ctx, camera, crowd, selected) {
  const arm = Math.max(2.5, camera.scale * 0.2);
  const paths = PALETTE.map(() => new Path2D());
  const chosen = new Path2D();
  for (let i = 0; i < crowd.size; i++) {
    const goal = crowd.goal(i);
    const isChosen = crowd.id(i) === selected;
    if (!goal || (crowd.status(i) === 3 && !isChosen) || !inWindow(camera, ...goal)) continue;
    const [x, y] = camera.toScreen(goal[0] + 0.5, goal[1] + 0.5);
    cross(isChosen ? chosen : paths[crowd.id(i) % PALETTE.length], x, y, arm);
  }
  ctx.lineWidth = 1.3;
  paths.forEach((path, i) => {
    ctx.strokeStyle = withAlpha(PALETTE[i], 0.6);
    ctx.stroke(path);
  });
  ctx.lineWidth = 3;
  ctx.strokeStyle = colours().select;
  ctx.stroke(chosen);
}

/** @type {(path: Path2D, x: number, y: number, arm: number) => void} */
function cross(path, x, y, arm) {
  path.moveTo(x - arm, y - arm);
  path.lineTo(x + arm, y + arm);
  path.moveTo(x + arm, y - arm);
  path.lineTo(x - arm, y + arm);
}
