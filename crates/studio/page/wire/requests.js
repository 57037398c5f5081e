// Requests to the session and their answers: numbers, promises, progress and frames. Requests go out as JSON, answers
// come back as a JSON header with raw bytes behind it. What carries them is a transport: a subclass of `Requests`.

/** @import { Answered, Ask, Body, Command, Header, Pending, Progress, Send } from '../types.js' */
/** @import { Blob as Piece, ErrorCode, ProtocolError } from '../types.js' */

/** A request that failed: an error of the session, or one of the connection. */
export class RequestError extends Error {
  /** @param {Omit<ProtocolError, 'code'> & { code: ErrorCode | 'disconnected' }} error */
  constructor({ code, message, field = null, line = null, column = null }) {
    super(message);
    this.code = code;
    this.field = field;
    this.line = line;
    this.column = column;
  }
}

/** @type {(message: string) => RequestError} */
const disconnected = (message) => new RequestError({ code: 'disconnected', message });

/**
 * A pending request.
 * @typedef {object} Waiting
 * @property {(reply: Body) => void} resolve
 * @property {(error: RequestError) => void} reject
 * @property {Command} command
 * @property {boolean} isNoted whether the journal hears of it
 * @property {number} at when it was sent [Unit: ms]
 */

/**
 * What is between the page and its session. Events: `open` and `close`, `progress`, `answered`, and `traffic` where a
 * request begins or ends. A transport carries the texts, and calls `take` with each frame.
 */
export class Requests extends EventTarget {
  constructor() {
    super();
    this.next = 1;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /**
     * Edits that no session has answered.
     * @type {Waiting[]}
     */
    this.unanswered = [];
    /** Whether a new session is still to get the document: until then nothing else is asked. */
    this.isHeld = true;
  }

  /** @returns {boolean} */
  get isOpen() {
    throw new Error('A transport knows whether it is open.');
  }

  /**
   * Where the session is.
   * @returns {'server' | 'local'}
   */
  get kind() {
    throw new Error('A transport knows where the session is.');
  }

  /**
   * Sends a command; the promise holds the reply, whose blobs `bytes(reply, blob)` finds. It has the request's `id`.
   * @type {Ask}
   */
  ask(type, ...[fields]) {
    // The fields are those of the type; TypeScript cannot follow that through the generic.
    const command = /** @type {Extract<Command, { type: typeof type }>} */ ({ type, ...fields });
    if (this.isOpen && !this.isHeld) return this.send(command, true);
    const lost = Promise.reject(disconnected('The studio is not connected.'));
    return Object.assign(lost, { id: this.next++ });
  }

  /**
   * Sends a command to a session that has no document yet.
   * @type {Send}
   */
  send(command, isNoted = false) {
    const id = this.next++;
    /** @type {Promise<Body>} */
    const answer = new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, command, isNoted, at: performance.now() });
    });
    this.carry(id, command, textOf(id, command));
    this.dispatchEvent(new Event('traffic'));
    // The protocol promises the type of each command's reply; the frame itself cannot be checked by its type.
    return /** @type {ReturnType<typeof this.send<typeof command.type>>} */ (Object.assign(answer, { id }));
  }

  /**
   * Carries the text of a request to the session.
   * @type {(id: number, command: Command, text: string) => void}
   */
  carry() {
    throw new Error('A transport carries requests.');
  }

  /**
   * Ends a pending request: it is rejected with `cancelled`, unless it was answered before.
   * @type {(id: number) => void}
   */
  cancel() {
    throw new Error('A transport cancels requests.');
  }

  /**
   * The length of a command's message. [Unit: bytes]
   * @type {(command: Command) => number}
   */
  sizeOf(command) {
    return new TextEncoder().encode(textOf(this.next, command)).length;
  }

  /**
   * Takes a frame of the session.
   * @type {(data: ArrayBuffer) => void}
   */
  take(data) {
    const { header, from } = readFrame(data);
    const request = this.waiting.get(header.id);
    if (!request) return;
    if (header.progress) {
      /** @type {Progress} */
      const detail = { id: header.id, type: request.command.type, ...header.progress };
      this.dispatchEvent(new CustomEvent('progress', { detail }));
      return;
    }
    if (header.error) return this.fail(header.id, new RequestError(header.error));
    this.waiting.delete(header.id);
    this.dispatchEvent(new Event('traffic'));
    if (!header.reply) return;
    payloads.set(header.reply, { data, from });
    /** @type {Answered} */
    const detail = { command: request.command, reply: header.reply };
    if (request.isNoted) this.dispatchEvent(new CustomEvent('answered', { detail }));
    request.resolve(header.reply);
  }

  /** Sends what the last session left unanswered, once more. */
  resend() {
    for (const request of this.unanswered.splice(0)) {
      const id = this.next++;
      this.waiting.set(id, request);
      this.carry(id, request.command, textOf(id, request.command));
    }
    this.dispatchEvent(new Event('traffic'));
  }

  /** What is unanswered fails. */
  giveUp() {
    for (const { reject } of this.unanswered.splice(0)) reject(disconnected('The connection to the studio was lost.'));
  }

  /**
   * Ends a request with an error.
   * @type {(id: number, error: RequestError) => void}
   */
  fail(id, error) {
    const request = this.waiting.get(id);
    this.waiting.delete(id);
    this.dispatchEvent(new Event('traffic'));
    request?.reject(error);
  }

  /** The session is gone: every pending request fails, but for edits, which are sent once more. */
  lose() {
    const lost = [...this.waiting.values()].filter((request) => !this.unanswered.includes(request));
    this.waiting.clear();
    this.isHeld = true;
    const isEdit = (/** @type {Waiting} */ { command, isNoted }) => isNoted && RESENT.has(command.type);
    this.unanswered.push(...lost.filter(isEdit));
    const others = lost.filter((request) => !isEdit(request));
    for (const { reject } of others) reject(disconnected('The connection to the studio was lost.'));
    this.dispatchEvent(new Event('close'));
  }
}

/**
 * Changes by hand: nothing else brings them back.
 * @type {Set<Command['type']>}
 */
const RESENT = new Set([
  'edit', 'paint', 'crowd_settings', 'crowd_spawn', 'crowd_scatter', 'crowd_remove', 'crowd_clear', 'crowd_destination',
]);

/**
 * The header of a frame, and where its payload begins.
 * @type {(data: ArrayBuffer) => { header: Header, from: number }}
 */
export function readFrame(data) {
  const length = new DataView(data).getUint32(0, true);
  return { header: JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length))), from: 4 + length };
}

/** @type {(id: number, command: Command) => string} */
const textOf = (id, command) => JSON.stringify({ id, command });

/** @type {(error: unknown) => boolean} */
export const isDisconnected = (error) => error instanceof RequestError && error.code === 'disconnected';

/**
 * Whether a `cancel` ended the request.
 * @type {(error: unknown) => boolean}
 */
export const isCancelled = (error) => error instanceof RequestError && error.code === 'cancelled';

/**
 * The frame that each reply came in, and where its payload begins.
 * @type {WeakMap<Body, { data: ArrayBuffer, from: number }>}
 */
const payloads = new WeakMap();

/**
 * The bytes of a blob of this reply.
 * @type {(reply: Body, blob: Piece) => Uint8Array<ArrayBuffer>}
 */
export function bytes(reply, blob) {
  const frame = payloads.get(reply);
  if (!frame) throw new Error('Only replies have payloads.');
  const { data, from } = frame;
  return new Uint8Array(data, from + blob.at, blob.bytes);
}

/**
 * A copy of a blob as whole numbers.
 * @type {(reply: Body, blob: Piece) => Int32Array<ArrayBuffer>}
 */
export function integers(reply, blob) {
  return new Int32Array(bytes(reply, blob).slice().buffer);
}

/**
 * Sends only the latest of many requests: while one is pending, newer ones replace each other. With a wire, the
 * pending one is cancelled when a newer one comes.
 * @template Q, R
 */
export class Latest {
  /**
   * @param {(request: Q) => Pending<R>} ask
   * @param {(reply: R, request: Q) => void} take gets the answers in order
   * @param {{ wire?: Requests, fail: (error: unknown) => void }} options
   */
  constructor(ask, take, { wire, fail }) {
    this.ask = ask;
    this.take = take;
    this.wire = wire;
    this.fail = fail;
    /** @type {Pending<R> | null} */
    this.busy = null;
    /** @type {{ request: Q } | null} */
    this.next = null;
  }

  /** @param {Q} request */
  put(request) {
    this.next = { request };
    if (!this.busy) this.send(request);
    else this.wire?.cancel(this.busy.id);
  }

  /** @param {Q} request */
  async send(request) {
    this.next = null;
    this.busy = this.ask(request);
    try {
      this.take(await this.busy, request);
    } catch (error) {
      const isReplaced = isCancelled(error) && this.next;
      if (!isReplaced) this.fail(error);
    }
    this.busy = null;
    this.sendNext();
  }

  /** What came while the last request was pending. */
  sendNext() {
    if (this.next) this.send(this.next.request);
  }
}
