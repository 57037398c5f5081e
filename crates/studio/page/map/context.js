// The drawing context of a canvas.

/** @import { Context } from '../types.js' */

/**
 * The 2D context of a canvas on the page.
 * @type {(canvas: HTMLCanvasElement, settings?: CanvasRenderingContext2DSettings) => CanvasRenderingContext2D}
 */
export const contextOf = (canvas, settings) => present(canvas.getContext('2d', settings));

/**
 * A canvas that is only copied from, with its context.
 * @type {(width: number, height: number, settings?: CanvasRenderingContext2DSettings) =>
 *   { canvas: OffscreenCanvas, ctx: OffscreenCanvasRenderingContext2D }}
 */
export function offscreen(width, height, settings) {
  const canvas = new OffscreenCanvas(width, height);
  return { canvas, ctx: present(canvas.getContext('2d', settings)) };
}

/**
 * A browser without 2D contexts cannot show the map at all.
 * @type {<C extends Context>(context: C | null) => C}
 */
function present(context) {
  if (!context) throw new Error('This browser has no 2D canvas.');
  return context;
}
