// The inspector over the map: it opens for a tapped thing, and never covers it.

/** @import { Cell, Stage } from '../types.js' */

import { $ } from './dom.js';

/** How far a thing stays from the sheet. [Unit: CSS pixels] */
const MARGIN = 24;

/**
 * Pans a cell out from under the right panel, where that is a sheet at the lower edge.
 * @type {(stage: Stage, cell: Cell) => void}
 */
export function uncover(stage, [x, y]) {
  const map = stage.element.getBoundingClientRect();
  const sheet = $('right').getBoundingClientRect();
  if (sheet.top <= map.top || sheet.top >= map.bottom) return;
  const [, below] = stage.camera.toScreen(x + 0.5, y + 1);
  const hidden = map.top + below + MARGIN - sheet.top;
  if (hidden <= 0) return;
  stage.camera.pan(0, -hidden);
  stage.invalidate();
}
