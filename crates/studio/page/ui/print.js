// The page on paper: the name and the current level, drawn for the print and gone after it.

/** @import { App } from '../types.js' */

import { el } from './dom.js';
import { inLight } from '../map/colours.js';
import { contextOf } from '../map/context.js';

/** The longer side of the picture. [Unit: pixels] */
const LONGEST = 3200;
/** Cells are drawn no larger than this. [Unit: pixels] */
const LARGEST = 48;

/** @type {(app: App) => void} */
export function preparePrints(app) {
  /** @type {HTMLElement | null} */
  let sheet = null;
  addEventListener('beforeprint', () => {
    sheet?.remove();
    sheet = inLight(() => makeSheet(app));
    if (sheet) document.body.append(sheet);
  });
  addEventListener('afterprint', () => {
    sheet?.remove();
    sheet = null;
  });
}

/** @type {(app: App) => HTMLElement | null} */
function makeSheet({ scene, level, stage, z }) {
  if (!scene || !level) return null;
  const scale = Math.min(LARGEST, LONGEST / Math.max(level.width, level.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(level.width * scale));
  canvas.height = Math.max(1, Math.round(level.height * scale));
  stage.paintTile(contextOf(canvas), level.bounds(), scale, 0, 0, canvas.width, canvas.height);
  const words = [scene.seed && `seed ${scene.seed}`, scene.levels.length > 1 && `level ${z}`].filter(Boolean);
  const title = el('h1', {}, scene.name || 'Untitled map', el('small', {}, words.join(' · ')));
  return el('section.print', {}, title, canvas);
}
