// The transport to workers without a browser: real host.js and worker.js, a module of a few lines in place of the
// session's. `node --test transport.mjs`.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, beforeEach, test } from 'node:test';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';

const WIRE = new URL('../../page/wire/', import.meta.url);
const folder = mkdtempSync(path.join(os.tmpdir(), 'undercroft-wire-'));
cpSync(WIRE, folder, { recursive: true });
writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
after(() => rmSync(folder, { recursive: true }));
const HOST = readFileSync(new URL('host.js', WIRE), 'utf8');

const frame = (header, payload = []) => {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(4 + text.length + payload.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  bytes.set(payload, 4 + text.length);
  return bytes;
};

/** A session whose whole state is a sum in its memory. `add` adds, the other commands stand for what can happen. */
function fakeModule(scope) {
  const memory = { buffer: new ArrayBuffer(65_536), grow() {} };
  const sum = () => new BigUint64Array(memory.buffer, 0, 1);
  const done = (id, more = {}) => frame({ id, reply: { type: 'done', sum: Number(sum()[0]), ...more } });
  const commands = {
    add: (id, { by }) => {
      sum()[0] += BigInt(by);
      return done(id);
    },
    hello: (id) => done(id),
    slow: (id) => {
      scope.undercroftHost.progress(frame({ id, progress: { stage: 'place', done: 1, total: 2 } }));
      sum()[0] += 1000n;
      return done(id);
    },
    check: () => {
      scope.undercroftHost.panicked('no such luck');
      throw new Error('unreachable');
    },
    export: (id) => frame({ id, reply: { type: 'delegate', task: 'write' } }, [7, 8]),
    open: (id) => frame({ id, reply: { type: 'delegate', task: 'read' } }),
  };
  return {
    initSync: () => ({ memory }),
    begin: (entropy) => void (sum()[0] = entropy - entropy),
    handle: (text) => {
      const { id, command } = JSON.parse(text);
      return commands[command.type](id, command);
    },
    perform: (text, dungeon) => {
      const { id, command } = JSON.parse(text);
      const payload = command.type === 'open' ? [5] : [];
      return frame({ id, reply: { type: 'export', got: [...dungeon] } }, payload);
    },
    finish: (text, read) => {
      sum()[0] += BigInt(read[0]);
      return done(JSON.parse(text).id);
    },
    print: () => `sum ${sum()[0]}`,
  };
}

/** Workers that are there, and whether slow requests are held up. */
const world = { workers: [], isSlow: true };

class FakeWorker {
  constructor(address) {
    this.address = address;
    this.isEnded = false;
    world.workers.push(this);
    const scope = {
      performance, Atomics, Uint8Array, Error, String,
      importScripts: () => {},
      undercroftBuild: 'b1',
      postMessage: (data) => setTimeout(() => this.isEnded || this.onmessage({ data })),
    };
    scope.self = scope;
    scope.wasm_bindgen = fakeModule(scope);
    vm.runInNewContext(HOST, Object.assign(scope, { ArrayBuffer }));
    this.scope = scope;
  }

  postMessage(data) {
    const isHeld = world.isSlow && data.call === 'handle' && data.parts[0].includes('"slow"');
    if (isHeld) return;
    setTimeout(() => this.isEnded || this.scope.onmessage({ data }));
  }

  terminate() {
    this.isEnded = true;
  }
}

Object.assign(globalThis, { Worker: FakeWorker, document: { baseURI: 'http://studio.test/' } });
WebAssembly.compileStreaming = async () => ({});
let answer = () => new Response('', { headers: { 'content-type': 'application/wasm' } });
globalThis.fetch = async (address) => answer(address);

const { WorkerTransport } = await import(path.join(folder, 'worker.js'));
const SITE = { session: 'wasm/session-1', exports: 'wasm/export-1', build: 'b1' };

async function open(site = SITE) {
  const wire = new WorkerTransport(site);
  await new Promise((resolve, reject) => {
    wire.addEventListener('open', resolve);
    wire.addEventListener('failed', ({ detail }) => reject(new Error(detail)));
  });
  wire.isHeld = false;
  return wire;
}

const print = async (wire) => (await wire.engine.run('print')).text;
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Waits until something is true: a busy machine takes its time. */
async function until(isTrue) {
  while (!isTrue()) await pause(10);
}

beforeEach(() => Object.assign(world, { workers: [], isSlow: true }));

test('requests are answered in their order, one at a time', async () => {
  const wire = await open();
  assert.deepEqual([wire.kind, wire.isOpen], ['local', true]);
  const sums = await Promise.all([1, 2, 3].map((by) => wire.ask('add', { by })));
  assert.deepEqual(sums.map(({ sum }) => sum), [1, 3, 6]);
});

test('a cancelled request costs the worker and nothing of the session', async () => {
  const wire = await open();
  await wire.ask('add', { by: 4 });
  await wire.ask('add', { by: 5 });
  const before = wire.engine;
  const [slow, waiting] = [wire.ask('slow'), wire.ask('add', { by: 100 })];
  slow.catch(() => {});
  await pause(5);
  wire.cancel(waiting.id);
  await assert.rejects(waiting, { code: 'cancelled', message: 'The request was cancelled.' });
  wire.cancel(slow.id);
  const after = wire.ask('add', { by: 1 });
  await assert.rejects(slow, { code: 'cancelled' });
  assert.equal((await after).sum, 10);
  assert.ok(before.worker.isEnded && wire.engine !== before);
  assert.equal(await print(wire), 'sum 10');
});

test('a request that ends soon after it was cancelled keeps its worker', async () => {
  const wire = await open();
  world.isSlow = false;
  wire.grace = 2000;
  const before = wire.engine;
  const slow = wire.ask('slow');
  wire.cancel(slow.id);
  assert.equal((await slow).sum, 1000);
  wire.grace = 0;
  wire.cancel(slow.id);
  await pause(50);
  assert.ok(wire.engine === before, 'an answered request is not cancelled');
});

test('a copy of the memory takes the place of what was repeated', async () => {
  const wire = await open();
  await wire.ask('add', { by: 7 });
  wire.cost = 1000;
  await wire.ask('add', { by: 7 });
  await until(() => wire.image);
  assert.deepEqual([wire.steps.length, wire.cost, wire.image.byteLength], [0, 0, 65_536]);
  const slow = wire.ask('slow');
  slow.catch(() => {});
  await pause(5);
  wire.cancel(slow.id);
  assert.equal((await wire.ask('add', { by: 1 })).sum, 15);
});

test('a panic fails its request alone', async () => {
  const wire = await open();
  await wire.ask('add', { by: 2 });
  const [broken, next] = [wire.ask('check'), wire.ask('add', { by: 3 })];
  await assert.rejects(broken, { code: 'internal', message: /no such luck/ });
  assert.equal((await next).sum, 5);
});

test('exports go to a worker of their own, and the session goes on meanwhile', async () => {
  const wire = await open();
  const stages = [];
  wire.addEventListener('progress', ({ detail }) => stages.push(detail.stage));
  const [one, two, sum] = await Promise.all([wire.ask('export'), wire.ask('export'), wire.ask('add', { by: 1 })]);
  assert.deepEqual([one.got, two.got, sum.sum, stages], [[7, 8], [7, 8], 1, ['load']]);
  assert.equal(world.workers.filter(({ address }) => address.endsWith('exporter.js')).length, 1);
});

test('a foreign file is read there and taken here, also when the state is restored', async () => {
  const wire = await open();
  assert.equal((await wire.ask('open')).sum, 5);
  const slow = wire.ask('slow');
  slow.catch(() => {});
  await pause(5);
  wire.cancel(slow.id);
  assert.equal((await wire.ask('add', { by: 1 })).sum, 6);
});

test('an export module that cannot be loaded is told, and the next export tries again', async () => {
  // Another address: a module is compiled once.
  const wire = await open({ ...SITE, exports: 'wasm/export-2' });
  const works = answer;
  answer = (address) => (address.includes('export') ? Promise.reject(new Error('offline')) : works(address));
  await assert.rejects(wire.ask('export'), { code: 'internal', message: /export module cannot be loaded: there is no connection/ });
  answer = works;
  assert.deepEqual((await wire.ask('export')).got, [7, 8]);
});

test('a module of another version is refused', async () => {
  await assert.rejects(open({ ...SITE, build: 'b2' }), /another version of this page/);
});

test('more than 64 waiting requests are refused', async () => {
  const wire = await open();
  const slow = wire.ask('slow');
  slow.catch(() => {});
  const all = Array.from({ length: 65 }, () => wire.ask('add', { by: 1 }));
  all.slice(0, 64).forEach((request) => request.catch(() => {}));
  await assert.rejects(all[64], { code: 'too_many_requests' });
});

test('where the state cannot be restored, the page hears of a new session', async () => {
  const wire = await open();
  await wire.ask('add', { by: 2 });
  const heard = [];
  for (const name of ['close', 'open']) wire.addEventListener(name, () => heard.push(name));
  // What is repeated panics: the steps are lost, not the studio.
  wire.steps.push({ call: 'handle', parts: ['{"id":0,"command":{"type":"check"}}'] });
  const slow = wire.ask('slow');
  slow.catch(() => {});
  await pause(5);
  const opened = new Promise((resolve) => wire.addEventListener('open', resolve));
  wire.cancel(slow.id);
  await opened;
  assert.deepEqual(heard, ['close', 'open']);
  wire.isHeld = false;
  assert.equal((await wire.ask('add', { by: 1 })).sum, 1);
});

test('a session with too much memory is moved to a fresh worker, once', async () => {
  const wire = await open();
  wire.mostHeld = 60_000;
  const heard = [];
  for (const name of ['close', 'open']) wire.addEventListener(name, () => heard.push(name));
  const before = wire.engine;
  await wire.ask('add', { by: 2 });
  await until(() => heard.length === 2);
  assert.deepEqual(heard, ['close', 'open']);
  assert.ok(before.worker.isEnded && wire.engine !== before);
  wire.isHeld = false;
  const after = wire.engine;
  assert.equal((await wire.ask('add', { by: 1 })).sum, 1, 'the page gives it what it has kept');
  await pause(400);
  assert.ok(wire.engine === after, 'a map that needs so much stays');
});
