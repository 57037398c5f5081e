// The line to the session: requests go out as JSON, answers come back as a JSON header with raw bytes behind it.

export class Refused extends Error {
  constructor(refusal) {
    super(refusal.message);
    Object.assign(this, refusal);
    this.cancelled = refusal.message === 'cancelled';
  }
}

/** Waits between attempts to connect again. [Unit: ms] */
const PATIENCE = [300, 700, 1500, 3000, 5000];

export class Wire extends EventTarget {
  constructor(address) {
    super();
    Object.assign(this, { address, next: 1, waiting: new Map(), socket: null, attempts: 0, sent: 0, received: 0 });
    this.connect();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    const socket = new WebSocket(this.address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.take(data);
    socket.onclose = () => this.closed();
    this.socket = socket;
  }

  opened() {
    this.attempts = 0;
    this.dispatchEvent(new Event('open'));
  }

  closed() {
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of lost) reject(new Refused({ message: 'The connection to the studio was lost.', lost: true }));
    this.dispatchEvent(new Event('close'));
    setTimeout(() => this.connect(), PATIENCE[Math.min(this.attempts++, PATIENCE.length - 1)]);
  }

  /** Asks; the promise holds the reply, whose blobs `bytes(reply, blob)` finds. It has the request's `id`. */
  ask(type, fields = {}, onProgress = null) {
    const id = this.next++;
    if (!this.isOpen) return Object.assign(Promise.reject(new Refused({ message: 'The studio is not connected.', lost: true })), { id });
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, onProgress, type, at: performance.now() }));
    this.socket.send(JSON.stringify({ id, command: { type, ...fields } }));
    this.dispatchEvent(new Event('traffic'));
    return Object.assign(answer, { id });
  }

  cancel(id) {
    if (this.waiting.has(id)) this.ask('cancel', { of: id }).catch(() => {});
  }

  take(data) {
    if (typeof data === 'string') return;
    const length = new DataView(data).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
    const request = this.waiting.get(header.id);
    if (!request) return;
    if (header.progress) {
      request.onProgress?.(header.progress);
      this.dispatchEvent(new CustomEvent('progress', { detail: { id: header.id, type: request.type, ...header.progress } }));
      return;
    }
    this.waiting.delete(header.id);
    this.dispatchEvent(new Event('traffic'));
    if (header.error) return request.reject(new Refused(header.error));
    payloads.set(header.reply, { data, from: 4 + length });
    request.resolve(header.reply);
  }
}

const payloads = new WeakMap();

/** The bytes of a blob of this reply. */
export function bytes(reply, blob) {
  const { data, from } = payloads.get(reply);
  return new Uint8Array(data, from + blob.at, blob.bytes);
}

/** A copy of a blob as whole numbers. */
export function integers(reply, blob) {
  return new Int32Array(bytes(reply, blob).slice().buffer);
}

/**
 * Sends only the latest of many questions: while one is under way, newer ones replace each other. `ask` returns a
 * promise with an id; `take` gets the answers in order. With `cancels` the one under way is called off when a newer one
 * comes.
 */
export class Latest {
  constructor(ask, take, { wire = null, fail = null } = {}) {
    Object.assign(this, { ask, take, wire, fail, busy: null, next: null });
  }

  put(...question) {
    this.next = question;
    if (!this.busy) this.send();
    else this.wire?.cancel(this.busy.id);
  }

  async send() {
    const question = this.next;
    this.next = null;
    this.busy = this.ask(...question);
    try {
      this.take(await this.busy, ...question);
    } catch (error) {
      if (!error.cancelled || !this.next) this.fail?.(error);
    }
    this.busy = null;
    if (this.next) this.send();
  }
}
