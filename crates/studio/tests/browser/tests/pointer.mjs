// The cell that is pointed at, by mouse, finger and key, and what a drag makes of it (S11 to S14).

import assert from 'node:assert/strict';

const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const actors = (page) => page.page.evaluate(() => window.studio.app.modes.crowd.crowd.size);
const goals = (page) => page.page.evaluate(() => {
  const { crowd } = window.studio.app.modes.crowd;
  return Array.from({ length: crowd.size }, (_, i) => crowd.goal(i));
});
const isPressed = (page, key) => page.page.getAttribute(`.switch[data-key=${key}]`, 'aria-pressed');
const steps = (page) => page.scene((scene) => [scene.undo, scene.redo]);
const tap = async (page, cell) => {
  await page.page.touchscreen.tap(...(await page.at(cell)));
  await page.rest();
};
const tapOn = async (page, selector) => {
  await page.page.tap(selector);
  await page.rest();
};

/** Cells of the document's first level, as a text that can be compared. */
const cells = (page) => page.scene((scene) => Array.from(scene.level(0).cells).join(''));

/** A room, a free place for it, and one that another room forbids, as cells to drag its first cell to. */
async function places(page) {
  return page.page.evaluate(async () => {
    const { app } = window.studio;
    const { rooms, moduleGrid } = app.scene;
    const [gx, gy] = moduleGrid ?? [1, 1];
    const corner = (room) => [Math.min(...room.floor.map(([x]) => x)), Math.min(...room.floor.map(([, y]) => y))];
    for (const room of rooms) {
      const [left, top] = corner(room);
      for (const [dx, dy] of [[gx, 0], [-gx, 0], [0, gy], [0, -gy]]) {
        const edit = { edit: 'move_room', room: app.modes.build.refOf(room), by: [dx, dy] };
        const ask = app.wire.ask('edit', { edits: [edit] });
        const isFree = await ask.then(() => true, () => false);
        if (!isFree) continue;
        await app.takeDocument(await app.wire.ask('undo'));
        const other = rooms.find((each) => each !== room);
        const [x, y] = room.floor[0];
        const [ox, oy] = corner(other);
        return { room: room.id, from: [x, y], free: [x + dx, y + dy], taken: [x + ox - left, y + oy - top] };
      }
    }
    throw new Error('no room can move');
  });
}

export default {
  'a command at the pointer is armed by its button and done by the next click (S11)': async (studio) => {
    const page = await studio.page();
    await page.blank(24, 16);
    await page.mode('crowd');
    await page.click('.switch[data-key=O]');
    assert.equal(await isPressed(page, 'O'), 'true');
    assert.equal(await actors(page), 0);
    await page.press([5, 5]);
    assert.equal(await actors(page), 1);
    assert.equal(await isPressed(page, 'O'), 'false');
    await page.press([20, 12]);
    assert.equal(await actors(page), 1, 'one press is one click');
    await page.press([5, 5]);
    for (const [key, cell] of [['D', [9, 9]], ['P', [12, 4]], ['R', [3, 12]]]) {
      await page.click(`.switch[data-key=${key}]`);
      await page.press(cell);
      assert.deepEqual(await goals(page), [cell], `${key} sends to the clicked cell`);
    }
    await page.click('#send-all');
    await page.press([7, 7]);
    assert.deepEqual(await goals(page), [[7, 7]]);
    page.sane();
  },

  'the Destination button of See takes the next click, which toggles no wall (S11)': async (studio) => {
    const page = await studio.page();
    await page.blank(24, 16);
    await page.mode('see');
    const before = await cells(page);
    await page.point([9, 9]);
    await page.click('.switch[data-key=D]');
    await page.press([4, 5]);
    assert.deepEqual(await page.page.evaluate(() => window.studio.app.modes.see.goal), [4, 5]);
    assert.match(await page.text('#path'), /Length/);
    assert.equal(await cells(page), before);
    assert.equal(await page.page.locator('.toast').count(), 0);
    page.sane();
  },

  'an armed command is disarmed by Esc, by its button and by another mode (S11)': async (studio) => {
    const page = await studio.page();
    await page.blank(24, 16);
    await page.mode('crowd');
    const disarm = [
      () => page.key('Escape'),
      () => page.click('.switch[data-key=O]'),
      async () => (await page.mode('build'), await page.mode('crowd')),
    ];
    for (const act of disarm) {
      await page.click('.switch[data-key=O]');
      await act();
      assert.equal(await isPressed(page, 'O'), 'false');
      await page.press([5, 5]);
      assert.equal(await actors(page), 0);
    }
    await page.click('.switch[data-key=O]');
    await page.drag([[5, 5], [8, 8]]);
    assert.equal(await actors(page), 0, 'a drag pans and is no click');
    assert.equal(await isPressed(page, 'O'), 'true');
    await page.page.focus('#stage');
    await page.key('Enter');
    assert.equal(await actors(page), 1, 'Enter at the cursor is a click');
    page.sane();
  },

  'a cell outside the map is never pointed at (S11)': async (studio) => {
    const page = await studio.page();
    await page.blank(24, 16);
    await page.mode('crowd');
    await page.point([12, 8]);
    await page.point([-1, 3]);
    await page.key('o');
    await page.toast(/Point at a cell first/);
    assert.equal(await actors(page), 0);
    await page.key('Escape');
    await page.click('.switch[data-key=O]');
    await page.press([-1, 3]);
    assert.equal(await isPressed(page, 'O'), 'true', 'a click beside the map changes nothing');
    await page.point([12, 8]);
    await page.key('o');
    assert.equal(await actors(page), 1, 'the key still acts at the pointer');
    page.sane();
  },

  'the cell under a resting pointer is that of the map as it lies now (S11)': async (studio) => {
    const page = await studio.page();
    await page.blank(24, 16);
    await page.mode('crowd');
    await page.point([3, 3]);
    await page.page.mouse.wheel(0, -900);
    await page.rest();
    await page.key('Home', 'o');
    const cell = await page.page.evaluate(() => {
      const { crowd } = window.studio.app.modes.crowd;
      return crowd.body(0).map(Math.floor);
    });
    assert.deepEqual(cell, [3, 3]);
  },

  'commands at the pointer work by touch (S12)': async (studio) => {
    const page = await studio.page(PHONE);
    await page.blank(16, 24);
    await tapOn(page, '#tab-crowd');
    await tap(page, [6, 6]);
    assert.deepEqual(await page.page.evaluate(() => window.studio.app.cell), [6, 6], 'a tap points');
    assert.match(await page.text('#cell'), /^6, 6/);
    await tapOn(page, '.switch[data-key=O]');
    await tap(page, [5, 5]);
    assert.equal(await actors(page), 1);
    await tapOn(page, '.switch[data-key=P]');
    await tap(page, [9, 14]);
    assert.deepEqual(await goals(page), [[9, 14]]);
    assert.equal(await page.page.locator('.toast').count(), 0);
    page.sane();
  },

  'a tapped room opens the inspector as a sheet (S12)': async (studio) => {
    const page = await studio.page(PHONE, `${studio.address}#preset=small-dungeon&seed=77`);
    assert.equal(await page.page.isVisible('#right'), false);
    const room = await page.scene((scene) => scene.rooms[7].floor.map(([x, y]) => [x, y]));
    await tap(page, room[0]);
    assert.equal(await page.page.isVisible('#right'), true);
    assert.equal(await page.text('#inspected'), await page.titleOf(7));
    const sheet = await page.page.locator('#right').boundingBox();
    const map = await page.page.locator('#stage').boundingBox();
    assert.equal(Math.round(sheet.width), Math.round(map.width), 'it is as wide as the map');
    assert.ok(sheet.y > map.y + map.height * 0.4, 'and leaves the upper part of it free');
    const [, y] = await page.at(room.at(-1));
    assert.ok(y < sheet.y, 'the tapped room is not covered');
    await tap(page, [40, 40]);
    assert.equal(await page.page.isVisible('#right'), false, 'a tap on rock closes it');
    page.sane();
  },

  'over a message or a panel there is no pointed cell (S13)': async (studio) => {
    const page = await studio.page();
    await page.blank(24, 16);
    await page.mode('crowd');
    await page.point([5, 5]);
    await page.key('o');
    await page.page.evaluate(async () => {
      const { toast } = await import('./ui/toast.js');
      for (const word of ['One', 'Two', 'Three', 'Four']) toast(`${word} message that stays for a while.`);
    });
    await page.point([9, 9]);
    for (const selector of ['.toast:nth-child(2) p', '#right', '#counts']) {
      await page.page.hover(selector);
      await page.key('p');
      await page.toast(/Point at a cell first/);
      assert.deepEqual(await goals(page), [null], `over ${selector} no cell is pointed at`);
    }
    assert.equal(await page.text('#cell'), '–');
    page.sane();
  },

  'a room dropped on a forbidden place goes back to where the drag began (S14)': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=small-dungeon&seed=77`);
    await page.key('s', 'Control+z');
    const { from, free, taken } = await places(page);
    const [before, depth] = [await cells(page), await steps(page)];
    await page.point(from);
    await page.page.mouse.down();
    await page.page.mouse.move(...(await page.at(free)), { steps: 4 });
    await page.rest();
    assert.notEqual(await cells(page), before, 'it follows the hand');
    await page.page.mouse.move(...(await page.at(taken)), { steps: 4 });
    await page.rest();
    await page.page.mouse.up();
    await page.rest();
    assert.equal(await cells(page), before);
    assert.deepEqual(await steps(page), depth);
    assert.equal(await page.page.locator('.toast.bad').count(), 1, 'the reason is told');
    page.sane();
  },

  'Esc during a drag puts the room back (S14)': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=small-dungeon&seed=77`);
    await page.key('s', 'Control+z');
    const { from, free } = await places(page);
    const [before, depth] = [await cells(page), await steps(page)];
    await page.point(from);
    await page.page.mouse.down();
    await page.page.mouse.move(...(await page.at(free)), { steps: 4 });
    await page.rest();
    await page.key('Escape');
    assert.equal(await cells(page), before);
    await page.page.mouse.move(...(await page.at([from[0] + 9, from[1]])), { steps: 4 });
    await page.page.mouse.up();
    await page.rest();
    assert.equal(await cells(page), before, 'the rest of the movement is no drag');
    assert.deepEqual(await steps(page), depth);
    await page.drag([from, free]);
    assert.notEqual(await cells(page), before, 'the next drag moves it');
    assert.equal((await steps(page))[0], depth[0] + 1, 'in one step');
    page.sane();
  },
};
