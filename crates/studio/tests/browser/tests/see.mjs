import assert from 'node:assert/strict';
import { same } from '../page.mjs';

const count = async (page) => Number((await page.text('#view-counts dd')).replaceAll(',', ''));
const observer = (page) => page.page.evaluate(() => window.studio.app.modes.see.observer);

/** An empty map with the observer at a known place. */
const field = async (studio, cell = [10, 10]) => {
  const page = await studio.page();
  await page.blank(40, 24);
  await page.mode('see');
  await page.drag([[cell[0] + 2, cell[1]], cell], { button: 'right' });
  return page;
};

export default {
  'colours: observer blue, walls red, visible green, hidden dark grey': async (studio) => {
    const page = await field(studio);
    await page.drag([[14, 6], [14, 14]], { hold: 'Shift' });
    await page.shows([10, 10], 'see-observer', 'overlay');
    await page.shows([14, 9], 'see-wall');
    await page.shows([6, 10], 'see-visible');
    await page.shows([20, 10], 'see-hidden');
    page.sane();
  },

  'a click toggles a wall, and the observer cannot be walled in': async (studio) => {
    const page = await field(studio);
    await page.shows([20, 12], 'see-visible');
    await page.press([20, 12]);
    await page.shows([20, 12], 'see-wall');
    await page.press([20, 12]);
    await page.shows([20, 12], 'see-visible');
    await page.press([10, 10]);
    await page.toast(/observer/);
    assert.equal(await page.scene((scene) => scene.level(0).solid.get(10, 10)), 0);
  },

  'shift drag paints, shift right drag erases, one undo for a stroke': async (studio) => {
    const page = await field(studio);
    const [free, open] = [await count(page), await page.look()];
    await page.drag([[16, 4], [16, 20]], { hold: 'Shift' });
    for (const y of [4, 9, 15, 20]) await page.shows([16, y], 'see-wall');
    assert.ok((await count(page)) < free, 'less is seen');
    await page.drag([[16, 8], [16, 12]], { hold: 'Shift', button: 'right' });
    await page.shows([16, 10], 'see-visible');
    await page.shows([16, 5], 'see-wall');
    await page.key('Control+z', 'Control+z');
    same(await page.look(), open, 'two strokes, two steps');
    await page.key('Control+Shift+z');
    await page.shows([16, 10], 'see-wall');
    page.sane();
  },

  'right drag moves the observer and the view follows': async (studio) => {
    const page = await field(studio);
    await page.drag([[20, 2], [20, 18]], { hold: 'Shift' });
    await page.shows([30, 10], 'see-hidden');
    await page.drag([[10, 10], [20, 21], [30, 10]], { button: 'right' });
    assert.deepEqual((await observer(page)).cell, [30, 10]);
    await page.shows([30, 10], 'see-observer', 'overlay');
    await page.shows([34, 10], 'see-visible');
    await page.shows([10, 10], 'see-hidden');
    page.sane();
  },

  'M and N make the observer two wide and two tall': async (studio) => {
    const page = await field(studio);
    await page.page.focus('#stage');
    await page.key('m');
    assert.equal((await observer(page)).shape, '2x1');
    await page.shows([11, 10], 'see-observer', 'overlay');
    await page.key('n');
    assert.equal((await observer(page)).shape, '2x2');
    await page.shows([11, 11], 'see-observer', 'overlay');
    assert.equal(await page.page.getAttribute('[data-key=M]', 'aria-pressed'), 'true');
    await page.key('m', 'n');
    assert.equal((await observer(page)).shape, '1x1');
  },

  'corners: white where interesting, yellow where not': async (studio) => {
    const page = await field(studio);
    await page.press([14, 8]);
    const white = await page.page.evaluate(() => window.studio.app.modes.see.view.interesting_count);
    assert.ok(white > 0, 'there are interesting corners');
    assert.ok((await page.tally([255, 255, 255], 'overlay', 6)) > 20, 'white squares');
    assert.ok((await page.tally([242, 207, 58], 'overlay', 30)) > 4, 'yellow squares');
    assert.match(await page.text('#counts'), /visible · \d+ corners · \d+ interesting/);
  },

  'C copies the map as text and V pastes it': async (studio) => {
    await studio.borrowClipboard();
    const page = await field(studio);
    await page.drag([[16, 4], [16, 20]], { hold: 'Shift' });
    const [shown, seen] = [await page.look(), await count(page)];
    await page.page.focus('#stage');
    await page.key('c');
    const text = await page.page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /■/);
    assert.match(text, /s/);
    await page.blank(12, 9);
    await page.page.focus('#stage');
    await page.key('v');
    await page.toast(/40 × 24/);
    same(await page.look(), shown, 'the same map is back');
    assert.equal(await count(page), seen);
    page.sane();
  },

  'a bad paste says line and column and changes nothing': async (studio) => {
    await studio.borrowClipboard();
    const page = await field(studio);
    const shown = await page.look();
    await page.page.evaluate(() => navigator.clipboard.writeText('□□□\n□?□\n□□□\n'));
    await page.page.focus('#stage');
    await page.key('v');
    await page.toast(/pasted text:2:2: /);
    same(await page.look(), shown);
    await page.page.fill('#map-text', '□□□\n□s□\n□□■\n');
    await page.click('#take-text');
    assert.match(await page.text('#subtitle'), /3 × 3/);
  },

  'D finds the shortest way round a wall, and the band follows the pointer': async (studio) => {
    const page = await field(studio);
    await page.drag([[16, 4], [16, 20]], { hold: 'Shift' });
    await page.point([24, 10]);
    await page.key('d');
    assert.match(await page.text('#path'), /Length/);
    const path = await page.page.evaluate(() => window.studio.app.modes.see.path);
    assert.ok(path.found && path.waypoints.length >= 3, 'the path turns at the wall');
    const straight = 14;
    assert.ok(path.length > straight && path.length < 2.5 * straight, `length ${path.length}`);
    const ink = await page.colour('see-path');
    assert.ok((await page.tally(ink, 'overlay', 30)) > 60, 'the path is drawn');
    await page.point([12, 14]);
    await page.rest();
    const sweep = await page.page.evaluate(() => window.studio.app.modes.see.sweep);
    assert.ok(sweep.is_clear && sweep.cells.length > 3, 'the sweep to the pointer');
    await page.point([20, 10]);
    await page.rest();
    assert.equal(await page.page.evaluate(() => window.studio.app.modes.see.sweep.is_clear), false);
    page.sane();
  },

  'a stroke is one round trip: the reply brings the new view and the new path': async (studio) => {
    const page = await field(studio);
    await page.drag([[16, 4], [16, 20]], { hold: 'Shift' });
    await page.point([24, 10]);
    await page.key('d');
    const path = () => page.page.evaluate(() => window.studio.app.modes.see.path);
    const [seen, before] = [await count(page), await path()];
    await page.point([16, 3]);
    await page.rest();
    const clicked = await page.commandsOf(() => page.press([16, 3]));
    assert.deepEqual(clicked, ['paint'], 'a click sends one command');
    const [less, longer] = [await count(page), await path()];
    assert.ok(less < seen, 'less is seen');
    assert.notDeepEqual(longer.waypoints, before.waypoints, 'the path takes another route');
    await page.point([16, 8]);
    await page.rest();
    const stroked = await page.commandsOf(() => page.drag([[16, 8], [16, 12]], { hold: 'Shift', button: 'right' }));
    assert.deepEqual([...new Set(stroked)], ['paint'], 'a stroke sends nothing but its cells');
    assert.ok((await count(page)) > less, 'more is seen through the gap');
    assert.ok((await path()).length < before.length, 'the path leads through the gap');
    page.sane();
  },
};
