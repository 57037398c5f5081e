// Furniture: boxes with the first letter of their kind, and small marks for what hangs in walls.

/** @import { Context, Feature, Ink, Point } from '../types.js' */

/** How far a box stands back from the sides of its cells; what lies flat takes up more. [Unit: cells] */
const FLAT_INSET = 0.06;
const INSET = 0.13;
/** Letters are specks below this. [Unit: pixels to a cell] */
const LETTERS_FROM = 12;

/** Flat ones lie below standing ones, and those on top come last. @type {(features: Feature[]) => Feature[]} */
export const inOrder = (features) => [...features].sort((a, b) => rank(a) - rank(b) || a.id - b.id);

/** @type {(feature: Feature) => number} */
const rank = ({ mount, flat }) => (mount === 'wall' ? 2 : flat ? 0 : 1);

/**
 * Paints a feature whose north-west corner lies at a point, in a wall whose face stands back by so many cells.
 * @type {(ctx: Context, feature: Feature, at: Point, scale: number, ink: Ink, recess: number) => void}
 */
export function paintFeature(ctx, feature, at, scale, ink, recess) {
  if (feature.mount === 'wall') paintMark(ctx, feature, at, scale, ink, recess);
  else paintBox(ctx, feature, at, scale, ink);
}

/** @type {(ctx: Context, feature: Feature, at: Point, scale: number, ink: Ink) => void} */
function paintBox(ctx, { kind, size: [w, h], flat, secret }, [x, y], scale, ink) {
  const inset = (flat ? FLAT_INSET : INSET) * scale;
  ctx.save();
  ctx.lineWidth = Math.max(0.75, scale * (flat ? 0.03 : 0.06));
  ctx.strokeStyle = ink.ink;
  ctx.fillStyle = ink.floor;
  ctx.globalAlpha = flat ? 0.55 : 1;
  if (secret) ctx.setLineDash([scale * 0.14, scale * 0.14]);
  ctx.beginPath();
  ctx.rect(x + inset, y + inset, w * scale - 2 * inset, h * scale - 2 * inset);
  if (!flat) ctx.fill();
  ctx.stroke();
  // The letter of what lies flat stands in a corner that others leave free.
  const corner = flat && w * h > 2;
  const middle = corner ? [w - 0.5, h - 0.5] : [w / 2, h / 2];
  if (scale >= LETTERS_FROM) paintLetter(ctx, kind, [x + middle[0] * scale, y + middle[1] * scale], scale, ink);
  ctx.restore();
}

/** @type {(ctx: Context, kind: string, at: Point, scale: number, ink: Ink) => void} */
function paintLetter(ctx, kind, [x, y], scale, ink) {
  ctx.font = `${scale * 0.5}px "Iowan Old Style", Palatino, "Book Antiqua", Georgia, "Liberation Serif", serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = ink.ink;
  ctx.fillText(kind.charAt(0).toUpperCase(), x, y + scale * 0.03);
}

/** A small block on the face of the wall, towards the room. @type {typeof paintFeature} */
function paintMark(ctx, { size: [w, h], turn }, [x, y], scale, ink, recess) {
  // Its back is to the north at 0, and turns are clockwise.
  const [dx, dy] = [[0, 1], [-1, 0], [0, -1], [1, 0]][turn % 4];
  const [mx, my] = [x + (w * scale) / 2, y + (h * scale) / 2];
  const along = (((dx ? h : w) - 1) / 2 + 0.19) * scale;
  const face = ((dx ? w : h) / 2 - recess) * scale;
  const [near, far] = [face - 0.06 * scale, face + 0.15 * scale];
  ctx.fillStyle = ink.ink;
  const left = dx ? mx + (dx > 0 ? near : -far) : mx - along;
  const top = dx ? my - along : my + (dy > 0 ? near : -far);
  ctx.fillRect(left, top, dx ? far - near : 2 * along, dx ? 2 * along : far - near);
}
