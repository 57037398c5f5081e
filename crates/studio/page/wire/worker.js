// The transport to a session on this device: WebAssembly in a worker, with a spare one beside it.
//
// A worker that computes receives no messages. Where the page may share memory, a flag cancels what runs. Everywhere
// else the worker is ended, and the spare one is given the state: the last copy of the session's memory, and the
// requests that were answered since, in their order. The session is deterministic, so that its state is the one before
// the cancelled request. A panic is treated alike.

/** @import { Command, ErrorCode } from '../types.js' */

import { Exports } from './exports.js';
import { ModuleStopped, ModuleWorker, compile } from './module-worker.js';
import { RequestError, Requests, readFrame } from './requests.js';

/** Requests that may wait, as on the server. */
const MOST_WAITING = 64;
/** What runs may end by itself for so long after it is cancelled: a spare worker costs more. [Unit: ms] */
const GRACE = 80;
/** A copy of the memory is taken when the page rests for so long. [Unit: ms] */
const REST = 200;
/** Requests that took less together are repeated rather than copied. [Unit: ms] */
const CHEAP = 60;
/** The largest memory that is copied. [Unit: bytes] */
const MOST_COPIED = 1 << 29;
/** The first spare worker comes so long after the session: the first dungeon needs the processor. [Unit: ms] */
const FIRST_SPARE = 1500;
/** A session that holds more at rest is moved to a fresh worker: the memory of a module never shrinks. [Unit: bytes] */
const MOST_HELD = 1 << 30;

/** Commands that leave the session as it is. @type {Set<Command['type']>} */
const QUESTIONS = new Set([
  'hello', 'trace', 'inspect', 'path', 'sweep', 'crowd', 'crowd_paths', 'save', 'export', 'count_pages',
  'preview', 'lines', 'check', 'copy_text',
]);

/** @typedef {{ id: number, command: Command, text: string }} Entry */
/** @typedef {{ call: string, parts: unknown[] }} Step a call that brought the session where it is */

/** @type {(code: ErrorCode, message: string) => RequestError} */
const error = (code, message) => new RequestError({ code, message });

const cancelled = () => error('cancelled', 'The request was cancelled.');

export class WorkerTransport extends Requests {
  /**
   * @param {{ session: string, exports: string, build: string }} site addresses of modules, without endings
   * @param {ModuleWorker | null} first a worker of the session that starts already
   */
  constructor({ session, exports, build }, first = null) {
    super();
    this.address = session;
    this.build = build;
    this.flag = first ? first.flag : globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const exportFlag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.exports = new Exports({ address: exports, flag: exportFlag }, (frame) => this.take(frame));
    /** @type {Entry[]} */
    this.queue = [];
    /** @type {Entry | null} */
    this.running = null;
    /** What the export module does. @type {Set<number>} */
    this.delegated = new Set();
    /** @type {ModuleWorker | null} */
    this.engine = null;
    /** @type {ModuleWorker | null} */
    this.spare = first;
    if (first) first.take = (frame) => this.take(frame);
    /** The memory of the session at some time, and the calls since. @type {ArrayBuffer | null} */
    this.image = null;
    /** @type {Step[]} */
    this.steps = [];
    this.cost = 0;
    this.size = 0;
    this.mostHeld = MOST_HELD;
    /** The size of the memory that was left last; 0 where the session fits. [Unit: bytes] */
    this.left = 0;
    this.grace = GRACE;
    this.isKeeping = false;
    this.isStarted = false;
    this.entropy = crypto.getRandomValues(new BigUint64Array(1))[0];
    /** @type {number | undefined} */
    this.timer = undefined;
    this.start();
  }

  /** Also while a worker is being replaced: requests wait meanwhile. */
  get isOpen() {
    return this.isStarted;
  }

  /** @returns {'local'} */
  get kind() {
    return 'local';
  }

  async start() {
    try {
      this.spare ??= this.makeWorker();
      const { build } = await this.spare.loaded;
      if (build !== this.build) throw new Error('it belongs to another version of this page');
      await this.restore();
      this.greet();
    } catch (problem) {
      const { message } = /** @type {Error} */ (problem);
      const sentence = `The engine of the studio cannot be loaded: ${message}. Reload the page to try again.`;
      this.dispatchEvent(new CustomEvent('failed', { detail: sentence }));
    }
  }

  makeWorker() {
    const glue = new URL(`${this.address}.js`, document.baseURI).href;
    const parts = { glue, module: compile(`${this.address}.wasm`), flag: this.flag };
    return new ModuleWorker(new URL('engine.js', import.meta.url).href, parts, (frame) => this.take(frame));
  }

  /** Gives a fresh worker the state of the session: its last copy, and what was done since. */
  async restore() {
    this.engine = null;
    const worker = this.spare ?? this.makeWorker();
    this.spare = null;
    await worker.loaded;
    if (this.image) await worker.post({ kind: 'paste', image: this.image });
    else await worker.run('begin', this.entropy);
    for (const { call, parts } of this.steps) await worker.run(call, ...parts);
    this.engine = worker;
    // After what waits: the page is ready again first.
    setTimeout(() => (this.spare ??= this.makeWorker()), this.isStarted ? REST : FIRST_SPARE);
  }

  /** Puts another worker in place of one that ended. */
  async replace() {
    this.running = null;
    this.engine?.end();
    try {
      await this.restore();
    } catch {
      // The state itself cannot be restored.
      await this.beginAgain();
    }
    this.runNext();
  }

  /** Begins another session, which the page gives what it has kept. */
  async beginAgain() {
    Object.assign(this, { image: null, steps: [], cost: 0, queue: [], isStarted: false });
    this.lose();
    await this.restore();
    this.greet();
  }

  /** A session is there, with an empty map. */
  greet() {
    this.isStarted = true;
    this.dispatchEvent(new Event('open'));
  }

  /** @type {(id: number, command: Command, text: string) => void} */
  carry(id, command, text) {
    clearTimeout(this.timer);
    if (this.queue.length >= MOST_WAITING) {
      const sentence = `Too many pending requests (limit ${MOST_WAITING}).`;
      queueMicrotask(() => this.fail(id, error('too_many_requests', sentence)));
      return;
    }
    this.queue.push({ id, command, text });
    this.runNext();
  }

  async runNext() {
    if (this.running || this.isKeeping || !this.engine) return;
    const entry = this.queue.shift();
    if (!entry) return this.restSoon();
    this.running = entry;
    try {
      await this.run(entry, this.engine);
    } catch (problem) {
      if (this.running === entry) this.stopped(entry, problem);
      return;
    }
    // Another may run already, where this one was cancelled.
    if (this.running !== entry) return;
    this.running = null;
    this.runNext();
  }

  /** @type {(entry: Entry, engine: ModuleWorker) => Promise<void>} */
  async run(entry, engine) {
    if (this.flag) Atomics.store(this.flag, 0, 0);
    const began = performance.now();
    const { frame, size } = await engine.run('handle', entry.text);
    this.size = size ?? 0;
    const { header, from } = readFrame(frame);
    const { reply } = header;
    if (reply?.type === 'delegate') {
      const payload = new Uint8Array(frame, from);
      if (reply.task === 'write') void this.write(entry, payload);
      else await this.read(entry, engine);
      return;
    }
    if (reply && !QUESTIONS.has(entry.command.type)) this.note({ call: 'handle', parts: [entry.text] }, began);
    this.take(frame);
  }

  /** @type {(step: Step, began: number) => void} */
  note(step, began) {
    this.steps.push(step);
    this.cost += performance.now() - began;
  }

  /**
   * An export: the session is free meanwhile.
   * @type {(entry: Entry, dungeon: Uint8Array) => Promise<void>}
   */
  async write({ id, text, command }, dungeon) {
    this.delegated.add(id);
    try {
      this.take(await this.perform({ id, text, command }, dungeon));
    } catch (problem) {
      if (this.delegated.has(id)) this.fail(id, exportError(problem));
    } finally {
      this.delegated.delete(id);
    }
  }

  /**
   * A file in a foreign format: the export module reads it, the session takes what it holds.
   * @type {(entry: Entry, engine: ModuleWorker) => Promise<void>}
   */
  async read(entry, engine) {
    this.delegated.add(entry.id);
    try {
      const frame = await this.perform(entry, new Uint8Array()).catch((problem) => {
        this.fail(entry.id, exportError(problem));
        return null;
      });
      if (!frame || !this.waiting.has(entry.id)) return;
      const { header, from } = readFrame(frame);
      if (!header.reply) return this.take(frame);
      const parts = [entry.text, new Uint8Array(frame, from)];
      this.delegated.delete(entry.id);
      const began = performance.now();
      const done = await engine.run('finish', ...parts);
      if (readFrame(done.frame).header.reply) this.note({ call: 'finish', parts }, began);
      this.take(done.frame);
    } finally {
      this.delegated.delete(entry.id);
    }
  }

  /** @type {(entry: Entry, dungeon: Uint8Array) => Promise<ArrayBuffer>} */
  async perform({ id, text, command }, dungeon) {
    if (this.exports.flag) Atomics.store(this.exports.flag, 0, 0);
    if (!this.exports.isLoaded) {
      const detail = { id, type: command.type, stage: 'load', done: 0, total: 0 };
      this.dispatchEvent(new CustomEvent('progress', { detail }));
    }
    return this.exports.perform(text, dungeon);
  }

  /** @type {(id: number) => void} */
  cancel(id) {
    const place = this.queue.findIndex((entry) => entry.id === id);
    if (place >= 0) {
      this.queue.splice(place, 1);
      this.fail(id, cancelled());
    } else if (this.delegated.has(id)) this.cancelExport(id);
    else if (this.running?.id === id) this.cancelRunning(this.running);
  }

  /** @type {(id: number) => void} */
  cancelExport(id) {
    this.delegated.delete(id);
    this.exports.end();
    this.fail(id, cancelled());
    if (this.running?.id !== id) return;
    this.running = null;
    this.runNext();
  }

  /** @type {(entry: Entry) => void} */
  cancelRunning(entry) {
    if (this.flag) {
      Atomics.store(this.flag, 0, 1);
      return;
    }
    setTimeout(() => {
      if (this.running !== entry || this.delegated.has(entry.id)) return;
      this.fail(entry.id, cancelled());
      this.replace();
    }, this.grace);
  }

  /**
   * The module stopped: the request fails, and the session is restored without it.
   * @type {(entry: Entry, problem: unknown) => void}
   */
  stopped({ id }, problem) {
    if (!(problem instanceof ModuleStopped)) throw problem;
    const report = 'and the map is as it was. Please report it';
    const sentence = problem.panic
      ? `The program failed on this command, ${report}: ${problem.panic.replace(/\s+/g, ' ')}.`
      : `The program stopped on this command, most likely for want of memory, ${report}: ${problem.message}.`;
    this.fail(id, error('internal', sentence));
    this.replace();
  }

  /** When the page rests, the memory of the session is copied, so that little has to be repeated, or left. */
  restSoon() {
    clearTimeout(this.timer);
    if (this.size <= this.mostHeld) this.left = 0;
    // A map that needs so much by itself would be moved again and again.
    if (this.size > this.mostHeld && this.size > 2 * this.left) this.timer = setTimeout(() => this.move(), REST);
    else if (this.cost >= CHEAP && this.size <= MOST_COPIED) this.timer = setTimeout(() => this.keep(), REST);
  }

  /** Moves the session to a fresh worker, as after a panic that cannot be undone: a copy would be as large. */
  async move() {
    if (!this.engine || this.waiting.size > 0) return;
    this.left = this.size;
    this.engine.end();
    await this.beginAgain();
    this.runNext();
  }

  async keep() {
    const { engine } = this;
    if (!engine || this.running) return;
    this.isKeeping = true;
    const { image } = await engine.post({ kind: 'copy' }).catch(() => ({ image: null }));
    this.isKeeping = false;
    if (image && engine === this.engine) Object.assign(this, { image, steps: [], cost: 0 });
    this.runNext();
  }
}

/** @type {(problem: unknown) => RequestError} */
function exportError(problem) {
  const { message } = /** @type {Error} */ (problem);
  if (problem instanceof ModuleStopped) return error('internal', `The export failed: ${problem.panic ?? message}.`);
  const remedy = 'Export again when you are connected; Keep for offline use loads it in advance.';
  return error('internal', `The export module cannot be loaded: ${message}. ${remedy}`);
}
