// A generation that does not end before it is cancelled, however fast the machine: walkers go on for 10,000,000 turns
// on a map that has room for none of their rooms.

const SET = {
  width: 16,
  height: 16,
  'templates.floor_cells': 500_000,
  'templates.iterations': 10_000_000,
  'templates.stall_limit': 1_000_000,
  'templates.attempts': 1_000,
  budget: 10_000_000_000,
};

/** Starts it, and waits until the page shows that it runs. */
export async function startLongWork(page) {
  const command = { preset: 'walker-keep', set: SET, seed: '5', trace: false };
  await page.page.evaluate((long) => void window.studio.app.modes.build.latest.put(long), command);
  await page.page.waitForSelector('#work:not([hidden])', { timeout: 15_000 });
}
