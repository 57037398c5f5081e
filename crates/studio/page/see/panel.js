// The panels of See: what the colours mean, the observer, text in and out; and on the right what is seen.

import { count, el, facts } from '../ui/dom.js';
import { icon } from '../ui/icons.js';

const swatch = (colour, words, kind = '') => {
  const box = el(kind ? `dt.${kind}` : 'dt', {});
  box.style.background = colour;
  return [box, el('dd', {}, words)];
};

function legend() {
  return el('dl.legend', {},
    swatch('var(--map-see-observer)', 'observer'), swatch('var(--map-see-wall)', 'wall'),
    swatch('var(--map-see-visible)', 'visible'), swatch('var(--map-see-hidden)', 'hidden'),
    swatch('#ffffff', 'interesting corner', 'corner'), swatch('#f2cf3a', 'corner that is not', 'corner'));
}

const button = (id, name, words, run) => {
  const made = el('button', { type: 'button', id }, icon(name), words);
  made.onclick = run;
  return made;
};

export function leftPanel(see) {
  const kinds = [['clear', 'Clear: where a body could walk straight to'], ['glimpse', 'Glimpse: what meets the eye']];
  const kind = el('select', { id: 'view-kind' }, kinds.map(([value, words]) => el('option', { value }, words)));
  kind.value = see.kind;
  kind.onchange = () => see.setKind(kind.value);
  const text = el('textarea', { id: 'map-text', rows: 9, spellcheck: false, placeholder: 'A map as text: ■ wall, s observer, o visible, □ hidden' });
  text.setAttribute('aria-label', 'Map as text');
  const take = button('take-text', 'paste', 'Use this text', () => see.paste(text.value));
  const copy = button('copy-text', 'copy', 'Copy the map', () => see.copy());
  return [
    el('section', {}, el('h2', {}, 'Sight'), legend()),
    el('section', {}, el('label.help', { htmlFor: 'view-kind' }, 'Kind of sight'), el('div', {}, kind)),
    el('section', {}, el('h2', {}, 'Text'), el('p.help', {}, 'Copy and paste maps as text. Size and observer are found in it; a bad text changes nothing.'), el('div.row', {}, copy), el('div.row', {}, text), el('div.row', {}, take)),
    el('section', {}, el('h2', {}, 'Mouse'), el('dl.keys', {},
      ['Click', 'toggle a wall', 'Shift+drag', 'paint walls', 'Shift+right drag', 'erase walls', 'Right drag', 'move the observer'].flatMap((words, i) =>
        i % 2 ? [el('dd', {}, words)] : [el('dt', {}, el('kbd', {}, words))]))),
  ];
}

export function rightPanel(see) {
  const { view, way, goal, observer } = see;
  const seen = view
    ? [['Visible cells', count(view.visible_count)], ['Corners', count(view.corner_count)], ['Interesting', count(view.interesting_count)]]
    : [['Visible cells', '–'], ['Corners', '–'], ['Interesting', '–']];
  const place = observer ? [['Place', observer.cell.join(', ')], ['Shape', observer.shape.replace('x', ' × ')]] : [['Place', 'none']];
  const sections = [
    el('section', { id: 'view-counts' }, el('h2', {}, 'View'), facts(seen)),
    el('section', {}, el('h2', {}, 'Observer'), facts(place)),
  ];
  const route = el('section', { id: 'way' }, el('h2', {}, 'Way'));
  if (!goal) route.append(el('p.help', {}, 'Press D over a cell to find the shortest way to it.'));
  else if (!way) route.append(el('p.help', {}, 'Looking for a way…'));
  else if (!way.found) route.append(el('p.verdict.flawed', {}, 'There is no way.'));
  else {
    route.append(facts([['Length', way.length.toFixed(3)], ['Turns', count(Math.max(0, way.waypoints.length - 2))]]));
    route.append(el('h3', {}, 'Waypoints'), el('ol.help', {}, way.waypoints.slice(0, 60).map((cell) => el('li', {}, cell.join(', ')))));
  }
  return [...sections, route];
}
