// What the crowd has done, in figures and sentences. Only actors with orders count.

/** @import { CrowdInfo, Fact } from '../types.js' */

import { count, plural } from '../ui/dom.js';

/** A run pauses after so many ticks in which no actor gets nearer to its destination. */
const PATIENCE = 200;

/** @type {(state: CrowdInfo) => Fact[]} */
export const crowdFacts = (state) => [
  ['Tick', count(state.tick)],
  ['Actors', count(state.actors)],
  ['With orders', count(state.ordered)],
  ['At their destination', count(state.arrived)],
  ['Have been there', count(state.been)],
  ['Last arrival', typeof state.makespan === 'number' ? `tick ${count(state.makespan)}` : '–'],
  ['Smallest separation', state.separation?.toFixed(2) ?? '–'],
  ['Crossings', count(state.crossings)],
];

/** @type {(state: CrowdInfo) => string} */
export function crowdLine(state) {
  const tick = `tick ${count(state.tick)}`;
  if (state.ordered === 0) return `${tick} · ${plural(state.actors, 'actor')}, none with orders`;
  return `${tick} · ${count(state.arrived)} of ${count(state.ordered)} with orders are there`;
}

/**
 * Why a run ends here, as a sentence; null where it goes on.
 * @type {(state: CrowdInfo, stalledBefore: number) => { text: string, isBad: boolean } | null}
 */
export function endOfRun(state, stalledBefore) {
  if (state.actors === 0) return { text: 'There is no actor: press O over the map, or scatter some.', isBad: true };
  if (state.ordered === 0) return { text: 'No actor has an order: press P over a cell to send all.', isBad: true };
  if (state.settled) {
    const there = `${count(state.arrived)} of ${count(state.ordered)}`;
    return { text: `All at rest after tick ${count(state.tick)}: ${there} with orders arrived.`, isBad: false };
  }
  const waited = state.stalled_for - Math.min(stalledBefore, state.stalled_for);
  if (waited < PATIENCE) return null;
  const stuck = state.stuck === 1 ? '1 actor is stuck' : `${count(state.stuck)} actors are stuck`;
  return { text: `Paused: no progress for ${count(waited)} ticks, ${stuck}. S goes on.`, isBad: true };
}
