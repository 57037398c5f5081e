// Exports of the modules against the program's, byte for byte: `node exports.mjs [--seeds N] [--presets a,b]`. All presets;
// pictures of one seed each, other files of 5. Both sides get the same requests; UNDERCROFT_BIN names the program.

import { LocalStudio, readFrame } from './module.mjs';
import { ServerStudio } from './socket.mjs';

const value = (flag) => (process.argv.includes(flag) ? process.argv[process.argv.indexOf(flag) + 1] : undefined);
const SEEDS = Number(value('--seeds') ?? 5);
/** Small pictures: their compression takes the time, and it is the same code at any size. */
const OPTIONS = { png: { px: 8 }, uvtt: { square_px: 50 }, foundry: { square_px: 50 } };
/** Formats that are or hold a picture: of the first seed alone. */
const PICTURES = new Set(['png', 'uvtt', 'foundry', 'pdf']);

const server = await ServerStudio.start();
const local = new LocalStudio();
const { presets, formats } = readFrame(local.ask('{"id": 1, "command": {"type": "hello"}}')).header.reply;
const names = value('--presets')?.split(',') ?? presets.map(({ name }) => name);
const tally = new Map(formats.map(({ name }) => [name, { equal: 0, refused: 0, different: [] }]));
let id = 1;

/** Whether server and modules answer a command with the same frame, and what they answer. */
async function compare(command) {
  const text = JSON.stringify({ id: ++id, command });
  const [theirs, ours] = [await server.ask(text), local.ask(text)];
  return { isEqual: ours !== null && Buffer.compare(theirs, ours) === 0, header: readFrame(theirs).header };
}

for (const preset of names) {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const generated = await compare({ type: 'generate', preset, seed: String(seed) });
    if (!generated.isEqual) throw new Error(`${preset} ${seed}: the dungeons differ`);
    for (const [format, found] of tally) {
      if (seed > 1 && PICTURES.has(format)) continue;
      const { isEqual, header } = await compare({ type: 'export', format, options: OPTIONS[format] ?? {} });
      if (!isEqual) found.different.push(`${preset} ${seed}`);
      else found[header.error ? 'refused' : 'equal']++;
    }
  }
}
server.stop();
const sum = { equal: 0, different: 0 };
console.log('| format | exports equal | refused alike | different |\n|---|---|---|---|');
for (const [format, { equal, refused, different }] of tally) {
  sum.equal += equal + refused;
  // A format of which nothing was compared shows nothing.
  sum.different += different.length + (equal === 0);
  console.log(`| ${format} | ${equal} | ${refused} | ${different.length} |`);
}
for (const [format, { different }] of tally) for (const name of different.slice(0, 5)) console.log(`DIFFERENT ${format} ${name}`);
console.log(`law: exports in ${tally.size} formats are the program's | ${names.length} presets × ${SEEDS} seeds | `
  + `${sum.equal} equal, ${sum.different} different`);
console.log(`${sum.equal} passed, ${sum.different} failed`);
process.exit(sum.different ? 1 : 0);
