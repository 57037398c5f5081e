// CPU time of the session module against the program's studio, for the same requests in one run: `node figures.mjs`.
// It only measures. The time of the program is that of its process, as Linux counts it.

import { readFileSync } from 'node:fs';
import { LocalStudio, readFrame } from './module.mjs';
import { ServerStudio } from './socket.mjs';

/** How often Linux counts the time of a process. [Unit: ms] */
const COUNT = 10;
/** Requests of each kind, after as many that warm both up; of those that take little, more. */
const TURNS = 150;
const MANY = 4000;
/** The largest ratio that the specification has. */
const AIM = 2.5;

const server = await ServerStudio.start();
const local = new LocalStudio();
let id = 0;

/** CPU time of the program up to now. [Unit: ms] */
function programTime() {
  const fields = readFileSync(`/proc/${server.child.pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * COUNT;
}

function moduleTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const PRESETS = ['small-dungeon', 'dungeon', 'cave', 'castle', 'cottage', 'walker-keep'];
const generate = (i) => ({ type: 'generate', preset: PRESETS[i % PRESETS.length], seed: String(i + 1) });

/** A large dungeon on both sides: its floor cells, and its file. */
async function prepare() {
  const text = JSON.stringify({ id: ++id, command: { type: 'generate', preset: 'large-dungeon', seed: '7' } });
  await server.ask(text);
  const { header } = readFrame(local.ask(text));
  if (header.error) throw new Error(header.error.message);
  const lines = exported('text').toString().split('\n');
  const cells = lines.flatMap((line, y) => [...line].flatMap((tile, x) => (tile === '.' ? [[x, y]] : [])));
  return { cells, base64: exported('json').toString('base64') };
}

/** The dungeon as a file of the module. */
function exported(format) {
  const { header, payload } = readFrame(local.ask(JSON.stringify({ id: ++id, command: { type: 'export', format } })));
  const { at, bytes } = header.reply.files[0].data;
  return Buffer.from(payload.slice(at, at + bytes));
}

/** Mean CPU times of a command. [Unit: ms] */
async function measure(name, command, turns = TURNS) {
  const times = {};
  const sides = [['module', (text) => local.ask(text), moduleTime], ['program', (text) => server.ask(text), programTime]];
  for (const [side, ask, time] of sides) {
    for (let i = 0; i < turns; i++) await ask(JSON.stringify({ id: ++id, command: command(i + turns) }));
    const began = time();
    for (let i = 0; i < turns; i++) await ask(JSON.stringify({ id: ++id, command: command(i) }));
    times[side] = (time() - began) / turns;
  }
  const ratio = times.module / times.program;
  const [ours, theirs] = [times.module, times.program].map((ms) => ms.toFixed(2));
  console.log(`${name}: ${ours} ms of CPU time in the module, ${theirs} ms in the program: ${ratio.toFixed(1)} times (aim ${AIM})`);
  console.log(`law: CPU time of the module for ${name}, aim ${AIM} times the program's | ${turns} requests | `
    + `${ours} ms, ${theirs} ms: ${ratio.toFixed(1)} times`);
}

await measure('generate', generate);
const { cells, base64 } = await prepare();
const some = (i) => cells[(i * 7919) % cells.length];
await measure('reading and verifying a file', () => ({ type: 'open', name: 'a.json', base64 }));
await measure('field of view', (i) => ({ type: 'observer', z: 0, cell: some(i), shape: '1x1' }), MANY);
await measure('path', (i) => ({ type: 'path', z: 0, from: some(i), to: some(i + 500) }), MANY);
server.stop();
process.exit(0);
