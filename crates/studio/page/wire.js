// The line to the session: requests go out as JSON, answers come back as a JSON header with raw bytes behind it.

/** @import { Answered, Ask, Body, Command, Header, Pending, Progress, Send } from './types.js' */
/** @import { Blob as Piece, ErrorCode, ProtocolError } from './types.js' */

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

/** Waits between attempts to connect again. [Unit: ms] */
const RECONNECT_DELAYS = [300, 700, 1500, 3000, 5000];

export class Wire extends EventTarget {
  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    this.next = 1;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.attempts = 0;
    /** Whether a new session is still to get the document: until then nothing else is asked. */
    this.isHeld = true;
    this.socket = this.connect();
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  connect() {
    const socket = new WebSocket(this.address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.take(data);
    socket.onclose = () => this.closed();
    return socket;
  }

  opened() {
    this.attempts = 0;
    this.dispatchEvent(new Event('open'));
  }

  closed() {
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    this.isHeld = true;
    for (const { reject } of lost) reject(disconnected('The connection to the studio was lost.'));
    this.dispatchEvent(new Event('close'));
    const delay = RECONNECT_DELAYS[Math.min(this.attempts++, RECONNECT_DELAYS.length - 1)];
    setTimeout(() => (this.socket = this.connect()), delay);
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
    this.socket.send(frameOf(id, command));
    this.dispatchEvent(new Event('traffic'));
    // The protocol promises the type of each command's reply; the frame itself cannot be checked by its type.
    return /** @type {ReturnType<typeof this.send<typeof command.type>>} */ (Object.assign(answer, { id }));
  }

  /**
   * The length of a command's message. [Unit: bytes]
   * @type {(command: Command) => number}
   */
  sizeOf(command) {
    return new TextEncoder().encode(frameOf(this.next, command)).length;
  }

  /** @type {(id: number) => void} */
  cancel(id) {
    if (this.waiting.has(id)) this.ask('cancel', { request: id }).catch(() => {});
  }

  /** @type {(data: string | ArrayBuffer) => void} */
  take(data) {
    if (typeof data === 'string') return;
    const length = new DataView(data).getUint32(0, true);
    /** @type {Header} */
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
    const request = this.waiting.get(header.id);
    if (!request) return;
    if (header.progress) {
      /** @type {Progress} */
      const detail = { id: header.id, type: request.command.type, ...header.progress };
      this.dispatchEvent(new CustomEvent('progress', { detail }));
      return;
    }
    this.waiting.delete(header.id);
    this.dispatchEvent(new Event('traffic'));
    if (header.error) return request.reject(new RequestError(header.error));
    if (!header.reply) return;
    payloads.set(header.reply, { data, from: 4 + length });
    /** @type {Answered} */
    const detail = { command: request.command, reply: header.reply };
    if (request.isNoted) this.dispatchEvent(new CustomEvent('answered', { detail }));
    request.resolve(header.reply);
  }
}

/** @type {(id: number, command: Command) => string} */
const frameOf = (id, command) => JSON.stringify({ id, command });

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
   * @param {{ wire?: Wire, fail: (error: unknown) => void }} options
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
