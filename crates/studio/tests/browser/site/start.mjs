import assert from 'node:assert/strict';

/** Counts what the page's policy refuses. */
const countRefusals = (page) => page.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));

export default {
  'the site makes its first dungeon on this device, and no request leaves it': async (studio) => {
    const page = await studio.page();
    assert.equal(await page.text('#connection'), 'on this device');
    assert.ok((await page.tally(await page.colour('floor'))) > 2000, 'floor is drawn');
    const isOwn = (url) => url.startsWith(studio.address) || /^(data|blob):/.test(url);
    for (const url of [...page.requests, ...(await countRefusals(page))]) assert.ok(isOwn(url), `${url} is elsewhere`);
    assert.equal(await page.page.locator('#from-disk').count(), 0);
    page.sane();
  },

  'the first dungeon on a cold load': async (studio) => {
    const times = [];
    for (let i = 0; i < 3; i++) {
      const began = Date.now();
      const page = await studio.page({ serviceWorkers: 'block' });
      await page.page.waitForSelector('body[data-ready=true]');
      times.push(Date.now() - began);
    }
    studio.figure(`site: first dungeon on a cold load ${times.sort((a, b) => a - b)[1]} ms (median of 3: ${times.join(', ')})`);
  },

  'it works in a sub-folder of a host': async (studio) => {
    const site = await studio.site({ under: '/games/dungeon/' });
    const page = await studio.page({}, site.address);
    await page.generate('cave', 3);
    assert.ok(await page.scene((scene) => scene.rooms.length > 0));
    page.sane();
  },

  'a host that does not name the type of the module is good enough': async (studio) => {
    const change = (name, body, headers) => {
      return name.endsWith('.wasm') ? { headers: { ...headers, 'content-type': 'application/octet-stream' } } : null;
    };
    const site = await studio.site({ change });
    const page = await studio.page({}, site.address);
    assert.equal(await page.text('#connection'), 'on this device');
    page.sane();
  },

  'a module that is missing is told with what to do': async (studio) => {
    const site = await studio.site({ change: (name) => (name.endsWith('.wasm') ? { status: 404, body: 'no' } : null) });
    const context = await studio.studio.browser.newContext({ serviceWorkers: 'block' });
    studio.contexts.push(context);
    const page = await context.newPage();
    await page.goto(site.address);
    await page.waitForSelector('#empty:not([hidden])');
    assert.match(await page.textContent('#empty'), /engine of the studio cannot be loaded: the host answers 404\. Reload/);
    assert.equal(await page.textContent('#connection'), 'cannot start');
  },

  'a link of the program opens on the site': async (studio) => {
    const page = await studio.page({}, `${studio.address}#preset=small-dungeon&seed=5&rooms.count=6`);
    assert.equal(await page.scene((scene) => scene.rooms.length), 6);
    await page.page.evaluate(() => window.studio.app.openText('https://example.org/x/#preset=cave&seed=9'));
    await page.rest();
    assert.match(await page.page.evaluate(() => location.hash), /preset=cave&seed=9/);
    page.sane();
  },
};
