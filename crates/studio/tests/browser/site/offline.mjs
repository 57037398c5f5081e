import assert from 'node:assert/strict';

const isControlled = () => navigator.serviceWorker.controller !== null;

export default {
  'after one visit the studio opens and generates without a network': async (studio) => {
    const site = await studio.site();
    const page = await studio.page({}, site.address);
    await page.page.waitForFunction(isControlled, null, { timeout: 45_000 });
    // What the page has asked for is answered before the network goes.
    await page.page.waitForLoadState('networkidle');
    site.stop();
    await page.page.context().setOffline(true);
    await page.page.reload({ timeout: 45_000, waitUntil: 'commit' });
    await page.page.waitForSelector('body[data-ready=true]', { timeout: 45_000 });
    await page.rest();
    await page.generate('cave', 8);
    assert.ok(await page.scene((scene) => scene.rooms.length > 0));
    assert.ok((await page.tally(await page.colour('floor'))) > 500, 'floor is drawn');
  },

  'storage that is refused costs nothing but being offline': async (studio) => {
    const page = await studio.page({ serviceWorkers: 'block' });
    await page.generate('cave', 8);
    assert.ok(await page.scene((scene) => scene.rooms.length > 0));
  },
};
