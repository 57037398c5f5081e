// Exports and files in foreign formats: a worker of their own, made at the first use and ended when it rests.

import { ModuleWorker, compile } from './module-worker.js';

/** A worker that had nothing to do for so long is ended: its module is large. [Unit: ms] */
const REST = 30_000;

export class Exports {
  /**
   * @param {{ address: string, flag: Int32Array | null }} parts the address has no ending
   * @param {(frame: ArrayBuffer) => void} take gets frames of progress
   */
  constructor({ address, flag }, take) {
    this.address = address;
    this.flag = flag;
    this.take = take;
    /** @type {Promise<WebAssembly.Module> | null} */
    this.module = null;
    /** @type {ModuleWorker | null} */
    this.worker = null;
    /** @type {Promise<unknown>} the last export: one runs at a time */
    this.last = Promise.resolve();
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  get isLoaded() {
    return this.module !== null;
  }

  /** @type {(text: string, dungeon: Uint8Array) => Promise<ArrayBuffer>} */
  perform(text, dungeon) {
    const made = this.last.then(() => this.call(text, dungeon));
    this.last = made.catch(() => {});
    return made;
  }

  /** @type {(text: string, dungeon: Uint8Array) => Promise<ArrayBuffer>} */
  async call(text, dungeon) {
    clearTimeout(this.timer);
    const worker = (this.worker ??= await this.start());
    try {
      return (await worker.run('perform', text, dungeon)).frame;
    } catch (error) {
      this.end();
      throw error;
    } finally {
      this.timer = setTimeout(() => this.end(), REST);
    }
  }

  async start() {
    this.module ??= compile(`${this.address}.wasm`);
    try {
      await this.module;
      const parts = { glue: new URL(`${this.address}.js`, document.baseURI).href, module: this.module };
      return new ModuleWorker(new URL('exporter.js', import.meta.url).href, { ...parts, flag: this.flag }, this.take);
    } catch (error) {
      // The next export tries again.
      this.module = null;
      throw error;
    }
  }

  end() {
    clearTimeout(this.timer);
    this.worker?.end();
    this.worker = null;
  }
}
