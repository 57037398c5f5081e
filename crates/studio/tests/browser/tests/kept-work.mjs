// Work is not lost: with the connection, with a reload, with a roll, with a key (S1 to S6).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const LINK = '#preset=small-dungeon&seed=77';

/** A page whose server can be killed, with the dungeon of the link. */
async function onItsOwn(studio) {
  const server = await studio.server();
  return { server, page: await studio.page({}, `${server.address}${LINK}`) };
}

/** Deletes a room that no other needs; only the click is left out. */
async function deleteRoom(page) {
  const isDone = await page.page.evaluate(async () => {
    const { app } = window.studio;
    for (const room of app.scene.rooms) if (await app.modes.build.deleteRoom(room)) return true;
    return false;
  });
  assert.ok(isDone, 'a room can be deleted');
}

/** What the page shows, as far as a person can compare it. */
const shown = (page) => page.scene((scene) => ({
  rooms: scene.rooms.length,
  size: [scene.level(0).width, scene.level(0).height],
  cells: scene.level(0).cells.reduce((sum, cell, i) => (sum * 31 + cell * (i + 1)) % 1_000_003, 7),
  edited: scene.edited,
}));
const steps = (page) => page.scene((scene) => [scene.undo, scene.redo]);

async function restart(server, page) {
  await server.kill();
  await page.until(() => !window.studio.wire.isOpen);
  await server.restart();
  await page.page.waitForSelector('#connection[data-state=open]', { timeout: 15_000 });
  await page.page.waitForTimeout(400);
  await page.rest();
}

export default {
  'a large map that was edited comes back and not the small one before it (S1)': async (studio) => {
    const { server, page } = await onItsOwn(studio);
    await deleteRoom(page);
    await page.page.waitForTimeout(2000);
    await page.generate('small-dungeon', 77, { width: 520, height: 520, 'rooms.count': 200 });
    await deleteRoom(page);
    const wanted = await shown(page);
    assert.deepEqual(wanted.size, [520, 520]);
    await page.page.waitForTimeout(3000);
    await restart(server, page);
    await page.until((app) => app.scene.level(0).width === 520);
    assert.deepEqual(await shown(page), wanted);
  },

  'an edit that is shown survives a server that dies at once (S2)': async (studio) => {
    const { server, page } = await onItsOwn(studio);
    const before = await shown(page);
    await deleteRoom(page);
    const wanted = await shown(page);
    assert.equal(wanted.rooms, before.rooms - 1);
    const depth = await steps(page);
    await restart(server, page);
    assert.deepEqual(await shown(page), wanted);
    assert.deepEqual(await steps(page), depth, 'and its undo step is there too');
    await page.key('Control+z');
    assert.deepEqual(await shown(page), before);
  },

  'strokes, moves, undone steps and actors survive a server that dies at once (S2)': async (studio) => {
    const { server, page } = await onItsOwn(studio);
    const floor = await page.freeCells(2);
    await page.mode('see');
    await page.press(floor[0]);
    await page.press(floor[1]);
    await page.key('Control+z');
    await page.mode('crowd');
    await page.point(floor[1]);
    await page.key('o');
    const wanted = await shown(page);
    const depth = await steps(page);
    assert.equal(wanted.edited, true);
    await restart(server, page);
    assert.deepEqual(await shown(page), wanted);
    assert.deepEqual(await steps(page), depth);
    assert.equal(await page.page.evaluate(() => window.studio.app.modes.crowd.crowd.size), 1);
  },

  'an undo across rolls is there after a lost connection (S2)': async (studio) => {
    const { server, page } = await onItsOwn(studio);
    await deleteRoom(page);
    const wanted = await shown(page);
    await page.key('s', 'Control+z');
    assert.deepEqual(await shown(page), wanted);
    await restart(server, page);
    assert.deepEqual(await shown(page), wanted);
  },

  'a long piece of work comes back with every undo step (S2)': async (studio) => {
    const { server, page } = await onItsOwn(studio);
    await page.blank(40, 30);
    await page.page.evaluate(async () => {
      const { see } = window.studio.app.modes;
      for (let i = 0; i < 70; i++) await see.paintCells([[1 + (i % 35), 2 + Math.floor(i / 35)]], true, 1000 + i);
    });
    await page.until(({ keeper }) => keeper.checkpoint !== null, 5000);
    await page.page.evaluate(() => window.studio.app.modes.see.paintCells([[5, 20]], true, 2000));
    const [wanted, depth] = [await shown(page), await steps(page)];
    await restart(server, page);
    assert.deepEqual(await shown(page), wanted);
    assert.deepEqual(await steps(page), depth);
  },

  'a reload of edited work asks nothing and brings it back, for it is kept (S3)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    const asked = [];
    page.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      dialog.accept();
    });
    await page.press((await page.freeCells(1))[0]);
    await page.key('Delete');
    const wanted = await shown(page);
    assert.equal(wanted.edited, true);
    assert.equal(await page.page.evaluate(() => location.hash), LINK);
    await page.until(({ keeper }) => !keeper.isAtRisk);
    await page.page.reload();
    await page.page.waitForSelector('body[data-ready=true]');
    await page.rest();
    assert.deepEqual(asked, []);
    assert.deepEqual(await shown(page), wanted);
  },

  'the address follows an undo to the edits of another roll (S3)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    await deleteRoom(page);
    await page.key('s');
    assert.notEqual(await page.page.evaluate(() => location.hash), LINK);
    await page.key('Control+z');
    assert.equal(await page.page.evaluate(() => location.hash), LINK);
    await page.mode('see');
    await page.page.evaluate(() => window.studio.app.modes.see.paste('□□□\n□s□\n□□■\n'));
    await page.rest();
    assert.equal(await page.page.evaluate(() => location.hash), '', 'a pasted map comes from no roll');
  },

  'what replaces an edited map tells so and can be taken back (S4)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    await deleteRoom(page);
    const edited = await shown(page);
    await page.page.evaluate(() => window.studio.app.change('new', { width: 20, height: 20 }));
    await page.toast(/Edits discarded · Undo/);
    await page.click('.toast button:text("Undo")');
    assert.deepEqual(await shown(page), edited);
    assert.equal(await page.page.locator('.toast', { hasText: 'Edits discarded' }).count(), 0);
    page.sane();
  },

  'a roll keeps what was deleted in the same dungeon and shelves it in another (S4)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    const { rooms } = await shown(page);
    await deleteRoom(page);
    await page.key('r');
    assert.equal((await shown(page)).rooms, rooms - 1, 'the same seed has the room, and it is deleted again');
    await page.key('s');
    await page.toast(/1 edit found no place/);
    assert.match(await page.text('#shelved'), /delete room/);
    page.sane();
  },

  'the same roll again is no step to undo (S5)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    const depth = await steps(page);
    for (const key of 'rrr') await page.key(key);
    await page.click('#generate');
    assert.deepEqual(await steps(page), depth);
    await page.key('s');
    assert.deepEqual(await steps(page), [depth[0] + 1, 0]);
    await page.key('Control+z');
    await page.key('r');
    assert.deepEqual(await steps(page), [depth[0], 1], 'and the undone step can still be redone');
    page.sane();
  },

  'Ctrl+S and the Save button save the studio file in every mode, F5 reloads (S6)': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    // A picker of the browser cannot be driven; without one a download is made.
    await page.page.evaluate(() => (window.showSaveFilePicker = undefined));
    const save = async (act) => {
      const [download] = await Promise.all([page.page.waitForEvent('download'), act()]);
      assert.match(download.suggestedFilename(), /\.undercroft\.json$/);
      assert.match(readFileSync(await download.path(), 'utf8'), /^\{"format":"undercroft-studio"/);
    };
    for (const mode of ['build', 'see', 'crowd']) {
      await page.mode(mode);
      await save(() => page.page.keyboard.press('Control+s'));
      await save(() => page.page.click('#save'));
      await page.rest();
    }
    await page.mode('build');
    await page.page.focus('#seed');
    await save(() => page.page.keyboard.press('Control+s'));
    await page.page.focus('#stage');
    const isOwn = await page.page.evaluate(() => {
      const event = new KeyboardEvent('keydown', { key: 'F5', bubbles: true, cancelable: true });
      return document.getElementById('stage').dispatchEvent(event);
    });
    assert.equal(isOwn, true, 'F5 is left to the browser');
    page.sane();
  },
};
