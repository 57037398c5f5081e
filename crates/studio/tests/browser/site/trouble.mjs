// What ends a module, and what the page's policy forbids.

import assert from 'node:assert/strict';

/** The message of a command that fails. */
const failure = (page, type) => page.page.evaluate((name) => {
  return window.studio.wire.ask(name, {}).then(() => null, (error) => error.message);
}, type);

export default {
  'a module that stops is replaced by one with the same session': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 5);
    await page.generate('small-dungeon', 6);
    const [before, depth] = [await page.printedSession(), await page.scene((scene) => scene.undo)];
    await page.page.evaluate(() => {
      const { engine } = window.studio.wire;
      engine.run = () => {
        delete engine.run;
        return engine.run('a function that no module has');
      };
    });
    assert.match(await failure(page, 'check'), /stopped on this command.* the map is as it was/);
    await page.rest();
    assert.equal(await page.printedSession(), before);
    await page.generate('small-dungeon', 7);
    assert.equal(await page.scene((scene) => scene.undo), depth + 1);
    page.sane();
  },

  'nothing that the page does is against its own policy': async (studio) => {
    const page = await studio.page();
    const count = () => page.page.evaluate(() => window.refused.length);
    await page.page.evaluate(() => {
      window.refused = [];
      document.addEventListener('securitypolicyviolation', (event) => window.refused.push(event.violatedDirective));
    });
    await page.generate('dungeon', 4);
    await page.mode('see');
    await page.mode('crowd');
    await page.mode('build');
    await page.key('?', 'Escape');
    assert.equal(await count(), 0);
    page.sane();
    await page.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.hasRun = true;';
      document.head.append(script);
    });
    await page.page.waitForFunction(() => window.refused.length > 0);
    assert.equal(await page.page.evaluate(() => window.hasRun), undefined, 'a script in the page does not run');
  },

  'a link of the site opens in the studio of the program, and is the same there': async (studio) => {
    const server = await studio.server();
    const link = '#preset=small-dungeon&seed=5&rooms.count=6';
    const [ours, theirs] = await Promise.all([studio.address, server.address].map((address) => studio.page({}, address + link)));
    assert.equal(await theirs.text('#name'), await ours.text('#name'));
    const [one, two] = await Promise.all([ours, theirs].map((page) => page.page.evaluate(async () => {
      const { text } = await window.studio.wire.ask('copy_text', {});
      return [text, location.hash];
    })));
    assert.deepEqual(one, two);
  },
};
