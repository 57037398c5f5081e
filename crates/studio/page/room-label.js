// What people call rooms: by number; by id where no room of the dungeon has a number.

/** @import { Room } from './types.js' */

/** @type {(rooms: Room[]) => boolean} */
const hasNumbers = (rooms) => rooms.some(({ number }) => number !== undefined && number !== null);

/**
 * What is written on the floor of each room, by id; nothing for passages.
 * @type {(rooms: Room[]) => (string | null)[]}
 */
export function floorLabels(rooms) {
  const numbered = hasNumbers(rooms);
  return rooms.map(({ id, number }) => (numbered ? number?.toString() ?? null : String(id)));
}

/**
 * What a sentence calls a room: `room 4`, or `a passage`.
 * @type {(labels: (string | null)[], id: number) => string}
 */
export const roomWords = (labels, id) => (labels[id] ? `room ${labels[id]}` : 'a passage');
