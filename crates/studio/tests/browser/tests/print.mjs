import assert from 'node:assert/strict';

const pagesOf = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

export default {
  // S33: Ctrl+P.
  'a print had panels and a squeezed part of the map': async (studio) => {
    for (const [link, colorScheme] of [['preset=manor&seed=8', 'dark'], ['preset=great-hall&seed=3', 'light']]) {
      const page = await studio.page({ colorScheme }, `${studio.address}#${link}`);
      await page.mode('see');
      const pdf = await page.page.pdf({ format: 'A4' });
      assert.equal(pagesOf(pdf), 1, link);
      await page.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await page.page.emulateMedia({ media: 'print' });
      const shown = await page.page.evaluate(() => [...document.querySelectorAll('body *')]
        .filter((node) => node.checkVisibility() && node.matches('button, select, input, textarea, [role]')).length);
      assert.equal(shown, 0, 'no controls');
      const sheet = await page.page.evaluate(() => {
        const canvas = document.querySelector('.print canvas');
        const { level } = window.studio.stage;
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let dark = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i] < 128) dark++;
        return {
          title: document.querySelector('.print h1').textContent,
          ratio: canvas.width / canvas.height - level.width / level.height,
          ink: dark / (data.length / 4),
        };
      });
      assert.ok(sheet.title.startsWith(await page.text('#name')), sheet.title);
      assert.ok(Math.abs(sheet.ratio) < 0.02, 'the whole level');
      assert.ok(sheet.ink > 0.005 && sheet.ink < 0.5, `dark ink on pale paper: ${sheet.ink}`);
      await page.page.emulateMedia({ media: null });
      await page.page.evaluate(() => dispatchEvent(new Event('afterprint')));
      assert.equal(await page.page.locator('.print').count(), 0);
      page.sane();
    }
  },
};
