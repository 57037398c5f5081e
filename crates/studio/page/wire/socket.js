// The transport to a server: one WebSocket, which is opened again when it is lost.

/** @import { Command } from '../types.js' */

import { Requests } from './requests.js';

/** Waits between attempts to connect again. [Unit: ms] */
const RECONNECT_DELAYS = [300, 700, 1500, 3000, 5000];

export class SocketTransport extends Requests {
  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    this.attempts = 0;
    this.socket = this.connect();
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** @returns {'server'} */
  get kind() {
    return 'server';
  }

  connect() {
    const socket = new WebSocket(this.address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => typeof data !== 'string' && this.take(data);
    socket.onclose = () => this.closed();
    return socket;
  }

  opened() {
    this.attempts = 0;
    this.dispatchEvent(new Event('open'));
  }

  closed() {
    this.lose();
    const delay = RECONNECT_DELAYS[Math.min(this.attempts++, RECONNECT_DELAYS.length - 1)];
    setTimeout(() => (this.socket = this.connect()), delay);
  }

  /** @type {(id: number, command: Command, text: string) => void} */
  carry(_id, _command, text) {
    this.socket.send(text);
  }

  /** @type {(id: number) => void} */
  cancel(id) {
    if (this.waiting.has(id)) this.ask('cancel', { request: id }).catch(() => {});
  }
}
