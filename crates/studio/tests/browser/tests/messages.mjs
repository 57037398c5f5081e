import assert from 'node:assert/strict';

const paste = async (page, text) => {
  await page.page.evaluate(() => document.getElementById('toasts').replaceChildren());
  await page.page.fill('#map-text', text);
  await page.click('#take-text');
  await page.page.waitForSelector('.toast');
  return page.text('.toast p');
};

const boxes = (page, ...selectors) => page.page.evaluate((names) => names.flatMap((name) => {
  return [...document.querySelectorAll(name)].map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { left, top, right, bottom };
  });
}), selectors);

const overlap = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** Four messages of two lines. */
const speak = async (page) => {
  await page.page.evaluate(async () => {
    const { toast } = await import('/ui/toast.js');
    for (let i = 0; i < 4; i++) toast(`Message ${i}: ${'a sentence that needs its room '.repeat(3)}`);
  });
  await page.page.waitForSelector('.toast');
};

export default {
  // S25: positions.
  'the position of an error was said twice or as undefined': async (studio) => {
    const page = await studio.page();
    await page.mode('see');
    for (const [text, position] of [['■■■\n■s■\n■■', ':3:'], ['■■■\n■s?\n■■■', ':2:3:']]) {
      const words = await paste(page, text);
      assert.doesNotMatch(words, /undefined|null|Line \d/);
      assert.equal(words.split(position).length, 2, words);
    }
    page.sane();
  },

  'an empty first line lost the observer of a pasted map': async (studio) => {
    const page = await studio.page();
    await page.mode('see');
    assert.match(await paste(page, '\n■■■■■\n■□□s■\n■■■■■\n'), /5 × 3/);
    assert.deepEqual(await page.scene((scene) => scene.observer.cell), [3, 1]);
  },

  // S26: where messages stand.
  'messages covered the buttons of the timeline and the toolbar': async (studio) => {
    for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
      const page = await studio.page({ viewport });
      await page.page.focus('#stage');
      await page.page.keyboard.press('v');
      await page.page.waitForSelector('#timeline:not([hidden])');
      await page.page.waitForTimeout(300);
      await speak(page);
      const [toasts] = await boxes(page, '#toasts');
      const others = await boxes(page, '#timeline', '#switches', '.bar', '.status');
      assert.ok(others.length === 4 && others.every((other) => !overlap(toasts, other)), JSON.stringify([toasts, others]));
      page.sane();
    }
  },

  'messages covered the cell under the pointer': async (studio) => {
    const page = await studio.page();
    await page.blank(40, 30);
    for (const cell of [[20, 2], [20, 27], [3, 3], [20, 15]]) {
      await page.page.evaluate(() => document.getElementById('toasts').replaceChildren());
      await page.point(cell);
      await speak(page);
      const [x, y] = await page.at(cell);
      const [toasts] = await boxes(page, '#toasts');
      assert.ok(!overlap(toasts, { left: x, right: x + 1, top: y, bottom: y + 1 }), `${cell}: ${JSON.stringify(toasts)}`);
    }
  },

  'a bad address of 5,000 letters was echoed whole': async (studio) => {
    const page = await studio.page({}, `${studio.address}#${'x'.repeat(5000)}`);
    await page.toast(/need KEY=VALUE/);
    const length = (await page.text('.toast p')).length;
    assert.ok(length < 360, `${length} letters`);
    page.sane();
  },
};
