// The overlay that lists every key by mode.

/** @import { Action, HelpRow, Mode } from '../types.js' */

import { el } from './dom.js';
import { openDialog } from './dialog.js';

/** @type {HelpRow[]} */
const EVERYWHERE = [
  ['Wheel', 'zoom to the pointer; pinch on a touch screen'],
  ['Middle drag', 'pan; also with Space held, or by dragging empty ground'],
  ['Arrows', 'move the cursor on the map, 8 cells with Shift'],
  ['Enter', 'what a click does, at the cursor'],
  ['+ −', 'zoom to the cursor'],
];

/** @type {(names: string | string[]) => HTMLElement[]} */
const keyCaps = (names) => [names].flat().map((name) => el('kbd', {}, name.replace('ArrowUp', '↑')));

/** @type {(title: string, rows: HelpRow[]) => HTMLElement} */
function section(title, rows) {
  const lines = rows.flatMap(([keys, help]) => [el('dt', {}, keyCaps(keys)), el('dd', {}, help)]);
  return el('section', {}, el('h3', {}, title), el('dl.keys', {}, lines));
}

/** @type {(table: Action[]) => HelpRow[]} */
const rowsOf = (table) => table.flatMap(({ key, shown, help }) => (help ? [[shown ?? key, help]] : []));

/** @type {(global: Action[], modes: [title: string, mode: Mode][]) => HTMLDialogElement} */
export function openHelp(global, modes) {
  const sections = modes.map(([title, { table, more }]) => section(title, [...rowsOf(table), ...more]));
  const body = el('div.columns', {}, sections, section('Everywhere', [...EVERYWHERE, ...rowsOf(global)]));
  return openDialog('Keys', body);
}
