// What verify says: sound or not, every flaw with its place, and the facts of the dungeon.

import { count, el, facts, plural } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { list } from './inspector.js';

const MOST = 60;
const percent = (share) => `${Math.round(Number(share) * 100)} %`;

const FACTS = [
  ['rooms', 'Rooms', count], ['links', 'Links', count], ['loops', 'Loops', count], ['dead_end_rooms', 'Dead ends', count],
  ['choke_rooms', 'Choke rooms', count], ['critical_hops', 'Links to the goal', count], ['critical_steps', 'Steps to the goal', count],
  ['floor_cells', 'Floor cells', count], ['corridor_steps', 'Corridor steps', count], ['hugging_share', 'Hugging walls', percent],
  ['aligned_share', 'Rooms on the grid', percent], ['runway_share', 'Full runways', percent],
];

export function verdict(scene, showFlaw) {
  const { flaws, facts: known } = scene.report;
  const words = flaws.length ? plural(flaws.length, 'flaw') : scene.rooms.length ? 'Sound: every check passed' : 'A map without rooms: no flaws';
  const head = el(`p.verdict.${flaws.length ? 'flawed' : 'sound'}`, { id: 'verdict' }, icon(flaws.length ? 'flaw' : 'sound'), words);
  const section = el('section', { id: 'flaws' }, el('h2', {}, 'Proof'), head);
  if (flaws.length) section.append(list(flaws.slice(0, MOST).map((flaw) => [flaw.sentence, () => showFlaw(flaw)])));
  if (flaws.length > MOST) section.append(el('p.help', {}, `and ${plural(flaws.length - MOST, 'more flaw', 'more flaws')}`));
  const warnings = scene.warnings.map((text) => el('li', {}, text));
  if (warnings.length) section.append(el('h3', {}, 'Remarks'), el('ul.help', {}, warnings));
  if (scene.rooms.length === 0) return [section];
  const rows = FACTS.filter(([name]) => known[name] !== null && known[name] !== undefined).map(([name, title, show]) => [title, show(known[name])]);
  const numbers = el('details', { open: true }, el('summary', {}, 'Facts'), facts(rows));
  return [section, numbers];
}
