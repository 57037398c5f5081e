// Messages that come, are read aloud, and go.

/** @import { Tone } from '../types.js' */

import { $, el } from './dom.js';
import { clearPointer } from './clearance.js';
import { iconButton } from './icons.js';
import { RequestError, isCancelled } from '../wire/requests.js';

const STAY = { good: 4200, bad: 9000, action: 9000 };
const MOST = 4;

/**
 * Shows a message; its action is a button behind its words.
 * @type {(text: string, tone?: Tone, action?: { title: string, run: () => void }) => HTMLElement}
 */
export function toast(text, tone = 'good', action) {
  const box = $('toasts');
  const words = el('p', {}, text);
  if (action) words.append(' · ', el('button.text', { type: 'button', onclick: action.run }, action.title));
  const same = [...box.children].find((other) => other.querySelector('p')?.textContent === words.textContent);
  same?.remove();
  const message = el(`div.toast.${tone}`, {}, words);
  const leave = () => message.remove();
  message.append(iconButton('close', 'Dismiss', leave));
  box.append(message);
  while (box.children.length > MOST) box.firstChild?.remove();
  clearPointer();
  setTimeout(leave, STAY[action ? 'action' : tone] + text.length * 30);
  return message;
}

/**
 * Shows what went wrong, unless the user cancelled it.
 * @type {(error: unknown) => void}
 */
export function complain(error) {
  if (!(error instanceof Error)) throw error;
  if (!(error instanceof RequestError)) {
    toast(error.message, 'bad');
    return console.error(error);
  }
  if (isCancelled(error)) return;
  // A message with a position says it itself.
  toast(error.message, 'bad');
}

export function closeToasts() {
  const box = $('toasts');
  const had = box.children.length > 0;
  box.replaceChildren();
  return had;
}
