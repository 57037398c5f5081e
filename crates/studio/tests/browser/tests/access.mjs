import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing that axe finds with its default rules, whatever the impact (S32). */
const judge = async (page, where) => {
  await page.page.evaluate(axe);
  const { violations } = await page.page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const places = (nodes) => nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ');
  const words = violations.map(({ id, help, nodes }) => `${id}: ${help} (${places(nodes)})`);
  assert.deepEqual(words, [], where);
};

const look = (scheme) => async (studio) => {
  const page = await studio.page({ colorScheme: scheme });
  await page.page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
  await judge(page, 'build');
  await page.page.focus('#stage');
  await page.press(await page.scene((scene) => scene.rooms[0].floor[0].slice(0, 2)));
  await page.key('v');
  await judge(page, 'build, step by step');
  await page.key('v');
  await page.mode('see');
  await judge(page, 'see');
  await page.mode('crowd');
  await page.point(await page.scene((scene) => scene.rooms[0].floor[0].slice(0, 2)));
  await page.key('o');
  await judge(page, 'crowd');
  await page.key('?');
  await judge(page, 'keys');
  await page.key('Escape');
  await page.click('#export');
  await judge(page, 'export');
  await page.key('Escape');
  await page.click('#recent');
  await judge(page, 'recent work');
  await page.key('Escape');
  await page.mode('build');
  await page.click('#vary');
  await page.page.waitForSelector('#variations .variation button');
  await judge(page, 'variations');
  await page.page.locator('.variation input').nth(0).click();
  await page.page.locator('.variation input').nth(1).click();
  await page.page.waitForSelector('#compare canvas');
  await judge(page, 'comparison');
};

export default {
  'axe found roles that elements do not allow and content outside of landmarks, light': look('light'),
  'axe found roles that elements do not allow and content outside of landmarks, dark': look('dark'),
};
