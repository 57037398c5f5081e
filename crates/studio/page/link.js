// A link with the fields of all kinds, so that one who draws it need not ask for its kind.

/** @import { FlatLink, Link } from './types.js' */

/** @type {(link: Link) => FlatLink} */
export function flatLink({ id, rooms, kind }) {
  /** @type {Omit<FlatLink, 'kind' | 'isUndiscovered'>} */
  const bare = { id, rooms, doors: [], path: [], width: 1, runway: [0, 0], fallback: ['none', 'none'] };
  if ('corridor' in kind) {
    const { doors, path, width, runway, fallback, hidden } = kind.corridor;
    const isUndiscovered = hidden === 'undiscovered';
    return { id, rooms, kind: 'corridor', doors, path, width, runway, fallback, isUndiscovered };
  }
  if ('secret' in kind) {
    const { doors, path, width, runway, fallback, discovered } = kind.secret;
    return { id, rooms, kind: 'secret', doors, path, width, runway, fallback, isUndiscovered: !discovered };
  }
  if ('stairs' in kind) return { ...bare, kind: 'stairs', path: kind.stairs.runs[0], isUndiscovered: false };
  const { door, hidden } = kind.shared;
  return { ...bare, kind: 'shared', doors: [door], isUndiscovered: hidden === 'undiscovered' };
}
