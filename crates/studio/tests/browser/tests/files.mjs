import assert from 'node:assert/strict';
import { same } from '../page.mjs';
import { readFileSync } from 'node:fs';

const MAGIC = { png: '\x89PNG', pdf: '%PDF', zip: 'PK', svg: '<', json: '{', gif: 'GIF8' };

/** A file that was saved is not empty and begins as its ending promises. */
async function check(download, name) {
  const data = readFileSync(await download.path());
  assert.ok(data.length > 20, `${name} has ${data.length} bytes`);
  const start = data.subarray(0, 4).toString('latin1');
  const magic = MAGIC[download.suggestedFilename().split('.').at(-1)];
  if (magic) assert.ok(start.startsWith(magic), `${name} begins with ${JSON.stringify(start)}`);
}

export default {
  'every format is exported from the menu': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 12);
    const formats = await page.page.evaluate(() => window.studio.app.hello.formats);
    assert.ok(formats.length >= 5, 'there are formats');
    for (const { name, ending, options } of formats) {
      await page.page.click('#export');
      const card = page.page.locator('.format', { has: page.page.locator(`[data-format="${name}"]`) });
      // Pictures are small here: the drawing is tested elsewhere, and slow where it is not optimised.
      if (options.some(({ key }) => key === 'px')) {
        await card.locator('summary').click();
        await card.locator('[data-key=px] input[type=number]').fill('6');
      }
      const downloads = [];
      const keep = (download) => downloads.push(download);
      page.page.on('download', keep);
      await page.page.click(`[data-format="${name}"]`);
      // The menu closes when all files are sent.
      await page.page.waitForSelector('#dialog', { state: 'hidden', timeout: 30_000 });
      await page.rest();
      await page.page.waitForTimeout(150);
      page.page.off('download', keep);
      assert.ok(downloads.length > 0, `${name} saves a file`);
      for (const download of downloads) await check(download, name);
      const file = downloads[0].suggestedFilename();
      if (downloads.length === 1) assert.ok(file.endsWith(`.${ending}`), file);
    }
    page.sane();
  },

  'the text of a chosen file is an option of an export': async (studio) => {
    const page = await studio.page();
    await page.page.click('#export');
    const card = page.page.locator('.format', { has: page.page.locator('[data-format="svg"]') });
    await card.locator('summary').click();
    const theme = { name: 'green.toml', mimeType: 'text/plain', buffer: Buffer.from('ink = "#00ff10"') };
    await card.locator('[data-key=own_theme] input[type=file]').setInputFiles(theme);
    await card.locator('[data-key=own_theme].changed').waitFor();
    const download = page.page.waitForEvent('download');
    await page.page.click('[data-format="svg"]');
    const svg = readFileSync(await (await download).path(), 'utf8');
    assert.match(svg, /#00ff10/i, 'the drawing has the ink of the file');
    page.sane();
  },

  'an exported dungeon dropped on the page is opened': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 12);
    const [name, shown] = [await page.text('#name'), await page.look()];
    const text = await page.page.evaluate(async () => {
      const reply = await window.studio.wire.ask('export', { format: 'json' });
      const { bytes } = await import('./wire/requests.js');
      return new TextDecoder().decode(bytes(reply, reply.files[0].data));
    });
    await page.blank(20, 20);
    await page.page.evaluate((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'tombs.json', { type: 'application/json' }));
      const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
      for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, options));
    }, text);
    await page.toast(/Opened tombs.json/);
    await page.rest();
    assert.equal(await page.text('#name'), name);
    same(await page.look(), shown);
    page.sane();
  },

  'a file that nobody can read is refused and changes nothing': async (studio) => {
    const page = await studio.page();
    const shown = await page.look();
    await page.page.evaluate(() => window.studio.app.open(new File(['{"broken": '], 'broken.json')));
    await page.toast(/broken/);
    await page.rest();
    same(await page.look(), shown);
  },

  'Ctrl+S saves the whole state and F9 loads it': async (studio) => {
    const page = await studio.page();
    await page.blank(24, 16);
    await page.mode('crowd');
    for (const cell of [[4, 4], [9, 9]]) {
      await page.point(cell);
      await page.key('o');
    }
    await page.point([18, 10]);
    await page.key('p', 'q');
    const wanted = await page.page.evaluate(() => JSON.stringify([...window.studio.app.modes.crowd.crowd.data]));
    const [download] = await Promise.all([page.page.waitForEvent('download'), page.page.keyboard.press('Control+s')]);
    const saved = await download.path();
    await page.rest();
    await page.key('0');
    await page.mode('build');
    await page.generate('cottage', 1);
    await page.mode('crowd');
    const chosen = page.page.waitForEvent('filechooser', { timeout: 20_000 });
    await page.rest();
    await page.page.keyboard.press('F9');
    const chooser = await chosen;
    await chooser.setFiles({ name: 'state.json', mimeType: 'application/json', buffer: readFileSync(saved) });
    await page.toast(/Loaded/);
    await page.rest();
    assert.match(await page.text('#subtitle'), /24 × 16/);
    assert.equal(await page.page.evaluate(() => JSON.stringify([...window.studio.app.modes.crowd.crowd.data])), wanted);
    page.sane();
  },

  'undo and redo go through generations, edits and pastes alike': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 12);
    const first = await page.look();
    await page.generate('small-dungeon', 13);
    const second = await page.look();
    await page.mode('see');
    await page.press(await page.scene((scene) => scene.rooms[0].floor[0].slice(0, 2)));
    await page.page.evaluate(() => window.studio.app.modes.see.paste('□□□\n□s□\n□□■\n'));
    await page.rest();
    await page.mode('build');
    const last = await page.look();
    await page.key('Control+z');
    assert.match(await page.text('#subtitle'), /edited/);
    await page.key('Control+z');
    same(await page.look(), second);
    await page.click('#undo');
    same(await page.look(), first);
    await page.click('#redo');
    same(await page.look(), second);
    await page.key('Control+Shift+z', 'Control+Shift+z');
    same(await page.look(), last);
    assert.equal(await page.page.isDisabled('#redo'), true);
    page.sane();
  },
};
