// The server under test, the browser, and a page for each test.

import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { Page } from './page.mjs';
import { Server } from './server.mjs';
import { Site, listenToWorkers } from './site.mjs';
import { watch } from './vocabulary.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGUMENTS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
  '--disable-dev-shm-usage', '--no-first-run', '--mute-audio',
];
/** A test that takes longer hangs. [Unit: ms] */
const TIMEOUT = 60_000;

function findBrowser() {
  const found = [process.env.CHROMIUM, ...BROWSERS].find((file) => file && existsSync(file));
  if (!found) throw new Error('no chromium found; install it or name it in CHROMIUM');
  return found;
}

/** Starts the browser. */
export const launch = () => chromium.launch({ executablePath: findBrowser(), args: ARGUMENTS });

export class Studio {
  /** @param isSite whether the studio is a folder of files, without a server of its own */
  static async start(isSite = false) {
    const studio = new Studio();
    studio.isSite = isSite;
    studio.figures = [];
    studio.clipboard = null;
    const given = process.env.STUDIO_URL;
    studio.server = given ? null : isSite ? await Site.start() : await Server.start();
    studio.address = given ?? studio.server.address;
    studio.browser = await launch();
    return studio;
  }

  figure(text) {
    this.figures.push(text);
  }

  /**
   * Runs a test; returns what went wrong, or null. Its pages are watched for fields that the protocol lacks, unless
   * they are to be fast.
   */
  async run(title, test, isWatched = true) {
    const lane = new Lane(this, isWatched);
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('it takes too long')), TIMEOUT);
    });
    try {
      await Promise.race([test(lane), late]);
      for (const page of lane.pages) page.speaks();
      return null;
    } catch (error) {
      await lane.snap(title);
      return String(error.stack ?? error);
    } finally {
      clearTimeout(timer);
      await lane.end();
    }
  }

  async stop() {
    await this.browser.close();
    this.server?.stop();
  }
}

/** What one test has for itself: pages in windows of their own, and, when asked, the clipboard that all share. */
class Lane {
  constructor(studio, isWatched) {
    this.studio = studio;
    this.isWatched = isWatched;
    this.address = studio.address;
    this.contexts = [];
    this.pages = [];
    this.release = null;
    this.servers = [];
  }

  /** The same files, served in another way. */
  async site(options) {
    const site = await Site.start(options);
    this.servers.push(site);
    return site;
  }

  /** A server that this test may kill. */
  async server() {
    const server = await Server.start();
    this.servers.push(server);
    return server;
  }

  figure(text) {
    this.studio.figure(text);
  }

  async page(options = {}, address = this.address) {
    const context = await this.studio.browser.newContext({
      viewport: { width: 1280, height: 720 },
      colorScheme: 'light',
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    this.contexts.push(context);
    if (this.isWatched) await watch(context);
    if (this.studio.isSite) await listenToWorkers(context);
    const page = new Page(await context.newPage());
    this.pages.push(page);
    await page.open(address);
    return page;
  }

  /** Waits until no other test needs the clipboard; it is given back when the test ends. */
  async borrowClipboard() {
    const before = this.studio.clipboard ?? Promise.resolve();
    this.studio.clipboard = new Promise((resolve) => (this.release = resolve));
    await before;
  }

  /** Keeps what a failed test showed. */
  async snap(title) {
    const page = this.contexts.at(-1)?.pages().at(-1);
    const folder = path.join(HERE, 'out');
    mkdirSync(folder, { recursive: true });
    await page?.screenshot({ path: path.join(folder, `${title.replace(/\W+/g, '-')}.png`) }).catch(() => {});
  }

  async end() {
    this.release?.();
    for (const context of this.contexts) await context.close().catch(() => {});
    for (const server of this.servers) server.stop();
  }
}
