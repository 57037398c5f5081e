// The npm package as people get it: packed, installed into an empty folder, tested there, and its types checked.
// `node npm.mjs`; scripts/site --npm makes the package. UNDERCROFT_NPM names another folder.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT, program } from './module.mjs';

const PACKAGE = path.resolve(process.env.UNDERCROFT_NPM ?? path.join(ROOT, 'target/npm/undercroft'));
const TSC = path.join(ROOT, 'crates/studio/tests/browser/node_modules/typescript/bin/tsc');
const TESTS = path.join(ROOT, 'crates/wasm/tests/npm');

if (!existsSync(PACKAGE)) throw new Error(`no package in ${PACKAGE}; scripts/site --npm makes it`);
const folder = mkdtempSync(path.join(os.tmpdir(), 'undercroft-npm-'));
const run = (file, words, more = {}) => execFileSync(file, words, { cwd: folder, encoding: 'utf8', ...more });
let tests = { status: 1 };
const tally = { passed: 0, failed: 0 };

function count(name, isGood, detail = '') {
  tally[isGood ? 'passed' : 'failed']++;
  console.log(`${isGood ? 'ok    ' : 'FAILED'} npm: ${name}${isGood ? '' : `\n${detail}`}`);
}

/** The script of the example for TypeScript: it cannot know that the page has a canvas, and that a canvas has a pen. */
function exampleScript() {
  const page = readFileSync(path.join(ROOT, 'examples/web/index.html'), 'utf8');
  const [, script] = /<script type="module">\n([^]*)<\/script>/.exec(page);
  return script.replace("'./undercroft/undercroft.js'", "'undercroft'")
    .replace("document.getElementById('map')", "(/** @type {HTMLCanvasElement} */ (document.getElementById('map')))")
    .replace('pen =', '/** @type {any} */ pen =');
}

try {
  const [{ filename, files }] = JSON.parse(run('npm', ['pack', '--json', '--silent', PACKAGE]));
  const names = files.map(({ path: name }) => name).sort();
  const wanted = ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'dungeon.d.ts', 'engine.js', 'package.json',
    'undercroft.d.ts', 'undercroft.js', 'undercroft.wasm'];
  count('the package has its files', names.join() === wanted.sort().join(), names.join(' '));
  writeFileSync(path.join(folder, 'package.json'), '{"private": true, "type": "module"}\n');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', `./${filename}`]);
  cpSync(TESTS, folder, { recursive: true });
  tests = spawnSync(process.execPath, ['--expose-gc', '--test', '--test-reporter=tap', 'package.test.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, UNDERCROFT_BIN: program() },
  });
  process.stdout.write(tests.stdout.replace(/^# (tests|suites|cancelled|skipped|todo|duration_ms).*\n/gm, ''));
  process.stderr.write(tests.stderr);
  if (!/^# pass [1-9]/m.test(tests.stdout)) count('the tests ran', false, tests.stdout);
  else if (tests.status !== 0 && !/^# fail [1-9]/m.test(tests.stdout)) count('the tests ended well', false);
  writeFileSync(path.join(folder, 'example.js'), exampleScript());
  const strict = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
  const types = spawnSync(process.execPath, [TSC, ...strict, '--allowJs', '--checkJs', 'sample.mts', 'example.js'], {
    cwd: folder,
    encoding: 'utf8',
  });
  count('the types hold for a sample and the example', types.status === 0, types.stdout);
  const wrong = spawnSync(process.execPath, [TSC, ...strict, 'wrong.mts'], { cwd: folder, encoding: 'utf8' });
  const found = (wrong.stdout.match(/error TS/g) ?? []).length;
  count('the types refuse what is wrong, each line of it', found === 5, wrong.stdout);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed || tests.status !== 0 ? 1 : 0;
