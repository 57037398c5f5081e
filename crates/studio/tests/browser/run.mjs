// Drives the studio in a real browser: `UNDERCROFT_BIN=target/debug/undercroft node run.mjs [words of test names]`.
// Prints a line for each test, figures, and 'N passed, N failed' alone on the last line.

import { Studio } from './harness.mjs';

const FILES = ['load', 'build', 'trace', 'inspect', 'see', 'crowd', 'files', 'share', 'keyboard', 'access', 'layout', 'speed'];

const words = process.argv.slice(2);
const wanted = (name) => words.length === 0 || words.some((word) => name.includes(word));

const studio = await Studio.start();
let [passed, failed] = [0, 0];
for (const file of FILES) {
  const { default: tests } = await import(`./tests/${file}.mjs`);
  for (const [name, run] of Object.entries(tests)) {
    const title = `${file}: ${name}`;
    if (!wanted(title)) continue;
    const began = Date.now();
    const problem = await studio.run(title, run);
    if (problem) failed++;
    else passed++;
    console.log(`${problem ? 'FAILED' : 'ok    '} ${title} (${Date.now() - began} ms)`);
    if (problem) console.log(problem.split('\n').map((line) => `       ${line}`).join('\n'));
  }
}
await studio.stop();
for (const figure of studio.figures) console.log(figure);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
