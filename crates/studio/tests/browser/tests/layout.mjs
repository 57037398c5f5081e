import assert from 'node:assert/strict';
import { other } from '../page.mjs';

const overflow = (page) => page.page.evaluate(() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
});

export default {
  'on a tablet the map has the window, and panels open over it': async (studio) => {
    const page = await studio.page({ viewport: { width: 768, height: 1024 }, hasTouch: true });
    assert.equal(await page.page.locator('#left').isVisible(), false);
    const { width } = await page.page.locator('#stage').boundingBox();
    assert.equal(width, 768);
    await page.click('#toggle-left');
    assert.equal(await page.page.locator('#preset').isVisible(), true);
    await page.click('#toggle-right');
    assert.equal(await page.page.locator('#left').isVisible(), false);
    assert.deepEqual(await overflow(page), [0, 0]);
    for (const mode of ['see', 'crowd']) {
      await page.mode(mode);
      assert.deepEqual(await overflow(page), [0, 0], mode);
    }
    page.sane();
  },

  'nothing is cut off at 1280 × 720 and 1920 × 1080': async (studio) => {
    for (const viewport of [{ width: 1280, height: 720 }, { width: 1920, height: 1080 }]) {
      const page = await studio.page({ viewport });
      for (const mode of ['build', 'see', 'crowd']) {
        await page.mode(mode);
        assert.deepEqual(await overflow(page), [0, 0], mode);
        const all = '.bar button, .switches button';
        const hidden = await page.page.evaluate((names) => [...document.querySelectorAll(names)].filter((button) => {
          const { right, bottom, width } = button.getBoundingClientRect();
          return right > innerWidth || bottom > innerHeight || width === 0;
        }).length, all);
        assert.equal(hidden, 0, `${mode} at ${viewport.width}`);
      }
    }
  },

  'every list of the recipe is as wide as its longest choice': async (studio) => {
    const page = await studio.page({ viewport: { width: 1280, height: 720 } });
    const cut = await page.page.evaluate(() => {
      for (const group of document.querySelectorAll('#left details')) group.open = true;
      return [...document.querySelectorAll('#left .field > select')].filter((list) => {
        const { width } = list.getBoundingClientRect();
        list.style.cssText = 'position: absolute; width: max-content; max-width: none';
        const whole = list.getBoundingClientRect().width;
        list.style.cssText = '';
        return width < whole;
      }).map((list) => list.id);
    });
    assert.deepEqual(cut, []);
  },

  'dark and light follow the system': async (studio) => {
    const page = await studio.page({ colorScheme: 'dark' });
    const dark = await page.look();
    assert.ok((await page.tally(await page.colour('paper'), 'base', 4)) > 10_000, 'dark paper');
    await page.page.emulateMedia({ colorScheme: 'light' });
    await page.page.waitForTimeout(100);
    await page.rest();
    other(await page.look(), dark);
    assert.ok((await page.tally([0xf4, 0xec, 0xd8], 'base', 4)) > 10_000, 'parchment');
  },
};
