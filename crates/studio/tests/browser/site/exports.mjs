// Files that the export module writes and reads. Left out where the site was built without it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

const isControlled = () => navigator.serviceWorker.controller !== null;

/** The files of a format: name and content, as base64. Small pictures, for their size changes nothing. */
const exported = (page, format, options) => page.page.evaluate(async ([name, given]) => {
  const { bytes } = await import('./wire/requests.js');
  const reply = await window.studio.wire.ask('export', { format: name, options: given });
  const base64 = async (file) => {
    const reader = new FileReader();
    const read = new Promise((resolve) => (reader.onload = resolve));
    reader.readAsDataURL(new Blob([bytes(reply, file.data)]));
    await read;
    return [file.name, reader.result];
  };
  return Promise.all(reply.files.map(base64));
}, [format, options]);

const digest = (files) => createHash('sha256').update(JSON.stringify(files)).digest('hex');

export default {
  'an export in every format is the file of the program': async (studio) => {
    const server = await studio.server();
    const [ours, theirs] = [await studio.page(), await studio.page({}, server.address)];
    for (const page of [ours, theirs]) await page.generate('small-dungeon', 12);
    const formats = await ours.page.evaluate(() => window.studio.app.hello.formats);
    assert.ok(formats.length >= 10, 'there are formats');
    for (const { name, options } of formats) {
      const small = ['px', 'square_px'].find((key) => options.some((option) => option.key === key));
      const given = small ? { [small]: small === 'px' ? 8 : 50 } : {};
      const [one, two] = [await exported(ours, name, given), await exported(theirs, name, given)];
      assert.equal(digest(one), digest(two), name);
    }
    ours.sane();
  },

  'a cancelled export leaves the session as it was, and the next one works': async (studio) => {
    const page = await studio.page();
    await page.generate('large-dungeon', 5);
    const before = await page.printedSession();
    const { code, took } = await page.page.evaluate(async () => {
      const { wire } = window.studio;
      // The module is loaded before: it is the work that is cancelled.
      await wire.ask('export', { format: 'tmx' });
      const work = wire.ask('export', { format: 'png', options: { px: 60 } });
      await new Promise((resolve) => setTimeout(resolve, 60));
      const began = performance.now();
      wire.cancel(work.id);
      const code = await work.then(() => 'it ended', (error) => error.code);
      return { code, took: performance.now() - began };
    });
    assert.equal(code, 'cancelled');
    studio.figure(`site: an export is cancelled after ${took.toFixed(0)} ms`);
    assert.equal(await page.printedSession(), before);
    assert.equal((await exported(page, 'tmx', {})).length > 0, true);
    page.sane();
  },

  'a file of another program opens as in the studio': async (studio) => {
    const server = await studio.server();
    const pages = [await studio.page(), await studio.page({}, server.address)];
    const texts = [];
    for (const page of pages) {
      await page.generate('small-dungeon', 12);
      const [[name, url]] = await exported(page, 'tmx', {});
      texts.push(await page.page.evaluate(async ([file, base64]) => {
        const { wire } = window.studio;
        await wire.ask('open', { name: file, base64 });
        return (await wire.ask('copy_text', {})).text;
      }, [name, url.slice(url.indexOf(',') + 1)]));
    }
    assert.equal(texts[0], texts[1]);
  },

  'after Keep for offline use the site exports without a network': async (studio) => {
    const site = await studio.site();
    const page = await studio.page({}, site.address);
    await page.page.waitForFunction(isControlled, null, { timeout: 45_000 });
    await page.page.click('#keep');
    await page.page.waitForSelector('#keep', { state: 'detached', timeout: 45_000 });
    await page.page.waitForLoadState('networkidle');
    site.stop();
    await page.page.context().setOffline(true);
    await page.page.reload({ timeout: 45_000, waitUntil: 'commit' });
    await page.page.waitForSelector('body[data-ready=true]', { timeout: 45_000 });
    await page.rest();
    await page.generate('cave', 8);
    assert.equal((await exported(page, 'tmx', {})).length > 0, true);
  },

  'without a network and without the export module a sentence tells what to do': async (studio) => {
    const change = (name) => (name.includes('export-') ? { status: 404, body: 'no' } : null);
    const site = await studio.site({ change });
    const page = await studio.page({ serviceWorkers: 'block' }, site.address);
    const message = await page.page.evaluate(() => window.studio.wire.ask('export', { format: 'tmx' }).catch((error) => error.message));
    assert.match(message, /export module cannot be loaded: the host answers 404\. Export again when you are connected/);
    await page.generate('cave', 8);
  },
};
