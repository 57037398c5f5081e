// The panels of Crowd: speed, numbers and files on the left; what the crowd does on the right.

import { count, el, facts } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { HELD } from './marks.js';
import { STATES } from './crowd.js';

const WAITS = { taken: 'taken', anti_cross: 'anti-cross', distance: 'distance rule', wall: 'wall', planning: 'planning', unreachable: 'cut off' };

const button = (id, name, words, run, kind = 'button') => {
  const made = el(kind, { type: 'button', id }, name ? icon(name) : null, words);
  made.onclick = run;
  return made;
};

export function leftPanel(mode) {
  const speed = el('input', { type: 'range', id: 'speed', min: 1, max: 120, value: mode.speed });
  const shown = el('span.unit', {}, `${mode.speed} ticks a second`);
  speed.oninput = () => {
    mode.speed = Number(speed.value);
    shown.textContent = `${mode.speed} ticks a second`;
    speed.setAttribute('aria-valuetext', shown.textContent);
    speed.style.setProperty('--part', `${((mode.speed - 1) / 119) * 100}%`);
  };
  speed.oninput();
  const number = el('input', { type: 'number', id: 'scatter', min: 1, max: mode.app.hello.limits.actors, value: mode.many });
  number.onchange = () => number.checkValidity() && (mode.many = Number(number.value));
  const legend = Object.entries(HELD).flatMap(([name, colour]) => {
    const box = el('dt', {});
    box.style.background = colour;
    return [box, el('dd', {}, name)];
  });
  return [
    el('section', {}, el('h2', {}, 'Run'), el('div.field', {}, el('label', { htmlFor: 'speed' }, 'Speed ', shown), speed),
      el('div.row', {}, button('step-once', 'forward', 'One tick', () => mode.step(1)))),
    el('section', {}, el('h2', {}, 'Actors'),
      el('div.field', {}, el('label', { htmlFor: 'scatter' }, 'How many'), number),
      el('div.row', {}, button('scatter-go', null, 'Scatter', () => mode.scatter(mode.many)), button('send-random', null, 'Send all to the pointer', () => mode.send({ who: 'all' })))),
    el('section', {}, el('h2', {}, 'Markers'), el('dl.legend', {}, legend)),
    el('section', {}, el('h2', {}, 'Whole state'), el('p.help', {}, 'Map, observer, actors, destinations and modes as one file.'),
      el('div.row', {}, button('save-state', 'save', 'Save (F5)', () => mode.app.save()), button('load-state', 'folder', 'Load (F9)', () => mode.app.load()))),
  ];
}

export function rightPanel(mode) {
  const { crowd } = mode;
  const { state } = crowd;
  if (!state) return [el('section', {}, el('h2', {}, 'Crowd'), el('p.help', {}, 'Press O over the map to put an actor there, then P to send everybody somewhere, then S to start.'))];
  const figures = [
    ['Tick', count(state.tick)], ['Actors', count(state.actors)], ['Arrived', count(state.arrived)],
    ['Last arrival', state.makespan ? count(state.makespan) : '–'],
    ['Smallest separation', state.separation === null ? '–' : state.separation.toFixed(2)], ['Crossings', count(state.crossings)],
  ];
  const waits = Object.entries(WAITS).map(([name, words]) => [words, count(state.waits[name] ?? 0)]);
  return [
    el('section', { id: 'crowd-figures' }, el('h2', {}, 'Crowd'), facts(figures)),
    el('section', { id: 'crowd-waits' }, el('h2', {}, 'Waits by reason'), facts(waits)),
    chosen(mode),
  ];
}

function chosen(mode) {
  const { crowd, selected } = mode;
  const section = el('section', { id: 'actor' }, el('h2', {}, 'Selected actor'));
  const i = crowd.ids.get(selected);
  if (i === undefined) section.append(el('p.help', {}, 'Click an actor, or press Enter beside it.'));
  else {
    const place = crowd.body(i).map((at) => at.toFixed(2)).join(', ');
    section.append(facts([['Number', String(selected)], ['State', STATES[crowd.status(i)]], ['Place', place], ['Sent to', crowd.goal(i)?.join(', ') ?? '–']]));
    section.append(el('div.row', {}, button('remove-actor', 'bin', 'Remove', () => mode.remove(selected))));
  }
  return section;
}
