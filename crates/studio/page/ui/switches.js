// The row of switches of a mode: actions, toggles and choices, each with its key and its state always in sight.

/** @import { Action } from '../types.js' */
/** @import { ArmedAction } from '../armed-action.js' */

import { $, el } from './dom.js';

/**
 * The buttons of a table of keys: entries with `title`, and `on()` for toggles, `value()` for choices or `at()` for
 * actions at a cell.
 * @type {(table: Action[], armed: ArmedAction) => () => void}
 */
export function showSwitches(table, armed) {
  const row = $('switches');
  const buttons = table.filter((entry) => entry.title).map((entry) => {
    const button = el('button.switch', { type: 'button', title: entry.help });
    button.append(el('kbd', { 'aria-hidden': 'true' }, [entry.key].flat()[0]), el('span', {}, entry.title));
    button.setAttribute('aria-keyshortcuts', [entry.key].flat()[0]);
    button.dataset.key = [entry.key].flat()[0];
    button.onclick = () => (entry.at ? armed.press(entry) : entry.run());
    const shown = entry.value ? el('span.value', {}) : null;
    if (shown) button.append(shown);
    return { entry, button, shown };
  });
  /** @type {HTMLElement[]} */
  const parts = [];
  let group = buttons[0]?.entry.group;
  for (const { entry, button } of buttons) {
    if (entry.group !== group) parts.push(el('span.rule', { 'aria-hidden': 'true' }));
    group = entry.group;
    parts.push(button);
  }
  row.replaceChildren(...parts);
  const refresh = () => {
    for (const { entry, button, shown } of buttons) {
      const isArmed = armed.current === entry;
      button.classList.toggle('armed', isArmed);
      if (entry.on || entry.at) button.setAttribute('aria-pressed', String(isArmed || Boolean(entry.on?.())));
      if (entry.value && shown) shown.textContent = entry.value();
    }
  };
  refresh();
  return refresh;
}
