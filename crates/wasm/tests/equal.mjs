// Dungeons of the session module against the program's, byte for byte: `node equal.mjs [--seeds N] [--presets a,b]`.
// JSON and SVG of all presets and 25 seeds without arguments. UNDERCROFT_BIN names the program.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LocalStudio, program, readFrame } from './module.mjs';

const value = (flag) => (process.argv.includes(flag) ? process.argv[process.argv.indexOf(flag) + 1] : undefined);
const SEEDS = Number(value('--seeds') ?? 25);
const FORMATS = ['json', 'svg'];

const studio = new LocalStudio();
let number = 0;

function ask(command) {
  const { header, payload } = readFrame(studio.ask(JSON.stringify({ id: ++number, command })));
  if (header.error) throw new Error(`${command.type}: ${header.error.message}`);
  return { reply: header.reply, payload };
}

/** The file of a format; its name is the dungeon's, where the program has preset and seed. */
function exported(format) {
  const { reply, payload } = ask({ type: 'export', format });
  const { at, bytes } = reply.files[0].data;
  return payload.slice(at, at + bytes);
}

function fromProgram(preset, format, seeds) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'undercroft-equal-'));
  try {
    const seedWords = ['--seeds', `1..${seeds}`, '--format', format, '--out-dir', folder];
    execFileSync(program(), ['generate', preset, ...seedWords], { stdio: ['ignore', 'ignore', 'ignore'] });
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const presets = value('--presets')?.split(',') ?? ask({ type: 'hello' }).reply.presets.map(({ name }) => name);
const tally = { equal: 0, different: [] };
let spent = 0;
for (const preset of presets) {
  const files = new Map(FORMATS.map((format) => [format, fromProgram(preset, format, SEEDS)]));
  for (let seed = 1; seed <= SEEDS; seed++) {
    const began = performance.now();
    ask({ type: 'generate', preset, seed: String(seed) });
    spent += performance.now() - began;
    for (const [format, found] of files) {
      const ours = exported(format);
      const theirs = found.get(`${preset}-${seed}.${format}`);
      if (theirs && Buffer.compare(ours, theirs) === 0) tally.equal++;
      else tally.different.push(`${preset} ${seed} ${format}`);
    }
  }
}
for (const name of tally.different.slice(0, 20)) console.log(`DIFFERENT ${name}`);
console.log(`module: generate ${(spent / presets.length / SEEDS).toFixed(1)} ms a dungeon`);
console.log(`equal: ${presets.length} presets × ${SEEDS} seeds: ${tally.equal} files equal, ${tally.different.length} different`);
console.log(`law: JSON and SVG of the session module are the program's | ${presets.length} presets × ${SEEDS} seeds | `
  + `${tally.equal} equal, ${tally.different.length} different`);
console.log(`${tally.equal} passed, ${tally.different.length} failed`);
process.exit(tally.different.length || tally.equal === 0 ? 1 : 0);
