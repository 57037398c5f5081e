import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { same } from '../page.mjs';

/** A mask in the form of a T: a bar over the whole width, and a stem below it. */
const LOT = [...Array(20).fill('.'.repeat(60)), ...Array(40).fill('#'.repeat(20) + '.'.repeat(20) + '#'.repeat(20))]
  .join('\n') + '\n';
const ROOMS = 'name: own-tee\nweight: 50\n#######\n#.....#\n+.....+\n###.###\n  #.#\n  #+#\n';
const PROGRAM = 'ground = [\n  { purpose = "smithy", area = 30 },\n  { purpose = "yard", area = 20, repeat = true },\n]\n';

const field = (key) => `.field[data-key="${key}"]`;
const show = (page, key) => page.page.$eval(field(key), (element) => (element.closest('details').open = true));
const names = (page, key) => page.page.$$eval(`${field(key)} .files span`, (spans) => spans.map((span) => span.textContent));
const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Chooses files in the dialog of a field. */
async function choose(page, key, ...files) {
  await show(page, key);
  const [chooser] = await Promise.all([page.page.waitForEvent('filechooser'), page.page.click(`${field(key)} button.small`)]);
  await chooser.setFiles(files);
  await page.rest();
}

/** Drops a file on something. */
async function drop(page, selector, name, text) {
  await page.page.$eval(selector, (target, [title, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content], title, { type: 'text/plain' }));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, [name, text]);
  await page.rest();
}

/** Floor that lies where the mask is blocked. */
const astray = (page) => page.page.evaluate((rows) => {
  const { levels } = window.studio.app.scene;
  return levels.flatMap((level) => [...level.cells.keys()].filter((at) => {
    const [x, y] = [at % level.width, Math.floor(at / level.width)];
    return level.cells[at] > 0 && rows[y][x] !== '.';
  }));
}, LOT.split('\n'));

const inputs = (page) => page.page.evaluate(async () => {
  const reply = await window.studio.app.wire.ask('document');
  return (reply.provenance.inputs ?? []).map(({ key, name }) => [key, name]);
});

export default {
  'a mask that is dropped on its field is kept to, named, and taken away again': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=delve&seed=5`);
    await drop(page, field('mask.file'), 'lot.txt', LOT);
    assert.deepEqual(await names(page, 'mask.file'), ['lot.txt']);
    assert.deepEqual(await page.scene((scene) => [scene.levels[0].width, scene.levels[0].height]), [60, 60]);
    assert.deepEqual(await astray(page), []);
    assert.deepEqual(await inputs(page), [['mask.file', 'lot.txt']]);
    assert.equal(await page.page.isVisible('#drop'), false, 'nothing asks for a file any more');
    await page.click(`${field('mask.file')} .remove`);
    assert.deepEqual(await names(page, 'mask.file'), []);
    assert.deepEqual(await inputs(page), []);
    const plain = await studio.page({}, `${studio.address}#preset=delve&seed=5`);
    same(await page.look(), await plain.look(), 'without the mask it is the dungeon of before');
    await page.key('Control+z');
    assert.deepEqual(await names(page, 'mask.file'), ['lot.txt'], 'undo brings it back');
    page.sane();
  },

  'rooms of a template file are among the rooms': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=walker-keep&seed=1`);
    await choose(page, 'templates.file', file('own.txt', ROOMS), file('more.txt', ROOMS.replace('own-tee', 'other-tee')));
    assert.deepEqual(await names(page, 'templates.file'), ['own.txt', 'more.txt']);
    const templates = await page.scene((scene) => scene.rooms.map((room) => room.template?.name));
    assert.ok(templates.includes('own-tee') || templates.includes('other-tee'), templates.join(' '));
    assert.deepEqual(await inputs(page), [['templates.file', 'own.txt'], ['templates.file', 'more.txt']]);
    await page.click(`${field('templates.file')} li:nth-child(1) .remove`);
    assert.deepEqual(await names(page, 'templates.file'), ['more.txt']);
    page.sane();
  },

  'a house program decides what rooms are for, and another one takes its place': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=small-house&seed=3`);
    await choose(page, 'house.program_file', file('forge.toml', PROGRAM));
    const purposes = await page.scene((scene) => scene.rooms.map((room) => room.purpose));
    assert.deepEqual([...new Set(purposes)].sort(), ['smithy', 'yard']);
    await choose(page, 'house.program_file', file('mill.toml', PROGRAM.replace('smithy', 'mill')));
    assert.deepEqual(await names(page, 'house.program_file'), ['mill.toml']);
    assert.ok((await page.scene((scene) => scene.rooms.map((room) => room.purpose))).includes('mill'));
    page.sane();
  },

  'a mistake in a file is a sentence with file, line and column at its field': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=delve&seed=5`);
    const problem = (key) => page.text(`${field(key)} .problem`);
    const before = await page.look();
    await choose(page, 'mask.file', file('lot.txt', LOT.replace('.'.repeat(60), '.'.repeat(58))));
    assert.equal(await problem('mask.file'), 'lot.txt:2:59: line has 60 cells, the first has 58.');
    same(await page.look(), before, 'the dungeon stays');
    await choose(page, 'mask.file', file('lot.txt', LOT.replace('.', 'x')));
    assert.equal(await problem('mask.file'), "lot.txt:1:1: 'x' means nothing in a mask; known are # . and space.");
    await choose(page, 'mask.file', { ...file('lot.txt', ''), buffer: Buffer.from([0x2e, 0xff]) });
    assert.equal(await problem('mask.file'), 'lot.txt: need text in UTF-8.');
    await choose(page, 'mask.file', file('large.txt', '.'.repeat(262_145)));
    assert.equal(await problem('mask.file'), 'large.txt: need at most 262,144 bytes, got 262,145.');
    await choose(page, 'mask.file', file('lot.txt', LOT));
    assert.equal(await problem('mask.file'), '');
    assert.deepEqual(await astray(page), []);
    await page.choose('#preset', 'walker-keep');
    await choose(page, 'templates.file', file('own.txt', ROOMS.replace('name: ', 'nmae: ')));
    assert.match(await problem('templates.file'), /^own\.txt:1:\d+: .+\.$/);
    await page.choose('#preset', 'small-house');
    await choose(page, 'house.program_file', file('inn.toml', 'ground = [\n  { purpose = "hall", area = 20, beside = "taprom" },\n]\n'));
    assert.equal(await problem('house.program_file'), 'inn.toml:2:34: beside: no room "taprom" on this storey.');
    page.sane();
  },

  'a link and a saved file keep own files, and a link that would be too long says so': async (studio) => {
    await studio.borrowClipboard();
    const page = await studio.page({}, `${studio.address}#preset=delve&seed=5`);
    await choose(page, 'mask.file', file('my lot.txt', LOT));
    const shown = await page.look();
    await page.click('#share');
    await page.toast(/Copied the link/);
    const second = await studio.page({}, await page.page.evaluate(() => navigator.clipboard.readText()));
    same(await second.look(), shown);
    assert.deepEqual(await names(second, 'mask.file'), ['my lot.txt']);
    const [saved] = await Promise.all([second.page.waitForEvent('download'), second.page.click('#save')]);
    const text = readFileSync(await saved.path(), 'utf8');
    const third = await studio.page();
    await third.page.evaluate((state) => window.studio.app.loadText(state), text);
    await third.rest();
    same(await third.look(), shown);
    assert.deepEqual(await names(third, 'mask.file'), ['my lot.txt']);
    await third.click('#dice');
    assert.deepEqual(await astray(third), [], 'the next roll keeps to it, too');
    // Stripes across cannot be run-length coded.
    const row = (/** @type {number} */ y) => [...Array(120).keys()].map((x) => ((x + y) % 3 ? '.' : '#')).join('');
    const stripes = `level: -5\n${[...Array(120).keys()].map(row).join('\n')}\n`;
    await choose(page, 'mask.file', file('stripes.txt', stripes));
    await page.click(`${field('mask.file')} li:nth-child(1) .remove`);
    assert.match(await page.page.evaluate(() => location.href), /\/$/, 'no half of a link');
    await page.click('#share');
    await page.toast(/link with stripes\.txt would have [\d,]+ characters, and links have up to 8,192.*studio file/);
    for (const each of [page, second, third]) each.sane();
  },

  'a file that is dropped on the map is opened, as before': async (studio) => {
    const page = await studio.page();
    await drop(page, '#stage', 'hall.txt', '#####\n#...#\n#####\n');
    await page.toast(/Opened hall\.txt/);
    assert.deepEqual(await page.scene((scene) => [scene.levels[0].width, scene.levels[0].height]), [5, 3]);
    page.sane();
  },

  'windows are drawn in both themes, and ground can be told from the floor': async (studio) => {
    for (const colorScheme of ['light', 'dark']) {
      const page = await studio.page({ colorScheme }, `${studio.address}#preset=small-house&seed=3`);
      const window = await page.scene((scene) => scene.windows.find(({ z }) => z === 0));
      // Near enough that a pane is wider than the lines round it.
      await page.page.evaluate(([x, y]) => {
        window.studio.stage.camera.fit([x - 4, y - 4, x + 5, y + 5]);
        window.studio.stage.invalidate();
      }, window.cell);
      await page.rest();
      const across = window.normal === 'north' || window.normal === 'south';
      const pane = await page.pixel(window.cell, 'base', across ? 0.5 : 0.42, across ? 0.42 : 0.5);
      const wanted = await page.colour('pane');
      assert.ok(Math.max(...wanted.map((part, i) => Math.abs(part - pane[i]))) < 60, `${colorScheme}: rgb(${pane})`);
      const floor = await page.colour('floor');
      for (const name of ['water', 'deep', 'chasm', 'rubble', 'grass', 'bridge']) {
        const colour = await page.colour(name);
        const apart = Math.max(...floor.map((part, i) => Math.abs(part - colour[i])));
        assert.ok(apart >= 30, `${colorScheme}: ${name} is ${apart} shades from the floor`);
      }
      page.sane();
    }
  },

  'the ground is shown and hidden by its switch': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=broken-vaults&seed=2&ground.chance=1&ground.water=0.3`);
    const cell = await page.scene((scene) => {
      const level = scene.levels.find(({ ground }) => ground);
      const at = level.ground.findIndex((code) => code === 1 || code === 2);
      return [at % level.width, Math.floor(at / level.width)];
    });
    const wet = await page.pixel(cell);
    await page.page.focus('#stage');
    await page.key('w');
    assert.notDeepEqual(await page.pixel(cell), wet);
    await page.key('w');
    assert.deepEqual(await page.pixel(cell), wet);
    page.sane();
  },
};
