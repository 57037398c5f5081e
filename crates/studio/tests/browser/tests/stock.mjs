// What the stage "stock" puts into rooms: in the inspector, on the time line, by the dice, from files of one's own.

import assert from 'node:assert/strict';
import { other, same } from '../page.mjs';

const LINK = '#preset=crypt&seed=4&stock.mode=full';
/** A table that takes the place of the shipped one, with a kind of its own. */
const TABLE = [
  'extends = "underground"', '[kind.tun]', 'size = [1, 1]', 'rules = ["corner", "wall"]',
  'words = { one = "a tun", many = "tuns" }', '[purpose.brewhouse]', 'min = 2', 'weight = 100',
  'furnish = [{ kind = "tun", rule = "corner", n = [2, 3] }]', '',
].join('\n');

const field = (key) => `.field[data-key="${key}"]`;
const crypt = (studio, rest = '') => studio.page({}, `${studio.address}${LINK}${rest}`);
const lines = (page, id) => page.page.locator(`#room-${id} li`).allTextContents();
const showGroup = (page) => page.page.$eval(field('stock.mode'), (element) => (element.closest('details').open = true));
const features = (page) => page.scene((scene) => scene.features.map(({ kind, z, cell }) => [kind, z, cell]));
const kinds = (page) => page.scene((scene) => [...new Set(scene.features.map(({ kind }) => kind))]);
/** Everything that contents must not change. */
const walls = (page) => page.scene(({ levels, doors, links, markers, entrance }) => {
  return JSON.stringify([levels.map(({ cells }) => [...cells]), doors, links, markers, entrance]);
});

/** The events of the trace, which the step view loads. */
const stepView = async (page) => {
  await page.page.focus('#stage');
  await page.page.keyboard.press('v');
  await page.page.waitForSelector('#timeline:not([hidden])');
  await page.page.evaluate(() => window.studio.app.modes.build.replay.timeline.pause());
  await page.rest();
  return page.page.evaluate(() => window.studio.app.modes.build.trace.events);
};

const scrub = async (page, at) => {
  await page.page.evaluate((step) => window.studio.app.modes.build.replay.timeline.jump(step), at);
  await page.rest();
};

/** Shows the level of a room and clicks its floor. */
async function inspect(page, { z, floor: [[x, y]] }) {
  await page.page.evaluate((level) => window.studio.app.showLevel(level), z);
  await page.rest();
  await page.press([x, y]);
}

async function attach(page, name, text) {
  const [chooser] = await Promise.all([
    page.page.waitForEvent('filechooser'),
    page.page.click(`${field('stock.file')} button.small`),
  ]);
  await chooser.setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(text) }]);
  await page.rest();
}

export default {
  'the inspector shows name, purpose, notes, furniture and the reason of the purpose': async (studio) => {
    const page = await crypt(studio);
    const rooms = await page.scene((scene) => scene.rooms);
    let [reasons, open, secret] = [0, 0, 0];
    for (const room of rooms) {
      await inspect(page, room);
      assert.equal(await page.text('#inspected'), `Room ${room.number}: ${room.name}`);
      const purpose = room.purpose.replaceAll('-', ' ');
      assert.ok((await page.text('#inspector .facts')).includes(purpose), purpose);
      const notes = (isSecret) => (room.notes ?? []).filter((note) => note.secret === isSecret).map(({ plain }) => plain);
      assert.deepEqual(await lines(page, 'notes'), notes(false));
      assert.deepEqual(await lines(page, 'secret-notes'), notes(true));
      [open, secret] = [open + notes(false).length, secret + notes(true).length];
      const held = await page.scene((scene) => scene.features);
      const here = new Set(held.filter((feature) => feature.room === room.id).map(({ kind }) => kind.replaceAll('-', ' ')));
      const listed = (await lines(page, 'features')).join(' ');
      for (const kind of here) assert.ok(listed.includes(kind), `${kind} in ${listed}`);
      const [reason] = await lines(page, 'reason');
      if (!reason) continue;
      reasons++;
      assert.match(reason, /^[A-Z].+: .+/);
      assert.equal(reason.slice(0, reason.indexOf(':')).toLowerCase(), purpose.toLowerCase());
    }
    assert.ok(reasons > rooms.length / 2 && open > 3 && secret > 0, `${reasons} reasons, ${open} and ${secret} notes`);
    page.sane();
  },

  'steps that filled a room are listed with it, and lead to the time line': async (studio) => {
    const page = await crypt(studio);
    const room = await page.scene((scene) => scene.rooms.find(({ notes }) => notes?.length));
    await inspect(page, room);
    const steps = await page.page.locator('#inspector .events li').allTextContents();
    for (const word of [/Placed room/, /Purpose room|Feature /, /Feature .+ in room/, /Note room/]) {
      assert.ok(steps.some((step) => word.test(step)), `${word} in ${steps.join('\n')}`);
    }
    await page.page.locator('#inspector .events button', { hasText: 'Note room' }).first().click();
    await page.page.waitForSelector('#timeline:not([hidden])');
    await page.rest();
    assert.ok((await page.text('#event-text')).includes(room.notes[0].plain));
    page.sane();
  },

  'the time line fills the rooms step by step': async (studio) => {
    const page = await crypt(studio);
    const events = await stepView(page);
    await scrub(page, events.length - 1);
    const finished = await page.look();
    const stages = await page.page.locator('#timeline .stages span').allTextContents();
    assert.equal(stages.at(-1), 'stock');
    const on = (kind) => events.findIndex(({ event, z = 0 }) => event === kind && z === 0);
    const begins = events.findIndex(({ event, name }) => event === 'stage' && name === 'stock');
    await scrub(page, begins);
    const empty = await page.look();
    other(empty, finished, 'rooms are empty when the stage begins');
    await scrub(page, on('purpose_assigned'));
    assert.match(await page.text('#event-text'), /^Purpose room \d+: .+ \(.+\)$/);
    await scrub(page, on('feature_placed'));
    assert.match(await page.text('#event-text'), /^Feature .+ in room \d+, \d+ × \d+ at \d+, \d+$/);
    other(await page.look(), empty, 'one feature is there');
    const { cells } = events[on('feature_placed')];
    assert.ok((await page.pixel([cells.left, cells.top], 'overlay', 0, 0.5))[3] > 200, 'and it is marked');
    await scrub(page, on('spawn_placed'));
    assert.match(await page.text('#event-text'), /^Spawn (player|enemy|loot|trap|npc) in room \d+ at \d+, \d+$/);
    assert.ok((await page.pixel(events[on('spawn_placed')].at, 'overlay'))[3] > 100, 'the spawn is marked');
    await scrub(page, on('note_written'));
    assert.match(await page.text('#event-text'), /^Note room \d+: .+[.!]$/);
    await scrub(page, events.length - 1);
    same(await page.look(), finished, 'at the end everything is there');
    const dropped = events.findIndex(({ event }) => event === 'feature_dropped');
    if (dropped >= 0) {
      await scrub(page, dropped);
      assert.match(await page.text('#event-text'), /^Dropped .+ in room \d+: .+/);
      assert.equal(await page.page.getAttribute('#event-text', 'class'), 'event rejected');
    }
    page.sane();
  },

  'the dice of the contents change what is in rooms, and no wall': async (studio) => {
    const page = await crypt(studio);
    const [before, stone] = [await features(page), await walls(page)];
    await page.click('#dice-contents');
    const rolled = await features(page);
    assert.notDeepEqual(rolled, before);
    assert.equal(await walls(page), stone);
    const seed = await page.page.inputValue('#seed');
    assert.match(seed, /^4 stock=\d+$/);
    await page.click('#generate');
    assert.deepEqual(await features(page), rolled, 'the next generation keeps the roll');
    const link = await page.page.evaluate(() => location.href);
    assert.ok(link.includes(`seed.stock=${seed.split('=')[1]}`), link);
    const second = await studio.page({}, link);
    assert.deepEqual(await features(second), rolled, 'a link keeps it, too');
    await page.click('#dice-contents');
    assert.notDeepEqual(await features(page), rolled);
    assert.equal(await walls(page), stone);
    await page.page.focus('#stage');
    await page.key('Control+z', 'Control+z');
    assert.deepEqual(await features(page), before, 'undo brings the first contents back');
    assert.equal(await page.page.inputValue('#seed'), '4');
    await page.click('#dice-contents');
    await page.click('#dice');
    assert.match(await page.page.inputValue('#seed'), /^\d+$/, 'a new seed is one for all stages');
    page.sane();
    second.sane();
  },

  'how much is in rooms is set by fields, and without contents there is nothing to roll': async (studio) => {
    const page = await crypt(studio);
    await showGroup(page);
    const stone = await walls(page);
    for (const key of ['density', 'danger', 'treasure', 'notes']) {
      const slider = page.page.locator(`${field(`stock.${key}`)} input[type=range]`);
      assert.deepEqual([await slider.getAttribute('min'), await slider.getAttribute('max')], ['0', '1'], key);
    }
    const many = (await features(page)).length;
    await page.fill(`${field('stock.density')} input[type=number]`, 0.1);
    const few = (await features(page)).length;
    assert.ok(few < many, `${few} of ${many} features are left`);
    const enemies = () => page.scene((scene) => scene.spawns.filter(({ kind }) => kind === 'enemy').length);
    await page.fill(`${field('stock.danger')} input[type=number]`, 1);
    const crowded = await enemies();
    await page.fill(`${field('stock.danger')} input[type=number]`, 0);
    assert.ok((await enemies()) < crowded, `${await enemies()} enemies, ${crowded} with danger 1`);
    await page.choose(`${field('stock.mode')} select`, { label: 'Furniture' });
    assert.deepEqual(await page.scene((scene) => scene.rooms.flatMap(({ notes }) => notes ?? [])), []);
    assert.equal(await page.page.isDisabled('#dice-contents'), false);
    await page.choose(`${field('stock.mode')} select`, { label: 'None' });
    assert.deepEqual(await features(page), []);
    assert.equal(await page.page.isDisabled('#dice-contents'), true);
    await page.press(await page.scene((scene) => scene.rooms.find(({ z }) => z === 0).floor[0].slice(0, 2)));
    for (const id of ['reason', 'notes', 'features', 'spawns']) assert.deepEqual(await lines(page, id), []);
    const layers = JSON.parse(stone);
    assert.deepEqual(JSON.parse(await walls(page)).slice(0, 3), layers.slice(0, 3), 'the walls were the same all along');
    page.sane();
  },

  'content files of one\'s own are attached and removed, and a mistake in one has its place': async (studio) => {
    const page = await crypt(studio);
    await showGroup(page);
    const [before, stone] = [await features(page), await walls(page)];
    const problem = () => page.text(`${field('stock.file')} .problem`);
    await attach(page, 'crypt.toml', TABLE.replace('kind = "tun"', 'kind = "tunn"'));
    const place = 'crypt.toml:9:21: purpose.brewhouse.furnish[0].kind';
    assert.equal(await problem(), `${place}: unknown feature kind "tunn"; did you mean "tun"?`);
    assert.deepEqual(await features(page), before, 'the dungeon stays');
    await attach(page, 'crypt.toml', TABLE);
    assert.equal(await problem(), '');
    assert.ok((await kinds(page)).includes('tun'));
    assert.ok((await page.scene((scene) => scene.rooms.map((room) => room.purpose))).includes('brewhouse'));
    assert.equal(await walls(page), stone);
    const second = await studio.page({}, await page.page.evaluate(() => location.href));
    assert.deepEqual(await features(second), await features(page), 'a link keeps the file');
    await page.click(`${field('stock.file')} .remove`);
    assert.deepEqual(await features(page), before);
    page.sane();
    second.sane();
  },
};
