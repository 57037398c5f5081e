// What the site says about being kept: a button that keeps all of it, and a bar when a new version is ready.

/** @import { Offline } from '../wire/offline.js' */

import { $, el } from './dom.js';
import { complain, toast } from './toast.js';

/** @type {(offline: Offline) => void} */
export function showOffline(offline) {
  const keep = el('button.small', { type: 'button', id: 'keep' }, 'Keep for offline use');
  keep.onclick = async () => {
    keep.disabled = true;
    try {
      await offline.keep();
      toast('The whole studio is kept on this device; it opens without a connection.');
      keep.remove();
    } catch (error) {
      keep.disabled = false;
      complain(error);
    }
  };
  $('connection').before(keep);
  offline.addEventListener('update', () => showVersionBar(offline));
}

/** @type {(offline: Offline) => void} */
function showVersionBar(offline) {
  if (document.getElementById('version-bar')) return;
  const reload = el('button.small', { type: 'button' }, 'Reload');
  reload.onclick = () => offline.update();
  const bar = el('span', { id: 'version-bar', role: 'status' }, 'A new version is ready · ', reload);
  $('connection').before(bar);
}
