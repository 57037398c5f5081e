// The same requests to the program's studio and to the modules: equal frames. Then random and broken requests to the
// module alone: it answers each. `node frames.mjs [--random N]`; UNDERCROFT_BIN names the program.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LocalStudio, ROOT, hasModule, readFrame } from './module.mjs';
import { ServerStudio } from './socket.mjs';

const RANDOM = Number(process.argv[process.argv.indexOf('--random') + 1] || 2000) || 2000;
const SCHEMA = JSON.parse(readFileSync(path.join(ROOT, 'crates/studio/page/protocol.schema.json'), 'utf8'));
const COMMANDS = SCHEMA.$defs.Command.oneOf.map(({ properties }) => properties.type.const);

/** A small generator, so that each run asks the same. */
let state = 20260901;
const below = (most) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
};
const pick = (list) => list[below(list.length)];
const cell = (reach = 40) => [below(reach), below(reach)];

const MAP = '■■■■■■\n■s□□□■\n■□■□□■\n■■■■■■\n';
const DUNGEON_TEXT = '#######\n#..+..#\n#######\n';
const base64 = (text) => Buffer.from(text).toString('base64');
const PRESETS = ['small-dungeon', 'cave', 'walker-keep', 'cottage', 'temple', 'grotto'];
/** Formats of the export module, where that was built. */
const FOREIGN = hasModule('export') ? ['tmx', 'tmj', 'ldtk', 'pdf', 'no-such-format'] : [];
/** What the last `save` answered. */
let saved = '{}';

/** One or two edits, sound or not. */
const edits = () => [
  { edit: 'renumber' },
  { edit: 'name', of: 'dungeon', text: pick(['Mill', '']) },
  { edit: 'set_door', door: { z: 0, cell: cell() }, to: { state: pick(['open', 'locked']) } },
  { edit: 'add_room', z: 0, shape: { rect: [...cell(), ...cell()] } },
].slice(below(4)).slice(0, 1 + below(2));

/** A command of each type, sound or not, as the number decides. */
const MAKERS = {
  hello: () => ({}),
  cancel: () => ({ request: 4000 }),
  generate: () => ({
    preset: pick([...PRESETS, 'no-such-preset', null]),
    seed: pick(['1', '2', '77', '18446744073709551615', 'no seed']),
    set: pick([{}, {}, { 'rooms.count': 6 }, { 'rooms.count': -1 }, { nonsense: true }, { width: 16, height: 16 }]),
    stages: pick([{}, {}, { route: '9' }, { nonsense: '1' }]),
    trace: below(2) === 0,
    gesture: pick([null, 1]),
  }),
  open_share_link: () => ({ text: pick(['preset=cave&seed=5', '#seed=3&rooms.count=5', 'seed', 'seed=1&x=%']) }),
  open: () => pick([
    { name: 'hall.txt', base64: base64(DUNGEON_TEXT) },
    { name: 'see.txt', base64: base64(MAP) },
    { name: 'a.map', base64: base64('type octile\nheight 3\nwidth 3\nmap\n@@@\n@.@\n@@@\n') },
    { name: 'a.json', base64: base64('{"format": "undercroft"}') },
    { name: 'broken', base64: '?' },
  ]),
  new: () => ({ width: pick([9, 30, 2, 9000]), height: pick([9, 20]) }),
  undo: () => ({}),
  redo: () => ({}),
  document: () => ({}),
  trace: () => ({ from: below(5), to: pick([3, 50, 90_000]) }),
  inspect: () => ({ z: pick([0, 0, 0, 9]), cell: cell() }),
  edit: () => ({ edits: edits(), gesture: pick([null, 3]) }),
  try: () => ({ edits: edits() }),
  goto: () => ({ n: below(6) }),
  journal: () => ({ from: pick([0, 1, 900]) }),
  checkpoint: () => ({}),
  link: () => ({}),
  vary: () => ({ n: pick([1, 2, 25]) }),
  thumbnail: () => ({ roll: pick([{ at: 'now' }, { at: 'step', n: below(4) }]), px: pick([20, 500]) }),
  diff: () => ({ a: { at: 'now' }, b: { at: 'step', n: below(4) } }),
  shelved: () => ({ action: pick(['retry', 'drop']) }),
  restore: () => ({ journal: pick([{ journal: 1, epoch: 4, entries: [], cursor: 0 }, { journal: 7 }]) }),
  discover: () => ({ link: pick([null, 2, 900]) }),
  paint: () => ({ z: 0, cells: [cell(), cell(), [-1, 4]].slice(below(2)), solid: below(2) === 0, gesture: 7 }),
  observer: () => ({ z: 0, cell: cell(), shape: pick([null, '1x1', '2x2', '3x3']) }),
  fov: () => ({ kind: pick([null, 'exact', 'shadowcast']), radius: pick([null, 4]) }),
  goal: () => ({ cell: pick([null, cell()]), start: pick(['cells', 'straddle']) }),
  copy_text: () => ({}),
  paste_text: () => ({ text: pick([MAP, DUNGEON_TEXT, '■■■\n■s?\n■■■', '']) }),
  path: () => ({ z: 0, from: cell(), to: cell(), shape: pick([null, '2x1']) }),
  sweep: () => ({ z: 0, from: cell(), to: cell() }),
  crowd: () => ({}),
  crowd_settings: () => ({ settings: pick([{ n: 2 }, { n: 9 }, { offset: 'x' }, { mode: 'no-such-mode' }, { seed: 4 }]) }),
  crowd_spawn: () => ({ z: 0, cells: [cell(), cell()] }),
  crowd_scatter: () => ({ z: 0, count: pick([5, 12, 90_000]), seed: 3 }),
  crowd_remove: () => ({ actors: pick([{ who: 'these', ids: [0] }, { who: 'nearest', fraction: 0.5, to: cell() }]) }),
  crowd_clear: () => ({}),
  crowd_destination: () => ({ actors: { who: 'all' }, cell: cell() }),
  crowd_step: () => ({ ticks: pick([1, 30, 0]) }),
  crowd_paths: () => ({ actors: { who: 'all' } }),
  save: () => ({}),
  load: () => ({ text: pick([saved, saved, '{', '{"format": "other"}']) }),
  export: () => ({ format: pick(['json', 'svg', 'text', 'map', 'scen', 'svg', ...FOREIGN]), options: pick([{}, {}, { legend: true }, { px: 0 }]) }),
  count_pages: () => ({ format: pick(['text', 'svg', ...(FOREIGN.length ? ['pdf'] : [])]) }),
  preview: () => ({ format: pick(['svg', 'text', 'json', ...(FOREIGN.length ? ['pdf'] : [])]) }),
  lines: () => ({ z: pick([0, 0, 9]) }),
  check: () => ({}),
};

const missing = COMMANDS.filter((type) => !MAKERS[type]);
if (missing.length) throw new Error(`no request for the commands ${missing.join(', ')}`);

const drop = (fields) => Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== null));
const make = (type) => ({ type, ...drop(MAKERS[type]()) });
const BROKEN = ['{', '[]', '{"id": 3}', '{"id": 4, "command": {"type": "explode"}}', '{"id": "x", "command": {}}', ''];

/** 300 requests: each command in turn, a dungeon now and then, and broken texts. */
function recorded(id) {
  if (id % 50 === 0) return pick(BROKEN);
  const type = id % 9 === 1 ? 'generate' : COMMANDS[id % COMMANDS.length];
  return JSON.stringify({ id, command: make(type) });
}

const server = await ServerStudio.start();
const local = new LocalStudio();
const seen = { reply: new Set(), error: new Set() };
let different = 0;
for (let id = 1; id <= 300; id++) {
  const text = recorded(id);
  const [theirs, ours] = [await server.ask(text), local.ask(text)];
  const { header } = readFrame(theirs);
  if (header.reply?.type === 'text' && text.includes('"save"')) saved = header.reply.text;
  for (const part of ['reply', 'error']) if (header[part]) seen[part].add(header[part].type ?? header[part].code);
  if (ours && Buffer.compare(theirs, ours) === 0) continue;
  different++;
  console.log(`DIFFERENT ${text.slice(0, 200)}\n   server ${show(theirs)}\n   module ${ours ? show(ours) : 'delegates'}`);
}
server.stop();

function show(frame) {
  return JSON.stringify(readFrame(frame).header).slice(0, 300);
}

/** A request with a piece cut out, doubled or exchanged. */
function damaged(text) {
  const [from, to] = [below(text.length), below(text.length)].sort((a, b) => a - b);
  return pick([text.slice(0, from), text.slice(0, from) + text.slice(to), text.slice(0, to) + text.slice(from)]);
}

let answered = 0;
for (let id = 1; id <= RANDOM; id++) {
  const text = JSON.stringify({ id, command: make(pick(COMMANDS)) });
  const { header } = readFrame(local.session.handle(below(3) === 0 ? damaged(text) : text));
  if (header.reply || header.error) answered++;
}
console.log(`replies ${[...seen.reply].sort().join(' ')}; errors ${[...seen.error].sort().join(' ')}`);
console.log(`frames: ${300 - different} of 300 equal; ${answered} of ${RANDOM} random requests answered`);
console.log(`law: frames of server and module are equal | 300 requests | ${300 - different} equal`);
const failed = different + (RANDOM - answered);
console.log(`${300 - different + answered} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
