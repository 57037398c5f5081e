// Pins and edits in the studio: what is made by hand stays through rolls, and what finds no place is shelved.

import assert from 'node:assert/strict';

const LINK = '#preset=dungeon&seed=7';

/** Moves three rooms by hand and renames a fourth. Returns their floors and the name. */
const work = (page) => page.page.evaluate(async () => {
  const { app } = window.studio;
  const { build } = app.modes;
  const done = [];
  const steps = [[2, 0], [-2, 0], [0, 2], [0, -2], [1, 0], [-1, 0], [0, 1], [0, -1]];
  for (let at = 0; at < app.scene.rooms.length && done.length < 3; at++) {
    for (const by of steps) {
      const edit = { edit: 'move_room', room: build.refOf(app.scene.rooms[at]), by };
      const reply = await app.wire.ask('edit', { edits: [edit] }).catch(() => null);
      if (!reply) continue;
      await app.takeDocument(reply);
      done.push(JSON.stringify(app.scene.rooms[at].floor));
      break;
    }
  }
  const named = app.scene.rooms.find((room) => !done.includes(JSON.stringify(room.floor)));
  await build.apply([{ edit: 'name', of: { room: build.refOf(named) }, text: 'Salt store' }]);
  return { moved: done, named: JSON.stringify(named.floor) };
});

/** Whether a floor has all cells of another. */
const covers = (floor, part) => part.every(([x, y, n]) => {
  return floor.some(([left, top, length]) => top === y && left <= x && x + n <= left + length);
});

const floors = (page) => page.scene((scene) => scene.rooms.map((room) => [JSON.stringify(room.floor), room.name]));

export default {
  'three moved rooms and a renamed one are there after ten rolls, and Ctrl+Z leads back': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    const first = await floors(page);
    const { moved, named } = await work(page);
    assert.equal(moved.length, 3);
    for (let roll = 0; roll < 10; roll++) {
      await page.key('s');
      const now = await floors(page);
      // Stairs may add a cell of their own to a room.
      const has = (floor) => now.find(([other]) => covers(JSON.parse(other), JSON.parse(floor)));
      for (const floor of moved) assert.ok(has(floor), `roll ${roll} keeps the moved rooms`);
      assert.equal(has(named)?.[1], 'Salt store', `roll ${roll} keeps the name`);
      assert.ok(await page.scene((scene) => scene.report.flaws.length === 0), `roll ${roll} is sound`);
    }
    for (let step = 0; step < 14; step++) await page.key('Control+z');
    assert.deepEqual(await floors(page), first);
    page.sane();
  },

  'a deleted room is deleted again by the same seed, shelved by another, tried again and dropped': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    const count = await page.scene((scene) => scene.rooms.length);
    await page.page.evaluate(async () => {
      const { app } = window.studio;
      for (const room of app.scene.rooms) if (await app.modes.build.deleteRoom(room)) return;
    });
    await page.key('r');
    assert.equal(await page.scene((scene) => scene.rooms.length), count - 1);
    await page.key('s');
    assert.match(await page.text('#shelved'), /Shelved \(1\).*delete room.*there is no such room/is);
    await page.page.locator('#shelved button', { hasText: 'Try again' }).click();
    await page.toast(/no such room/);
    await page.page.locator('#shelved button', { hasText: 'Drop' }).click();
    await page.rest();
    assert.equal(await page.text('#shelved'), '');
    await page.key('Control+z');
    assert.match(await page.text('#shelved'), /Shelved/, 'dropping is a step like others');
    page.sane();
  },

  'the switch in the inspector pins a room, and locks keep a stage': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    const cell = (await page.freeCells(2))[0];
    await page.press(cell);
    const floor = await page.scene((scene) => JSON.stringify(scene.rooms[2].floor));
    assert.equal(await page.page.isChecked('#pinned'), false);
    await page.page.check('#pinned');
    await page.rest();
    assert.equal(await page.page.isChecked('#pinned'), true);
    assert.match(await page.text('#pin-count'), /1 room pinned/);
    await page.key('s', 's');
    assert.ok((await floors(page)).some(([other]) => other === floor));
    await page.page.click('#unpin-all');
    await page.rest();
    // A lock promises equal chance: without the pins that were there the same cells.
    await page.key('s');
    await page.page.check('#lock-place');
    await page.rest();
    const rooms = await page.scene((scene) => scene.rooms.map((room) => room.floor.length));
    await page.page.focus('#stage');
    await page.key('s');
    assert.deepEqual(await page.scene((scene) => scene.rooms.map((room) => room.floor.length)), rooms, 'the same rooms');
    page.sane();
  },

  'pins that cannot be kept are named, nothing changes, and a roll without them is offered': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=small-dungeon&seed=7`);
    await work(page);
    const before = await floors(page);
    await page.fill('.field[data-key="rooms.count"] input[type=number]', 3);
    await page.toast(/pins .*rooms\.count/i);
    assert.deepEqual(await floors(page), before);
    await page.page.locator('.toast button', { hasText: 'Roll without pins' }).click();
    await page.rest();
    assert.equal(await page.scene((scene) => scene.pins.length), 0);
    page.sane();
  },

  'a sheet of variations shows twenty, two are compared and one is taken': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=small-dungeon&seed=7`);
    // From the click to the frame that shows them, by the clock of the page: what drives the browser takes its own time.
    await page.page.evaluate(() => {
      const times = (window.times = {});
      document.addEventListener('click', () => (times.clicked = performance.now()), { once: true, capture: true });
      new MutationObserver((_, watching) => {
        if (!document.querySelector('#variations .variation button')) return;
        watching.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => (times.painted = performance.now())));
      }).observe(document, { subtree: true, childList: true });
    });
    await page.page.click('#vary');
    await page.page.waitForSelector('#variations .variation button');
    await page.page.waitForFunction(() => window.times.painted);
    const taken = await page.page.evaluate(() => window.times.painted - window.times.clicked);
    studio.figure(`20 variations from the click to their frame: ${Math.round(taken)} ms`);
    assert.equal(await page.page.locator('#variations .variation').count(), 20);
    await page.page.locator('.variation input').nth(0).click();
    await page.page.locator('.variation input').nth(1).click();
    await page.page.waitForSelector('#compare canvas');
    await page.page.locator('#dialog button', { hasText: 'Back' }).click();
    const seed = await page.page.locator('.variation button').first().getAttribute('data-seed');
    await page.page.locator('.variation button').first().click();
    await page.rest();
    assert.equal(await page.scene((scene) => scene.seed), seed);
    page.sane();
  },

  'the rest of a map that was drawn elsewhere is filled, and the map stays': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    await page.page.waitForSelector('#fill', { state: 'hidden' });
    const drawn = '##############\n#....######..#\n#....+,,,,+..#\n#....######..#\n##############\n';
    await page.page.evaluate(async (text) => {
      const { app } = window.studio;
      await app.takeDocument(await app.wire.ask('open', { name: 'drawn.txt', base64: btoa(text) }));
    }, drawn);
    const before = await floors(page);
    await page.page.click('#fill');
    await page.page.waitForSelector('#fill', { state: 'hidden' });
    const after = (await floors(page)).map(([floor]) => JSON.parse(floor));
    for (const [floor] of before) {
      assert.ok(after.some((other) => covers(other, JSON.parse(floor))), 'the rooms of the map are there');
    }
    assert.ok(after.length > before.length + 2, 'rooms came round them');
    assert.ok(await page.scene((scene) => scene.report.flaws.length === 0));
    page.sane();
  },
};
