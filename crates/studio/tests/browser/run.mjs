// Drives the studio in a real browser: `UNDERCROFT_BIN=target/debug/undercroft node run.mjs [words of test names]`.
// With `--site` it drives the files of target/site instead (scripts/site), with the tests of site/ besides; with `--site-only`
// those alone, and `--no-figures` leaves out those that only measure. Prints a line for each test, figures, and 'N passed, N failed' alone on the last line.

import { readdirSync } from 'node:fs';
import { Studio } from './harness.mjs';
import { hasExports } from './site.mjs';

/** Measured with nothing beside them. */
const ALONE = ['speed'];
const FILES = readdirSync(new URL('tests/', import.meta.url)).map((name) => name.replace('.mjs', ''))
  .filter((name) => !ALONE.includes(name)).sort();
/** Tests that run at once: most of a test is waiting. */
const LANES = 3;

const isSite = process.argv.some((word) => word.startsWith('--site'));
/** What only measures. */
const FIGURES = /: (the first dungeon on|figures of) /;
const isQuiet = process.argv.includes('--no-figures');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isWanted = (title) => words.length === 0 || words.some((word) => title.includes(word));

/** Tests that end a server; site/ has what can go wrong without one. */
const NEEDS_SERVER = ['kept-work', 'keep'];

/** Tests of the site that need a part which not every build has. */
const NEEDS_PART = { exports: hasExports(), panic: Boolean(process.env.UNDERCROFT_PANIC_SITE) };

async function collect(files, isWatched = true, folder = 'tests') {
  const found = [];
  for (const file of files) {
    const { default: tests } = await import(`./${folder}/${file}.mjs`);
    for (const [name, run] of Object.entries(tests)) found.push([`${file}: ${name}`, run, isWatched]);
  }
  return found.filter(([title]) => isWanted(title) && !(isQuiet && FIGURES.test(title)));
}

const tally = { passed: 0, failed: 0 };
/** Tests that failed beside others: they are run once more, alone, for a busy machine is no mistake of the page. */
const again = [];

async function work(studio, queue, isLast = false) {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [title, run, isWatched] = next;
    const began = Date.now();
    const problem = await studio.run(title, run, isWatched);
    const isRetried = problem && !isLast;
    if (isRetried) again.push(next);
    else tally[problem ? 'failed' : 'passed']++;
    console.log(`${problem ? (isRetried ? 'AGAIN ' : 'FAILED') : 'ok    '} ${title} (${Date.now() - began} ms)`);
    if (problem) console.log(problem.replace(/^/gm, '       '));
  }
}

const isOnly = process.argv.includes('--site-only');
const common = isOnly ? [] : FILES.filter((file) => !isSite || !NEEDS_SERVER.includes(file));
const siteFiles = readdirSync(new URL('site/', import.meta.url)).map((name) => name.replace('.mjs', '')).sort();
const own = isSite ? siteFiles.filter((file) => NEEDS_PART[file] ?? true) : [];
const studio = await Studio.start(isSite);
const queue = [...(await collect(common)), ...(await collect(own, true, 'site'))];
await Promise.all(Array.from({ length: LANES }, () => work(studio, queue)));
if (!isOnly) await work(studio, await collect(ALONE, false));
await work(studio, again, true);
await studio.stop();
for (const figure of studio.figures) console.log(figure);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed ? 1 : 0);
