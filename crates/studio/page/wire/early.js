// Compiles the engine while the other scripts of the page arrive. scripts/site writes it into its page; where a server
// has the session nothing asks for it.

import { compile } from './module-worker.js';

const address = document.querySelector('meta[name="undercroft-session"]')?.getAttribute('content');
// Who waits for the module hears of its error.
if (address) compile(`${address}.wasm`).catch(() => {});
