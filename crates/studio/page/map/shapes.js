// Helpers of the overlays: cells, boxes and lines in cell coordinates, drawn in CSS pixels.

/** @import { Box, Camera, Context, Dash, Frame, Point } from '../types.js' */

/**
 * The pixels of a rectangle of cells.
 * @type {(camera: Camera, left: number, top: number, right: number, bottom: number) => Frame}
 */
export function box(camera, left, top, right, bottom) {
  const [x, y] = camera.toScreen(left, top);
  return [x, y, (right - left) * camera.scale, (bottom - top) * camera.scale];
}

/** @type {(ctx: Context, camera: Camera, cells: Point[], style: string) => void} */
export function fillCells(ctx, camera, cells, style) {
  ctx.fillStyle = style;
  ctx.beginPath();
  for (const [x, y] of cells) ctx.rect(...box(camera, x, y, x + 1, y + 1));
  ctx.fill();
}

/** @type {(ctx: Context, camera: Camera, rect: Box, style: string, width: number, dash?: Dash) => void} */
export function strokeBox(ctx, camera, rect, style, width, dash = []) {
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.strokeRect(...box(camera, ...rect));
  ctx.setLineDash([]);
}

/**
 * A line through places in cells.
 * @type {(ctx: Context, camera: Camera, points: Point[], style: string, width: number, dash?: Dash) => void}
 */
export function polyline(ctx, camera, points, style, width, dash = []) {
  if (points.length < 2) return;
  ctx.beginPath();
  points.forEach(([x, y], i) => {
    const place = camera.toScreen(x, y);
    if (i) ctx.lineTo(...place);
    else ctx.moveTo(...place);
  });
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.setLineDash(dash);
  ctx.stroke();
  ctx.setLineDash([]);
}

/**
 * @type {(ctx: Context, camera: Camera, x: number, y: number, radius: number, fill: string, stroke?: string | null,
 *   width?: number) => void}
 */
export function dot(ctx, camera, x, y, radius, fill, stroke = null, width = 1.5) {
  const [sx, sy] = camera.toScreen(x, y);
  ctx.beginPath();
  ctx.arc(sx, sy, radius, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  if (!stroke) return;
  ctx.strokeStyle = stroke;
  ctx.lineWidth = width;
  ctx.stroke();
}

/**
 * A word on a small plate.
 * @type {(ctx: Context, text: string, x: number, y: number, ink: string, plate: string) => void}
 */
export function tag(ctx, text, x, y, ink, plate) {
  ctx.font = '600 11px system-ui, sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const width = ctx.measureText(text).width + 8;
  ctx.fillStyle = plate;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - 8, width, 16, 4);
  ctx.fill();
  ctx.fillStyle = ink;
  ctx.fillText(text, x, y + 0.5);
}

/**
 * Whether a place in cells is in the window, give or take a few cells.
 * @type {(camera: Camera, x: number, y: number, reach?: number) => boolean}
 */
export function inWindow(camera, x, y, reach = 2) {
  const [left, top, right, bottom] = camera.window();
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
}
