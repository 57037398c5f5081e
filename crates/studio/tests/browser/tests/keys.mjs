// Keys and the focus (S7 to S10, S15).

import assert from 'node:assert/strict';
import { startLongWork } from '../long-work.mjs';

const LINK = '#preset=small-dungeon&seed=77';
const steps = (page) => page.scene((scene) => [scene.undo, scene.redo]);
const focused = (page) => page.page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
const toasts = (page) => page.page.locator('.toast').count();

export default {
  'Esc cancels a generation in every mode though nothing is selected (S7)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    for (const mode of ['build', 'see', 'crowd']) {
      await page.mode(mode);
      await startLongWork(page);
      await page.page.keyboard.press('Escape');
      await page.toast(/Cancelled/);
      await page.rest();
      assert.equal(await page.scene((scene) => scene.seed), '77');
      await page.key('Escape');
      assert.equal(await toasts(page), 0, 'the next Esc closes the message');
    }
    page.sane();
  },

  'Esc closes messages, then narrow panels, in every mode (S7)': async (studio) => {
    const page = await studio.page({ viewport: { width: 800, height: 600 } });
    for (const mode of ['build', 'see', 'crowd']) {
      await page.mode(mode);
      await page.page.evaluate(async () => (await import('./ui/toast.js')).toast('A message.'));
      await page.page.click('#toggle-left');
      assert.equal(await page.page.isVisible('#left'), true);
      await page.key('Escape', 'Escape');
      assert.equal(await toasts(page), 0);
      assert.equal(await page.page.isVisible('#left'), false);
    }
    page.sane();
  },

  'Esc gives up what the mode holds before it closes messages (S7)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    await page.press(await page.scene((scene) => scene.rooms[1].floor[0].slice(0, 2)));
    await page.page.evaluate(async () => (await import('./ui/toast.js')).toast('A message.'));
    await page.key('Escape');
    assert.equal(await page.page.evaluate(() => window.studio.app.modes.build.selection), null);
    assert.equal(await toasts(page), 1);
    await page.key('Escape');
    assert.equal(await toasts(page), 0);
  },

  '"Skip to the map" gives the map the focus and leaves the address (S8)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    await page.page.keyboard.press('Tab');
    await page.key('Enter');
    assert.equal(await focused(page), 'stage');
    assert.equal(await page.page.evaluate(() => location.hash), LINK);
    assert.equal(await toasts(page), 0);
    page.sane();
  },

  'S rolls after a preset is chosen by pointer, and after Enter (S9)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    // The list of a select is a window of the system: the choice itself is made by script.
    const box = await page.page.locator('#preset').boundingBox();
    await page.page.mouse.click(box.x + 20, box.y + 10);
    await page.page.keyboard.press('Escape');
    await page.page.selectOption('#preset', 'cottage');
    await page.rest();
    assert.equal(await focused(page), 'stage');
    const seed = await page.scene((scene) => scene.seed);
    await page.key('s');
    assert.equal(await page.page.inputValue('#preset'), 'cottage');
    assert.notEqual(await page.scene((scene) => scene.seed), seed, 'S rolls');
    await page.page.focus('#preset');
    await page.key('ArrowDown');
    assert.equal(await focused(page), 'preset', 'arrow keys stay with the list');
    await page.key('Enter');
    assert.equal(await focused(page), 'stage');
    await page.page.focus('#seed');
    await page.page.keyboard.press('Control+a');
    await page.page.keyboard.type('9');
    await page.key('Enter');
    assert.equal(await focused(page), 'stage');
    assert.equal(await page.scene((scene) => scene.seed), '9');
    await page.key('s');
    assert.notEqual(await page.scene((scene) => scene.seed), '9');
    page.sane();
  },

  'Ctrl+Z in a box undoes the document and not the text (S10)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    const rooms = '.field[data-key="rooms.count"] input[type=number]';
    const [start] = await steps(page);
    await page.fill('#seed', '111');
    await page.fill(rooms, 12);
    assert.deepEqual(await steps(page), [start + 2, 0]);
    await page.page.focus(rooms);
    await page.key('Control+z');
    assert.deepEqual(await steps(page), [start + 1, 1]);
    assert.notEqual(await page.page.inputValue(rooms), '12');
    await page.page.focus('#seed');
    await page.key('Control+z');
    assert.deepEqual(await steps(page), [start, 2]);
    assert.equal(await page.page.inputValue('#seed'), '77', 'the box shows the seed of the document');
    await page.key('Control+Shift+z');
    assert.deepEqual(await steps(page), [start + 1, 1]);
    await page.page.focus('#preset');
    await page.key('Control+z');
    assert.deepEqual(await steps(page), [start, 2]);
    page.sane();
  },

  'Ctrl+Z takes back letters that are not committed yet (S10)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    const depth = await steps(page);
    await page.page.focus('#seed');
    await page.page.keyboard.press('End');
    await page.page.keyboard.type('5');
    assert.equal(await page.page.inputValue('#seed'), '775');
    await page.key('Control+z');
    assert.equal(await page.page.inputValue('#seed'), '77');
    assert.deepEqual(await steps(page), depth);
    page.sane();
  },

  'Ctrl+Z in Crowd undoes its orders one by one, then the map with the actors it took away (S15)': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=great-hall&seed=3`);
    const seed = () => page.scene((scene) => scene.seed);
    const size = () => page.page.evaluate(() => window.studio.app.modes.crowd.crowd.size);
    const places = () => page.page.evaluate(() => Array.from(window.studio.app.modes.crowd.crowd.to));
    await page.mode('crowd');
    await page.page.fill('#scatter', '12');
    await page.page.press('#scatter', 'Tab');
    await page.click('#scatter-go');
    await page.page.evaluate(() => window.studio.app.modes.crowd.send({ who: 'all' }, [...window.studio.app.scene.observer.cell]));
    await page.page.evaluate(() => window.studio.app.modes.crowd.step(15));
    await page.rest();
    const walked = await places();
    await page.mode('build');
    await page.key('s');
    const rolled = await seed();
    assert.notEqual(rolled, '3');
    await page.mode('crowd');
    assert.notDeepEqual(await places(), walked, 'the roll took actors away');
    await page.key('Control+z');
    assert.deepEqual([await seed(), await size(), await places()], ['3', 12, walked], 'the ticks are there, too');
    await page.key('Control+z');
    assert.equal(await size(), 12);
    assert.notDeepEqual(await places(), walked, 'the actors stand where they were before the order');
    await page.click('#undo');
    assert.equal(await size(), 0);
    await page.key('Control+Shift+z', 'Control+Shift+z', 'Control+Shift+z');
    assert.equal(await seed(), rolled);
    page.sane();
  },
};
