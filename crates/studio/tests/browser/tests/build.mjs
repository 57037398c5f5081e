import assert from 'node:assert/strict';
import { startLongWork } from '../long-work.mjs';
import { other, same } from '../page.mjs';

const rooms = (page) => page.scene((scene) => scene.rooms.length);

export default {
  'preset and seed decide the dungeon, R repeats it, S makes another': async (studio) => {
    const page = await studio.page();
    await page.choose('#preset', 'large-dungeon');
    await page.fill('#seed', '3');
    const [name, shown] = [await page.text('#name'), await page.look()];
    await page.page.focus('#stage');
    await page.key('r');
    same(await page.look(), shown, 'the same seed draws the same map');
    await page.key('s');
    other(await page.look(), shown);
    assert.notEqual(await page.page.inputValue('#seed'), '3');
    await page.fill('#seed', '3');
    assert.equal(await page.text('#name'), name);
    same(await page.look(), shown);
    assert.match(await page.text('#preset-help'), /rooms/i);
    page.sane();
  },

  'every field of the recipe has a control, and the changed ones can be reset': async (studio) => {
    const page = await studio.page();
    const missing = await page.page.evaluate(() => {
      const { hello } = window.studio.app;
      const control = (key) => document.querySelector(`.field[data-key="${key}"] :is(input, select, .small)`);
      return hello.fields.map(({ key }) => key).filter((key) => !control(key));
    });
    assert.deepEqual(missing, []);
    const box = '.field[data-key="rooms.count"] input[type=number]';
    await page.fill(box, 5);
    assert.equal(await rooms(page), 5);
    await page.click('.field[data-key="rooms.count"] .reset');
    assert.equal(await rooms(page), 12);
    page.sane();
  },

  'the dungeon follows a slider while it moves, and one undo takes it all back': async (studio) => {
    const page = await studio.page();
    const undo = () => page.scene((scene) => scene.undo);
    const [before, depth] = [await page.look(), await undo()];
    const slider = page.page.locator('.field[data-key="rooms.count"] input[type=range]');
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await slider.boundingBox();
    const part = await slider.evaluate((input) => (input.value - input.min) / (input.max - input.min));
    await page.page.mouse.move(x + 7 + part * (width - 14), y + height / 2);
    await page.page.mouse.down();
    const seen = new Set();
    for (let step = 1; step <= 4; step++) {
      await page.page.mouse.move(x + 7 + (part + 0.02 * step) * (width - 14), y + height / 2);
      await page.rest();
      seen.add(await rooms(page));
    }
    await page.page.mouse.up();
    await page.rest();
    assert.ok(seen.size >= 3, `the dungeon changed while the slider moved: ${[...seen]}`);
    assert.equal(await undo(), depth + 1, 'a drag is one step');
    await page.key('Control+z');
    same(await page.look(), before);
    page.sane();
  },

  'a value beyond its limits is refused beside its field': async (studio) => {
    const page = await studio.page();
    const before = await page.look();
    const box = '.field[data-key="rooms.min"] input[type=number]';
    await page.fill(box, 99);
    assert.match(await page.text('.field[data-key="rooms.min"] .problem'), /3 to 64/);
    await page.fill(box, 40);
    assert.match(await page.text('.field[data-key="rooms.min"] .problem'), /min/);
    same(await page.look(), before, 'nothing changed');
  },

  'a field without a say is disabled and says what it needs': async (studio) => {
    const page = await studio.page();
    const field = (key) => page.page.$eval(`.field[data-key="${key}"]`, (element) => ({
      isUsed: [...element.querySelectorAll('input, select')].every((input) => !input.disabled),
      title: element.title,
    }));
    const [count, floor] = [await field('rooms.count'), await field('templates.floor_cells')];
    assert.ok(count.isUsed && !floor.isUsed);
    assert.match(floor.title, /^Not used here: it needs “Method” to be “Templates”\.\n/);
    assert.match(count.title, /\nField: rooms\.count$/);
    await page.choose('.field[data-key="method"] select', { label: 'Templates' });
    assert.equal(await page.scene((scene) => scene.recipe.method), 'templates');
    assert.ok((await field('templates.floor_cells')).isUsed && !(await field('rooms.count')).isUsed);
    assert.doesNotMatch((await field('templates.floor_cells')).title, /Not used/);
    page.sane();
  },

  'the lattice is drawn over the map when G is on': async (studio) => {
    const page = await studio.page();
    const bare = await page.look('overlay');
    await page.page.focus('#stage');
    await page.key('g');
    assert.equal(await page.page.getAttribute('[data-key=G]', 'aria-pressed'), 'true');
    other(await page.look('overlay'), bare);
    await page.key('g');
    assert.equal(await page.page.getAttribute('[data-key=G]', 'aria-pressed'), 'false');
    same(await page.look('overlay'), bare);
  },

  'levels of a house are chosen by list and by key': async (studio) => {
    const page = await studio.page();
    await page.generate('manor', 4);
    const levels = await page.scene((scene) => scene.levels.map((level) => level.z));
    assert.ok(levels.length > 2, `levels ${levels}`);
    const ground = await page.look();
    await page.choose('#level', String(levels[0]));
    other(await page.look(), ground);
    await page.page.focus('#stage');
    for (let step = 0; step < levels.indexOf(0); step++) await page.key('PageDown');
    assert.equal(await page.page.inputValue('#level'), '0');
    same(await page.look(), ground);
    page.sane();
  },

  'long work shows its progress and can be cancelled': async (studio) => {
    const page = await studio.page();
    const name = await page.text('#name');
    await startLongWork(page);
    assert.match(await page.text('#work-text'), /…/);
    await page.page.click('#work-cancel');
    await page.toast(/cancelled/);
    await page.rest();
    assert.equal(await page.text('#name'), name, 'the dungeon is as it was');
  },
};
