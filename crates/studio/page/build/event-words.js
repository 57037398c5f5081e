// Events of a trace as sentences.

/** @import { Rect, TraceEvent } from '../types.js' */

import { roomWords } from '../room-label.js';

/**
 * An event as a sentence: its kind, and what happened. `labels` are what rooms are called, by id.
 * @type {(event: TraceEvent, labels: (string | null)[]) => [kind: string, words: string]}
 */
export function describe(event, labels) {
  const called = (/** @type {number} */ room) => roomWords(labels, room);
  switch (event.event) {
    case 'stage': return ['Stage', `${event.name} begins`];
    case 'split': return ['Split', `${size(event.partition)} into ${event.parts.map(size).join(' and ')}`];
    case 'placed': {
      const { room, floor } = event;
      return ['Placed', `${called(room)}, ${size(floor)} at ${floor.left}, ${floor.top}`];
    }
    case 'rejected': return ['Rejected', `${event.what} at ${event.at.join(', ')}: ${event.reason}`];
    case 'tried': {
      const turned = event.turn ? `, turned ${event.turn * 90}°` : '';
      const mirrored = event.mirror ? ', mirrored' : '';
      return ['Tried', `walker ${event.walker}: ${event.what} at ${event.at.join(', ')}${turned}${mirrored}`];
    }
    case 'walked': {
      const words = `walker ${event.walker}: ${called(event.from)} to ${called(event.to)}`;
      return [event.teleport ? 'Teleport' : 'Walked', words];
    }
    case 'group_began': return ['Group', `${event.group} (${event.what}) requires ${event.required} rooms`];
    case 'group_committed': return ['Group', `${event.group} is complete: ${event.rooms.map(called).join(', ')}`];
    case 'group_rolled_back': return ['Rolled back', `group ${event.group}: ${event.reason}`];
    case 'searched': {
      const cost = event.cost === null ? 'no path' : `cost ${event.cost}`;
      return ['Searched', `link ${event.link}: ${event.steps} steps, ${cost}`];
    }
    case 'carved': return ['Carved', `link ${event.link}, ${event.path.length} cells`];
    case 'fell_back': {
      return ['Fell back', `link ${event.link}, end ${event.end}: ${event.fallback.replaceAll('_', ' ')}`];
    }
    case 'opened_door': return ['Door', `${event.door} in ${called(event.room)} at ${event.cells[0].join(', ')}`];
    case 'purpose_assigned': return ['Purpose', `${called(event.room)}: ${spaced(event.purpose)} (${event.reason})`];
    case 'feature_placed': {
      const { room, kind, cells } = event;
      return ['Feature', `${spaced(kind)} in ${called(room)}, ${size(cells)} at ${cells.left}, ${cells.top}`];
    }
    case 'feature_dropped': return ['Dropped', `${spaced(event.kind)} in ${called(event.room)}: ${event.reason}`];
    case 'spawn_placed': return ['Spawn', `${event.kind} in ${called(event.room)} at ${event.at.join(', ')}`];
    case 'note_written': return ['Note', `${event.room === null ? 'story' : called(event.room)}: ${event.text}`];
    case 'left_out': return ['Left out', `${event.events} more attempts of walkers`];
    case 'note': return ['Note', event.text];
  }
}

/** @type {(rect: Rect) => string} */
const size = ({ left, top, right, bottom }) => `${right - left} × ${bottom - top}`;

/**
 * The name of a purpose or a kind as people write it.
 * @type {(name: string) => string}
 */
export const spaced = (name) => name.replaceAll('-', ' ');
