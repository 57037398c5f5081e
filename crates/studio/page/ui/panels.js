// Panels and the width of the window: wide windows have both beside the map unless the user closed one.

/** @import { Side } from '../types.js' */

import { $ } from './dom.js';

/** @type {Side[]} */
const SIDES = ['left', 'right'];

/**
 * Opens and closes panels when the window crosses a width.
 * @type {(narrow: number, showPanel: (side: Side, isOpen: boolean) => void) => void}
 */
export function followWidth(narrow, showPanel) {
  /** @type {Set<Side>} */
  const closed = new Set();
  for (const side of SIDES) {
    $(`toggle-${side}`).addEventListener('click', () => {
      if (innerWidth < narrow) return;
      if ($(side).hidden) closed.add(side);
      else closed.delete(side);
    });
  }
  matchMedia(`(min-width: ${narrow}px)`).addEventListener('change', ({ matches: isWide }) => {
    for (const side of SIDES) showPanel(side, isWide && !closed.has(side));
  });
}
