import assert from 'node:assert/strict';
import { other, same } from '../page.mjs';

const middle = (page, room) => page.page.evaluate((id) => {
  const { floor } = window.studio.app.scene.rooms[id];
  const [x, y, n] = floor[Math.floor(floor.length / 2)];
  return [x + Math.floor(n / 2), y];
}, room);

export default {
  'a click shows the facts of a room and the step that made it': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 12);
    const bare = await page.look('overlay');
    await page.press(await middle(page, 3));
    const label = await page.scene((scene) => scene.labels[3]);
    assert.equal(await page.text('#inspected'), await page.titleOf(3));
    assert.match(await page.text('#inspector'), /Link \d+: /);
    assert.ok((await page.text('#inspector')).includes(`Placed room ${label}, `));
    other(await page.look('overlay'), bare, 'the room is marked');
    await page.page.focus('#stage');
    await page.key('Escape');
    same(await page.look('overlay'), bare);
    page.sane();
  },

  'a door changes its kind and state, and the map shows it': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 12);
    const door = await page.scene((scene) => {
      return scene.doors.find((d) => d.kind === 'door' && d.state === 'closed' && !d.secret);
    });
    await page.press(door.cells[0]);
    assert.equal(await page.text('#inspected'), `Door ${door.id}`);
    const before = await page.look();
    await page.choose('#door-kind', 'portcullis');
    other(await page.look(), before);
    assert.equal(await page.page.evaluate((id) => window.studio.app.scene.doors[id].kind, door.id), 'portcullis');
    await page.key('Control+z');
    same(await page.look(), before);
    assert.match(await page.text('#verdict'), /all checks passed/i);
    page.sane();
  },

  'a secret passage is discovered from its corridor, and undo hides it again': async (studio) => {
    const page = await studio.page();
    await page.generate('dungeon', 4, { 'secrets.chance': 1 });
    const link = await page.page.evaluate(() => {
      const { app } = window.studio;
      const found = app.scene.links.find((each) => each.kind === 'secret' && !each.discovered);
      app.showLevel(app.scene.rooms[found.rooms[0]].z);
      return found;
    });
    await page.rest();
    const [door] = link.doors;
    const isSecret = () => page.page.evaluate((id) => Boolean(window.studio.app.scene.doors[id].secret), door);
    assert.ok(await isSecret());
    await page.press(link.path[Math.floor(link.path.length / 2)]);
    assert.match(await page.text('#inspector'), new RegExp(`Discover link ${link.id}`));
    const hidden = await page.look();
    await page.click(`.discover[data-link="${link.id}"]`);
    assert.equal(await isSecret(), false);
    assert.doesNotMatch(await page.text('#inspector'), new RegExp(`Discover link ${link.id}`));
    assert.match(await page.text('#verdict'), /all checks passed/i);
    other(await page.look(), hidden, 'its doors are shown');
    await page.page.focus('#stage');
    await page.key('Control+z');
    assert.ok(await isSecret());
    page.sane();
  },

  'a room is dragged on the lattice, its links follow, and verify is asked': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 12);
    const cell = await middle(page, 6);
    const before = await page.scene((scene) => scene.rooms[6].floor[0]);
    const shown = await page.look();
    const moves = [[4, 0], [0, 4], [-4, 0], [0, -4], [8, 0], [0, 8]];
    let after = before;
    for (const [dx, dy] of moves) {
      await page.drag([cell, [cell[0] + dx / 2, cell[1] + dy / 2], [cell[0] + dx, cell[1] + dy]]);
      after = await page.scene((scene) => scene.rooms[6].floor[0]);
      if (after.join() !== before.join()) break;
    }
    assert.notDeepEqual(after, before, 'the room moved');
    assert.equal((after[0] - before[0]) % 4 + (after[1] - before[1]) % 4, 0, 'by whole modules');
    other(await page.look(), shown);
    assert.match(await page.text('#verdict'), /all checks passed|flaw/i);
    assert.match(await page.text('#subtitle'), /edited/);
    await page.page.focus('#stage');
    await page.key('Control+z');
    same(await page.look(), shown, 'one undo brings it back');
    page.sane();
  },

  'a room is deleted with its links': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 12);
    const before = await page.scene((scene) => scene.rooms.length);
    const cell = await middle(page, 2);
    await page.shows(cell, 'floor', 'base', 60);
    await page.press(cell);
    await page.click('#delete-room');
    assert.equal(await page.scene((scene) => scene.rooms.length), before - 1);
    const [seen, floor] = [await page.pixel(cell), await page.colour('floor')];
    assert.ok(Math.abs(seen[2] - floor[2]) > 10, 'its floor is gone');
    page.sane();
  },

  'flaws are listed and marked': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 12);
    const wall = await page.scene((scene) => scene.links.find((link) => link.path?.length > 4).path[3]);
    await page.mode('see');
    await page.press(wall);
    await page.mode('build');
    assert.match(await page.text('#verdict'), /flaw/);
    assert.ok((await page.page.locator('#flaws .list li').count()) > 0);
    assert.ok((await page.tally(await page.colour('flaw'), 'overlay', 40)) > 4, 'the place is marked');
    page.sane();
  },
};
