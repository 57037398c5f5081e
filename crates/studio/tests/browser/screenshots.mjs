// Makes the pictures of docs/studio.md: `UNDERCROFT_BIN=… node screenshots.mjs [folder]`.

import path from 'node:path';
import { Studio } from './harness.mjs';

const FOLDER = process.argv[2] ?? path.resolve(import.meta.dirname, '../../../../docs');

const middle = (page, room) => page.page.evaluate((id) => {
  const { floor } = window.studio.app.scene.rooms[id];
  const [x, y, n] = floor[Math.floor(floor.length / 2)];
  return [x + Math.floor(n / 2), y];
}, room);

const SHOTS = {
  'studio-build': [{ colorScheme: 'light' }, async (page) => {
    await page.generate('delve', 12);
    await page.press(await middle(page, 5));
  }],
  'studio-steps': [{ colorScheme: 'light' }, async (page) => {
    await page.generate('walker-keep', 2);
    await page.page.focus('#stage');
    await page.key('p', 'n');
    await page.page.keyboard.press('v');
    await page.page.waitForSelector('#timeline:not([hidden])');
    await page.page.evaluate(() => {
      const { timeline, trace } = window.studio.app.modes.build.replay;
      timeline.jump(trace.rejects.findLast((reject) => reject.at < trace.events.length * 0.6)?.at ?? 100);
    });
  }],
  'studio-house': [{ colorScheme: 'dark', viewport: { width: 768, height: 1024 } }, async (page) => {
    await page.generate('manor', 4);
  }],
  'studio-see': [{ colorScheme: 'dark' }, async (page) => {
    await page.generate('large-dungeon', 3);
    await page.mode('see');
    await page.page.evaluate((cell) => window.studio.app.modes.see.look(cell), await middle(page, 6));
    await page.rest();
    await page.point(await middle(page, 9));
    await page.key('d');
    await page.page.evaluate(() => {
      window.studio.stage.camera.fit([30, 66, 78, 118]);
      window.studio.stage.invalidate();
    });
  }],
  'studio-crowd': [{ colorScheme: 'light' }, async (page) => {
    await page.generate('townhouse', 4);
    await page.mode('crowd');
    await page.page.evaluate(() => window.studio.app.modes.crowd.order('crowd_scatter', { z: 0, count: 70, seed: 3 }));
    await page.point(await middle(page, 7));
    await page.key('p', 'l');
    await page.page.evaluate(() => window.studio.app.modes.crowd.step(24, 1));
    await page.page.evaluate(() => window.studio.app.modes.crowd.showFigures());
    await page.page.waitForTimeout(400);
  }],
  'studio-phone': [{ colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true }, async (page) => {
    await page.generate('crypt', 6);
    await page.page.touchscreen.tap(...(await page.at(await middle(page, 2))));
  }],
  'studio-narrow': [{ colorScheme: 'dark', viewport: { width: 320, height: 640 }, hasTouch: true }, async (page) => {
    await page.generate('delve', 12);
    await page.mode('see');
    await page.page.evaluate((cell) => window.studio.app.modes.see.look(cell), await middle(page, 3));
  }],
  ...Object.fromEntries(['build', 'see', 'crowd'].map((mode) => [`studio-keyboard-${mode}`, [{}, byKeyboard(mode), true]])),
};

/** The way of someone without a mouse: a cursor on the map, and the focus where it can be seen. */
function byKeyboard(mode) {
  const keys = { build: ['Enter'], see: ['Enter', 'Shift+ArrowRight', 'd'], crowd: ['o', 'ArrowLeft', 'o', 'ArrowRight', 'ArrowRight', 'p'] };
  return async (page) => {
    await page.generate('delve', 12);
    await page.mode(mode);
    await page.page.focus('#stage');
    await page.walk(await middle(page, 5));
    for (const key of keys[mode]) await page.key(key);
  };
}

const studio = await Studio.start();
for (const [name, [options, prepare, keepsFocus = false]] of Object.entries(SHOTS)) {
  const problem = await studio.run(name, async (lane) => {
    const page = await lane.page(options);
    await prepare(page);
    await page.rest();
    await page.page.evaluate((isKept) => {
      document.getElementById('toasts').replaceChildren();
      if (!isKept) document.activeElement.blur();
    }, keepsFocus);
    await page.page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
  });
  console.log(problem ?? `${name}.png`);
}
await studio.stop();
