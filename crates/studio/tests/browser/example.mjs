// The example for game developers in a real browser: `node example.mjs [--picture FILE]`. It needs the package of
// scripts/site --npm. UNDERCROFT_NPM names another folder.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../../wasm/site/serve.mjs';
import { launch } from './harness.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const PACKAGE = path.resolve(process.env.UNDERCROFT_NPM ?? path.join(ROOT, 'target/npm/undercroft'));
const picture = process.argv.includes('--picture') ? process.argv[process.argv.indexOf('--picture') + 1] : null;

const folder = mkdtempSync(path.join(os.tmpdir(), 'undercroft-example-'));
cpSync(path.join(ROOT, 'examples/web/index.html'), path.join(folder, 'index.html'));
cpSync(PACKAGE, path.join(folder, 'undercroft'), { recursive: true });
const site = await serve(folder);
const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 820, height: 820 } });
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(site.address);
  const painted = () => {
    const { data } = document.getElementById('map').getContext('2d').getImageData(0, 0, 800, 800);
    const colours = {};
    for (let i = 0; i < data.length; i += 4) {
      const name = data[i + 3] ? [...data.subarray(i, i + 3)].join() : 'clear';
      colours[name] = (colours[name] ?? 0) + 1;
    }
    return colours;
  };
  await page.waitForFunction(() => {
    const [, , , alpha] = document.getElementById('map').getContext('2d').getImageData(1, 1, 1, 1).data;
    return alpha > 0;
  }, null, { timeout: 30_000 });
  const colours = await page.evaluate(painted);
  assert.deepEqual(problems, []);
  assert.ok(colours['34,34,34'] > 1000, 'rock is dark');
  assert.ok(colours['238,238,238'] > 5000, 'floor is light');
  assert.ok(colours['102,102,85'] > 1000, 'walls are between');
  if (picture) await page.screenshot({ path: picture });
  console.log(`ok     the example draws a cave in Chromium ${browser.version()}`);
  console.log('1 passed, 0 failed');
} finally {
  await browser.close();
  site.stop();
  rmSync(folder, { recursive: true });
}
