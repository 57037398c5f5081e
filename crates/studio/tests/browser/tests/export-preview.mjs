import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const card = (format) => `article.format:has([data-format=${format}])`;

/** Opens the export dialog. What it shows is kept by address, for the page may not fetch it. */
async function openExports(studio, link) {
  const page = await studio.page({}, `${studio.address}#${link}`);
  await page.page.evaluate(() => {
    window.shownBlobs = new Map();
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      const address = make.call(URL, blob);
      window.shownBlobs.set(address, blob);
      return address;
    };
  });
  await page.page.click('#export');
  return page;
}

/** Waits for the preview of a format; returns the text of its picture, or null, and its caption. */
async function preview(page, format) {
  await page.page.locator(card(format)).scrollIntoViewIfNeeded();
  await page.page.waitForSelector(`${card(format)} .preview[data-state=shown]`, { timeout: 20_000 });
  await page.rest();
  return page.page.evaluate(async (selector) => {
    const figure = document.querySelector(selector);
    const image = figure.querySelector('img');
    return {
      svg: image && (await window.shownBlobs.get(image.src).text()),
      caption: figure.querySelector('figcaption')?.textContent ?? '',
    };
  }, `${card(format)} .preview`);
}

/** Presses the button of a format; returns the bytes of the first file. */
async function save(page, format) {
  const download = page.page.waitForEvent('download');
  await page.page.click(`[data-format=${format}]`);
  return readFileSync(await (await download).path());
}

/** A page of a PDF as other people's program paints it: a PNG of 200 dots to the inch. */
const pageOf = (pdf, number) =>
  execFileSync('pdftoppm', ['-r', '200', '-png', '-f', number, '-l', number, '-'], { input: pdf });

/**
 * The mean difference of two pictures in shades of gray, 0 to 255, and how much ink the first has. Squares of 16 × 16 dots are
 * compared, for two programs smooth the same line differently.
 */
const compare = (page, svg, png) => page.page.evaluate(async ([lines, dots]) => {
  const load = async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  };
  const painted = await load(`data:image/png;base64,${dots}`);
  const drawn = await load(URL.createObjectURL(new Blob([lines], { type: 'image/svg+xml' })));
  const [width, height] = [painted.width, painted.height];
  const side = 16;
  const grays = [drawn, painted].map((image) => {
    const ctx = new OffscreenCanvas(width, height).getContext('2d');
    ctx.fillStyle = '#fff';
    ctx.fillRect(0, 0, width, height);
    ctx.drawImage(image, 0, 0, width, height);
    const { data } = ctx.getImageData(0, 0, width, height);
    const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
    return Array.from({ length: columns * rows }, (_, i) => {
      const [left, top] = [(i % columns) * side, Math.floor(i / columns) * side];
      let sum = 0;
      for (let y = top; y < top + side; y++) for (let x = left; x < left + side; x++) sum += data[4 * (x + y * width) + 1];
      return sum / side ** 2;
    });
  });
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { off: mean(grays[0].map((gray, i) => Math.abs(gray - grays[1][i]))), ink: 255 - mean(grays[0]) };
}, [svg, png.toString('base64')]);

export default {
  'page one in the export dialog is the file that is saved': async (studio) => {
    const page = await openExports(studio, 'preset=crypt&seed=4');
    const shown = await preview(page, 'svg');
    assert.equal((await save(page, 'svg')).toString(), shown.svg);
    page.sane();
  },

  'page one of a print, its pages and the pixels of a table are told before saving': async (studio) => {
    const page = await openExports(studio, 'preset=crypt&seed=4');
    const print = await preview(page, 'pdf');
    assert.equal(print.caption, '2 pages');
    const table = await preview(page, 'uvtt');
    const pdf = await save(page, 'pdf');
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length, 2);
    const { off, ink } = await compare(page, print.svg, pageOf(pdf, 1));
    const other = await compare(page, print.svg, pageOf(pdf, 2));
    studio.figure(`page one: differs from that of the pdf by ${off.toFixed(2)}, from its page two by ${other.off.toFixed(2)}`);
    assert.ok(2 * off < other.off && off < 2.5 && ink > 8, `${off} off, ${other.off} from page two, ${ink} inked`);
    await page.page.click('#export');
    const told = JSON.parse((await save(page, 'uvtt')).toString());
    assert.match(table.caption, new RegExp(`^${told.resolution.pixels_per_grid} pixels per square`));
    page.sane();
  },

  'the preview follows the options': async (studio) => {
    const page = await openExports(studio, 'preset=small-house&seed=2');
    const before = await preview(page, 'svg');
    await page.page.click(`${card('svg')} summary`);
    await page.page.locator(`${card('svg')} [data-key=theme] select`).selectOption({ label: 'Blueprint' });
    await page.rest();
    const after = await preview(page, 'svg');
    assert.notEqual(after.svg, before.svg);
    assert.ok(after.svg.includes('1f3a5f'), 'blue paper');
    page.sane();
  },
};
