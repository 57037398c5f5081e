import assert from 'node:assert/strict';
import { other } from '../page.mjs';

const note = (text, secret) => ({ text, plain: text, secret, kind: 'sense' });
const feature = (id, kind, cell, size, more = {}) => {
  const plain = { turn: 0, room: 0, blocks: false, opaque: false, secret: false, mount: 'floor' };
  return { id, kind, z: 0, cell, size, ...plain, ...more };
};

/** A hall with furniture, notes and inhabitants. */
const HALL = {
  format: 'undercroft',
  version: 2,
  name: 'Cold Hall',
  levels: [{
    z: 0,
    width: 12,
    height: 8,
    rows: ['############', ...Array.from({ length: 6 }, () => '#..........#'), '############'],
  }],
  rooms: [{
    id: 0,
    number: 4,
    name: 'Copying room',
    purpose: 'scriptorium',
    surface: 'flagstones',
    z: 0,
    floor: Array.from({ length: 6 }, (_, i) => [1, i + 1, 10]),
    depth: 0,
    difficulty: 0.5,
    notes: [note('Chalk sums on the wall.', false), note('Behind the desk, a hollow.', true)],
  }],
  features: [
    feature(0, 'rug', [2, 2], [3, 3], { flat: true }),
    feature(1, 'desk', [3, 3], [2, 1], { blocks: true }),
    feature(2, 'torch', [6, 0], [1, 1], { mount: 'wall', light: { bright_feet: 20, dim_feet: 40 } }),
    feature(3, 'pit', [8, 5], [1, 1], { flat: true, secret: true }),
    feature(4, 'chair', [3, 4], [1, 1]),
    feature(5, 'chair', [4, 4], [1, 1]),
  ],
  spawns: [
    { id: 0, kind: 'player', z: 0, cell: [9, 2], room: 0, difficulty: 0 },
    { id: 1, kind: 'enemy', z: 0, cell: [6, 3], room: 0, group: 0, difficulty: 0.5, name: 'the clerk' },
  ],
  groups: [{ id: 0, one: 'clerk', many: 'clerks', count: 1, mood: 'cold', home: 0, rooms: [0], table: 'crypt' }],
  story: { hook: 'The ledgers are gone. The bishop pays for them.', rumours: [] },
};

async function open(page, dungeon) {
  const base64 = Buffer.from(JSON.stringify(dungeon)).toString('base64');
  await page.page.evaluate(async (data) => {
    const { app } = window.studio;
    await app.takeDocument(await app.wire.ask('open', { name: 'hall.json', base64: data }));
  }, base64);
  await page.rest();
}

const lines = (page, id) => page.page.locator(`#room-${id} li`).allTextContents();

export default {
  'the inspector shows what a room is called, told and filled with': async (studio) => {
    const page = await studio.page();
    await open(page, HALL);
    await page.press([1, 6]);
    assert.equal(await page.text('#inspected'), 'Room 4: Copying room');
    const shown = await page.text('#inspector');
    for (const word of ['scriptorium', 'flagstones']) assert.ok(shown.includes(word), word);
    assert.deepEqual(await lines(page, 'notes'), ['Chalk sums on the wall.']);
    assert.deepEqual(await lines(page, 'secret-notes'), ['Behind the desk, a hollow.']);
    const features = ['rug', 'desk', 'torch, light 40 ft', 'pit, secret', '2 × chair'];
    assert.deepEqual(await lines(page, 'features'), features);
    assert.deepEqual(await lines(page, 'spawns'), ['player', 'enemy: the clerk']);
    page.sane();
  },

  'furniture is on the map, and the observer stands where players begin': async (studio) => {
    const page = await studio.page();
    await open(page, HALL);
    const furnished = await page.look();
    assert.deepEqual(await page.scene((scene) => scene.observer.cell), [9, 2]);
    await open(page, { ...HALL, features: [] });
    other(await page.look(), furnished, 'the room is empty');
    const rest = HALL.features.filter(({ kind }) => kind !== 'pit').map((each, id) => ({ ...each, id }));
    await open(page, { ...HALL, features: rest });
    other(await page.look(), furnished, 'the pit is drawn, for this is the map of the game master');
    page.sane();
  },

  'a room without furniture and notes has no lists': async (studio) => {
    const page = await studio.page();
    const [room] = HALL.rooms;
    await open(page, { ...HALL, rooms: [{ ...room, notes: [] }], features: [], spawns: [], groups: [] });
    await page.press([1, 6]);
    for (const id of ['notes', 'secret-notes', 'features', 'spawns']) assert.deepEqual(await lines(page, id), []);
    page.sane();
  },
};
