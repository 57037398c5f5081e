import assert from 'node:assert/strict';
import { other, same } from '../page.mjs';

const scrub = async (page, at) => {
  await page.page.locator('#scrub').evaluate((input, value) => {
    input.value = value === 'last' ? input.max : value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, at);
  await page.rest();
};

const stepView = async (page, preset, seed) => {
  await page.generate(preset, seed);
  await page.page.focus('#stage');
  await page.page.keyboard.press('v');
  await page.page.waitForSelector('#timeline:not([hidden])');
  await page.page.evaluate(() => window.studio.app.modes.build.replay.timeline.pause());
  await page.rest();
};

export default {
  'scrubbing takes the map apart and puts it together again': async (studio) => {
    const page = await studio.page();
    await stepView(page, 'small-dungeon', 12);
    const floor = await page.colour('floor');
    await scrub(page, 'last');
    const [full, whole] = [await page.tally(floor), await page.look()];
    await scrub(page, 0);
    assert.equal(await page.tally(floor), 0, 'at first there is no floor');
    const events = await page.page.evaluate(() => window.studio.app.modes.build.trace.events.map(({ event }) => event));
    const placed = events.indexOf('placed');
    await scrub(page, placed);
    assert.match(await page.text('#event-text'), /Placed room \d+/);
    const one = await page.tally(floor);
    assert.ok(one > 0 && one < full / 2, 'one room is there');
    await scrub(page, events.lastIndexOf('placed'));
    const rooms = await page.tally(floor);
    assert.ok(rooms > one && rooms < full, 'rooms without corridors');
    await scrub(page, 'last');
    same(await page.look(), whole, 'forwards again the same map');
    page.sane();
  },

  'step, play and pause move through the events': async (studio) => {
    const page = await studio.page();
    await stepView(page, 'small-dungeon', 5);
    await page.click('#step-first');
    assert.match(await page.text('#step-count'), /^1 of/);
    await page.click('#step-next');
    await page.click('#step-next');
    assert.match(await page.text('#step-count'), /^3 of/);
    await page.click('#step-back');
    assert.match(await page.text('#step-count'), /^2 of/);
    await page.page.click('#play');
    await page.page.waitForFunction(() => Number(document.getElementById('scrub').value) > 4);
    await page.page.click('#play');
    const at = await page.page.inputValue('#scrub');
    await page.page.waitForTimeout(300);
    assert.equal(await page.page.inputValue('#scrub'), at, 'paused');
    await page.click('#step-last');
    assert.equal(await page.page.inputValue('#scrub'), await page.page.getAttribute('#scrub', 'max'));
    await page.page.focus('#stage');
    await page.key('v');
    assert.equal(await page.page.locator('#timeline').isHidden(), true);
    page.sane();
  },

  'walker paths, teleports, rejects and numbers are drawn': async (studio) => {
    const page = await studio.page();
    await page.generate('walker-keep', 2);
    await page.page.focus('#stage');
    const bare = await page.look('overlay');
    await page.key('p');
    const blue = await page.tally([0x00, 0x72, 0xb2], 'overlay', 40);
    assert.ok(blue > 50, 'the first walker is blue');
    await page.key('p', 'n');
    other(await page.look('overlay'), bare, 'numbers are there');
    await page.key('n');
    same(await page.look('overlay'), bare);
    await stepView(page, 'walker-keep', 2);
    const reject = await page.page.evaluate(() => window.studio.app.modes.build.trace.rejects[0]);
    await scrub(page, reject.at);
    assert.ok((await page.text('#event-text')).includes(reject.reason), 'a reject says why');
    assert.ok((await page.tally(await page.colour('flaw'), 'overlay', 40)) > 10, 'and is marked red');
    page.sane();
  },
};
