import assert from 'node:assert/strict';
import { other, same } from '../page.mjs';

const state = (page) => page.page.evaluate(() => window.studio.app.modes.crowd.crowd.state);
const figure = (page, row) => page.text(`#crowd-figures dl dd:nth-of-type(${row})`);

const hall = async (studio) => {
  const page = await studio.page();
  await page.blank(30, 20);
  await page.mode('crowd');
  return page;
};

const spawn = async (page, cells) => {
  for (const cell of cells) {
    await page.point(cell);
    await page.key('o');
  }
};

const finish = async (page) => {
  await page.page.keyboard.press('s');
  await page.until((app) => !app.modes.crowd.isRunning && app.modes.crowd.crowd.state.settled, 30_000);
  await page.rest();
};

export default {
  'O spawns at the pointer, 0 clears': async (studio) => {
    const page = await hall(studio);
    const bare = await page.look('overlay');
    await spawn(page, [[5, 5], [6, 8], [7, 11]]);
    assert.equal((await state(page)).actors, 3);
    assert.equal(await figure(page, 2), '3');
    await page.page.mouse.move(3, 3);
    other(await page.look('overlay'), bare);
    assert.ok((await page.pixel([5, 5], 'overlay'))[3] > 0, 'a body is drawn');
    await page.key('0');
    assert.equal((await state(page)).actors, 0);
    same(await page.look('overlay'), bare);
    page.sane();
  },

  'a crowd arrives in every mode': async (studio) => {
    const page = await hall(studio);
    const modes = await page.page.evaluate(() => window.studio.app.hello.crowd_modes.map(({ value }) => value));
    assert.ok(modes.length >= 7);
    const seen = new Set();
    await page.page.locator('#speed').evaluate((input) => {
      input.value = 120;
      input.dispatchEvent(new Event('input'));
    });
    for (let turn = 0; turn < modes.length; turn++) {
      await page.point([15, 10]);
      await page.key('q');
      const shown = await page.text('[data-key=Q] .value');
      seen.add(shown);
      assert.equal((await state(page)).mode, shown);
      await spawn(page, [[4, 4], [4, 8], [4, 12], [8, 4]]);
      await page.point([22, 9]);
      await page.key('p');
      await finish(page);
      const after = await state(page);
      assert.equal(after.arrived, 4, `${shown}: ${JSON.stringify(after)}`);
      assert.ok((await page.pixel([22, 9], 'overlay'))[3] > 0, `${shown}: an actor stands on the destination`);
      // The message of the end comes after the last tick, and lies over cells that are pointed at next. The first Esc
      // gives up the selected actor.
      await page.page.waitForSelector('.toast');
      await page.key('Escape', 'Escape');
      assert.equal(await page.page.locator('.toast').count(), 0);
      await page.key('0');
    }
    assert.deepEqual([...seen].sort(), [...modes].sort(), 'Q goes through all modes');
    page.sane();
  },

  'D sends the selected one, R the nearest 30 %': async (studio) => {
    const page = await hall(studio);
    await spawn(page, [[3, 3], [3, 6], [3, 9], [3, 12], [3, 15], [9, 3], [9, 6], [9, 9], [9, 12], [9, 15]]);
    const goals = () => page.page.evaluate(() => {
      const { crowd } = window.studio.app.modes.crowd;
      return Array.from({ length: crowd.size }, (_, i) => crowd.goal(i)).filter(Boolean).length;
    });
    await page.press([3, 3]);
    await page.point([20, 10]);
    await page.key('d');
    assert.equal(await goals(), 1);
    await page.point([12, 9]);
    await page.key('r');
    const some = await goals();
    assert.ok(some >= 3 && some <= 4, `${some} have an order`);
    assert.match(await page.text('#actor'), /Sent to/);
    page.sane();
  },

  'every switch shows its state and reaches the crowd': async (studio) => {
    const page = await hall(studio);
    await spawn(page, [[5, 5]]);
    const pressed = (key) => page.page.getAttribute(`[data-key="${key}"]`, 'aria-pressed');
    for (const [key, read] of [['x', 'fallback'], ['e', 'early'], ['f', 'allow_backward']]) {
      const before = [await pressed(key.toUpperCase()), (await state(page))[read]];
      await page.key(key);
      assert.notEqual(await pressed(key.toUpperCase()), before[0], `${key} is shown`);
      assert.notEqual((await state(page))[read], before[1], `${key} is set`);
    }
    for (const n of [2, 3, 1]) {
      await page.key('g');
      assert.equal((await state(page)).subcell_grid.n, n);
      assert.equal(await page.text('[data-key=G] .value'), String(n));
    }
    await page.key('g');
    const offsets = [];
    for (let turn = 0; turn < 4; turn++) {
      await page.key('t');
      offsets.push(await page.text('[data-key=T] .value'));
    }
    assert.deepEqual([...offsets].sort(), ['none', 'x', 'xy', 'y']);
    const bare = await page.look('overlay');
    await page.key('b');
    other(await page.look('overlay'), bare, 'markers are drawn');
    await page.key('b');
    await page.point([20, 12]);
    await page.key('p', 'l');
    await page.until((app) => app.modes.crowd.paths.length === 1);
    page.sane();
  },

  'S starts and pauses, ticks are counted, waits have reasons': async (studio) => {
    const page = await hall(studio);
    await page.page.fill('#scatter', '60');
    await page.page.press('#scatter', 'Enter');
    await page.click('#scatter-go');
    assert.equal((await state(page)).actors, 60);
    await page.page.focus('#stage');
    await page.point([15, 10]);
    await page.key('p');
    await page.page.keyboard.press('s');
    await page.until((app) => app.modes.crowd.crowd.state.tick > 10);
    await page.page.keyboard.press('s');
    await page.rest();
    const { tick } = await state(page);
    await page.page.waitForTimeout(250);
    assert.equal((await state(page)).tick, tick, 'paused');
    assert.equal(await figure(page, 1), String(tick));
    const waits = await page.page.locator('#crowd-waits dd').allTextContents();
    assert.ok(waits.some((text) => Number(text.replaceAll(',', '')) > 0), `waits ${waits}`);
    assert.notEqual(await figure(page, 5), '–', 'a smallest separation');
    page.sane();
  },
};
