// Messages that come, are read aloud, and go.

import { $, el } from './dom.js';
import { iconButton } from './icons.js';

const STAY = { good: 4200, bad: 9000 };
const MOST = 4;

export function toast(text, tone = 'good') {
  const box = $('toasts');
  const same = [...box.children].find((other) => other.querySelector('p').textContent === text);
  same?.remove();
  const message = el(`div.toast.${tone}`, {}, el('p', {}, text));
  const leave = () => message.remove();
  message.append(iconButton('close', 'Dismiss', leave));
  box.append(message);
  while (box.children.length > MOST) box.firstChild.remove();
  setTimeout(leave, STAY[tone] + text.length * 30);
  return message;
}

/** Says what went wrong, unless it was wanted so. */
export function complain(error) {
  if (error.cancelled) return;
  if (!error.message) throw error;
  const place = error.line && !/line \d/.test(error.message) ? `Line ${error.line}, column ${error.column}: ` : '';
  toast(place + error.message, 'bad');
  if (!('lost' in error) && error.constructor.name !== 'Refused') console.error(error);
}

export function closeToasts() {
  const box = $('toasts');
  const had = box.children.length > 0;
  box.replaceChildren();
  return had;
}
