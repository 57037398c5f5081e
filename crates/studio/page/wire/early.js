// The first worker of the session on this device: it starts, and its module is compiled, while the other scripts of
// the page arrive. scripts/site lets its page run this as soon as it is there. Where a server has the session there is
// none.

import { ModuleWorker, compile } from './module-worker.js';

/** The worker, before anything listens to it. */
export const firstWorker = start(document.querySelector('meta[name="undercroft-session"]')?.getAttribute('content'));

/** @type {(address: string | null | undefined) => ModuleWorker | null} the address of the module without its ending */
function start(address) {
  if (!address) return null;
  const flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  const glue = new URL(`${address}.js`, document.baseURI).href;
  const parts = { glue, module: compile(`${address}.wasm`), flag };
  return new ModuleWorker(new URL('engine.js', import.meta.url).href, parts, () => {});
}
