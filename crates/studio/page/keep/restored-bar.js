// The bar that tells what was restored, and offers to discard it or to open something else.

/** @import { App } from '../types.js' */

import { $, el } from '../ui/dom.js';
import { complain } from '../ui/toast.js';
import { openRecent } from './recent.js';

/** @type {(app: App) => void} */
export function showRestored(app) {
  const bar = $('restored');
  const button = (/** @type {string} */ id, /** @type {string} */ words, /** @type {() => void} */ run) => {
    const made = el('button.text', { type: 'button', id }, words);
    made.onclick = () => {
      bar.hidden = true;
      run();
    };
    return made;
  };
  const discard = button('restored-discard', 'Discard', () => app.keeper.startOver().catch(complain));
  const recent = button('restored-recent', 'Recent', () => openRecent(app));
  const keep = button('restored-keep', 'Keep', () => {});
  bar.replaceChildren(el('span', {}, app.keeper.words()), ' · ', discard, ' · ', recent, ' · ', keep);
  bar.hidden = false;
}
