// Work is kept by the browser: a reload, a crash of the server, another tab and a storage that refuses lose nothing silently.

import assert from 'node:assert/strict';

const LINK = '#preset=small-dungeon&seed=77';

const shown = (page) => page.scene((scene, app) => ({
  cells: scene.levels.map((level) => level.cells.reduce((sum, cell, i) => (sum * 31 + cell * (i + 1)) % 1_000_003, 7)),
  rooms: scene.rooms.length,
  undo: scene.undo,
  mode: app.mode.name,
  z: app.z,
}));

const remove = (page) => page.page.evaluate(async () => {
  const { app } = window.studio;
  for (const room of app.scene.rooms) if (await app.modes.build.deleteRoom(room)) return;
});

const kept = (page) => page.until(({ keeper }) => keeper.pending === 0 && keeper.problem === '');

async function reload(page) {
  await page.page.reload();
  await page.page.waitForSelector('body[data-ready=true]', { timeout: 20_000 });
  await page.rest();
}

export default {
  'an edit is there after the server was killed 50 ms later, and undo works': async (studio) => {
    const server = await studio.server();
    const page = await studio.page({}, `${server.address}${LINK}`);
    const before = await shown(page);
    await remove(page);
    await page.page.waitForTimeout(50);
    const wanted = await shown(page);
    await server.kill();
    await server.restart();
    await page.page.waitForSelector('#connection[data-state=open]', { timeout: 15_000 });
    await page.page.waitForTimeout(500);
    await page.rest();
    assert.deepEqual(await shown(page), wanted);
    await page.key('Control+z');
    assert.deepEqual((await shown(page)).cells, before.cells);
    page.page.context().setOffline(false);
  },

  'a page that is opened after server and page died has the edit': async (studio) => {
    const server = await studio.server();
    const page = await studio.page({}, `${server.address}${LINK}`);
    await remove(page);
    const wanted = await shown(page);
    await page.page.waitForTimeout(50);
    await server.kill();
    const context = page.page.context();
    await page.page.close();
    await server.restart();
    const second = await context.newPage();
    await second.goto(server.address);
    await second.waitForSelector('body[data-ready=true]', { timeout: 20_000 });
    await second.waitForSelector('#restored:not([hidden])');
    assert.match(await second.textContent('#restored'), /Restored “.*”, 1 edit · Discard · Recent/);
    assert.equal(await second.evaluate(() => window.studio.app.scene.rooms.length), wanted.rooms);
    await second.click('#restored-discard');
    await second.waitForFunction(() => !window.studio.app.scene.edited);
  },

  'a reload keeps picture, mode, level, camera and undo': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=dungeon&seed=7`);
    await remove(page);
    await page.mode('see');
    await page.page.evaluate(() => window.studio.app.climb(-1));
    await page.page.evaluate(() => {
      window.studio.stage.camera.zoom(1.5, 300, 200);
      window.studio.stage.invalidate();
    });
    await page.rest();
    const camera = () => page.page.evaluate(() => window.studio.stage.camera.place());
    const [wanted, place] = [await shown(page), await camera()];
    await page.page.waitForTimeout(1300);
    await kept(page);
    await reload(page);
    assert.deepEqual(await shown(page), wanted);
    assert.deepEqual((await camera()).map(Math.round), place.map(Math.round));
    await page.mode('build');
    await page.key('Control+z');
    assert.equal((await shown(page)).rooms, wanted.rooms + 1);
    page.sane();
  },

  'autosave of an edit takes little of the page, and 200 edits are restored quickly': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    const cost = await page.page.evaluate(async () => {
      const { app } = window.studio;
      const { build } = app.modes;
      const { keeper } = app;
      const times = [];
      const note = keeper.note.bind(keeper);
      keeper.note = (command, reply) => {
        const began = performance.now();
        note(command, reply);
        if (command.type === 'edit') times.push(performance.now() - began);
      };
      for (let i = 0; i < 200; i++) {
        const room = build.refOf(app.scene.rooms[i % app.scene.rooms.length]);
        await app.wire.ask('edit', { edits: [{ edit: 'name', of: { room }, text: `Hall ${i}` }] });
      }
      times.sort((a, b) => a - b);
      return { median: times[100], worst: times.at(-1), after: keeper.checkpoint?.after ?? 0 };
    });
    assert.ok(cost.after >= 128, `a hand that does not rest has a checkpoint after ${cost.after} steps`);
    studio.figure(`autosave of one edit: median ${cost.median.toFixed(2)} ms, worst ${cost.worst.toFixed(2)} ms`);
    await kept(page);
    await page.page.waitForTimeout(1500);
    await kept(page);
    // Counted from the navigation: the page, its connection, the session, and the map until the page is ready.
    await page.page.addInitScript(() => {
      window.times = {};
      const note = (what) => (window.times[what] ??= Math.round(performance.now()));
      const Socket = window.WebSocket;
      window.WebSocket = class extends Socket {
        constructor(...address) {
          super(...address);
          this.addEventListener('open', () => note('connected'));
        }

        send(text) {
          if (/^.{0,40}"type":"restore"/.test(text)) {
            note('asked');
            this.addEventListener('message', () => note('answered'), { once: true });
          }
          super.send(text);
        }
      };
      new MutationObserver(() => document.body?.dataset.ready && note('ready'))
        .observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-ready'] });
    });
    await page.page.reload();
    await page.page.waitForSelector('body[data-ready=true]', { timeout: 20_000 });
    const { connected, asked, answered, ready } = await page.page.evaluate(() => window.times);
    const parts = `connected after ${connected}, session ${answered - asked}, shown ${ready - answered}`;
    studio.figure(`restore of 200 edits from the navigation on: ${ready} ms (${parts})`);
    await page.rest();
    assert.equal(await page.page.evaluate(() => window.studio.app.keeper.edits), 200);
    assert.equal((await shown(page)).undo, 201);
  },

  'a storage that refuses is told, and the work goes on': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    await page.page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The storage is refused here.', 'SecurityError');
      };
    });
    await reload(page);
    assert.match(await page.text('#kept'), /Not kept: The storage is refused here/);
    await remove(page);
    assert.equal(await page.page.evaluate(() => window.studio.app.keeper.isAtRisk), true);
    page.sane();
  },

  'two tabs on one document: the second is a copy and says so': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    await remove(page);
    await kept(page);
    const rooms = (await shown(page)).rooms;
    const second = await page.page.context().newPage();
    await second.goto(`${studio.address}${LINK}`);
    await second.waitForSelector('body[data-ready=true]', { timeout: 20_000 });
    await second.waitForFunction(() => /open in another tab/.test(document.getElementById('toasts').textContent));
    assert.equal(await second.evaluate(() => window.studio.app.scene.rooms.length), rooms);
    const ids = [await second.evaluate(() => window.studio.app.keeper.id), await page.page.evaluate(() => window.studio.app.keeper.id)];
    assert.notEqual(ids[0], ids[1]);
  },

  'Recent lists documents and opens one again; Back and Forward go through rolls': async (studio) => {
    const page = await studio.page({}, `${studio.address}${LINK}`);
    await remove(page);
    const first = await shown(page);
    await page.key('s');
    const seed = await page.scene((scene) => scene.seed);
    assert.notEqual(seed, '77');
    // The browser tells the page later that it went back: `rest` alone sees no question waiting yet.
    await page.page.goBack();
    await page.until((app) => app.scene.seed === '77');
    await page.rest();
    await page.page.goForward();
    await page.until((app) => app.scene.seed !== '77');
    await page.rest();
    assert.equal(await page.scene((scene) => scene.seed), seed);
    await page.page.goBack();
    await page.until((app) => app.scene.seed === '77');
    await page.rest();
    await kept(page);
    await page.page.evaluate(() => window.studio.app.keeper.startOver());
    await page.rest();
    await kept(page);
    await page.page.click('#recent');
    await page.page.waitForSelector('#recent-list li');
    assert.equal(await page.page.locator('#recent-list li').count(), 2);
    await page.page.locator('#recent-list li button:not([disabled])').first().click();
    await page.rest();
    assert.equal((await shown(page)).rooms, first.rooms, 'where Back left it');
    page.sane();
  },
};
