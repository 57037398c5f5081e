import assert from 'node:assert/strict';

const sideways = (page) => page.page.evaluate(() => {
  const { documentElement: root, body } = document;
  const dialog = document.querySelector('dialog[open]');
  const inner = dialog ? dialog.querySelector('.body').scrollWidth - dialog.querySelector('.body').clientWidth : 0;
  return [root.scrollWidth - innerWidth, body.scrollWidth - innerWidth, inner];
});

const visible = (page, side) => page.page.locator(`#${side}`).isVisible();

export default {
  // S30: 320 CSS pixels.
  'at 320 pixels the page needed 416': async (studio) => {
    for (const viewport of [{ width: 320, height: 640 }, { width: 390, height: 844 }]) {
      const page = await studio.page({ viewport, hasTouch: true }, `${studio.address}#preset=manor&seed=8`);
      for (const mode of ['build', 'see', 'crowd']) {
        await page.mode(mode);
        assert.deepEqual(await sideways(page), [0, 0, 0], mode);
        for (const side of ['left', 'right']) {
          await page.click(`#toggle-${side}`);
          await page.page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
          assert.deepEqual(await sideways(page), [0, 0, 0], `${mode}, ${side}`);
          const inside = await page.page.$eval(`#${side}`, (panel) => panel.scrollWidth - panel.clientWidth);
          assert.equal(inside, 0, `${mode}: the ${side} panel`);
          await page.click(`#toggle-${side}`);
        }
        const [width, height] = await page.page.$eval('#stage', (map) => [map.clientWidth, map.clientHeight]);
        assert.ok(width === viewport.width && height > 200, `${mode}: a map of ${width} × ${height}`);
      }
      await page.mode('build');
      await page.click('[data-key=V]');
      await page.page.waitForSelector('#timeline:not([hidden])');
      assert.deepEqual(await sideways(page), [0, 0, 0], 'step by step');
      await page.click('[data-key=V]');
      for (const dialog of ['new', 'export', 'help']) {
        await page.click(`#${dialog}`);
        await page.page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
        assert.deepEqual(await sideways(page), [0, 0, 0], dialog);
        await page.page.keyboard.press('Escape');
      }
      page.sane();
    }
  },

  // S31: a window that grows.
  'a window opened narrow and then widened kept its panels closed': async (studio) => {
    const page = await studio.page({ viewport: { width: 800, height: 700 } }, `${studio.address}#preset=dungeon&seed=7`);
    assert.deepEqual([await visible(page, 'left'), await visible(page, 'right')], [false, false]);
    await page.page.setViewportSize({ width: 1400, height: 700 });
    await page.page.waitForTimeout(200);
    await page.rest();
    assert.deepEqual([await visible(page, 'left'), await visible(page, 'right')], [true, true]);
    const [scale, fitted] = await page.page.evaluate(() => {
      const { stage } = window.studio;
      const before = stage.camera.scale;
      stage.fit();
      return [before, stage.camera.scale];
    });
    assert.equal(scale, fitted, 'the map is fitted');
    await page.click('#toggle-right');
    for (const width of [800, 1400]) {
      await page.page.setViewportSize({ width, height: 700 });
      await page.page.waitForTimeout(200);
    }
    assert.deepEqual([await visible(page, 'left'), await visible(page, 'right')], [true, false], 'what the user closed');
    page.sane();
  },

  'the place in the status line was written over the counts on a phone': async (studio) => {
    const page = await studio.page({ viewport: { width: 390, height: 844 } });
    await page.generate('crypt', 6);
    const [x, y] = await page.scene((scene) => scene.rooms[2].floor[1]);
    await page.point([x, y]);
    await page.rest();
    const [cell, counts] = await page.page.evaluate(() => ['cell', 'counts'].map((id) => {
      const element = document.getElementById(id);
      const { left, right } = element.getBoundingClientRect();
      // Text that does not fit is cut, or runs on beyond its element.
      const runsOn = getComputedStyle(element).overflowX === 'hidden' ? 0 : element.scrollWidth - element.clientWidth;
      return { left, right: right + runsOn };
    }));
    assert.ok(cell.right > cell.left && cell.right <= counts.left, JSON.stringify([cell, counts]));
  },
};
