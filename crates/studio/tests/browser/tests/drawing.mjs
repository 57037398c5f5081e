import assert from 'node:assert/strict';

/** Words and symbols that the drawing of the level puts down, in cells: [what, x, y]. */
const drawn = (page) => page.page.evaluate(() => {
  const { level } = window.studio.stage;
  const ctx = new OffscreenCanvas(8, 8).getContext('2d');
  const scale = 24;
  const found = [];
  let last = null;
  ctx.fillText = (text, x, y) => found.push([text, x / scale, y / scale]);
  ctx.translate = (x, y) => (last = [x / scale, y / scale]);
  // Doors are turned too, but they stand in walls; a symbol is 1.15 cells large.
  ctx.scale = (side) => Math.abs(side - scale * 1.15) < 0.01 && found.push(['symbol', ...last]);
  level.things.paint(ctx, level.bounds(), scale, 0, 0, () => true);
  return found;
});

/** What lies on no floor of a room. */
const astray = (page, things) => page.page.evaluate((list) => {
  const { app } = window.studio;
  return list.filter(([, x, y]) => !app.scene.room(app.z, Math.floor(x), Math.floor(y)));
}, things);

const open = (studio, link) => studio.page({}, `${studio.address}#${link}`);

export default {
  // S16: symbols and labels in the rock.
  'symbols of small and odd rooms were drawn in the rock': async (studio) => {
    for (const link of ['preset=great-hall&seed=3', 'preset=winding-dungeon&seed=4', 'preset=large-dungeon&seed=3']) {
      const page = await open(studio, link);
      const symbols = (await drawn(page)).filter(([what]) => what === 'symbol');
      assert.ok(symbols.length > 1, `${link}: ${symbols.length} symbols`);
      assert.deepEqual(await astray(page, symbols), [], link);
      const apart = symbols.flatMap(([, x, y], i) => symbols.slice(i + 1).map(([, u, v]) => Math.hypot(x - u, y - v)));
      assert.ok(Math.min(...apart) > 0.9, `${link}: two symbols on one place`);
    }
  },

  'numbers of odd rooms were drawn across their walls': async (studio) => {
    const page = await open(studio, 'preset=cave&seed=2');
    const numbers = (await drawn(page)).filter(([what]) => /^\d+$/.test(what));
    assert.ok(numbers.length > 3, `${numbers.length} numbers`);
    for (const [what, x, y] of numbers) {
      const half = what.length * 0.2;
      const corners = [[-half, -0.3], [half, -0.3], [-half, 0.3], [half, 0.3]].map(([dx, dy]) => [what, x + dx, y + dy]);
      assert.deepEqual(await astray(page, corners), []);
    }
  },

  'the label of stairs stood in the wall and read as the number of a room': async (studio) => {
    const page = await open(studio, 'preset=manor&seed=8');
    const levels = await page.scene((scene) => scene.levels.map((level) => level.z));
    let seen = 0;
    for (const z of levels) {
      await page.page.evaluate((height) => window.studio.app.showLevel(height), z);
      await page.rest();
      // Single letters are furniture and secret doors.
      const words = (await drawn(page)).filter(([what]) => !/^([A-Z]|symbol|entrance)$/.test(what));
      const labels = words.filter(([what]) => what.startsWith('to '));
      seen += labels.length;
      for (const [what, x, y] of labels) {
        const ends = [[what, x - 0.4, y], [what, x + 0.4, y]];
        assert.deepEqual(await astray(page, ends), [], `level ${z}`);
      }
      const rooms = await page.page.evaluate(() => {
        const { app } = window.studio;
        return app.scene.rooms.filter((room) => room.z === app.z).map((room) => app.scene.labels[room.id]);
      });
      const strangers = words.filter(([what]) => !what.startsWith('to ') && !rooms.includes(what));
      assert.deepEqual(strangers, [], `level ${z}: numbers of no room`);
    }
    assert.ok(seen > 0, 'a manor has stairs with labels');
  },

  // S22: See draws no doors.
  'See drew no doors although a view ends at them': async (studio) => {
    const page = await open(studio, 'preset=small-dungeon&seed=12');
    await page.mode('see');
    const shut = await page.scene((scene) => scene.doors.find((door) => door.kind === 'door' && !door.secret
      && door.state !== 'open').cells[0]);
    await page.page.evaluate(([x, y]) => {
      window.studio.stage.camera.fit([x - 6, y - 4, x + 7, y + 5]);
      window.studio.stage.invalidate();
    }, shut);
    await page.page.waitForTimeout(300);
    await page.rest();
    const shades = new Set();
    for (let i = 1; i < 20; i++) {
      for (const [dx, dy] of [[i / 20, 0.5], [0.5, i / 20]]) shades.add((await page.pixel(shut, 'base', dx, dy)).join());
    }
    assert.ok(shades.size > 2, `the cell of the door has ${shades.size} colours`);
    page.sane();
  },

  'a cave has soft lines, which follow painted cells': async (studio) => {
    const page = await open(studio, 'preset=cave&seed=3');
    const lines = () => page.page.evaluate(() => {
      const { lines: found } = window.studio.app.level;
      return { isStale: found.stale !== null, points: found.floor.map(({ points }) => [...points]) };
    });
    const before = await lines();
    const isSoft = before.points.some((loop) => loop.some((at, i) => i % 3 < 2 && at % 1000 !== 0));
    assert.ok(isSoft && !before.isStale, 'points lie beside the corners of cells');
    const isTouched = await page.page.evaluate(async () => {
      const { app, wire } = window.studio;
      const [x, y, length] = app.scene.rooms.find((room) => room.z === app.z).floor.at(-1);
      const cells = Array.from({ length }, (_, i) => [x + i, y]);
      app.takePaint(await wire.ask('paint', { z: app.z, cells, solid: true }));
      return app.level.lines.stale !== null;
    });
    assert.ok(isTouched, 'cells are drawn until the lines are there');
    await page.page.waitForFunction(() => window.studio.app.level.lines.stale === null);
    assert.notDeepEqual((await lines()).points, before.points);
    page.sane();
  },

  'corner counts fell to 0 in a shadowcast view without a word': async (studio) => {
    const page = await open(studio, 'preset=small-dungeon&seed=12');
    await page.mode('see');
    assert.doesNotMatch(await page.text('#counts'), /exact view only/);
    await page.choose('#fov-kind', 'shadowcast');
    assert.match(await page.text('#counts'), /corners: exact view only/);
    assert.match(await page.text('#view-counts'), /Corners\s*exact view only/);
  },
};
