// The overlay that lists every key by mode.

import { el } from './dom.js';
import { openDialog } from './dialog.js';

const EVERYWHERE = [
  ['Wheel', 'zoom to the pointer; pinch on a touch screen'],
  ['Middle drag', 'pan; also with Space held, or by dragging empty ground'],
  ['Arrows', 'move the cursor on the map, 8 cells with Shift'],
  ['Enter', 'what a click does, at the cursor'],
  ['+ −', 'zoom to the cursor'],
];

const keyCaps = (names) => [names].flat().map((name) => el('kbd', {}, name.replace('Ctrl+Shift+', 'Ctrl+Shift+').replace('ArrowUp', '↑')));

function section(title, rows) {
  const lines = rows.flatMap(([keys, help]) => [el('dt', {}, keyCaps(keys)), el('dd', {}, help)]);
  return el('section', {}, el('h3', {}, title), el('dl.keys', {}, lines));
}

const rowsOf = (table) => table.filter((entry) => entry.help).map((entry) => [entry.shown ?? entry.key, entry.help]);

/** `modes` are [title, table, further rows]. */
export function openHelp(global, modes) {
  const sections = modes.map(([title, table, more]) => section(title, [...rowsOf(table), ...more]));
  const body = el('div.columns', {}, sections, section('Everywhere', [...EVERYWHERE, ...rowsOf(global)]));
  return openDialog('Keys', body);
}
