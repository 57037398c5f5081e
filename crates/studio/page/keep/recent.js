// The list of documents that the browser keeps.

/** @import { App, KeptDocument } from '../types.js' */

import { el, plural } from '../ui/dom.js';
import { closeDialog, openDialog } from '../ui/dialog.js';
import { iconButton } from '../ui/icons.js';
import { complain } from '../ui/toast.js';

/** @type {(app: App) => Promise<void>} */
export async function openRecent(app) {
  const { store, problem } = app.keeper;
  const all = (await store?.documents().catch(() => [])) ?? [];
  const rows = all.map((kept) => row(app, kept));
  const words = store ? 'Work is kept in this browser, for this address only.' : `Nothing is kept: ${problem}.`;
  const list = rows.length ? el('ul.recent', { id: 'recent-list' }, rows) : el('p', {}, 'Nothing is kept yet.');
  openDialog('Recent', el('p.help', {}, words), list);
}

/** @type {(app: App, kept: KeptDocument) => HTMLElement} */
function row(app, kept) {
  const isOpen = kept.id === app.keeper.id;
  const when = new Date(kept.changed).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  const open = el('button', { type: 'button' }, el('strong', {}, kept.title),
    el('small', {}, `${plural(kept.edits, 'edit')} · ${when}${isOpen ? ' · open here' : ''}`));
  open.disabled = isOpen;
  open.onclick = () => {
    closeDialog();
    app.keeper.restore(kept).catch(complain);
  };
  const remove = iconButton('bin', `Remove ${kept.title}`, async () => {
    await app.keeper.store?.delete(kept.id);
    item.remove();
  });
  remove.disabled = isOpen;
  const item = el('li', {}, open, remove);
  return item;
}
