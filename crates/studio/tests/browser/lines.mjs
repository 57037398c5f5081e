// Checks the shape of the page's scripts: lines of at most 120 columns, one field a line in constructors, and no
// comment that silences the type checker. Prints what is wrong with its place; exits with 1 if anything is.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(HERE, '../../../..');
const FOLDERS = [path.resolve(HERE, '../../page'), HERE];
const COLUMNS = 120;

const RULES = [
  ['longer than 120 columns', (line) => [...line].length > COLUMNS],
  ['fields are assigned one a line', (line) => line.includes('Object.assign(this,')],
  ['type errors are fixed, not silenced', (line) => /@ts-(ignore|expect-error|nocheck)/.test(line)],
];

const isScript = (name) => /\.m?js$/.test(name) && !/node_modules|lines\.mjs$/.test(name);
const scripts = FOLDERS.flatMap((folder) => {
  return readdirSync(folder, { recursive: true }).filter(isScript).map((name) => path.join(folder, name));
});
const problems = scripts.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const broken = (line) => RULES.filter(([, isBroken]) => isBroken(line)).map(([words]) => words);
  return lines.flatMap((line, i) => broken(line).map((words) => `${path.relative(ROOT, file)}:${i + 1}: ${words}`));
});

for (const problem of problems) console.log(problem);
console.log(`${scripts.length} scripts, ${problems.length} lines out of shape`);
process.exit(problems.length ? 1 : 0);
