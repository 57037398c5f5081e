import assert from 'node:assert/strict';
import { same } from '../page.mjs';

export default {
  'the address of one tab gives the same dungeon in another': async (studio) => {
    await studio.borrowClipboard();
    const page = await studio.page();
    await page.choose('#preset', 'winding-dungeon');
    await page.fill('.field[data-key="rooms.count"] input[type=number]', 10);
    await page.fill('#seed', '77');
    const [name, shown] = [await page.text('#name'), await page.look()];
    await page.click('#share');
    await page.toast(/Copied the link/);
    const link = await page.page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#./);
    const second = await studio.page({}, link);
    assert.equal(await second.text('#name'), name);
    same(await second.look(), shown);
    assert.equal(await second.page.inputValue('#preset'), 'winding-dungeon');
    assert.equal(await second.page.inputValue('.field[data-key="rooms.count"] input[type=number]'), '10');
    page.sane();
    second.sane();
  },

  'a link with letters that are escaped or broken is read as it stands': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=small-dungeon&seed=5&category=salt%20%26%20pepper`);
    assert.equal(await page.scene((scene) => scene.recipe.category), 'salt & pepper');
    page.sane();
    const broken = await studio.page({}, `${studio.address}#seed=1&extra_links=%`);
    await broken.toast(/escape is broken/);
    assert.ok(await broken.scene((scene) => scene.rooms.length > 0), 'a dungeon is there all the same');
    broken.sane();
  },

  'a map with pins and 50 edits has a link, which gives the same in a fresh browser': async (studio) => {
    await studio.borrowClipboard();
    const page = await studio.page({}, `${studio.address}#preset=dungeon&seed=7`);
    await page.page.evaluate(async () => {
      const { app } = window.studio;
      const { build } = app.modes;
      await build.apply([{ edit: 'pin', what: { room: build.refOf(app.scene.rooms[3]) } }]);
      await app.takeDocument(await app.wire.ask('generate', { preset: 'dungeon', seed: '8' }));
      for (let i = 0; i < 50; i++) {
        const room = build.refOf(app.scene.rooms[i % app.scene.rooms.length]);
        await build.apply([{ edit: 'name', of: { room }, text: `Chamber ${i}` }]);
      }
    });
    await page.rest();
    await page.click('#share');
    await page.toast(/Copied the link/);
    const link = await page.page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#w1\./);
    studio.figure(`a link with pins and 50 edits: ${link.split('#')[1].length} characters`);
    const bytes = (tab) => tab.page.evaluate(async () => {
      const { app } = window.studio;
      const { text } = await app.wire.ask('checkpoint');
      return JSON.stringify(JSON.parse(text).dungeon);
    });
    const second = await studio.page({}, link);
    assert.equal(await bytes(second), await bytes(page));
    assert.equal(await second.page.locator('.toast', { hasText: 'not what the link' }).count(), 0);
    page.sane();
    second.sane();
  },

  'a broken link says so': async (studio) => {
    const second = await studio.page({}, `${studio.address}#no-such-dungeon`);
    await second.toast(/./);
    assert.ok(await second.scene((scene) => scene.rooms.length > 0), 'a dungeon is there all the same');
    const cut = await studio.page({}, `${studio.address}#w1.dVJNb9swDP0r`);
    await cut.toast(/link/);
    assert.ok(await cut.scene((scene) => scene.rooms.length > 0));
  },
};
