// The one dialog of the page.

/** @import { Child } from '../types.js' */

import { $, el } from './dom.js';
import { iconButton } from './icons.js';

/** @type {(title: string, ...body: Child[]) => HTMLDialogElement} */
export function openDialog(title, ...body) {
  const dialog = $('dialog');
  dialog.className = '';
  const close = iconButton('close', 'Close', () => dialog.close());
  close.className = 'plain';
  const head = el('header', {}, el('h2', { id: 'dialog-title' }, title), close);
  const props = { tabIndex: 0, role: 'group', 'aria-labelledby': 'dialog-title' };
  dialog.replaceChildren(head, el('div.body', props, ...body));
  // A handler that returns false would keep buttons in the dialog from doing anything.
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  return dialog;
}

export const closeDialog = () => $('dialog').close();
