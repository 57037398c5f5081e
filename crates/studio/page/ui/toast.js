// Messages that come, are read aloud, and go.

/** @import { Tone } from '../types.js' */

import { $, el } from './dom.js';
import { iconButton } from './icons.js';
import { RequestError, isCancelled } from '../wire.js';

const STAY = { good: 4200, bad: 9000 };
const MOST = 4;

/** @type {(text: string, tone?: Tone) => HTMLElement} */
export function toast(text, tone = 'good') {
  const box = $('toasts');
  const same = [...box.children].find((other) => other.querySelector('p')?.textContent === text);
  same?.remove();
  const message = el(`div.toast.${tone}`, {}, el('p', {}, text));
  const leave = () => message.remove();
  message.append(iconButton('close', 'Dismiss', leave));
  box.append(message);
  while (box.children.length > MOST) box.firstChild?.remove();
  setTimeout(leave, STAY[tone] + text.length * 30);
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
  const place = error.line && !/line \d/.test(error.message) ? `Line ${error.line}, column ${error.column}: ` : '';
  toast(place + error.message, 'bad');
}

export function closeToasts() {
  const box = $('toasts');
  const had = box.children.length > 0;
  box.replaceChildren();
  return had;
}
