// A new version of the site beside the one that runs.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FOLDER } from '../site.mjs';

const CHANGED = 'ui/toast.js';
const MARK = '// Of the second version.';

const sha = (bytes, encoding) => createHash('sha256').update(bytes).digest(encoding);

/** Puts a version with another text of one file in place of the one in the folder, as scripts/site writes it. */
function publish(folder) {
  const at = (name) => path.join(folder, name);
  writeFileSync(at(CHANGED), `${readFileSync(at(CHANGED), 'utf8')}${MARK}\n`);
  const [list, worker] = [readFileSync(at('files.json'), 'utf8'), readFileSync(at('sw.js'), 'utf8')];
  const files = { ...JSON.parse(list), [CHANGED]: `sha256-${sha(readFileSync(at(CHANGED)), 'base64')}` };
  const changed = `${JSON.stringify(files, null, 1)}\n`;
  const [before, after] = [list, changed].map((text) => sha(text, 'hex').slice(0, 32));
  assert.ok(worker.includes(before), 'the service worker names the digest of the list');
  writeFileSync(at('files.json'), changed);
  writeFileSync(at('sw.js'), worker.replace(before, after));
}

const isControlled = () => navigator.serviceWorker.controller !== null;
const isNew = (page) => page.page.evaluate(async ([name, mark]) => (await (await fetch(name)).text()).includes(mark), [CHANGED, MARK]);

export default {
  'a new version is told, waits for the session, and is used after a reload': async (studio) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'undercroft-site-'));
    try {
      cpSync(FOLDER, folder, { recursive: true });
      const site = await studio.site({ folder });
      const page = await studio.page({}, site.address);
      await page.page.waitForFunction(isControlled, null, { timeout: 45_000 });
      publish(folder);
      await page.page.evaluate(async () => void (await navigator.serviceWorker.ready).update());
      await page.page.waitForSelector('#version-bar', { timeout: 45_000 });
      assert.equal(await isNew(page), false, 'the session that runs keeps its version');
      await page.generate('cave', 4);
      await page.page.click('#version-bar button');
      await page.page.waitForSelector('#version-bar', { state: 'detached', timeout: 45_000 });
      await page.page.waitForSelector('body[data-ready=true]', { timeout: 45_000 });
      assert.equal(await isNew(page), true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },

  'a page of one version takes no module of another': async (studio) => {
    const change = (name, body, headers) => {
      const other = String(body).replace(/(name="undercroft-build" content=")[^"]+/, '$1another');
      return name === 'index.html' ? { headers, body: other } : null;
    };
    const site = await studio.site({ change });
    const context = await studio.studio.browser.newContext({ serviceWorkers: 'block' });
    studio.contexts.push(context);
    const page = await context.newPage();
    await page.goto(site.address);
    await page.waitForSelector('#empty:not([hidden])', { timeout: 20_000 });
    assert.match(await page.textContent('#empty'), /it belongs to another version of this page\. Reload/);
  },
};
