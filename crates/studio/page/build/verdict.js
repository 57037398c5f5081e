// The report of verify: every flaw with its place, and the facts of the dungeon.

/** @import { Fact, Facts, Flaw, Scene } from '../types.js' */

import { count, el, facts, plural } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { list } from './inspector.js';

const MOST = 60;
/** @type {(fraction: number) => string} */
const percent = (fraction) => `${Math.round(fraction * 100)} %`;
/** @type {(value: number) => string} */
const tenths = (value) => (value / 10).toFixed(1);

/** @type {[name: keyof Facts, title: string, show: (value: number) => string][]} */
const FACTS = [
  ['rooms', 'Rooms', count],
  ['links', 'Links', count],
  ['loops', 'Loops', count],
  ['dead_end_rooms', 'Dead ends', count],
  ['choke_rooms', 'Choke rooms', count],
  ['critical_hops', 'Links to the goal', count],
  ['critical_steps', 'Steps to the goal', count],
  ['floor_cells', 'Floor cells', count],
  ['corridor_steps', 'Corridor steps', count],
  ['hugging_share', 'Hugging walls', percent],
  ['aligned_share', 'Rooms on the grid', percent],
  ['runway_share', 'Full runways', percent],
  ['fill', 'Walkable cells in the bounding box', percent],
  ['corridor_mean_tenths', 'Mean corridor', tenths],
  ['corridor_longest', 'Longest corridor', count],
  ['median_room', 'Median room', count],
  ['rectangle_share', 'Rectangular rooms', percent],
  ['numbered_rooms', 'Rooms without passages', count],
  ['least_loops', 'Loops of the poorest level', count],
  ['dead_end_share', 'Dead ends among rooms', percent],
  ['corner_door_share', 'Doors in corners', percent],
  ['close_doors', 'Close doors', count],
  ['long_room_share', 'Rooms longer than 5 : 2', percent],
  ['sheet_aspect_tenths', 'Aspect of the sheet', tenths],
  ['shared_share', 'Shared walls', percent],
  ['symmetry_share', 'Mirrored rooms', percent],
  ['ground_share', 'Floor with ground', percent],
  ['doorway_width_tenths', 'Mean width of doorways', tenths],
];

/** @type {(scene: Scene, showFlaw: (flaw: Flaw) => void) => HTMLElement[]} */
export function verdict(scene, showFlaw) {
  const { flaws, facts: values } = scene.report;
  const isSound = flaws.length === 0;
  const sound = scene.rooms.length ? 'All checks passed' : 'A map without rooms: no flaws';
  const words = isSound ? sound : plural(flaws.length, 'flaw');
  const head = el('p.verdict', { id: 'verdict' }, icon(isSound ? 'sound' : 'flaw'), words);
  head.classList.add(isSound ? 'sound' : 'flawed');
  const section = el('section', { id: 'flaws' }, el('h2', {}, 'Checks'), head);
  if (!isSound) section.append(list(flaws.slice(0, MOST).map((flaw) => [flaw.sentence, () => showFlaw(flaw)])));
  if (flaws.length > MOST) section.append(el('p.help', {}, `and ${plural(flaws.length - MOST, 'more flaw')}`));
  const warnings = scene.warnings.map((text) => el('li', {}, text));
  if (warnings.length) section.append(el('h3', {}, 'Warnings'), el('ul.help', {}, warnings));
  if (scene.rooms.length === 0) return [section];
  const rows = FACTS.flatMap(([name, title, show]) => factRow(title, values[name], show));
  const numbers = el('details', { open: true }, el('summary', {}, 'Facts'), facts(rows));
  return [section, numbers];
}

/**
 * A row for a number; none where there is no number.
 * @type {(title: string, value: unknown, show: (value: number) => string) => Fact[]}
 */
const factRow = (title, value, show) => (typeof value === 'number' ? [[title, show(value)]] : []);
