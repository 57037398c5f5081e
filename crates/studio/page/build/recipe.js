// The left panel of Build: preset, seed, and every field of the recipe, grouped.

import { el } from '../ui/dom.js';
import { icon, iconButton } from '../ui/icons.js';
import { Field } from './field.js';

/** Which group a field is shown in; those that are not named stay with their own. */
const GROUPS = [
  ['Map', ['width', 'height', 'place', 'entry', 'tile']],
  ['Rooms', ['rooms.']],
  ['Corridors', ['loops', 'corridors.']],
  ['Doors', ['doors.']],
  ['Plan', ['category', 'shape', 'branching', 'bounds', 'levels', 'locks', 'secrets.', 'tags.']],
  ['House', ['storeys']],
  ['Drawn rooms', ['templates.']],
];
const OPEN = new Set(['Map', 'Rooms']);

const groupOf = (key) => GROUPS.find(([, keys]) => keys.some((k) => (k.endsWith('.') ? key.startsWith(k) : k === key)))?.[0] ?? 'More';

export class RecipePanel {
  /** `generate({seed?, gesture?})` is called when something changed. */
  constructor(hello, generate) {
    this.hello = hello;
    this.generate = generate;
    this.gesture = 0;
    this.fields = new Map();
    this.element = el('div', {});
    this.head = this.makeHead();
    this.groups = this.makeGroups();
    this.element = [this.head, ...this.groups.map(({ element }) => element)];
    this.choose(hello.default_preset);
  }

  makeHead() {
    this.preset = el('select.preset', { id: 'preset' }, this.hello.presets.map(({ name, title }) => el('option', { value: name }, title)));
    this.preset.onchange = () => {
      this.choose(this.preset.value);
      this.generate({});
    };
    this.about = el('p.help', { id: 'preset-help' });
    this.preset.setAttribute('aria-describedby', 'preset-help');
    this.seed = el('input', { type: 'text', id: 'seed', inputMode: 'numeric', autocomplete: 'off', spellcheck: false, pattern: '[0-9]{1,20}' });
    this.seed.onchange = () => this.seed.checkValidity() && this.generate({ seed: this.seed.value || null });
    const dice = iconButton('dice', 'New seed (S)', () => this.generate({ seed: null }));
    dice.id = 'dice';
    const again = el('button.primary', { type: 'button', id: 'generate' }, icon('again'), 'Generate');
    again.title = 'Generate with this seed (R)';
    again.onclick = () => this.generate({});
    this.resetAll = el('button.text', { type: 'button', id: 'reset-all' }, 'Reset all fields');
    this.resetAll.onclick = () => {
      this.choose(this.preset.value);
      this.generate({});
    };
    const seedRow = el('div.seed', {}, this.seed, dice, again);
    return el('section', {}, el('h2', {}, 'Recipe'), el('label.hidden', { htmlFor: 'preset' }, 'Preset'), this.preset, this.about,
      el('label.help', { htmlFor: 'seed' }, 'Seed'), seedRow, el('div.row', {}, this.resetAll));
  }

  makeGroups() {
    const names = [...new Set(this.hello.fields.map(({ key }) => groupOf(key)))];
    const order = [...GROUPS.map(([name]) => name), 'More'];
    names.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    return names.map((name) => {
      const tally = el('span.tally', {});
      const details = el('details', { open: OPEN.has(name) }, el('summary', {}, name, tally));
      for (const info of this.hello.fields.filter(({ key }) => groupOf(key) === name)) {
        const field = new Field(info, info.default, (changed, isFinal) => this.changed(changed, isFinal));
        this.fields.set(info.key, field);
        details.append(field.element);
      }
      return { name, tally, element: details };
    });
  }

  changed(field, isFinal) {
    if (!this.moving) this.gesture++;
    this.moving = !isFinal;
    this.refresh();
    this.generate({ gesture: this.gesture });
  }

  /** Takes a preset's values. */
  choose(name, set = {}) {
    const preset = this.hello.presets.find((other) => other.name === name);
    this.preset.value = name ?? '';
    this.about.textContent = preset?.description ?? 'A recipe of your own.';
    for (const field of this.fields.values()) {
      const base = preset?.values[field.key] ?? field.info.default;
      field.rebase(base, set[field.key] ?? base);
    }
    this.refresh();
  }

  /** Shows what a document was made from, unless the hand is still on a control. */
  show(made, seed) {
    if (this.moving) return;
    if (document.activeElement !== this.seed) this.seed.value = seed;
    if (!made) return;
    this.choose(made.preset, made.set);
  }

  refresh() {
    for (const field of this.fields.values()) field.idle(this.obstacle(field.info));
    for (const { name, tally } of this.groups) {
      const fields = [...this.fields.values()].filter((field) => groupOf(field.key) === name);
      const changed = fields.filter((field) => field.isChanged).length;
      tally.textContent = changed ? `${changed} changed` : fields.every((field) => field.reason) ? 'not used here' : '';
    }
    this.resetAll.disabled = ![...this.fields.values()].some((field) => field.isChanged);
  }

  /** Why a field has no say with what the others are; null where it has. */
  obstacle({ needs }) {
    const unmet = needs.filter(({ field, words }) => !words.includes(String(this.fields.get(field).value)));
    const need = ({ field, words }) => {
      const { title, choices = [] } = this.fields.get(field).info;
      const shown = words.map((word) => `“${choices.find(({ name }) => name === word)?.title ?? word}”`);
      return `“${title}” to be ${shown.join(' or ')}`;
    };
    return unmet.length ? `Not used here: it needs ${unmet.map(need).join(', and ')}.` : null;
  }

  /** What to ask `generate` with. */
  command() {
    const set = {};
    for (const field of this.fields.values()) if (field.isChanged) set[field.key] = field.value;
    return { preset: this.preset.value || null, set };
  }

  /** Marks the field that a refusal blames. Returns whether there is one. */
  blame({ field: key, message }) {
    const field = this.fields.get(key);
    // Whatever the others are: what is to blame can be changed.
    field?.idle(null);
    field?.problem(message);
    field?.element.closest('details')?.setAttribute('open', '');
    return Boolean(field);
  }
}
