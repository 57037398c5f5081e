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

  'an edited map has no link, and a broken link says so': async (studio) => {
    const page = await studio.page();
    await page.mode('see');
    await page.press((await page.freeCells(0))[1]);
    assert.equal(await page.page.isDisabled('#share'), true);
    assert.match(await page.page.evaluate(() => location.hash), /seed=/, 'the address keeps the roll');
    const second = await studio.page({}, `${studio.address}#no-such-dungeon`);
    await second.toast(/./);
    assert.ok(await second.scene((scene) => scene.rooms.length > 0), 'a dungeon is there all the same');
  },
};
