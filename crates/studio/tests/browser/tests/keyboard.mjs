import assert from 'node:assert/strict';

const focused = (page) => page.page.evaluate(() => {
  const { id, dataset, tagName } = document.activeElement;
  return id || dataset.mode || tagName;
});

/** Presses Tab until something has the focus. */
const tabTo = async (page, id, most = 120) => {
  for (let i = 0; i < most; i++) {
    if ((await focused(page)) === id) return;
    await page.page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reaches ${id}`);
};

export default {
  'Tab reaches every control, and the focus can be seen': async (studio) => {
    const page = await studio.page();
    const bar = ['tab-build', 'undo', 'new', 'open', 'export', 'share', 'toggle-left', 'toggle-right', 'help'];
    for (const id of [...bar, 'preset', 'seed', 'dice', 'generate', 'stage']) {
      if (await page.page.isDisabled(`#${id}`).catch(() => false)) continue;
      await tabTo(page, id);
      const outline = await page.page.evaluate(() => {
        const style = getComputedStyle(document.activeElement);
        return `${style.outlineStyle} ${parseFloat(style.outlineWidth)}`;
      });
      assert.match(outline, /solid [2-9]/, `${id} shows its focus`);
    }
    page.sane();
  },

  'a dungeon is made, inspected and changed without a mouse': async (studio) => {
    const page = await studio.page();
    await tabTo(page, 'preset');
    await page.page.keyboard.press('ArrowDown');
    await page.rest();
    await tabTo(page, 'seed');
    await page.page.keyboard.press('Control+a');
    await page.page.keyboard.type('9');
    await page.key('Enter');
    const source = await page.scene((scene) => scene.source);
    assert.equal(source.seed, '9');
    assert.notEqual(source.preset, 'small-dungeon');
    await tabTo(page, 'stage');
    const target = await page.scene((scene) => scene.rooms[1].floor[2]);
    const label = await page.scene((scene) => scene.labels[1]);
    await page.walk(target);
    assert.match(await page.text('#cursor-text'), new RegExp(`floor of room ${label}`));
    await page.key('Enter');
    assert.equal(await page.text('#inspected'), await page.titleOf(1));
    const rooms = await page.scene((scene) => scene.rooms.length);
    await page.key('Delete');
    assert.equal(await page.scene((scene) => scene.rooms.length), rooms - 1);
    await page.key('Control+z');
    assert.equal(await page.scene((scene) => scene.rooms.length), rooms);
    page.sane();
  },

  'sight, walls, ways and crowds without a mouse': async (studio) => {
    const page = await studio.page();
    await page.blank(24, 16);
    await page.page.focus('#stage');
    await page.key('2');
    await page.walk([5, 5]);
    await page.key('Shift+Enter');
    assert.deepEqual(await page.page.evaluate(() => window.studio.app.modes.see.observer.cell), [5, 5]);
    await page.walk([9, 5]);
    await page.key('Enter');
    assert.equal(await page.scene((scene) => scene.level(0).solid.get(9, 5)), 1);
    await page.walk([14, 5]);
    await page.key('d');
    assert.match(await page.text('#path'), /Length/);
    await page.key('Escape', '3');
    assert.equal(await page.page.getAttribute('#tab-crowd', 'aria-selected'), 'true');
    await page.walk([3, 3]);
    await page.key('o');
    await page.walk([12, 10]);
    await page.key('d', 's');
    await page.until((app) => app.modes.crowd.crowd.state.arrived === 1);
    page.sane();
  },

  'the ? overlay lists all keys of all modes, and Escape closes it': async (studio) => {
    const page = await studio.page();
    await page.page.focus('#stage');
    await page.key('?');
    assert.equal(await page.page.locator('#dialog').isVisible(), true);
    const text = await page.text('#dialog');
    const listed = ['Build', 'See', 'Crowd', 'Everywhere', 'new seed', 'two cells wide', 'next mode', 'undo'];
    for (const words of listed) assert.ok(text.includes(words), `lists ${words}`);
    const caps = await page.page.locator('#dialog kbd').allTextContents();
    for (const key of [...'RSVPNGMCDO0QXTEFBL', 'Ctrl+S', 'F9', 'Home', 'Ctrl+Z', 'Ctrl+Shift+Z']) {
      assert.ok(caps.includes(key), `lists ${key}`);
    }
    await page.key('Escape');
    assert.equal(await page.page.locator('#dialog').isVisible(), false);
  },

  'tabs are moved through by arrow keys, the export menu by Enter and Escape': async (studio) => {
    const page = await studio.page();
    await tabTo(page, 'tab-build');
    await page.key('ArrowRight');
    assert.equal(await focused(page), 'tab-see');
    assert.equal(await page.page.getAttribute('#tab-see', 'aria-selected'), 'true');
    await tabTo(page, 'export');
    await page.key('Enter');
    assert.equal(await page.page.locator('#dialog').isVisible(), true);
    await page.key('Escape');
    assert.equal(await focused(page), 'export', 'the focus is back where it was');
  },
};
