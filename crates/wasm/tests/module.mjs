// The modules of the site in node, without a browser: as the workers load and call them.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const MODULES = path.join(ROOT, 'target/modules');

/** The program that the modules must equal. */
export function program() {
  const builds = ['target/release/undercroft', 'target/debug/undercroft'].map((file) => path.join(ROOT, file));
  const found = [process.env.UNDERCROFT_BIN, ...builds].find((file) => file && existsSync(file));
  if (!found) throw new Error('no undercroft found; build it or name it in UNDERCROFT_BIN');
  return path.resolve(found);
}

export const hasModule = (name) => existsSync(path.join(MODULES, name, `${name}_bg.wasm`));

/** Loads a module that scripts/site has built. Its functions are those of the Rust crate. */
export function loadModule(name, host = {}) {
  globalThis.undercroftHost = {
    now: () => performance.now(),
    progress: () => {},
    isCancelled: () => false,
    panicked: (message) => console.error(message),
    ...host,
  };
  const glue = readFileSync(path.join(MODULES, name, `${name}.js`), 'utf8');
  const bindings = new Function(`${glue}\nreturn wasm_bindgen;`)();
  bindings.initSync({ module: new WebAssembly.Module(readFileSync(path.join(MODULES, name, `${name}_bg.wasm`))) });
  return bindings;
}

/** Header and payload of a frame. */
export function readFrame(frame) {
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true);
  return { header: JSON.parse(new TextDecoder().decode(frame.subarray(4, 4 + length))), payload: frame.subarray(4 + length) };
}

/** The session of a page, with the export module for what it delegates, where that was built. */
export class LocalStudio {
  constructor(entropy = 0n) {
    this.session = loadModule('session');
    this.exporter = hasModule('export') ? loadModule('export') : null;
    this.session.begin(entropy);
  }

  /** The last frame of a request; null where the export module is needed and was not built. */
  ask(text) {
    const frame = this.session.handle(text);
    const { header, payload } = readFrame(frame);
    if (header.reply?.type !== 'delegate') return frame;
    if (!this.exporter) return null;
    const done = this.exporter.perform(text, payload);
    if (header.reply.task === 'write' || readFrame(done).header.error) return done;
    return this.session.finish(text, readFrame(done).payload);
  }
}
