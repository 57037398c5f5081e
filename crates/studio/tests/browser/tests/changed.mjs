// Edits are answered with what they changed: the page's copy of the document stays the document of the session.

import assert from 'node:assert/strict';
import { same } from '../page.mjs';

/**
 * The copy of the page, and the document that the session answers, as texts that can be compared. Rows of cells are sums,
 * entries of the journal and notes are those of one reply.
 */
const both = (page) => page.page.evaluate(async () => {
  const { app, wire } = window.studio;
  const { DocumentCopy } = await import('./document-copy.js');
  const sum = (bytes) => bytes && bytes.reduce((all, byte, at) => (Math.imul(all, 31) + byte * (at % 97 + 1)) >>> 0, 7);
  const tidy = (value) => {
    if (Array.isArray(value)) return value.map(tidy);
    if (typeof value !== 'object' || value === null) return value;
    const isThere = ([, each]) => each !== null && each !== undefined && !(Array.isArray(each) && each.length === 0);
    return Object.fromEntries(Object.entries(value).filter(isThere).sort().map(([key, each]) => [key, tidy(each)]));
  };
  const text = ({ file, levels }) => {
    const { levels: _, session: { step: _s, notes: _n, ...session }, ...rest } = file;
    const cells = levels.map(({ lines, ...level }) => ({
      ...level,
      cells: sum(level.cells),
      solid: sum(level.solid.data),
      ground: sum(level.ground),
      lines: lines && lines.floor.concat(lines.house ?? []).map(({ points }) => sum(new Uint8Array(points.buffer, points.byteOffset, points.byteLength))),
    }));
    return JSON.stringify(tidy({ rest, session, cells }), null, 1);
  };
  const kept = app.copy;
  const reply = await wire.send({ type: 'document' });
  return [text(kept), text(DocumentCopy.read(reply))];
});

/** Edits that a person could make of what is there; some are refused. */
const edits = (page, count) => page.page.evaluate(async (many) => {
  const { app } = window.studio;
  const { build, see } = app.modes;
  let state = 12345;
  const below = (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
  const done = {};
  for (let turn = 0; turn < many; turn++) {
    const { scene } = app;
    const level = scene.levels[below(scene.levels.length)];
    const room = scene.rooms.length ? build.refOf(scene.rooms[below(scene.rooms.length)]) : null;
    const door = scene.doors[below(Math.max(1, scene.doors.length))];
    const inside = scene.rooms.find(({ z }) => z === level.z);
    const free = [1 + below(level.width - 2), 1 + below(level.height - 2)];
    const cell = inside && below(2) ? inside.floor[below(inside.floor.length)].slice(0, 2) : free;
    const runs = [[...cell, 1 + below(3)]];
    const edit = [
      () => ({ edit: 'move_room', room, by: [below(5) - 2, below(5) - 2] }),
      () => ({ edit: 'delete_room', room }),
      () => ({ edit: 'name', of: { room }, text: `Hall ${turn}` }),
      () => ({ edit: 'renumber' }),
      () => ({ edit: 'paint', z: level.z, to: ['floor', 'rock'][below(2)], runs }),
      () => ({ edit: 'set_cells', z: level.z, solid: below(2) === 0, runs }),
      () => ({ edit: 'ground', z: level.z, to: ['~', ' '][below(2)], runs }),
      () => ({ edit: 'set_door', door: { z: door.z, cell: door.cells[0] }, to: { state: ['open', 'closed'][below(2)] } }),
      () => ({ edit: 'pin', what: { room } }),
      () => ({ edit: 'resize_map', w: level.width + 2, h: level.height + 1, dx: 1, dy: 0 }),
    ][below(10)]();
    if (below(5) === 0) {
      app.z = level.z;
      await see.paintCells([cell], !level.solid.get(...cell), 5000 + turn).catch(() => {});
      continue;
    }
    try {
      const reply = await app.wire.ask('edit', { edits: [edit] });
      // Some pages do not show each reply; the copy follows all of them.
      if (below(3)) await app.takeDocument(reply);
      done[edit.edit] = (done[edit.edit] ?? 0) + 1;
    } catch {
      // Refused.
    }
    if (below(9) === 0) await app.change('undo');
  }
  return done;
}, count);

export default {
  'a page that applies what edits changed has the document of the session': async (studio) => {
    const made = {};
    for (const address of ['#preset=small-dungeon&seed=7', '#preset=cave&seed=3', '#preset=crypt&seed=4']) {
      const page = await studio.page({}, `${studio.address}${address}`);
      for (let round = 0; round < 4; round++) {
        const done = await edits(page, 12);
        for (const [edit, times] of Object.entries(done)) made[edit] = (made[edit] ?? 0) + times;
        // An edit after strokes: it lists all that is different, for strokes tell of cells alone.
        await page.page.evaluate(() => {
          const { app } = window.studio;
          return app.modes.build.apply([{ edit: 'name', of: 'dungeon', text: `Mill ${app.scene.undo}` }]);
        });
        await page.rest();
        const [copy, document] = (await both(page)).map((text) => text.split('\n'));
        const at = copy.findIndex((line, i) => line !== document[i]);
        const near = (lines) => lines.slice(Math.max(0, at - 3), at + 4).join('\n');
        const hint = `${address}, round ${round}: ${JSON.stringify(done)}`;
        assert.equal(at < 0 ? '' : near(copy), at < 0 ? '' : near(document), hint);
        assert.equal(copy.length, document.length, hint);
      }
      page.sane();
    }
    assert.ok(Object.keys(made).length >= 7, JSON.stringify(made));
  },

  'a picture after an edit is that of the document': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=cave&seed=3`);
    await edits(page, 20);
    await page.page.evaluate(() => window.studio.app.modes.build.apply([{ edit: 'renumber' }]));
    await page.rest();
    const shown = await page.look();
    await page.page.evaluate(() => window.studio.app.change('document'));
    await page.rest();
    same(await page.look(), shown);
    page.sane();
  },

  'an edit takes a part of the bytes of a document': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=dungeon&seed=7`);
    await page.page.evaluate(() => {
      const take = window.studio.wire.take.bind(window.studio.wire);
      window.sizes = [];
      window.studio.wire.take = (data) => {
        window.sizes.push(data.byteLength);
        take(data);
      };
    });
    const size = async (run) => {
      await page.page.evaluate(() => (window.sizes.length = 0));
      await run();
      return page.page.evaluate(() => Math.max(...window.sizes));
    };
    const whole = await size(() => page.page.evaluate(() => window.studio.wire.ask('document')));
    const named = await size(() => page.page.evaluate(() => {
      const { app } = window.studio;
      const room = app.modes.build.refOf(app.scene.rooms[2]);
      return app.modes.build.apply([{ edit: 'name', of: { room }, text: 'Salt store' }], null);
    }));
    studio.figure(`bytes of a reply: document ${whole}, an edit that names a room ${named}`);
    assert.ok(named < whole / 3, `${named} of ${whole}`);
    page.sane();
  },
};
