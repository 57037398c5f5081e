import assert from 'node:assert/strict';

const isControlled = () => navigator.serviceWorker.controller !== null;

export default {
  'after one visit the studio opens and generates without a network': async (studio) => {
    const site = await studio.site();
    const page = await studio.page({}, site.address);
    await page.page.waitForFunction(isControlled, null, { timeout: 20_000 });
    site.stop();
    await page.page.context().setOffline(true);
    await page.page.reload({ timeout: 20_000 });
    await page.page.waitForSelector('body[data-ready=true]', { timeout: 20_000 });
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
