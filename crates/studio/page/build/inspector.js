// What lies under the last click: facts of a room, door or link, what can be changed, and the steps that made it.

/** @import { Choice, Door, FlatLink, Hello, InspectReply, InspectorActions, PinWhat, Room } from '../types.js' */
/** @import { Trace } from './trace.js' */

import { flatLink } from '../link.js';
import { roomWords } from '../room-label.js';
import { roomRef } from '../scene.js';
import { el, facts } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { describe } from './event-words.js';
import { roomContents } from './room-contents.js';

/** As many steps are listed; the others are on the time line. */
const MOST_EVENTS = 48;

/** @typedef {[words: string, run: () => void]} Row */

/** @type {(words: string, run: () => void) => Row} */
const row = (words, run) => [words, run];

/**
 * `labels` are what rooms are called, by id.
 * @type {(selection: InspectReply | null, labels: (string | null)[], hello: Hello, trace: Trace | null,
 *   act: InspectorActions) => HTMLElement}
 */
export function inspector(selection, labels, hello, trace, act) {
  const section = el('section', { id: 'inspector' }, el('h2', {}, 'Inspector'));
  if (!selection) {
    section.append(el('p.help', {}, 'Click a room, a door or a corridor, or press Enter at the cursor.'));
    return section;
  }
  section.append(el('h3', { id: 'inspected' }, titleOf(selection, labels)));
  if (selection.facts.length) section.append(facts(selection.facts));
  section.append(...roomContents(selection, trace));
  section.append(...pinSwitch(selection, act));
  if (selection.door) section.append(doorControls(selection.door, hello, act));
  if (selection.room && !selection.door) section.append(roomControls(selection.room, act));
  const links = linkList(selection, labels, act);
  if (links) section.append(links);
  const secrets = secretControls(selection.links.map(flatLink).filter((link) => link.isUndiscovered), act);
  if (secrets) section.append(secrets);
  if (selection.flaws.length) {
    section.append(el('h3', {}, 'Flaws here'), list(selection.flaws.map((flaw) => [flaw.sentence, () => {}])));
  }
  if (selection.events.length && trace) {
    section.append(el('h3', {}, 'Made by'), eventList(selection.events, labels, trace, act));
  }
  return section;
}

/** @type {(selection: InspectReply, labels: (string | null)[]) => string} */
function titleOf({ door, room, corridor_of: corridors, terrain, cell }, labels) {
  if (door) return `Door ${door.id}`;
  if (room) return `${labels[room.id] ? `Room ${labels[room.id]}` : 'Passage'}${room.name ? `: ${room.name}` : ''}`;
  if (corridors.length) return corridors.length === 1 ? `Link ${corridors[0]}` : `Links ${corridors.join(', ')}`;
  return `${terrain} at ${cell.join(', ')}`;
}

/** @type {<V extends string>(label: string, choices: Choice[], now: V, changed: (value: V) => void) => HTMLElement} */
function choice(label, choices, now, changed) {
  const options = choices.map((choice) => el('option', { value: choice.value }, choice.label));
  const list = el('select', { id: `door-${label.toLowerCase()}` }, options);
  list.value = now;
  // The options are the values of that kind, as the session lists them.
  list.onchange = () => changed(/** @type {typeof now} */ (list.value));
  return el('div.field', {}, el('label', { htmlFor: list.id }, label), list);
}

/** @type {(door: Door, hello: Hello, act: InspectorActions) => HTMLElement} */
function doorControls(door, hello, act) {
  const secret = el('input', { type: 'checkbox', id: 'door-secret', checked: Boolean(door.secret) });
  secret.onchange = () => act.setDoor(door, { secret: secret.checked });
  return el('div', {},
    choice('Kind', hello.door_kinds, door.kind, (kind) => act.setDoor(door, { kind })),
    choice('State', hello.door_states, door.state, (state) => act.setDoor(door, { state })),
    el('div.field', {}, el('label', { htmlFor: 'door-secret' }, 'Secret'), secret));
}

/**
 * The switch that pins what is selected, or lets it go.
 * @type {(selection: InspectReply, act: InspectorActions) => HTMLElement[]}
 */
function pinSwitch({ door, room, z, corridor_of: corridors, links, doors, pins }, act) {
  const what = subject();
  if (!what) return [];
  const box = el('input', { type: 'checkbox', id: 'pinned', checked: pins.length > 0 });
  box.onchange = () => (box.checked ? act.pin(what) : act.unpin(pins));
  return [el('div.field', {}, el('label', { htmlFor: 'pinned' }, 'Pinned'), box)];

  /** @returns {PinWhat | null} */
  function subject() {
    if (door) return { door: { z, cell: door.cells[0] } };
    if (room) return { room: roomRef(room) };
    const link = links.map(flatLink).find(({ id }) => id === corridors[0]);
    return link && doors.length ? act.linkWhat(link) : null;
  }
}

/** @type {(room: Room, act: InspectorActions) => HTMLElement} */
function roomControls(room, act) {
  const name = el('input', { type: 'text', id: 'room-name', value: room.name ?? '', maxLength: 200 });
  name.autocomplete = 'off';
  name.onchange = () => act.rename(room, name.value.trim());
  const naming = el('div.field', {}, el('label', { htmlFor: 'room-name' }, 'Name'), name);
  const button = el('button.danger', { type: 'button', id: 'delete-room' }, icon('bin'), 'Delete room');
  button.setAttribute('aria-keyshortcuts', 'Delete');
  button.onclick = () => act.deleteRoom(room);
  const help = 'Drag the room to move it, or hold Alt and press the arrow keys.';
  return el('div', {}, naming, el('div.row', {}, button), el('p.help', {}, help));
}

/** @type {(secrets: FlatLink[], act: InspectorActions) => HTMLElement | null} */
function secretControls(secrets, act) {
  if (!secrets.length) return null;
  const buttons = secrets.slice(0, 24).map((link) => {
    const words = `Discover link ${link.id}`;
    const button = el('button.discover', { type: 'button' }, icon('discover'), words);
    button.dataset.link = String(link.id);
    button.onclick = () => act.discover(link);
    return el('div.row', {}, button);
  });
  const help = 'Players know a discovered passage: its doors are shown and can be used.';
  return el('div', {}, buttons, el('p.help', {}, help));
}

const KINDS = { corridor: 'corridor', shared: 'shared wall', stairs: 'stairs', secret: 'secret passage' };

/** @type {(selection: InspectReply, labels: (string | null)[], act: InspectorActions) => HTMLElement | null} */
function linkList({ links, room }, labels, act) {
  if (!links.length) return null;
  const rows = links.slice(0, 24).map(flatLink).map((link) => {
    const other = room ? link.rooms.find((id) => id !== room.id) ?? room.id : null;
    const words = link.rooms.map((id) => roomWords(labels, id));
    const ends = other === null ? words.join(' and ') : `to ${roomWords(labels, other)}`;
    const hasRunways = link.kind === 'corridor' || link.kind === 'secret';
    const runway = hasRunways ? `, runway ${link.runway.join(' and ')}` : '';
    const fallbacks = link.fallback.filter((word) => word !== 'none').map((word) => `, ${word.replaceAll('_', ' ')}`);
    return row(`Link ${link.id}: ${KINDS[link.kind]} ${ends}${runway}${fallbacks.join('')}`, () => act.showLink(link));
  });
  const box = list(rows);
  box.classList.add('quiet');
  return el('div', {}, el('h3', {}, 'Links'), box);
}

/** @type {(events: number[], labels: (string | null)[], trace: Trace, act: InspectorActions) => HTMLElement} */
function eventList(events, labels, trace, act) {
  const shown = events.slice(0, MOST_EVENTS).filter((at) => at < trace.events.length);
  const rows = shown.map((at) => {
    return row(`${at + 1}. ${describe(trace.events[at], labels).join(' ')}`, () => act.showEvent(at));
  });
  const box = list(rows);
  box.classList.add('events');
  return box;
}

/** @type {(rows: Row[]) => HTMLElement} */
export function list(rows) {
  return el('ul.list', {}, rows.map(([words, run]) => {
    const button = el('button', { type: 'button' }, words);
    button.onclick = run;
    return el('li', {}, button);
  }));
}
