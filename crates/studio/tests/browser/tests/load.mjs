import assert from 'node:assert/strict';
import { other, same } from '../page.mjs';

export default {
  'the page shows a dungeon and fetches nothing from elsewhere': async (studio) => {
    const page = await studio.page();
    assert.match(await page.text('#connection'), /^(connected|on this device)$/);
    assert.notEqual(await page.text('#name'), 'Undercroft studio');
    assert.ok((await page.tally(await page.colour('floor'))) > 2000, 'floor is drawn');
    assert.ok((await page.tally(await page.colour('ink'), 'base', 40)) > 500, 'walls are inked');
    const isOwn = (url) => url.startsWith(studio.address) || url.startsWith('data:');
    for (const url of page.requests) assert.ok(isOwn(url), `${url} is not the studio's`);
    page.sane();
  },

  'a field that the protocol lacks is told when the page reads it': async (studio) => {
    const page = await studio.page();
    await page.page.evaluate(() => {
      const { hello } = window.studio.app;
      return [hello.limits.sides, hello.presets[0].values['rooms.count'], hello.fields[0].kind.choices, hello.visible_count];
    });
    assert.deepEqual(page.strangers.splice(0), ['header.reply.limits.sides', 'header.reply.visible_count']);
  },

  'an empty map can be made and fitted': async (studio) => {
    const page = await studio.page();
    await page.click('#new');
    await page.page.fill('#new-width', '40');
    await page.page.fill('#new-height', '24');
    await page.click('#new-go');
    assert.match(await page.text('#subtitle'), /40 × 24/);
    await page.shows([20, 12], 'floor');
    page.sane();
  },

  'wheel zooms to the pointer, middle and space drag pan, Home fits': async (studio) => {
    const page = await studio.page();
    const fitted = await page.look();
    await page.point([30, 30]);
    const before = await page.at([30, 30]);
    await page.page.mouse.wheel(0, -600);
    await page.rest();
    const after = await page.at([30, 30]);
    assert.ok(Math.hypot(before[0] - after[0], before[1] - after[1]) < 3, 'the cell stays under the pointer');
    other(await page.look(), fitted);
    await page.page.mouse.down({ button: 'middle' });
    await page.page.mouse.move(after[0] + 60, after[1] + 40, { steps: 3 });
    await page.page.mouse.up({ button: 'middle' });
    const panned = await page.at([30, 30]);
    assert.ok(Math.abs(panned[0] - after[0] - 60) < 2 && Math.abs(panned[1] - after[1] - 40) < 2, 'middle drag pans');
    await page.page.keyboard.down(' ');
    await page.page.mouse.down();
    await page.page.mouse.move(panned[0] + 110, panned[1], { steps: 3 });
    await page.page.mouse.up();
    await page.page.keyboard.up(' ');
    const again = await page.at([30, 30]);
    assert.ok(again[0] > panned[0] + 30, 'space drag pans');
    await page.key('Home');
    same(await page.look(), fitted, 'Home shows the map as it was');
    page.sane();
  },

  'the status line tells the cell under the pointer': async (studio) => {
    const page = await studio.page();
    await page.generate('small-dungeon', 12);
    const [[x, y], label] = await page.scene((scene) => [scene.rooms[2].floor[0], scene.labels[2]]);
    await page.point([x, y]);
    assert.equal(await page.text('#cell'), `${x}, ${y} · floor of room ${label}`);
  },
};
