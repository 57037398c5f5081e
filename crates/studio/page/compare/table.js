// What is different between two maps, in words and figures.

/** @import { Json } from '../types.js' */

import { el, plural } from '../ui/dom.js';

/**
 * @typedef {object} Diff
 * @property {{ z: number, tiles: [number, number, number][] }[]} levels
 * @property {{ fate: string, label: string }[]} rooms
 * @property {{ fate: string, what: string, text: string }[]} things
 * @property {{ name: string, values: [string, string] }[]} facts
 */

/**
 * The library writes it so; the schema of the protocol leaves it open.
 * @type {(diff: Json) => Diff}
 */
export const diffOf = (diff) => /** @type {Diff} */ (diff);

const FATES = /** @type {const} */ (['same', 'changed', 'added', 'removed']);

/** @type {(diff: Diff, words: [string, string]) => HTMLElement} */
export function differences({ levels, rooms, things, facts }, words) {
  const tally = (/** @type {string} */ fate) => rooms.filter((room) => room.fate === fate).length;
  const cells = levels.flatMap(({ tiles }) => tiles).reduce((sum, [, , length]) => sum + length, 0);
  const summary = FATES.map((fate) => `${tally(fate)} ${fate}`).join(', ');
  const sentence = `Rooms: ${summary}. ${plural(cells, 'cell')} and ${plural(things.length, 'other thing')} different.`;
  const head = el('tr', {}, el('td'), ...words.map((word) => el('th', { scope: 'col' }, word)));
  const rows = facts.map(({ name, values: [a, b] }) => {
    return el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, a), el('td', {}, b));
  });
  return el('div', { id: 'differences' }, el('p', {}, sentence),
    el('table', {}, el('thead', {}, head), el('tbody', {}, rows)));
}
