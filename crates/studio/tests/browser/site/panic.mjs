// A module that panics, built for that by scripts/site --inject-panic. UNDERCROFT_PANIC_SITE names its folder.

import assert from 'node:assert/strict';
import path from 'node:path';

export default {
  'a panic fails its request alone': async (studio) => {
    const site = await studio.site({ folder: path.resolve(process.env.UNDERCROFT_PANIC_SITE) });
    const page = await studio.page({ serviceWorkers: 'block' }, site.address);
    await page.generate('small-dungeon', 5);
    await page.generate('small-dungeon', 6);
    const [before, depth] = [await page.printedSession(), await page.scene((scene) => scene.undo)];
    const { code, message } = await page.page.evaluate(() => {
      return window.studio.wire.ask('copy_text', {}).catch((error) => ({ code: error.code, message: error.message }));
    });
    assert.equal(code, 'internal');
    assert.match(message, /The program failed on this command.*the map is as it was.*injected/);
    await page.rest();
    assert.equal(await page.printedSession(), before);
    await page.generate('small-dungeon', 7);
    assert.equal(await page.scene((scene) => scene.undo), depth + 1);
    await page.key('Control+z', 'Control+z');
    page.sane();
  },
};
