// Fields of view from every cell, tables of paths and a crowd on the maps of crates/undercroft/tests/maps: the modules
// against the program, frame by frame. `node sight.mjs`; UNDERCROFT_BIN names the program.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LocalStudio, ROOT, readFrame } from './module.mjs';
import { ServerStudio } from './socket.mjs';

const MAPS = path.join(ROOT, 'crates/undercroft/tests/maps');
/** Paths lead from each of so many cells of a map to each other. */
const ENDS = 24;
/** What a crowd does before it is compared. [Unit: ticks] */
const TICKS = 600;

const server = await ServerStudio.start();
const local = new LocalStudio();
const tally = new Map();
let id = 0;

/** Both sides' answer, counted under a name. */
async function ask(name, command) {
  const text = JSON.stringify({ id: ++id, command });
  const [theirs, ours] = [await server.ask(text), local.ask(text)];
  const { header } = readFrame(theirs);
  const found = tally.get(name) ?? tally.set(name, { equal: 0, refused: 0, different: [] }).get(name);
  if (!ours || Buffer.compare(theirs, ours) !== 0) found.different.push(text);
  else found[header.error ? 'refused' : 'equal']++;
  return header;
}

/** The cells of a map that are floor, by the text of its file. */
const floor = (text) => text.split('\n').flatMap((line, y) => [...line].flatMap((tile, x) => (tile === '.' ? [[x, y]] : [])));

for (const name of readdirSync(MAPS).sort()) {
  const text = readFileSync(path.join(MAPS, name), 'utf8');
  const opened = await ask('opened maps', { type: 'open', name, base64: Buffer.from(text).toString('base64') });
  if (opened.error) throw new Error(`${name}: ${opened.error.message}`);
  const { z } = opened.reply.dungeon?.levels?.[0] ?? { z: 0 };
  // The maps of several levels begin with a line that names the first.
  const cells = floor(text.split(/^---.*\n/m).find((part) => part.trim()) ?? '');
  // The kind of view of the map before stays with the session, and shadowcast views have no larger observers.
  await ask('fields of view, 1x1', { type: 'observer', z, cell: cells[0], shape: '1x1' });
  await ask('fields of view, 1x1', { type: 'fov', kind: 'exact' });
  for (const shape of ['1x1', '2x2']) {
    for (const cell of cells) await ask(`fields of view, ${shape}`, { type: 'observer', z, cell, shape });
  }
  for (const cell of cells) {
    await ask('fields of view, shadowcast', { type: 'observer', z, cell, shape: '1x1' });
    await ask('fields of view, shadowcast', { type: 'fov', kind: 'shadowcast', radius: 9 });
  }
  const ends = cells.filter((_, i) => i % Math.ceil(cells.length / ENDS) === 0);
  for (const from of ends) for (const to of ends) await ask('paths', { type: 'path', z, from, to });
  await ask('crowds', { type: 'crowd_scatter', z, count: 30, seed: 7 });
  await ask('crowds', { type: 'crowd_destination', actors: { who: 'all' }, cell: cells.at(-1) });
  for (let tick = 0; tick < TICKS; tick += 30) await ask('crowds', { type: 'crowd_step', ticks: 30 });
  await ask('crowds', { type: 'save' });
  await ask('crowds', { type: 'crowd_clear' });
}
server.stop();
const sum = { equal: 0, different: 0 };
for (const [name, { equal, refused, different }] of tally) {
  sum.equal += equal + refused;
  sum.different += different.length + (equal === 0);
  for (const text of different.slice(0, 3)) console.log(`DIFFERENT ${text}`);
  console.log(`law: ${name} of the modules are the program's | ${equal + refused + different.length} answers | `
    + `${equal} equal, ${refused} refused alike, ${different.length} different`);
}
console.log(`${sum.equal} passed, ${sum.different} failed`);
process.exit(sum.different ? 1 : 0);
