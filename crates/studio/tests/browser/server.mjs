// The program under test as a server: on any free port, or again on the port that it had.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');

function findProgram() {
  const builds = ['target/release/undercroft', 'target/debug/undercroft'].map((file) => path.join(ROOT, file));
  const found = [process.env.UNDERCROFT_BIN, ...builds].find((file) => file && existsSync(file));
  if (!found) throw new Error('no undercroft found; build it or name it in UNDERCROFT_BIN');
  return path.resolve(found);
}

/** Starts the program; resolves with its process and its address. */
function spawnStudio(port) {
  const options = { stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn(findProgram(), ['studio', '--no-open', '--port', String(port)], options);
  return new Promise((resolve, reject) => {
    let heard = '';
    const listen = (data) => {
      heard += data;
      const found = /http:\/\/[^\s]+/.exec(heard);
      if (found) resolve({ child, address: found[0].replace(/[.,]$/, '').replace(/\/?$/, '/') });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', (code) => reject(new Error(`the studio ended with ${code}: ${heard}`)));
    setTimeout(() => reject(new Error(`the studio gave no address: ${heard}`)), 15_000).unref();
  });
}

export class Server {
  static async start(port = 0) {
    const server = new Server();
    Object.assign(server, await spawnStudio(port));
    return server;
  }

  /** Ends it at once, as a crash would. */
  async kill() {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Starts it again on the port that it had. */
  async restart() {
    Object.assign(this, await spawnStudio(new URL(this.address).port));
  }

  stop() {
    this.child.kill();
  }
}
