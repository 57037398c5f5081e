// A tab of the program's studio without a browser: text frames out, binary frames in.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { program } from './module.mjs';

export class ServerStudio {
  static async start() {
    const studio = new ServerStudio();
    studio.child = spawn(program(), ['studio', '--no-open', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const port = await new Promise((resolve, reject) => {
      const hear = (data) => /http:\/\/[^\s:]+:(\d+)/.exec(String(data)) && resolve(RegExp.$1);
      studio.child.stdout.on('data', hear);
      studio.child.stderr.on('data', hear);
      studio.child.on('exit', (code) => reject(new Error(`the studio ended with ${code}`)));
    });
    await studio.connect(Number(port));
    return studio;
  }

  connect(port) {
    const key = randomBytes(16).toString('base64');
    this.socket = net.connect(port, '127.0.0.1');
    this.heard = Buffer.alloc(0);
    this.pending = [];
    this.socket.write(`GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
      + `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`);
    return new Promise((resolve) => {
      this.socket.on('data', (data) => {
        this.heard = Buffer.concat([this.heard, data]);
        if (!this.isOpen) {
          const end = this.heard.indexOf('\r\n\r\n');
          if (end < 0) return;
          this.isOpen = true;
          this.heard = this.heard.subarray(end + 4);
          resolve();
        }
        while (this.takeFrame());
      });
    });
  }

  /** Takes one whole WebSocket frame, if it is here. */
  takeFrame() {
    const { heard } = this;
    if (heard.length < 2) return false;
    const short = heard[1] & 127;
    const from = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (heard.length < from) return false;
    const length = short === 127 ? Number(heard.readBigUInt64BE(2)) : short === 126 ? heard.readUInt16BE(2) : short;
    if (heard.length < from + length) return false;
    const data = Uint8Array.from(heard.subarray(from, from + length));
    this.heard = heard.subarray(from + length);
    // Progress depends on the clock and is left out.
    const isAnswer = (heard[0] & 15) === 2 && !/^.{4}\{"id":\d+,"progress"/s.test(Buffer.from(data.subarray(0, 60)).toString('latin1'));
    if (isAnswer) this.pending.shift()?.(data);
    return true;
  }

  /** The last frame of a request. */
  ask(text) {
    const body = Buffer.from(text);
    const head = Buffer.alloc(14);
    head[0] = 0x81;
    head[1] = 0xff;
    head.writeBigUInt64BE(BigInt(body.length), 2);
    // The mask is zero: the text goes as it is.
    this.socket.write(Buffer.concat([head, body]));
    return new Promise((resolve) => this.pending.push(resolve));
  }

  stop() {
    this.socket.destroy();
    this.child.kill();
  }
}
