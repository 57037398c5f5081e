// What both workers share: they load a module, lend it their clock and messages, and run one call at a time. Classic
// scripts, so that they also run from a page that has no address of its own.

/** @import { WorkerScope } from '../types.js' */

(() => {
  const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
  /** Set by the page to 1 where it cancels; only there where the page may share memory. @type {Int32Array | null} */
  let flag = null;
  /** The message of a panic. @type {string | null} */
  let panic = null;
  /** @type {WebAssembly.Memory | null} */
  let memory = null;

  scope.undercroftHost = {
    now: () => performance.now(),
    progress: (frame) => {
      const { buffer } = frame.slice();
      scope.postMessage({ kind: 'progress', frame: buffer }, [buffer]);
    },
    isCancelled: () => flag !== null && Atomics.load(flag, 0) === 1,
    panicked: (message) => (panic = message),
  };

  /** A module loads before its session begins, so that a spare worker is ready at once. */
  const tasks = {
    /** @param {{ glue: string }} given comes while the module is compiled, and has no answer */
    prepare({ glue }) {
      try {
        scope.importScripts(glue);
      } catch {
        // `load` tries again, and reports it.
      }
      return null;
    },

    /** @param {{ glue: string, module: WebAssembly.Module, flag: Int32Array | null }} given */
    load(given) {
      ({ flag } = given);
      if (!scope.wasm_bindgen) scope.importScripts(given.glue);
      ({ memory } = scope.wasm_bindgen.initSync({ module: given.module }));
      return { build: scope.undercroftBuild };
    },

    /** @param {{ call: string, parts: unknown[] }} given */
    run({ call, parts }) {
      const result = scope.wasm_bindgen[call](...parts);
      const frame = result instanceof Uint8Array ? result.buffer : null;
      return { frame, text: result, size: memory?.buffer.byteLength };
    },

    /** A copy of the module's memory, which is the whole session. */
    copy() {
      return { image: memory?.buffer.slice(0) };
    },

    /** @param {{ image: ArrayBuffer }} given puts such a copy in place of the memory */
    paste({ image }) {
      if (!memory) throw new Error('a copy needs a module');
      const PAGE = 65_536;
      const missing = (image.byteLength - memory.buffer.byteLength) / PAGE;
      if (missing > 0) memory.grow(missing);
      new Uint8Array(memory.buffer).set(new Uint8Array(image));
      return {};
    },
  };

  scope.onmessage = ({ data }) => {
    try {
      /** @type {{ frame?: ArrayBuffer | null, image?: ArrayBuffer, text?: unknown } | null} */
      const reply = tasks[/** @type {keyof typeof tasks} */ (data.kind)](data);
      if (!reply) return;
      const owned = [reply.frame, reply.image].filter((part) => part instanceof ArrayBuffer);
      scope.postMessage({ kind: 'done', ...reply, text: owned.length ? null : reply.text }, owned);
    } catch (error) {
      scope.postMessage({ kind: 'dead', panic, error: String(error) }, []);
    }
  };
})();
