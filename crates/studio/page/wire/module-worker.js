// A worker with a module in it: one call at a time.

/** @import { WorkerDone, WorkerReply } from '../types.js' */

/** A module stopped: a panic, or no more memory. */
export class ModuleStopped extends Error {
  /** @param {string} message @param {string | null} panic */
  constructor(message, panic) {
    super(message);
    this.panic = panic;
  }
}

export class ModuleWorker {
  /**
   * @param {string} script the address of engine.js or exporter.js
   * @param {{ glue: string, module: Promise<WebAssembly.Module>, flag: Int32Array | null }} parts
   * @param {(frame: ArrayBuffer) => void} take gets frames of progress
   */
  constructor(script, parts, take) {
    this.worker = new Worker(script);
    this.take = take;
    this.flag = parts.flag;
    /** @type {{ resolve: (reply: WorkerDone) => void, reject: (error: Error) => void } | null} */
    this.call = null;
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.hear({ kind: 'dead', panic: null, error: event.message || 'its script cannot be loaded' });
    };
    this.loaded = this.load(parts);
    // Who waits for it hears of the error; a spare that fails is replaced.
    this.loaded.catch(() => {});
  }

  /**
   * The worker starts while its module is compiled.
   * @param {{ glue: string, module: Promise<WebAssembly.Module>, flag: Int32Array | null }} parts
   */
  async load({ glue, module, flag }) {
    this.worker.postMessage({ kind: 'prepare', glue });
    return this.post({ kind: 'load', glue, module: await module, flag });
  }

  /** @type {(message: object, owned?: Transferable[]) => Promise<WorkerDone>} */
  post(message, owned = []) {
    return new Promise((resolve, reject) => {
      this.call = { resolve, reject };
      this.worker.postMessage(message, owned);
    });
  }

  /** @type {(data: WorkerReply) => void} */
  hear(data) {
    if (data.kind === 'progress') return this.take(data.frame);
    const { call } = this;
    this.call = null;
    if (data.kind === 'dead') call?.reject(new ModuleStopped(data.error, data.panic));
    else call?.resolve(data);
  }

  /**
   * Calls a function of the module.
   * @type {(name: string, ...parts: unknown[]) => Promise<WorkerDone & { frame: ArrayBuffer }>}
   */
  async run(name, ...parts) {
    await this.loaded;
    const reply = await this.post({ kind: 'run', call: name, parts });
    return /** @type {WorkerDone & { frame: ArrayBuffer }} */ (reply);
  }

  /** Ends it at once, whatever it does. */
  end() {
    this.worker.terminate();
    this.hear({ kind: 'dead', panic: null, error: 'it was ended' });
  }
}

/**
 * Modules that are compiled or being compiled, by their addresses.
 * @type {Map<string, Promise<WebAssembly.Module>>}
 */
const modules = new Map();

/**
 * Compiles a module, once. One that cannot be had is asked for again the next time.
 * @type {(address: string) => Promise<WebAssembly.Module>}
 */
export function compile(address) {
  const begun = modules.get(address) ?? load(address);
  modules.set(address, begun);
  begun.catch(() => modules.delete(address));
  return begun;
}

/**
 * Compiles a module while it arrives; a host that does not name its type makes that fail.
 * @type {(address: string) => Promise<WebAssembly.Module>}
 */
async function load(address) {
  const response = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
  if (!response) throw new Error('there is no connection');
  if (!response.ok) throw new Error(`the host answers ${response.status}`);
  const isNamed = response.headers.get('content-type')?.startsWith('application/wasm');
  if (isNamed) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
