// Small line symbols: roles of rooms, keys, stairs and the entrance. Drawn in a square of one unit round the origin.

/** @import { Context, Point } from '../types.js' */

/** @type {(ctx: Context, points: Point[], close?: boolean) => void} */
function shape(ctx, points, close = true) {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  if (close) ctx.closePath();
}

/** @type {(ctx: Context) => void} */
function star(ctx) {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [r, turn] = [i % 2 ? 0.15 : 0.36, (Math.PI * i) / 5];
    return /** @type {Point} */ ([Math.sin(turn) * r, -Math.cos(turn) * r]);
  });
  shape(ctx, points);
  ctx.fill();
  ctx.stroke();
}

/** @type {(ctx: Context, ink: string) => void} */
function skull(ctx, ink) {
  ctx.beginPath();
  ctx.moveTo(-0.15, 0.13);
  ctx.bezierCurveTo(-0.42, 0.06, -0.3, -0.34, 0, -0.34);
  ctx.bezierCurveTo(0.3, -0.34, 0.42, 0.06, 0.15, 0.13);
  ctx.lineTo(0.15, 0.31);
  ctx.lineTo(-0.15, 0.31);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = ink;
  for (const x of [-0.11, 0.11]) {
    ctx.beginPath();
    ctx.arc(x, -0.04, 0.08, 0, 7);
    ctx.fill();
  }
  shape(ctx, [[0, 0.05], [0.045, 0.13], [-0.045, 0.13]]);
  ctx.fill();
}

/** @type {(ctx: Context, ink: string) => void} */
function chest(ctx, ink) {
  ctx.beginPath();
  ctx.moveTo(-0.32, 0.26);
  ctx.lineTo(-0.32, -0.06);
  ctx.quadraticCurveTo(-0.32, -0.25, -0.2, -0.25);
  ctx.lineTo(0.2, -0.25);
  ctx.quadraticCurveTo(0.32, -0.25, 0.32, -0.06);
  ctx.lineTo(0.32, 0.26);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = ink;
  ctx.fillRect(-0.32, -0.085, 0.64, 0.05);
  ctx.fillRect(-0.07, -0.11, 0.14, 0.18);
}

/** @type {(ctx: Context) => void} */
function scales(ctx) {
  /** @type {Point[][]} */
  const lines = [[[0, -0.33], [0, 0.3]], [[-0.18, 0.31], [0.18, 0.31]], [[-0.29, -0.24], [0.29, -0.24]]];
  for (const line of lines) {
    shape(ctx, line, false);
    ctx.stroke();
  }
  for (const x of [-0.29, 0.29]) {
    shape(ctx, [[x - 0.11, 0.06], [x, -0.24], [x + 0.11, 0.06]], false);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, 0.05, 0.12, 0, Math.PI);
    ctx.closePath();
    ctx.stroke();
  }
}

/** @type {(ctx: Context, ink: string) => void} */
function lozenge(ctx, ink) {
  shape(ctx, [[0, -0.37], [0.3, 0], [0, 0.37], [-0.3, 0]]);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = ink;
  shape(ctx, [[-0.038, -0.19], [0.038, -0.19], [0.022, 0.06], [-0.022, 0.06]]);
  ctx.fill();
  ctx.beginPath();
  ctx.arc(0, 0.145, 0.044, 0, 7);
  ctx.fill();
}

/** @type {(ctx: Context) => void} */
function key(ctx) {
  shape(ctx, [[-0.06, 0], [0.35, 0], [0.35, 0.14]], false);
  ctx.stroke();
  shape(ctx, [[0.22, 0], [0.22, 0.11]], false);
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(-0.2, 0, 0.14, 0, 7);
  ctx.fill();
  ctx.stroke();
}

/** @type {(ctx: Context, ink: string) => void} */
function arrow(ctx, ink) {
  shape(ctx, [[0, 0.36], [0, -0.2]], false);
  ctx.stroke();
  ctx.fillStyle = ink;
  shape(ctx, [[0, -0.36], [0.12, -0.12], [-0.12, -0.12]]);
  ctx.fill();
}

/** @typedef {keyof typeof SYMBOLS} SymbolName */

const SYMBOLS = { goal: star, boss: skull, treasure: chest, merchant: scales, event: lozenge, key, arrow };

/** @type {(name: string) => name is keyof typeof SYMBOLS} */
export const hasSymbol = (name) => name in SYMBOLS;

/**
 * Draws a symbol `side` pixels large.
 * @type {(ctx: Context, name: keyof typeof SYMBOLS, x: number, y: number, side: number, ink: string, face: string,
 *   turn?: number) => void}
 */
export function paintSymbol(ctx, name, x, y, side, ink, face, turn = 0) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.scale(side, side);
  ctx.lineWidth = Math.max(0.05, 0.9 / side);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.strokeStyle = ink;
  ctx.fillStyle = face;
  SYMBOLS[name](ctx, ink);
  ctx.restore();
}

/**
 * Treads that narrow in the direction down, in one cell.
 * @type {(ctx: Context, down: boolean, x: number, y: number, scale: number, ink: string) => void}
 */
export function paintStairs(ctx, down, x, y, scale, ink) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(scale, scale);
  ctx.strokeStyle = ink;
  ctx.lineWidth = Math.max(0.06, 0.9 / scale);
  ctx.beginPath();
  for (let i = 0; i < 5; i++) {
    const half = 0.4 - (down ? i : 4 - i) * 0.07;
    const at = -0.36 + i * 0.18;
    ctx.moveTo(-half, at);
    ctx.lineTo(half, at);
  }
  ctx.stroke();
  ctx.restore();
}
