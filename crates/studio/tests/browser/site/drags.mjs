// Input to paint on the site and in the program's studio, in one run.

import assert from 'node:assert/strict';

const TURNS = 5;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Times from input to paint, for inputs that `input(i)` makes in the page. [Unit: ms] */
const paints = (page, input) => page.page.evaluate(async ([source, turns]) => {
  const { app, stage, wire } = window.studio;
  const make = new Function('i', 'app', 'wire', source);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const times = [];
  for (let i = 0; i < turns; i++) {
    const [scene, began] = [app.scene, performance.now()];
    make(i, app, wire);
    do await frame(); while (app.scene === scene || wire.waiting.size > 0 || stage.frame);
    times.push(performance.now() - began);
  }
  return times;
}, [input, TURNS]);

/** The slider of the number of rooms, by one each time. */
const SLIDER = `
  const slider = document.querySelector('.field[data-key="rooms.count"] input[type=range]');
  slider.value = String(Number(slider.value) + 1);
  slider.dispatchEvent(new Event('input', { bubbles: true }));
`;

/** A room that can be moved, as a drag asks for it. */
const findMove = (page) => page.page.evaluate(async () => {
  const { app, wire } = window.studio;
  const [gx, gy] = app.scene.moduleGrid ?? [1, 1];
  for (const room of app.scene.rooms) {
    for (const by of [[gx, 0], [-gx, 0], [0, gy], [0, -gy]]) {
      const edits = [{ edit: 'move_room', room: app.modes.build.refOf(room), by }];
      const isFree = await wire.ask('try', { edits }).then(() => true, () => false);
      if (isFree) return void (window.move = edits);
    }
  }
  throw new Error('no room can move');
});

/** What a room in the hand asks and shows. */
const ROOM = "wire.ask('try', { edits: window.move }).then((reply) => app.takeDocument(reply, true));";

async function measure(studio, address) {
  const page = await studio.page({ bypassCSP: true }, `${address}#preset=small-dungeon&seed=77`);
  const slider = median(await paints(page, SLIDER));
  await page.rest();
  await findMove(page);
  const room = median(await paints(page, ROOM));
  return { slider, room };
}

export default {
  'figures of a slider and of a room that is dragged': async (studio) => {
    const server = await studio.server();
    const theirs = await measure(studio, server.address);
    const ours = await measure(studio, studio.address);
    for (const name of ['slider', 'room']) {
      const times = (ours[name] / theirs[name]).toFixed(1);
      studio.figure(`site: ${name}, input to paint ${ours[name].toFixed(0)} ms; ${theirs[name].toFixed(0)} ms with a server: ${times} times`);
      assert.ok(ours[name] > 0 && theirs[name] > 0);
    }
  },
};
