// Chooses the transport: a server, unless the page was made for a device alone.

/** @import { Wire } from '../types.js' */

import { firstWorker } from './early.js';
import { Offline } from './offline.js';
import { SocketTransport } from './socket.js';
import { WorkerTransport } from './worker.js';

/** @type {(name: string) => string} */
const meta = (name) => document.querySelector(`meta[name="undercroft-${name}"]`)?.getAttribute('content') ?? '';

/**
 * What keeps the site on this device; null where the studio has a server, or the browser keeps nothing.
 * @type {() => Offline | null}
 */
export const startOffline = () => (meta('transport') === 'local' ? Offline.start() : null);

/** @type {() => Wire} */
export function openTransport() {
  if (meta('transport') !== 'local') {
    return new SocketTransport(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  }
  document.getElementById('from-disk')?.remove();
  // Written by scripts/site: the addresses of both modules without their endings.
  return new WorkerTransport({ session: meta('session'), exports: meta('export'), build: meta('build') }, firstWorker);
}
