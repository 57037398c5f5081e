// Two maps are compared: side by side with one camera, or one over the other with a slider, and a table.

import assert from 'node:assert/strict';

/** Opens the first two variations of a dungeon. */
async function opened(studio, options = {}, address = '#preset=small-dungeon&seed=7') {
  const page = await studio.page(options, `${studio.address}${address}`);
  if (!(await page.page.isVisible('#vary'))) await page.click('#toggle-left');
  await page.page.click('#vary');
  await page.page.waitForSelector('#variations .variation button');
  await page.page.locator('.variation input').nth(0).click();
  await page.page.locator('.variation input').nth(1).click();
  await page.page.waitForSelector('#compare canvas');
  await page.page.waitForTimeout(400);
  return page;
}

/** What the canvases of both maps hold: a sum of the pixels of each layer, and how many are not the first one's colour. */
const looks = (page) => page.page.evaluate(() => {
  return [...document.querySelectorAll('#compare canvas')].map((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const words = new Uint32Array(data.buffer);
    let [sum, others] = [7, 0];
    for (const word of words) {
      sum = (Math.imul(sum, 31) + word) >>> 0;
      if (word !== words[0]) others++;
    }
    return { sum, others };
  });
});

const sums = async (page) => (await looks(page)).map(({ sum }) => sum);
const boxes = (page) => page.page.locator('#compare .stage').evaluateAll((all) => all.map((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return { left, top, width, height };
}));

async function settle(page) {
  await page.page.waitForTimeout(350);
}

export default {
  'two maps lie side by side, drawn whole, with what differs marked and told in a table': async (studio) => {
    const page = await opened(studio);
    const [baseA, marksA, baseB, marksB] = await looks(page);
    assert.ok(baseA.others > 2000 && baseB.others > 2000, 'both maps are drawn');
    assert.notEqual(baseA.sum, baseB.sum);
    assert.ok(marksA.others > 500 && marksB.others > 500, 'what only one of them has is marked in it');
    const [a, b] = await boxes(page);
    assert.ok(b.left >= a.left + a.width && a.top === b.top, 'they lie beside each other');
    assert.match(await page.text('#differences'), /Rooms: \d+ same, \d+ changed, \d+ added, \d+ removed\. [\d,]+ cells and \d+ other things different/);
    assert.ok((await page.page.locator('#differences tbody tr').count()) > 3);
    await page.page.uncheck('#compare-marks');
    await settle(page);
    const bare = await looks(page);
    assert.deepEqual([bare[1].others, bare[3].others], [0, 0], 'marks can be taken away');
    page.sane();
  },

  'wheel, drag and keys on one map move both': async (studio) => {
    const page = await opened(studio);
    const view = () => page.page.evaluate(() => window.compared.panes.map(({ stage }) => stage.camera.place()));
    const [box] = await boxes(page);
    const middle = [box.left + box.width / 2, box.top + box.height / 2];
    let before = await sums(page);
    const moved = async (run, words) => {
      const places = await view();
      await run();
      await settle(page);
      const after = await sums(page);
      assert.notDeepEqual((await view())[0], places[0], words);
      assert.deepEqual(...(await view()));
      for (const at of [0, 2]) assert.notEqual(after[at], before[at], `${words}: map ${at / 2} follows`);
      before = after;
    };
    await page.page.mouse.move(...middle);
    await moved(() => page.page.mouse.wheel(0, -400), 'the wheel zooms');
    await moved(async () => {
      await page.page.mouse.down();
      await page.page.mouse.move(middle[0] + 60, middle[1] + 30, { steps: 4 });
      await page.page.mouse.up();
    }, 'a drag pans');
    await page.page.locator('#compare .stage').nth(1).focus();
    await moved(() => page.page.keyboard.press('ArrowLeft'), 'an arrow key pans');
    await moved(() => page.page.keyboard.press('+'), 'a key zooms');
    await moved(() => page.page.keyboard.press('Home'), 'Home shows everything');
    page.sane();
  },

  'one map lies over the other, and a slider divides them': async (studio) => {
    const page = await opened(studio);
    await page.page.locator('#dialog label', { hasText: 'One over the other' }).click();
    await settle(page);
    const [a, b] = await boxes(page);
    assert.deepEqual(a, b, 'both have the same place');
    const clip = () => page.page.locator('#compare .stage').nth(1).evaluate((stage) => getComputedStyle(stage).clipPath);
    assert.match(await clip(), /50%/);
    await page.page.uncheck('#compare-marks');
    const shot = async (value) => {
      await page.page.locator('#compare-cut').fill(String(value));
      await settle(page);
      const { left, top, width, height } = a;
      return (await page.page.screenshot({ clip: { x: left, y: top, width, height } })).toString('base64');
    };
    const [first, half, second] = [await shot(100), await shot(50), await shot(0)];
    assert.equal(new Set([first, half, second]).size, 3, 'the slider shows the one, both, and the other');
    await page.page.focus('#compare-cut');
    await page.page.keyboard.press('ArrowRight');
    assert.equal(await page.page.inputValue('#compare-cut'), '1', 'its keys stay its own');
    await page.page.locator('#dialog label', { hasText: 'Side by side' }).click();
    await settle(page);
    const [c, d] = await boxes(page);
    assert.ok(d.left > c.left, 'and back');
    page.sane();
  },

  'levels of two dungeons are chosen together, and the document stays as it is': async (studio) => {
    const page = await opened(studio, {}, '#preset=crypt&seed=4');
    const before = await page.scene((scene) => [scene.seed, scene.undo, scene.rooms.length]);
    const levels = await page.page.locator('#compare-level option').evaluateAll((all) => all.map(({ value }) => value));
    assert.ok(levels.length >= 2, `${levels}`);
    const seen = new Set();
    for (const level of levels) {
      await page.page.selectOption('#compare-level', level);
      await settle(page);
      seen.add((await sums(page)).join());
      assert.match(await page.page.locator('#compare .stage').first().getAttribute('aria-label'), new RegExp(`level ${level}$`));
    }
    assert.equal(seen.size, levels.length, 'each level looks different');
    await page.page.locator('#dialog button', { hasText: 'Back' }).click();
    await page.page.waitForSelector('#variations .variation button');
    await page.page.keyboard.press('Escape');
    assert.deepEqual(await page.scene((scene) => [scene.seed, scene.undo, scene.rooms.length]), before);
    page.sane();
  },

  'the comparison fits a narrow window': async (studio) => {
    const page = await opened(studio, { viewport: { width: 360, height: 700 } });
    const isWide = () => page.page.evaluate(() => {
      const body = document.querySelector('#dialog .body');
      return [body.scrollWidth > body.clientWidth, document.documentElement.scrollWidth > innerWidth];
    });
    assert.deepEqual(await isWide(), [false, false]);
    await page.page.locator('#dialog label', { hasText: 'One over the other' }).click();
    await settle(page);
    assert.deepEqual(await isWide(), [false, false]);
    page.sane();
  },
};
