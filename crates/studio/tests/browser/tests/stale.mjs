import assert from 'node:assert/strict';

const seen = (page) => page.page.evaluate(() => {
  const { path, sweep, observer, goal } = window.studio.app.modes.see;
  return { found: path?.found, waypoints: path?.waypoints.length, cells: sweep?.cells.length, observer, goal };
});

/** A wall in column 9 with one gap; the observer to the right of it, the destination to the left. */
const gap = async (studio) => {
  const page = await studio.page();
  await page.blank(20, 12);
  await page.mode('see');
  for (const y of [1, 2, 4, 5, 6, 7, 8, 9, 10]) await page.press([9, y]);
  await page.page.evaluate(() => window.studio.app.modes.see.look([14, 5]));
  await page.rest();
  await page.point([4, 5]);
  await page.key('d');
  await page.rest();
  return page;
};

export default {
  // S17: the path of the old body.
  'the path of a small body stayed when the observer grew': async (studio) => {
    const page = await gap(studio);
    assert.deepEqual([(await seen(page)).found, (await seen(page)).goal], [true, [4, 5]]);
    await page.key('n');
    assert.equal((await seen(page)).observer.shape, '1x2');
    assert.equal((await seen(page)).found, false);
    assert.match(await page.text('#path'), /No path/);
    await page.key('n');
    assert.equal((await seen(page)).found, true);
    page.sane();
  },

  'the band to the pointer stayed where the observer had been': async (studio) => {
    const page = await gap(studio);
    await page.point([5, 5]);
    await page.rest();
    const before = (await seen(page)).cells;
    await page.page.evaluate(() => window.studio.app.modes.see.look([12, 5]));
    await page.rest();
    const after = (await seen(page)).cells;
    assert.equal(after, before - 2, 'two cells nearer');
    await page.key('n');
    assert.ok((await seen(page)).cells > after, 'a taller band');
  },

  'the length of the path covered its destination': async (studio) => {
    const page = await gap(studio);
    const plate = await page.colour('see-path');
    for (const zoom of [1, 2, 0.4]) {
      await page.page.evaluate((factor) => {
        const { stage } = window.studio;
        stage.camera.zoom(factor, stage.camera.width / 2, stage.camera.height / 2);
        stage.invalidate();
      }, zoom);
      await page.rest();
      const covered = await page.page.evaluate(([r, g, b]) => {
        const { stage, app } = window.studio;
        const [x, y] = app.modes.see.goal;
        const [sx, sy] = stage.camera.toScreen(x + 0.5, y + 0.5);
        const reach = Math.max(6, stage.camera.scale * 0.42) * 1.5;
        const { data } = stage.overlay.getContext('2d').getImageData(sx - 14, sy - reach, 28, reach * 2);
        let plates = 0;
        for (let i = 0; i < data.length; i += 4) {
          if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 6 && data[i + 3] > 250) plates++;
        }
        return plates;
      }, plate);
      // The last dot of the path has the same colour: 4 pixels round.
      assert.ok(covered < 120, `${covered} pixels of the plate at zoom ${zoom}`);
    }
  },

  // S18: the status line.
  'the status line spoke of a cell of the map before': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=dungeon&seed=7`);
    await page.page.focus('#stage');
    const [x, y] = await page.scene((scene) => scene.rooms.find((room) => !room.roles?.length).floor[1].slice(0, 2));
    await page.press([x, y]);
    assert.match(await page.text('#cell'), new RegExp(`${x}, ${y} · floor of room`));
    await page.key('Delete');
    assert.doesNotMatch(await page.text('#cell'), /room/);
    await page.key('Control+z');
    assert.match(await page.text('#cell'), /floor of room/);
    await page.point([await page.scene((scene) => scene.levels[0].width - 1), 1]);
    await page.page.evaluate(() => window.studio.app.change('new', { width: 12, height: 9 }));
    await page.rest();
    assert.equal(await page.text('#cell'), '–');
    page.sane();
  },

  // S23: the step view.
  'the lowest rooms hid behind the timeline': async (studio) => {
    const page = await studio.page({ viewport: { width: 1600, height: 560 } }, `${studio.address}#preset=dungeon&seed=7`);
    const bottom = () => page.page.evaluate(() => {
      const { camera, level } = window.studio.stage;
      return [camera.toScreen(0, level.height)[1], camera.height];
    });
    await page.page.focus('#stage');
    await page.page.keyboard.press('Home');
    await page.page.keyboard.press('v');
    await page.page.waitForSelector('#timeline:not([hidden])');
    await page.page.waitForTimeout(200);
    const [edge, height] = await bottom();
    assert.ok(edge <= height, `the map ends at ${edge} of ${height}`);
    await page.page.keyboard.press('v');
    await page.rest();
    await page.page.keyboard.press('+');
    await page.rest();
    const scale = () => page.page.evaluate(() => window.studio.stage.camera.scale);
    const chosen = await scale();
    await page.page.keyboard.press('v');
    await page.page.waitForTimeout(200);
    assert.equal(await scale(), chosen, 'a scale that the user chose stays');
  },

  'names of stages were cut in the middle': async (studio) => {
    for (const width of [1280, 700]) {
      const page = await studio.page({ viewport: { width, height: 720 } }, `${studio.address}#preset=dungeon&seed=7`);
      await page.page.focus('#stage');
      await page.page.keyboard.press('v');
      await page.page.waitForSelector('#timeline:not([hidden])');
      const cut = await page.page.evaluate(() => [...document.querySelectorAll('.stages span')].filter((span) => {
        const range = document.createRange();
        range.selectNodeContents(span);
        const [word, place] = [range.getBoundingClientRect(), span.getBoundingClientRect()];
        const isWhole = word.right <= place.right + 0.5 && word.bottom <= place.bottom + 3;
        return !isWhole && word.top < place.bottom - 2;
      }).map((span) => span.textContent));
      assert.deepEqual(cut, [], `at ${width}`);
    }
  },
};
