// The panels of Crowd: speed, numbers and files on the left; what the crowd does on the right.

/** @import { Fact } from '../types.js' */
/** @import { IconName } from '../ui/icons.js' */
/** @import { CrowdMode } from './mode.js' */

import { count, el, facts } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { HELD } from './marks.js';
import { STATES } from './crowd.js';
import { crowdFacts } from './figures.js';

const WAITS = {
  taken: 'taken',
  anti_cross: 'anti-cross',
  distance: 'distance rule',
  wall: 'wall',
  stalled: 'lets others pass',
  planning: 'planning',
  unreachable: 'cut off',
};

/** @type {(id: string, name: IconName | null, words: string, run: () => void) => HTMLElement} */
const button = (id, name, words, run) => {
  const made = el('button', { type: 'button', id }, name ? icon(name) : null, words);
  made.onclick = run;
  return made;
};

/** @type {(mode: CrowdMode) => HTMLElement[]} */
export function leftPanel(mode) {
  const speed = el('input', { type: 'range', id: 'speed', min: 1, max: 120, value: mode.speed });
  const shown = el('span.unit', {}, `${mode.speed} ticks a second`);
  const showSpeed = () => {
    mode.speed = Number(speed.value);
    shown.textContent = `${mode.speed} ticks a second`;
    speed.setAttribute('aria-valuetext', shown.textContent);
    speed.style.setProperty('--part', `${((mode.speed - 1) / 119) * 100}%`);
  };
  speed.oninput = showSpeed;
  showSpeed();
  const { actors } = mode.app.hello.limits;
  const number = el('input', { type: 'number', id: 'scatter', min: 1, max: actors, value: mode.many });
  number.onchange = () => number.checkValidity() && (mode.many = Number(number.value));
  const legend = Object.entries(HELD).flatMap(([name, colour]) => {
    const box = el('dt', {});
    box.style.background = colour;
    return [box, el('dd', {}, name)];
  });
  return [
    el('section', {}, el('h2', {}, 'Run'),
      el('div.field', {}, el('label', { htmlFor: 'speed' }, 'Speed ', shown), speed),
      el('div.row', {}, button('step-once', 'forward', 'One tick', () => mode.step(1)))),
    el('section', {}, el('h2', {}, 'Actors'),
      el('div.field', {}, el('label', { htmlFor: 'scatter' }, 'Actor count'), number),
      el('div.row', {},
        button('scatter-go', null, 'Scatter', () => mode.scatter(mode.many)),
        button('send-all', null, 'Send all to a cell', () => mode.app.armed.press(mode.sendAll)))),
    el('section', {}, el('h2', {}, 'Markers'), el('dl.legend', {}, legend)),
    el('section', {}, el('h2', {}, 'Whole state'),
      el('p.help', {}, 'Map, observer, actors, destinations and modes as one file.'),
      el('div.row', {},
        button('save-state', 'save', 'Save (Ctrl+S)', () => mode.app.save()),
        button('load-state', 'folder', 'Load (F9)', () => mode.app.load()))),
  ];
}

/** @type {(mode: CrowdMode) => HTMLElement[]} */
export function rightPanel(mode) {
  const { crowd } = mode;
  const { state } = crowd;
  if (!state) {
    const help = 'Press O over the map to put an actor there, P to send all actors to a cell, then S to start.';
    return [el('section', {}, el('h2', {}, 'Crowd'), el('p.help', {}, help))];
  }
  /** @type {Fact[]} */
  const waits = Object.entries(WAITS).map(([name, words]) => [words, count(state.waits[name] ?? 0)]);
  return [
    el('section', { id: 'crowd-figures' }, el('h2', {}, 'Crowd'), facts(crowdFacts(state))),
    el('section', { id: 'crowd-waits' }, el('h2', {}, 'Waits by reason'), facts(waits)),
    chosen(mode),
  ];
}

/** @type {(mode: CrowdMode) => HTMLElement} */
function chosen(mode) {
  const { crowd, selected } = mode;
  const section = el('section', { id: 'actor' }, el('h2', {}, 'Selected actor'));
  const i = selected === null ? undefined : crowd.ids.get(selected);
  if (selected === null || i === undefined) {
    section.append(el('p.help', {}, 'Click an actor, or press Enter beside it.'));
  } else {
    const place = crowd.body(i).map((at) => at.toFixed(2)).join(', ');
    section.append(facts([
      ['Number', String(selected)],
      ['State', STATES[crowd.status(i)]],
      ['Place', place],
      ['Sent to', crowd.goal(i)?.join(', ') ?? '–'],
    ]));
    section.append(el('div.row', {}, button('remove-actor', 'bin', 'Remove', () => mode.remove(selected))));
  }
  return section;
}
