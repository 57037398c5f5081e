// Keys: those of every mode, and those of the mode that is on. The help overlay lists the same tables.

/** @import { Action } from '../types.js' */

import { isDraft } from './drafts.js';

/**
 * What a key press is called in the tables: `Ctrl+Shift+Z`, `R`, `?`.
 * @type {(event: KeyboardEvent) => string}
 */
export function keyName(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl');
  if (event.altKey) parts.push('Alt');
  if (event.shiftKey && (key.length > 1 || /[A-Z]/.test(key))) parts.push('Shift');
  return [...parts, key].join('+');
}

/** Keys that no box has a use for. */
const ANYWHERE = /^(Escape|F\d+|Ctrl\+S)$/;
/** Keys of the page in a box; those of the history only where it holds nothing else to undo. */
const OUTSIDE_DIALOGS = /^Ctrl\+[OE]$/;
const HISTORY = /^Ctrl\+(Z|Shift\+Z|Y)$/;

/**
 * Whether a key belongs to what has the focus.
 * @type {(name: string, target: EventTarget | null) => boolean}
 */
function isTaken(name, target) {
  if (!isTyping(target) || ANYWHERE.test(name)) return false;
  if (target instanceof Element && target.closest('dialog')) return true;
  return !OUTSIDE_DIALOGS.test(name) && (!HISTORY.test(name) || isDraft(target));
}

/** @type {(target: EventTarget | null) => boolean} */
function isTyping(target) {
  if (target instanceof Element && target.closest('dialog')) return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'button'].includes(target.type);
}

/** A slider keeps its own keys. */
const SLIDER_KEYS = new Set(['Home', 'End', 'PageUp', 'PageDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

/**
 * Calls the first action of the tables that does not answer `false`; a promise is an answer.
 * @type {(tables: () => Action[][]) => void}
 */
export function listen(tables) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = keyName(event);
    // An open dialog is closed by the browser itself.
    if (name === 'Escape' && document.querySelector('dialog[open]')) return;
    const { target } = event;
    if (isTaken(name, target)) return;
    if (target instanceof HTMLInputElement && target.type === 'range' && SLIDER_KEYS.has(event.key)) return;
    for (const table of tables()) {
      const action = table.find((entry) => [entry.key].flat().includes(name));
      if (!action || (event.repeat && !action.repeats)) continue;
      if (action.run() === false) continue;
      event.preventDefault();
      return;
    }
  });
}
