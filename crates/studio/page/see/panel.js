// The panels of See: what the colours mean, the observer, text in and out; and on the right what is seen.

/** @import { Fact, FovKind, PathReply, PathStart } from '../types.js' */
/** @import { IconName } from '../ui/icons.js' */
/** @import { SeeMode } from './mode.js' */

import { count, el, facts } from '../ui/dom.js';
import { icon } from '../ui/icons.js';

/** Waypoints beyond this many are not listed. */
const MOST_WAYPOINTS = 60;

/** @type {(colour: string, words: string, kind?: string) => HTMLElement[]} */
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

/** @type {(id: string, name: IconName, words: string, run: () => void) => HTMLElement} */
const button = (id, name, words, run) => {
  const made = el('button', { type: 'button', id }, icon(name), words);
  made.onclick = run;
  return made;
};

/** @type {(see: SeeMode) => HTMLElement[]} */
export function leftPanel(see) {
  /** @type {[FovKind, string][]} */
  const kinds = [['exact', 'Exact'], ['shadowcast', 'Shadowcast']];
  const kind = el('select', { id: 'fov-kind' }, kinds.map(([value, words]) => el('option', { value }, words)));
  kind.value = see.kind;
  kind.onchange = () => see.setKind(kinds[kind.selectedIndex][0]);
  /** @type {[PathStart, string][]} */
  const starts = [['cells', 'In its size'], ['straddle', 'As one cell, from its middle']];
  const start = el('select', { id: 'path-start' }, starts.map(([value, words]) => el('option', { value }, words)));
  start.value = see.start;
  start.onchange = () => see.setStart(starts[start.selectedIndex][0]);
  const placeholder = 'A map as text: ■ wall, s observer, o visible, □ hidden';
  const text = el('textarea', { id: 'map-text', rows: 9, spellcheck: false, placeholder });
  text.setAttribute('aria-label', 'Map as text');
  const take = button('take-text', 'paste', 'Use this text', () => see.app.openText(text.value));
  const copy = button('copy-text', 'copy', 'Copy the map', () => see.copy());
  return [
    el('section', {}, el('h2', {}, 'Legend'), legend()),
    el('section', {}, el('label.help', { htmlFor: 'fov-kind' }, 'Field of view'), el('div', {}, kind)),
    el('section', {}, el('label.help', { htmlFor: 'path-start' }, 'The observer walks'), el('div', {}, start)),
    el('section', {}, el('h2', {}, 'Text'),
      el('p.help', {}, 'Copy and paste maps as text. It holds size and observer; a bad text changes nothing.'),
      el('div.row', {}, copy), el('div.row', {}, text), el('div.row', {}, take)),
    el('section', {}, el('h2', {}, 'Mouse'), el('dl.keys', {}, see.more.flatMap(([keys, help]) => [
      el('dt', {}, [keys].flat().map((key) => el('kbd', {}, key))),
      el('dd', {}, help),
    ]))),
  ];
}

/** @type {(see: SeeMode) => HTMLElement[]} */
export function rightPanel(see) {
  const { view, path, goal, observer } = see;
  const hasCorners = view?.kind === 'exact';
  /** @type {Fact[]} */
  const seen = [
    ['Visible cells', view ? count(view.visible_count) : '–'],
    ['Corners', view && hasCorners ? count(view.corner_count) : view ? 'exact view only' : '–'],
    ['Interesting', view && hasCorners ? count(view.interesting_count) : '–'],
  ];
  /** @type {Fact[]} */
  const place = observer
    ? [['Place', observer.cell.join(', ')], ['Shape', observer.shape.replace('x', ' × ')]]
    : [['Place', 'none']];
  const sections = [
    el('section', { id: 'view-counts' }, el('h2', {}, 'View'), facts(seen)),
    el('section', {}, el('h2', {}, 'Observer'), facts(place)),
  ];
  const section = el('section', { id: 'path' }, el('h2', {}, 'Path'));
  if (!goal) section.append(el('p.help', {}, 'Press D over a cell to find the shortest path to it.'));
  else if (!path) section.append(el('p.help', {}, 'Searching…'));
  else if (!path.found) section.append(el('p.verdict.flawed', {}, 'No path.'));
  else section.append(...pathFacts(path, see.start));
  return [...sections, section];
}

/** @type {(path: PathReply, start: PathStart) => HTMLElement[]} */
function pathFacts({ length, waypoints, centers }, start) {
  const turns = count(Math.max(0, waypoints.length - 2));
  const cells = start === 'cells' ? waypoints : centers.map(([x, y]) => [x - 0.5, y - 0.5]);
  const places = cells.slice(0, MOST_WAYPOINTS).map((cell) => el('li', {}, cell.join(', ')));
  return [
    facts([['Length', length.toFixed(3)], ['Turns', turns]]),
    el('h3', {}, 'Waypoints'),
    el('ol.help', {}, places),
  ];
}
