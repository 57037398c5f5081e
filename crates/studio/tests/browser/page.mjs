// A page of the studio: what tests do to it and read from it. Reading is from the DOM and from the canvas' pixels.

import assert from 'node:assert/strict';
import { SENT } from './site.mjs';
import { STRANGER } from './vocabulary.mjs';

export class Page {
  constructor(page) {
    this.page = page;
    this.problems = [];
    this.strangers = [];
    this.requests = [];
    /** The commands that the page has sent, by type. */
    this.commands = [];
    page.setDefaultTimeout(8000);
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && this.hear(message.text()));
    page.on('request', (request) => this.requests.push(request.url()));
    page.on('console', (message) => message.text().startsWith(SENT) && this.commands.push(message.text().slice(SENT.length)));
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => this.commands.push(JSON.parse(payload).command.type));
    });
  }

  hear(text) {
    if (text.startsWith(STRANGER)) this.strangers.push(text.slice(STRANGER.length));
    else this.problems.push(text);
  }

  async open(address) {
    // A picker of files belongs to the system, and no test can answer it: saving falls back to a download.
    await this.page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await this.page.goto(address, { timeout: 20_000 });
    await this.page.waitForSelector('body[data-ready=true]', { timeout: 20_000 });
    await this.rest();
  }

  /** Waits until nothing is asked, loaded, read or drawn any more. */
  async rest() {
    await this.page.waitForFunction(() => {
      const { wire, stage, app } = window.studio;
      const isSharp = performance.now() > stage.camera.zoomedAt + 250;
      const isReading = document.querySelector('[aria-busy=true]');
      const resting = wire.waiting.size === 0 && !stage.frame && app.scene && isSharp && !isReading;
      window.rested = resting ? (window.rested ?? 0) + 1 : 0;
      return window.rested > 3;
    }, null, { timeout: 30_000, polling: 25 });
  }

  /** The whole session of the site as its worker prints it, once a worker that takes over has it. */
  async printedSession() {
    await this.page.waitForFunction(() => window.studio.wire.engine !== null);
    return this.page.evaluate(async () => (await window.studio.wire.engine.run('print')).text);
  }

  text(selector) {
    return this.page.textContent(selector);
  }

  async key(...names) {
    for (const name of names) await this.page.keyboard.press(name);
    await this.rest();
  }

  async click(selector) {
    await this.page.click(selector);
    await this.rest();
  }

  async mode(name) {
    await this.click(`#tab-${name}`);
  }

  async choose(selector, value) {
    await this.page.selectOption(selector, value);
    await this.rest();
  }

  async fill(selector, value) {
    await this.page.fill(selector, String(value));
    await this.page.press(selector, 'Enter');
    await this.rest();
  }

  /** A preset with a seed, and fields that differ from it. */
  async generate(preset, seed, set = {}) {
    await this.page.evaluate(async ([name, wanted, changes]) => {
      const { app } = window.studio;
      const recipe = { preset: name, seed: String(wanted), set: changes };
      await app.takeDocument(await app.wire.ask('generate', { ...recipe, trace: true }));
    }, [preset, seed, set]);
    await this.rest();
  }

  async blank(width, height) {
    await this.page.evaluate((size) => window.studio.app.change('new', size), { width, height });
    await this.rest();
  }

  /** Where the middle of a cell is in the window. */
  at(cell, dx = 0.5, dy = 0.5) {
    return this.page.evaluate(([x, y]) => {
      const { stage } = window.studio;
      const { left, top } = stage.element.getBoundingClientRect();
      const [sx, sy] = stage.camera.toScreen(x, y);
      return [left + sx, top + sy];
    }, [cell[0] + dx, cell[1] + dy]);
  }

  async point(cell) {
    await this.page.mouse.move(...(await this.at(cell)));
  }

  async press(cell, options = {}) {
    await this.page.mouse.click(...(await this.at(cell)), options);
    await this.rest();
  }

  /** Moves the cursor of the map to a cell, by arrow keys. */
  async walk([x, y]) {
    await this.page.keyboard.press('ArrowLeft');
    const [cx, cy] = await this.page.evaluate(() => window.studio.app.cell);
    const across = Array(Math.abs(x - cx)).fill(x > cx ? 'ArrowRight' : 'ArrowLeft');
    const down = Array(Math.abs(y - cy)).fill(y > cy ? 'ArrowDown' : 'ArrowUp');
    for (const key of [...across, ...down]) await this.page.keyboard.press(key);
    await this.rest();
  }

  /** Drags over cells with a button and perhaps a key held. */
  async drag(cells, { button = 'left', hold = null } = {}) {
    if (hold) await this.page.keyboard.down(hold);
    await this.point(cells[0]);
    await this.page.mouse.down({ button });
    for (const cell of cells.slice(1)) await this.page.mouse.move(...(await this.at(cell)), { steps: 4 });
    await this.page.mouse.up({ button });
    if (hold) await this.page.keyboard.up(hold);
    await this.rest();
  }

  /** The colour at a place of a cell on one of the two canvases: [red, green, blue, alpha]. */
  pixel(cell, layer = 'base', dx = 0.5, dy = 0.5) {
    return this.page.evaluate(([x, y, name]) => {
      const { stage } = window.studio;
      const [sx, sy] = stage.camera.toScreen(x, y).map((p) => Math.round(p * stage.ratio));
      return [...stage[name].getContext('2d').getImageData(sx, sy, 1, 1).data];
    }, [cell[0] + dx, cell[1] + dy, layer]);
  }

  /** What a canvas shows, as the mean brightness and cover of 2,304 blocks: small enough to keep and compare. */
  look(layer = 'base') {
    return this.page.evaluate((name) => {
      const [across, down] = [64, 36];
      const { width, height } = window.studio.stage[name];
      const { data } = window.studio.stage[name].getContext('2d').getImageData(0, 0, width, height);
      const sums = new Float64Array(across * down * 2);
      for (let y = 0, i = 0; y < height; y++) {
        for (let x = 0; x < width; x++, i += 4) {
          const block = 2 * (Math.floor((x * across) / width) + Math.floor((y * down) / height) * across);
          sums[block] += ((data[i] + 2 * data[i + 1] + 3 * data[i + 2]) * data[i + 3]) / 1530;
          sums[block + 1] += data[i + 3];
        }
      }
      return [...sums].map((sum) => (sum * across * down) / (width * height));
    }, layer);
  }

  /** How many pixels of a canvas have nearly this colour. */
  tally(colour, layer = 'base', reach = 12) {
    return this.page.evaluate(([[r, g, b], name, near]) => {
      const canvas = window.studio.stage[name];
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let found = 0;
      for (let i = 0; i < data.length; i += 4) {
        const off = Math.max(Math.abs(data[i] - r), Math.abs(data[i + 1] - g), Math.abs(data[i + 2] - b));
        if (data[i + 3] > 200 && off < near) found++;
      }
      return found;
    }, [colour, layer, reach]);
  }

  /** A colour of the style sheet: [red, green, blue]. */
  colour(name) {
    return this.page.evaluate((property) => {
      const hex = getComputedStyle(document.documentElement).getPropertyValue(`--map-${property}`).trim();
      return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    }, name);
  }

  /** The pixel has the colour of that name, give or take a shade. */
  async shows(cell, name, layer = 'base', reach = 40) {
    const [seen, wanted] = [await this.pixel(cell, layer), await this.colour(name)];
    const off = Math.max(...wanted.map((part, i) => Math.abs(part - seen[i])));
    assert.ok(off <= reach, `cell ${cell} is rgb(${seen.slice(0, 3)}), not ${name} rgb(${wanted})`);
  }

  /** The document as the page holds it, or a part of it. */
  scene(read) {
    return this.page.evaluate(`(${read.toString()})(window.studio.app.scene, window.studio.app)`);
  }

  /** What the inspector calls a room: its number, and its name where it has one. */
  titleOf(room) {
    return this.page.evaluate((id) => {
      const { rooms, labels } = window.studio.app.scene;
      return `Room ${labels[id]}${rooms[id].name ? `: ${rooms[id].name}` : ''}`;
    }, room);
  }

  /** The cells at the west of a room's floor on which nothing stands. */
  freeCells(room) {
    return this.page.evaluate((id) => {
      const { scene } = window.studio.app;
      const { z, floor } = scene.rooms[id];
      return floor.map(([x, y]) => [x, y]).filter(([x, y]) => !scene.level(z).solid.get(x, y));
    }, room);
  }

  async toast(pattern) {
    const isShown = (source) => new RegExp(source, 'i').test(document.getElementById('toasts').textContent);
    await this.page.waitForFunction(isShown, pattern.source, { timeout: 8000 });
  }

  /** Waits until something is true; asked from outside, for the page's own policy forbids it to evaluate text. */
  async until(read, timeout = 20_000) {
    const end = Date.now() + timeout;
    while (!(await this.page.evaluate(`(${read.toString()})(window.studio.app)`))) {
      if (Date.now() > end) throw new Error(`it never came true: ${read}`);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  /** The types of the commands that the page sends while something runs. */
  async commandsOf(run) {
    const before = this.commands.length;
    await run();
    return this.commands.slice(before);
  }

  /** The page read no field of a reply that the protocol does not have. */
  speaks() {
    assert.deepEqual([...new Set(this.strangers)], [], 'fields that the protocol lacks');
  }

  /** Nothing went wrong in the page itself. */
  sane() {
    assert.deepEqual(this.problems, []);
  }
}

/** Shades that two looks may differ by: a part that is painted again is smoothed a little differently at its edges. */
const SHADES = 1.2;

const apart = (a, b) => (a.length === b.length ? Math.max(...a.map((shade, i) => Math.abs(shade - b[i]))) : Infinity);

/** Two looks show the same. */
export function same(a, b, words = 'the canvas shows the same') {
  assert.ok(apart(a, b) <= SHADES, `${words}: they are ${apart(a, b).toFixed(1)} shades apart`);
}

/** Two looks differ. */
export function other(a, b, words = 'the canvas shows something else') {
  assert.ok(apart(a, b) > SHADES, `${words}: they are ${apart(a, b).toFixed(1)} shades apart`);
}
