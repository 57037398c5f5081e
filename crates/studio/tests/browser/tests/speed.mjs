// Figures. Bounds are generous: machines differ, and only a page that hangs should fail.

import assert from 'node:assert/strict';

function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/** A percentile of times as words. */
const ms = (values, part) => `${percentile(values, part).toFixed(1)} ms`;
const both = (values) => `${ms(values, 0.5)} median, ${ms(values, 0.95)} at 95 %`;
/** Frames a second from the times between them. */
const rate = (gaps) => (1000 / (gaps.reduce((a, b) => a + b) / gaps.length)).toFixed(0);

/** Runs `step(i)` once a frame; returns times between frames and of drawing. */
const frames = (page, count, step, prepare = '') => page.page.evaluate(async ([many, source, before]) => {
  const { stage, app, wire } = window.studio;
  const run = new Function('i', 'stage', 'app', 'wire', source);
  new Function('stage', 'app', 'wire', before)(stage, app, wire);
  const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await next();
  stage.draws.length = 0;
  const gaps = [];
  let last = await next();
  for (let i = 0; i < many; i++) {
    run(i, stage, app, wire);
    const now = await next();
    gaps.push(now - last);
    last = now;
  }
  return { gaps, draws: [...stage.draws] };
}, [count, step, prepare]);

export default {
  'dragging the observer on 512 × 512': async (studio) => {
    const page = await studio.page({ bypassCSP: true });
    await page.generate('small-dungeon', 1, { width: 512, height: 512, 'rooms.count': 300, 'rooms.max': 24 });
    await page.mode('see');
    const cells = await page.scene((scene) => scene.rooms.slice(0, 120).map((room) => {
      const [x, y, n] = room.floor[Math.floor(room.floor.length / 2)];
      return [x + Math.floor(n / 2), y];
    }));
    await page.page.evaluate((list) => (window.places = list), cells);
    await page.page.evaluate(() => {
      const { see } = window.studio.app.modes;
      window.trips = [];
      const take = see.onFovReply.bind(see);
      see.onFovReply = (reply) => {
        take(reply);
        window.trips.push(see.roundTrip);
      };
    });
    const { gaps, draws } = await frames(page, 120, 'app.modes.see.look(window.places[i % window.places.length]);');
    await page.rest();
    const trips = await page.page.evaluate(() => window.trips);
    const counts = `${rate(gaps)} frames a second, ${trips.length} views in ${gaps.length} frames`;
    studio.figure(`observer on 512x512: round trip ${both(trips)}; draw ${both(draws)}; ${counts}`);
    assert.ok(percentile(trips, 0.5) < 500 && percentile(draws, 0.5) < 250);
  },

  'zooming and panning 1024 × 1024': async (studio) => {
    const page = await studio.page({ bypassCSP: true });
    await page.generate('small-dungeon', 1, { width: 1024, height: 1024, 'rooms.count': 1000, 'rooms.max': 24 });
    const zooming = 'stage.camera.zoom(i < 75 ? 1.05 : 1 / 1.05, 300 + i, 300); stage.invalidate();';
    const panning = 'stage.camera.pan(-9, i % 2 ? -6 : 4); stage.invalidate();';
    const zoom = await frames(page, 150, zooming);
    const pan = await frames(page, 150, panning, 'stage.camera.zoom(8, 400, 300);');
    const gaps = [...zoom.gaps, ...pan.gaps];
    const parts = `zoom ${ms(zoom.gaps, 0.95)}, pan ${ms(pan.gaps, 0.95)}`;
    const draw = ms([...zoom.draws, ...pan.draws], 0.95);
    studio.figure(`zoom and pan on 1024x1024 at 1280x720: frame ${both(gaps)} (${parts}); draw ${draw} at 95 %`);
    assert.ok(percentile(gaps, 0.95) < 400);
  },

  '1,000 actors': async (studio) => {
    const page = await studio.page({ bypassCSP: true });
    await page.blank(120, 80);
    await page.mode('crowd');
    await page.page.fill('#scatter', '1000');
    await page.page.press('#scatter', 'Enter');
    await page.click('#scatter-go');
    await page.point([60, 40]);
    await page.key('p');
    await page.page.evaluate(() => {
      const { crowd } = window.studio.app.modes;
      crowd.speed = 30;
      crowd.toggleRun();
    });
    const { gaps, draws } = await frames(page, 120, '');
    const tick = await page.page.evaluate(() => window.studio.app.modes.crowd.crowd.state.tick);
    await page.page.evaluate(() => window.studio.app.modes.crowd.toggleRun());
    const total = gaps.reduce((a, b) => a + b);
    const ticks = ((tick / total) * 1000).toFixed(0);
    const draw = ms(draws, 0.95);
    studio.figure(`1,000 actors: ${rate(gaps)} frames a second, draw ${draw} at 95 %, ${ticks} ticks a second of 30`);
    assert.ok(tick > 5, `${tick} ticks`);
  },
};
