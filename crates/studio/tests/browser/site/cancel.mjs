import assert from 'node:assert/strict';
import { startLongWork } from '../long-work.mjs';

const state = (page) => page.scene(({ undo, observer, rooms }) => ({ undo, observer, rooms: rooms.length }));

async function cancelLongWork(studio, page, way) {
  await page.generate('small-dungeon', 5);
  await page.generate('small-dungeon', 6);
  await page.page.evaluate(async () => {
    const { app, wire } = window.studio;
    await wire.ask('crowd_scatter', { z: 0, count: 5, seed: 3 });
    await wire.ask('crowd_step', { ticks: 7 });
    await wire.ask('fov', { kind: 'shadowcast' });
    // Orders to the crowd are steps, which the page has not heard of.
    await app.takeDocument(await wire.ask('document'));
  });
  await page.rest();
  const [before, printed] = [await state(page), await page.printedSession()];
  await startLongWork(page);
  const took = await page.page.evaluate(async () => {
    const { wire, status } = window.studio;
    const began = performance.now();
    const ended = new Promise((resolve) => wire.addEventListener('traffic', () => wire.waiting.size || resolve()));
    status.cancel();
    await ended;
    return performance.now() - began;
  });
  const ready = await page.page.evaluate(async () => {
    const began = performance.now();
    await window.studio.wire.ask('check');
    return performance.now() - began;
  });
  studio.figure(`site: cancelled ${way} after ${took.toFixed(0)} ms, next answer ${ready.toFixed(0)} ms later`);
  await page.rest();
  assert.equal(await page.printedSession(), printed, 'the session is the one before');
  assert.deepEqual(await state(page), before);
  await page.generate('small-dungeon', 7);
  assert.equal(await page.scene((scene) => scene.undo), before.undo + 1, 'the next command works');
  await page.key('Control+z', 'Control+z');
  assert.equal(await page.scene((scene) => scene.undo), before.undo - 1, 'undo goes behind the restored state');
  page.sane();
}

export default {
  'a cancelled generation leaves the session as it was, without shared memory': async (studio) => {
    const page = await studio.page();
    assert.equal(await page.page.evaluate(() => crossOriginIsolated), false);
    await cancelLongWork(studio, page, 'by ending the worker');
  },

  'a cancelled generation leaves the session as it was, with shared memory': async (studio) => {
    const site = await studio.site({ isolated: true });
    const page = await studio.page({}, site.address);
    assert.equal(await page.page.evaluate(() => crossOriginIsolated), true);
    const worker = await page.page.evaluateHandle(() => window.studio.wire.engine);
    await cancelLongWork(studio, page, 'by a flag');
    assert.equal(await page.page.evaluate((before) => window.studio.wire.engine === before, worker), true);
  },

  'a request that waits is cancelled at once': async (studio) => {
    const page = await studio.page();
    await startLongWork(page);
    const code = await page.page.evaluate(async () => {
      const { wire, status } = window.studio;
      const waiting = wire.ask('check');
      wire.cancel(waiting.id);
      const code = await waiting.catch((error) => error.code);
      status.cancel();
      return code;
    });
    assert.equal(code, 'cancelled');
    await page.rest();
    page.sane();
  },

  'progress comes while the session works': async (studio) => {
    const page = await studio.page();
    const stages = await page.page.evaluate(async () => {
      const { wire } = window.studio;
      const heard = new Set();
      wire.addEventListener('progress', ({ detail }) => heard.add(detail.stage));
      await wire.ask('generate', { preset: 'dungeon', seed: '4' });
      return [...heard];
    });
    assert.ok(stages.includes('place') && stages.includes('verify'), stages.join(' '));
  },
};
