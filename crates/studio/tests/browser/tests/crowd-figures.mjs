import assert from 'node:assert/strict';

const state = (page) => page.page.evaluate(() => window.studio.app.modes.crowd.crowd.state);
const order = (page, type, fields) => page.page.evaluate(
  ([name, rest]) => window.studio.app.modes.crowd.order(name, rest), [type, fields],
);
const isRunning = (page) => page.page.evaluate(() => window.studio.app.modes.crowd.isRunning);

const hall = async (studio, width, height) => {
  const page = await studio.page();
  await page.blank(width, height);
  await page.mode('crowd');
  await page.page.focus('#stage');
  return page;
};

const fast = (page) => page.page.locator('#speed').evaluate((input) => {
  input.value = 120;
  input.dispatchEvent(new Event('input'));
});

/** Places of all actors after each of some ticks, in a session of its own: ids break ties. */
const film = async (studio, early) => {
  const page = await hall(studio, 30, 20);
  await order(page, 'crowd_settings', { settings: { mode: 'anti-cross', early: false } });
  if (early) await page.key('e');
  await order(page, 'crowd_scatter', { z: 0, count: 40, seed: 3 });
  await order(page, 'crowd_destination', { actors: { who: 'all' }, cell: [15, 10] });
  const frames = [];
  for (let tick = 0; tick < 40; tick++) {
    frames.push(await page.page.evaluate(async () => {
      const { crowd } = window.studio.app.modes;
      await crowd.step(1, 1);
      return Array.from({ length: crowd.crowd.size }, (_, i) => crowd.crowd.body(i).join()).join(' ');
    }));
  }
  return frames.join('\n');
};

export default {
  // S19: counts.
  'actors without orders were counted as if they were on the way': async (studio) => {
    const page = await hall(studio, 40, 30);
    await order(page, 'crowd_scatter', { z: 0, count: 100, seed: 1 });
    assert.match(await page.text('#counts'), /100 actors, none with orders/);
    await order(page, 'crowd_destination', { actors: { who: 'nearest', fraction: 0.2 }, cell: [20, 15] });
    await fast(page);
    await page.page.focus('#stage');
    await page.page.keyboard.press('s');
    await page.toast(/All at rest after tick \d+: 20 of 20 with orders arrived/);
    const figures = await page.text('#crowd-figures');
    assert.match(figures, /With orders\s*20At their destination\s*20Have been there\s*20Last arrival\s*tick \d+/);
    assert.match(await page.text('#counts'), /20 of 20 with orders are there/);
    page.sane();
  },

  'Run with no actor ran for ever': async (studio) => {
    const page = await hall(studio, 20, 15);
    await page.page.keyboard.press('s');
    await page.toast(/There is no actor/);
    assert.equal(await isRunning(page), false);
    assert.equal(await page.page.getAttribute('[data-key=S]', 'aria-pressed'), 'false');
    await page.point([5, 5]);
    await page.key('o');
    await page.page.keyboard.press('s');
    await page.toast(/No actor has an order/);
    assert.equal(await isRunning(page), false);
  },

  // S20: the default mode, and a crowd that is stuck.
  'the switches named another mode than the crowd had': async (studio) => {
    const page = await hall(studio, 20, 15);
    assert.equal(await page.text('[data-key=Q] .value'), 'flow');
    assert.equal((await state(page)).mode, 'flow');
  },

  'the default crowd never arrived': async (studio) => {
    const page = await hall(studio, 40, 30);
    await order(page, 'crowd_scatter', { z: 0, count: 30, seed: 1 });
    await order(page, 'crowd_destination', { actors: { who: 'all' }, cell: [20, 15] });
    await fast(page);
    await page.page.focus('#stage');
    await page.page.keyboard.press('s');
    await page.toast(/30 of 30 with orders arrived/);
  },

  'a run without progress went on and said nothing': async (studio) => {
    const page = await studio.page();
    await page.mode('see');
    await page.page.fill('#map-text', '■■■■■■■■\n■s□□□□□■\n■■■■■■■■');
    await page.click('#take-text');
    await page.mode('crowd');
    await order(page, 'crowd_settings', { settings: { mode: 'anti-cross' } });
    for (const [from, to] of [[1, 6], [6, 1]]) {
      await order(page, 'crowd_spawn', { z: 0, cells: [[from, 1]] });
      const id = await page.page.evaluate(() => window.studio.app.modes.crowd.selected);
      await order(page, 'crowd_destination', { actors: { who: 'these', ids: [id] }, cell: [to, 1] });
    }
    await fast(page);
    await page.page.focus('#stage');
    await page.page.keyboard.press('s');
    await page.toast(/no progress for \d+ ticks, 2 actors are stuck/);
    assert.equal(await isRunning(page), false);
    const { tick } = await state(page);
    await page.page.keyboard.press('s');
    await page.until((app) => app.modes.crowd.crowd.state.tick > 0 && app.modes.crowd.isRunning);
    await page.page.waitForTimeout(400);
    assert.ok((await state(page)).tick > tick, 'S goes on');
    await page.page.keyboard.press('s');
    page.sane();
  },

  // S21: Early at the studio's only pace.
  'Early did nothing': async (studio) => {
    const [late, again, early] = [await film(studio, false), await film(studio, false), await film(studio, true)];
    assert.ok(late === again, 'the same twice');
    assert.ok(early !== late, 'another run');
  },
};
