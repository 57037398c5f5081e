// What lies under the last click: facts of a room, door or link, what can be changed, and the steps that made it.

import { el, facts } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { tell } from './trace.js';

/** `act` holds what the inspector can ask for: setDoor, deleteRoom, select, showEvent. */
export function inspector(selection, hello, trace, act) {
  const section = el('section', { id: 'inspector' }, el('h2', {}, 'Inspector'));
  if (!selection) {
    section.append(el('p.help', {}, 'Click a room, a door or a corridor, or press Enter at the cursor.'));
    return section;
  }
  section.append(el('h3', { id: 'inspected' }, titleOf(selection)));
  if (selection.facts.length) section.append(facts(selection.facts));
  if (selection.door) section.append(doorControls(selection.door, hello, act));
  if (selection.room && !selection.door) section.append(roomControls(selection.room, act));
  const links = linkList(selection, act);
  if (links) section.append(links);
  if (selection.flaws.length) section.append(el('h3', {}, 'Flaws here'), list(selection.flaws.map((flaw) => [flaw.sentence, () => {}])));
  if (selection.events.length && trace) section.append(el('h3', {}, 'Made by'), eventList(selection.events, trace, act));
  return section;
}

function titleOf({ door, room, corridor_of: corridors, terrain, cell }) {
  if (door) return `Door ${door.id}`;
  if (room) return `Room ${room.id}`;
  if (corridors.length) return corridors.length === 1 ? `Link ${corridors[0]}` : `Links ${corridors.join(', ')}`;
  return `${terrain} at ${cell.join(', ')}`;
}

function choice(title, words, value, changed) {
  const list = el('select', { id: `door-${title.toLowerCase()}` }, words.map(({ name, title: shown }) => el('option', { value: name }, shown)));
  list.value = value;
  list.onchange = () => changed(list.value);
  return el('div.field', {}, el('label', { htmlFor: list.id }, title), list);
}

function doorControls(door, hello, act) {
  const secret = el('input', { type: 'checkbox', id: 'door-secret', checked: Boolean(door.secret) });
  secret.onchange = () => act.setDoor(door, { secret: secret.checked });
  return el('div', {},
    choice('Kind', hello.door_kinds, door.kind, (kind) => act.setDoor(door, { kind })),
    choice('State', hello.door_states, door.state, (state) => act.setDoor(door, { state })),
    el('div.field', {}, el('label', { htmlFor: 'door-secret' }, 'Secret'), secret));
}

function roomControls(room, act) {
  const button = el('button.danger', { type: 'button', id: 'delete-room' }, icon('bin'), 'Delete room');
  button.setAttribute('aria-keyshortcuts', 'Delete');
  button.onclick = () => act.deleteRoom(room);
  return el('div', {}, el('div.row', {}, button), el('p.help', {}, 'Drag the room to move it, or hold Alt and press the arrow keys.'));
}

const KINDS = { corridor: 'corridor', shared: 'shared wall', stairs: 'stairs', secret_passage: 'secret passage' };

function linkList({ links, room }, act) {
  if (!links.length) return null;
  const rows = links.slice(0, 24).map((link) => {
    const other = room ? link.rooms.find((id) => id !== room.id) ?? room.id : null;
    const ends = other === null ? `rooms ${link.rooms.join(' and ')}` : `to room ${other}`;
    const runway = link.kind === 'corridor' || link.kind === 'secret_passage' ? `, runway ${link.runway.join(' and ')}` : '';
    const gave = link.fallback.filter((word) => word !== 'none').map((word) => `, ${word.replaceAll('_', ' ')}`).join('');
    return [`Link ${link.id}: ${KINDS[link.kind] ?? link.kind} ${ends}${runway}${gave}`, () => act.showLink(link)];
  });
  const box = list(rows);
  box.classList.add('quiet');
  return el('div', {}, el('h3', {}, 'Links'), box);
}

function eventList(events, trace, act) {
  const rows = events.slice(0, 12).map((at) => [`${at + 1}. ${tell(trace.events[at] ?? { event: 'step' }).join(' ')}`, () => act.showEvent(at)]);
  const box = list(rows);
  box.classList.add('events');
  return box;
}

export function list(rows) {
  return el('ul.list', {}, rows.map(([words, run]) => {
    const button = el('button', { type: 'button' }, words);
    button.onclick = run;
    return el('li', {}, button);
  }));
}
