import assert from 'node:assert/strict';

const small = (studio, rest = '') => studio.page({}, `${studio.address}#preset=small-dungeon&seed=5${rest}`);
const seed = (page) => page.page.inputValue('#seed');

export default {
  // S24: the seed box.
  'a word in the seed box was refused without a word': async (studio) => {
    const page = await small(studio);
    await page.fill('#seed', ' grey abbot ');
    assert.equal(await page.scene((scene) => scene.seed), '16395176451500047922');
    assert.equal(await seed(page), '16395176451500047922', 'the number is shown although the box has the focus');
    await page.fill('#seed', ' 7 ');
    assert.equal(await page.scene((scene) => scene.seed), '7');
    assert.equal(await seed(page), '7');
    page.sane();
  },

  'an emptied seed box rolled and stayed empty': async (studio) => {
    const page = await small(studio);
    await page.fill('#seed', '');
    const rolled = await page.scene((scene) => scene.seed);
    assert.notEqual(rolled, '5');
    assert.equal(await seed(page), rolled);
  },

  'a seed beyond the limits was answered with a form that the box forbids': async (studio) => {
    const page = await small(studio);
    await page.fill('#seed', '9'.repeat(20));
    await page.toast(/whole number from 0 to 18446744073709551615, or a word/);
    assert.doesNotMatch(await page.text('#toasts'), /STAGE/);
    assert.equal(await page.scene((scene) => scene.seed), '5');
  },

  'twenty digits did not fit into the seed box': async (studio) => {
    const page = await small(studio);
    await page.fill('#seed', '18446744073709551615');
    const [scroll, client] = await page.page.$eval('#seed', (box) => [box.scrollWidth, box.clientWidth]);
    assert.ok(scroll <= client, `${scroll} pixels of digits in ${client}`);
  },

  'every weight of a room shape has its picture, and weights are drawn as bars': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=delve&seed=5`);
    const shapes = await page.page.$$eval('.field[data-key^="rooms.shapes."]', (fields) =>
      fields.map((field) => [field.dataset.key, field.querySelectorAll('label svg path').length]));
    assert.equal(shapes.length, 11);
    for (const [key, pictures] of shapes) assert.equal(pictures, 1, key);
    const lengths = '.field[data-key="accrete.lengths"]';
    await page.page.$eval(lengths, (field) => (field.closest('details').open = true));
    await page.fill(`${lengths} input`, '0, 0, 5');
    assert.equal(await page.page.locator(`${lengths} .weights span`).count(), 3);
    await page.fill(`${lengths} input`, '0, 0');
    assert.match(await page.text(`${lengths} .problem`), /1 to 13 weights from 0 to 1,000, not all 0/);
    page.sane();
  },

  // S27: links.
  'the link of a chosen preset named fields that are grey': async (studio) => {
    const page = await small(studio);
    await page.choose('#preset', 'cave');
    assert.match(await page.page.evaluate(() => location.hash), /^#preset=cave&seed=\d+$/);
  },

  // S28: words.
  'a map that is too large was blamed on the width although the height was changed': async (studio) => {
    const page = await small(studio);
    const box = (key) => `.field[data-key="${key}"] input[type=number]`;
    const problem = (key) => page.page.locator(`.field[data-key="${key}"] .problem`).textContent();
    await page.fill(box('width'), 4096);
    assert.equal(await page.page.getAttribute(box('height'), 'max'), '1024');
    await page.fill(box('height'), 4096);
    assert.match(await problem('height'), /need 16 to 1,024, or auto/);
    assert.equal(await problem('width'), '');
    await page.fill(box('height'), 'auto'.replace('auto', ''));
    assert.equal(await problem('height'), '');
  },

  'forms showed markup and raw numbers': async (studio) => {
    const page = await small(studio);
    await page.click('#export');
    const texts = await page.page.evaluate(() => [...document.querySelectorAll('#dialog, #dialog *, #left *')]
      .flatMap((node) => [node.title, node.firstChild?.nodeType === 3 ? node.textContent : '']).filter(Boolean));
    assert.deepEqual(texts.filter((text) => text.includes('`')), []);
    const limits = texts.filter((text) => /Limits/.test(text));
    assert.ok(limits.length > 10);
    assert.deepEqual(limits.filter((text) => /\d{4}/.test(text.split('Limits')[1].split('.')[0])), []);
  },

  'sliders reached numbers that the studio refuses': async (studio) => {
    const page = await small(studio);
    assert.equal(await page.page.getAttribute('.field[data-key="rooms.count"] input[type=number]', 'max'), '20000');
  },

  // S29: prints.
  'nothing said how many pages a print has': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=large-dungeon&seed=3`);
    const button = '[data-format=pdf]';
    const words = async (pattern) => {
      const end = Date.now() + 20_000;
      for (;;) {
        const text = await page.text(button);
        if (pattern.test(text)) return Number(/(\d+) page/.exec(text)[1]);
        if (Date.now() > end) throw new Error(`the button says ${text}`);
        await page.page.waitForTimeout(50);
      }
    };
    await page.click('#export');
    const usual = await words(/^Save \.pdf · \d+ pages?$/);
    assert.ok(usual < 10, `${usual} pages`);
    const card = page.page.locator('article', { has: page.page.locator(button) });
    await card.locator('summary').click();
    await card.locator('.field[data-key=pages] input').fill('all');
    await card.locator('.field[data-key=pages] input').press('Tab');
    const all = await words(/[1-9]\d pages$/);
    assert.ok(all > 20);
    await page.page.keyboard.press('Escape');
    await page.click('#export');
    assert.equal(await words(/[1-9]\d pages$/), all, 'the options are still there');
    const chosen = await page.page.$eval('#dialog .field[data-key=pages] input', (input) => input.value);
    assert.equal(chosen, 'all');
    page.sane();
  },
};
