// The studio as files: target/site, served by a server that does nothing else.

import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { serve } from '../../../wasm/site/serve.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
export const FOLDER = path.resolve(process.env.UNDERCROFT_SITE ?? path.join(ROOT, 'target/site'));

/** Whether the site has the export module: a quick build has none. */
export function hasExports() {
  const modules = path.join(FOLDER, 'wasm');
  return existsSync(modules) && readdirSync(modules).some((name) => name.startsWith('export-'));
}

/** What a console message about a command that goes to a worker begins with. */
export const SENT = 'sent: ';

/** Lets every page of a browser context report the commands that it sends to a worker. */
export const listenToWorkers = (context) => context.addInitScript((sent) => {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.call === 'handle') console.debug(sent + JSON.parse(message.parts[0]).command.type);
    return postMessage.call(this, message, ...rest);
  };
}, SENT);

export class Site {
  static async start(options = {}) {
    if (!existsSync(path.join(FOLDER, 'index.html'))) throw new Error(`no site in ${FOLDER}; scripts/site makes it`);
    const { folder = FOLDER, ...others } = options;
    return Object.assign(new Site(), await serve(folder, others));
  }
}
