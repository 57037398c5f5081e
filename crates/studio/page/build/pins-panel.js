// What the next roll keeps: locks of stages, how much is pinned, and edits that wait for their subject.

/** @import { App, Edit, Pin, Scene, ShelvedInfo } from '../types.js' */

import { el, plural } from '../ui/dom.js';

/**
 * Stages that can be locked, with what they decide. A locked stage locks those before it.
 * @type {[stage: string, words: string][]}
 */
const STAGES = [
  ['place', 'Rooms'], ['route', 'Corridors'], ['doors', 'Doors'], ['ground', 'Ground'], ['stock', 'Contents'],
  ['name', 'Name'],
];

/** @typedef {{ edit: (edits: Edit[]) => Promise<unknown>, vary: () => void }} PinActions */

export class PinsPanel {
  /** @param {App} app @param {PinActions} act */
  constructor(app, act) {
    this.app = app;
    this.act = act;
    this.locks = STAGES.map(([stage, words]) => {
      const box = el('input', { type: 'checkbox', id: `lock-${stage}` });
      box.onchange = () => this.lock(stage, box.checked);
      return { stage, box, element: el('label.lock', { htmlFor: box.id }, box, words) };
    });
    this.count = el('p.help', { id: 'pin-count' });
    this.unpin = el('button.text', { type: 'button', id: 'unpin-all' }, 'Unpin all');
    this.unpin.onclick = () => this.unpinAll();
    this.vary = el('button', { type: 'button', id: 'vary' }, 'Variations');
    this.vary.title = 'Twenty rolls with other seeds that keep what is pinned';
    this.vary.onclick = () => act.vary();
    this.shelf = el('div', { id: 'shelved' });
    const boxes = this.locks.map(({ element }) => element);
    const locks = el('fieldset.locks', {}, el('legend', {}, 'Keep these stages'), boxes);
    this.element = el('section.pins', { id: 'pins' }, el('h2', {}, 'Kept by the next roll'),
      locks, this.count, el('div.row', {}, this.vary, this.unpin), this.shelf);
  }

  /** @type {Pin[]} */
  get pins() {
    return this.app.scene?.pins ?? [];
  }

  /** @type {(scene: Scene) => void} */
  show(scene) {
    const locked = STAGES.findLastIndex(([stage]) => isLocked(scene.pins, stage));
    this.locks.forEach(({ box, stage }, at) => {
      box.checked = at <= locked;
      // A stage is held by the lock of a later one.
      box.disabled = !scene.source || (at < locked && !isLocked(scene.pins, stage));
    });
    const things = scene.pins.filter(({ pin }) => pin !== 'stage');
    const nothing = 'Nothing else is pinned. Edits pin what they make.';
    this.count.textContent = things.length ? `${kinds(things)} pinned.` : nothing;
    this.unpin.hidden = scene.pins.length === 0;
    this.vary.disabled = !scene.source;
    this.shelf.replaceChildren(...shelved(scene.shelved, this.app));
  }

  /** @type {(stage: string, isOn: boolean) => void} */
  lock(stage, isOn) {
    const ids = this.pins.filter((pin) => pin.pin === 'stage' && pin.stage === stage).map(({ id }) => id);
    this.act.edit([isOn ? { edit: 'pin', what: { stage } } : { edit: 'unpin', ids }]);
  }

  unpinAll() {
    this.act.edit([{ edit: 'unpin', ids: this.pins.map(({ id }) => id) }]);
  }
}

/** @type {(pins: Pin[], stage: string) => boolean} */
const isLocked = (pins, stage) => pins.some((pin) => pin.pin === 'stage' && pin.stage === stage);

/** @type {(pins: Pin[]) => string} */
function kinds(pins) {
  const names = [...new Set(pins.map(({ pin }) => pin))];
  const words = names.map((name) => {
    const count = pins.filter(({ pin }) => pin === name).length;
    if (name === 'cells') return plural(count, 'group of cells', 'groups of cells');
    return name === 'entrance' || name === 'name' ? `the ${name}` : plural(count, name);
  });
  const text = words.join(', ');
  return text[0].toUpperCase() + text.slice(1);
}

/** @type {(list: ShelvedInfo[], app: App) => HTMLElement[]} */
function shelved(list, app) {
  if (!list.length) return [];
  const rows = list.map(({ edit, reason }, index) => {
    /** @type {(words: string, action: 'retry' | 'drop') => HTMLElement} */
    const button = (words, action) => {
      const made = el('button.text', { type: 'button' }, words);
      made.onclick = () => app.change('shelved', { action, index });
      return made;
    };
    const words = `${edit.edit.replaceAll('_', ' ')}: ${reason} `;
    return el('li', {}, words, button('Try again', 'retry'), button('Drop', 'drop'));
  });
  return [el('h3', {}, `Shelved (${list.length})`), el('ul.shelf', {}, rows)];
}
