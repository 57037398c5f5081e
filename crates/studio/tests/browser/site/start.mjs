import assert from 'node:assert/strict';

/** The addresses of all that the page has loaded. */
const loadedFiles = (page) => page.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));

/** A browser that has never seen the site. */
async function newContext(studio, serviceWorkers) {
  const context = await studio.studio.browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers });
  studio.contexts.push(context);
  return context;
}

/** From the start of the navigation until the first dungeon is painted. [Unit: ms] */
async function firstDungeon(page, address) {
  await page.goto(address, { waitUntil: 'commit' });
  // The page is ready when it has asked for the dungeon: it is there when it is drawn.
  const time = await page.waitForFunction(() => {
    const { app, stage, wire } = window.studio ?? {};
    return app?.scene && stage.draws.length > 0 && !stage.frame && wire.waiting.size === 0 && performance.now();
  }, null, { timeout: 45_000 });
  return Math.round(await time.jsonValue());
}

async function inTurn(list, run) {
  const results = [];
  for (const entry of list) results.push(await run(entry));
  return results;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

export default {
  'the site makes its first dungeon on this device, and no request leaves it': async (studio) => {
    const page = await studio.page();
    assert.equal(await page.text('#connection'), 'on this device');
    assert.ok((await page.tally(await page.colour('floor'))) > 2000, 'floor is drawn');
    const isOwn = (url) => url.startsWith(studio.address) || /^(data|blob):/.test(url);
    for (const url of [...page.requests, ...(await loadedFiles(page))]) assert.ok(isOwn(url), `${url} is elsewhere`);
    assert.equal(await page.page.locator('#from-disk').count(), 0);
    page.sane();
  },

  'the first dungeon on a cold load': async (studio) => {
    const times = await inTurn([1, 2, 3], async () => {
      const context = await newContext(studio, 'block');
      return firstDungeon(await context.newPage(), studio.address);
    });
    studio.figure(`site: first dungeon on a cold load ${median(times)} ms (median of ${times.join(', ')})`);
  },

  'the first dungeon on a warm load': async (studio) => {
    const context = await newContext(studio, 'allow');
    const page = await context.newPage();
    await firstDungeon(page, studio.address);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 45_000 });
    const times = await inTurn([1, 2, 3], async () => firstDungeon(await context.newPage(), studio.address));
    studio.figure(`site: first dungeon on a warm load ${median(times)} ms (median of ${times.join(', ')})`);
  },

  'the first dungeon on a cold load with a slow processor and network': async (studio) => {
    const context = await newContext(studio, 'block');
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    const network = { offline: false, latency: 0, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', network);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const time = await firstDungeon(page, studio.address);
    studio.figure(`site: first dungeon on a cold load, processor ÷ 4 and 10 Mbit/s: ${time} ms`);
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
