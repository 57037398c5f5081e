// What a room holds: why it has its purpose, its notes, its furniture, and what begins in it.

/** @import { Feature, InspectReply, Note, Room, Spawn } from '../types.js' */
/** @import { Trace } from './trace.js' */

import { el } from '../ui/dom.js';
import { spaced } from './event-words.js';

/** @type {(selection: InspectReply, trace: Trace | null) => HTMLElement[]} */
export function roomContents({ room, features, spawns }, trace) {
  const notes = room?.notes ?? [];
  return [
    plainList('Reason for this purpose', 'reason', room && trace ? reasonOf(room, trace) : []),
    noteList('Notes', 'notes', notes.filter(({ secret }) => !secret)),
    noteList('For the game master', 'secret-notes', notes.filter(({ secret }) => secret)),
    plainList('Features', 'features', counted(features.map(featureWords))),
    plainList('Spawns', 'spawns', counted(spawns.map(spawnWords))),
  ].filter((part) => part !== null);
}

/**
 * "Ossuary: dead-end, deep; 2 of 3 preferences met", where the trace holds the choice.
 * @type {(room: Room, trace: Trace) => string[]}
 */
function reasonOf(room, trace) {
  const choice = trace.choiceOf(room);
  if (!choice) return [];
  const purpose = spaced(choice.purpose);
  return [`${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}: ${choice.reason}`];
}

/** @type {(title: string, id: string, notes: Note[]) => HTMLElement | null} */
function noteList(title, id, notes) {
  return plainList(title, id, notes.map(({ plain }) => plain));
}

/** @type {(title: string, id: string, lines: string[]) => HTMLElement | null} */
function plainList(title, id, lines) {
  if (!lines.length) return null;
  const rows = lines.map((line) => el('li', {}, line));
  return el('div', { id: `room-${id}` }, el('h3', {}, title), el('ul.plain', {}, rows));
}

/** @type {(feature: Feature) => string} */
function featureWords({ kind, secret, light }) {
  const lit = light ? `, light ${light.dim_feet} ft` : '';
  return `${spaced(kind)}${lit}${secret ? ', secret' : ''}`;
}

/** @type {(spawn: Spawn) => string} */
const spawnWords = ({ kind, name }) => (name ? `${kind}: ${name}` : kind);

/**
 * Equal lines once, with their number, in the order in which they first come.
 * @type {(lines: string[]) => string[]}
 */
function counted(lines) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => (count > 1 ? `${count} × ${line}` : line));
}
