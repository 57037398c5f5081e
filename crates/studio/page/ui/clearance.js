// Keeps messages off the cell that the user points at: they stand above or below it.

/** @import { Box } from '../types.js' */

import { $ } from './dom.js';

/**
 * The place to keep clear, in pixels of the window; null where there is none.
 * @type {() => Box | null}
 */
let pointed = () => null;

/** @type {(place: () => Box | null) => void} */
export function keepClear(place) {
  pointed = place;
}

/** Moves the messages to the side of the map where they cover less of the pointed cell. */
export function clearPointer() {
  const box = $('toasts');
  const place = pointed();
  box.dataset.side = 'above';
  if (!place || !covers(box, place)) return;
  box.dataset.side = 'below';
  if (covers(box, place) && place[1] > middleOf(box)) box.dataset.side = 'above';
}

/** @type {(box: HTMLElement, place: Box) => boolean} */
function covers(box, [left, top, right, bottom]) {
  const rect = box.getBoundingClientRect();
  return rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top;
}

/** @type {(box: HTMLElement) => number} */
function middleOf(box) {
  const rect = box.getBoundingClientRect();
  return (rect.top + rect.bottom) / 2;
}
