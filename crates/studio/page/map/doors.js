// Doors, drawn across the gap in the wall as the printed maps draw them, and windows.

/** @import { Context, Door, Ink, Point } from '../types.js' */

import { colours } from './colours.js';

const TURN = { north: Math.PI, east: -Math.PI / 2, south: 0, west: Math.PI / 2 };

/** @type {(door: Door) => keyof typeof LOOKS} */
export function lookOf(door) {
  if (door.secret) return 'secret';
  if (door.kind === 'archway' || door.kind === 'doorway' || door.kind === 'portcullis') return door.kind;
  if (door.state === 'open') return 'open';
  if (door.kind === 'barred') return 'barred';
  return door.state === 'locked' ? 'locked' : 'closed';
}

/**
 * The middle of a door and its width in cells.
 * @type {(door: Door) => { x: number, y: number, width: number }}
 */
export function gapOf(door) {
  const xs = door.cells.map((cell) => cell[0]);
  const ys = door.cells.map((cell) => cell[1]);
  const [left, right] = [Math.min(...xs), Math.max(...xs) + 1];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys) + 1];
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: door.cells.length };
}

/**
 * How a door is drawn: half its width in cells, from the middle of the gap.
 * @typedef {(ctx: Context, half: number, ink: Ink, door: Door) => void} DoorPainter
 */

/**
 * Draws a door with its middle at a pixel. The room lies towards negative y, outwards is positive y.
 * @type {(ctx: Context, door: Door, x: number, y: number, scale: number) => void}
 */
export function paintDoor(ctx, door, x, y, scale) {
  const ink = colours();
  ctx.save();
  ctx.translate(x, y);
  const look = lookOf(door);
  if (look !== 'secret') ctx.rotate(TURN[door.normal]);
  ctx.scale(scale, scale);
  ctx.strokeStyle = ink.ink;
  ctx.fillStyle = ink.floor;
  ctx.lineWidth = Math.max(0.05, 0.8 / scale);
  ctx.lineCap = 'round';
  LOOKS[look](ctx, door.cells.length / 2, ink, door);
  ctx.restore();
}

/**
 * Draws a window in its wall: panes between two lines.
 * @type {(ctx: Context, normal: keyof typeof TURN, x: number, y: number, scale: number) => void}
 */
export function paintWindow(ctx, normal, x, y, scale) {
  const ink = colours();
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(TURN[normal]);
  ctx.scale(scale, scale);
  ctx.strokeStyle = ink.ink;
  ctx.fillStyle = ink.pane;
  ctx.lineWidth = Math.max(0.05, 0.8 / scale);
  box(ctx, -0.5, -0.17, 0.5, 0.17);
  line(ctx, [-0.5, 0], [0.5, 0]);
  ctx.restore();
}

/** @type {(half: number) => Point[]} */
const leaves = (half) => (half > 0.5 ? [[0.15 - half, 0], [0, half - 0.15]] : [[0.15 - half, half - 0.15]]);

/** @type {(ctx: Context, x0: number, y0: number, x1: number, y1: number, filled?: boolean) => void} */
function box(ctx, x0, y0, x1, y1, filled) {
  ctx.beginPath();
  ctx.rect(x0, y0, x1 - x0, y1 - y0);
  ctx.fill();
  if (!filled) ctx.stroke();
}

/** @type {(ctx: Context, ...points: Point[]) => void} */
function line(ctx, ...points) {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.stroke();
}

/** @type {(ctx: Context, half: number) => void} */
function closed(ctx, half) {
  line(ctx, [-half, 0], [half, 0]);
  for (const [a, b] of leaves(half)) box(ctx, a, -0.125, b, 0.125);
}

/** @type {DoorPainter} */
function locked(ctx, half, ink) {
  line(ctx, [-half, 0], [half, 0]);
  ctx.fillStyle = ink.ink;
  for (const [a, b] of leaves(half)) box(ctx, a + 0.02, -0.17, b - 0.02, 0.17, true);
  ctx.fillStyle = ink.floor;
  const at = half > 0.5 ? 0.2 : 0;
  ctx.beginPath();
  ctx.arc(at, -0.04, 0.07, 0, 7);
  ctx.rect(at - 0.03, -0.02, 0.06, 0.14);
  ctx.fill();
}

/** @type {DoorPainter} */
function barred(ctx, half, ink) {
  closed(ctx, half);
  ctx.fillStyle = ink.ink;
  box(ctx, 0.04 - half, -0.24, half - 0.04, -0.15, true);
}

/** @type {(ctx: Context, half: number) => void} */
function open(ctx, half) {
  const sides = half > 0.5 ? [-1, 1] : [-1];
  const reach = Math.min(1, (2 * half) / sides.length - 0.3);
  for (const side of sides) {
    const hinge = side * (half - 0.075);
    box(ctx, hinge, 0, hinge - side * 0.11, reach);
    const tip = hinge - side * 0.055;
    ctx.save();
    ctx.lineWidth *= 0.6;
    ctx.globalAlpha *= 0.6;
    ctx.beginPath();
    ctx.arc(tip, 0, reach, Math.PI / 2, side < 0 ? 0 : Math.PI, side < 0);
    ctx.stroke();
    ctx.restore();
  }
}

/** @type {DoorPainter} */
function archway(ctx, half, ink) {
  ctx.fillStyle = ink.ink;
  for (const side of [-1, 1]) box(ctx, side * half, -0.11, side * (half - 0.23), 0.11, true);
}

/** @type {DoorPainter} */
function portcullis(ctx, half, ink, door) {
  line(ctx, [-half, 0], [half, 0]);
  const raised = door.state === 'open';
  ctx.fillStyle = raised ? ink.floor : ink.ink;
  for (let i = 0; i < half * 8; i++) {
    ctx.beginPath();
    ctx.arc(i * 0.25 + 0.125 - half, 0, raised ? 0.055 : 0.08, 0, 7);
    ctx.fill();
    if (raised) ctx.stroke();
  }
}

/** @type {DoorPainter} */
function secret(ctx, half, ink, door) {
  const across = door.normal === 'north' || door.normal === 'south';
  const [w, h] = across ? [half, 0.5] : [0.5, half];
  ctx.fillStyle = ink.rock;
  box(ctx, -w + 0.07, -h + 0.07, w - 0.07, h - 0.07, true);
  ctx.fillStyle = ink.ink;
  ctx.font = '0.62px Georgia, serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText('S', 0, 0.04);
}

/** A gap without leaf or frame. */
function doorway() {}

const LOOKS = { closed, locked, barred, open, archway, doorway, portcullis, secret };
