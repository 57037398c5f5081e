// The left panel of Build: preset, seed, and every field of the recipe, grouped.

/** @import { AttachedFile, CommandFields, Hello, FieldInfo, GenerationSource, Json } from '../types.js' */
/** @import { Pin, RequestError } from '../types.js' */

import { el } from '../ui/dom.js';
import { isDraft } from '../ui/drafts.js';
import { icon, iconButton } from '../ui/icons.js';
import { newGesture } from '../gestures.js';
import { Field } from './field.js';
import { namesIn } from './file-field.js';

/**
 * A seed other than the one shown (null draws one), seeds of single stages, the gesture that asks, and what is kept
 * where that is not what is pinned.
 * @typedef {object} GenerateRequest
 * @property {string | null} [seed]
 * @property {{ [stage: string]: string }} [stages]
 * @property {number} [gesture]
 * @property {Pin[]} [pins]
 * @property {boolean} [fill]
 */

/** The field whose value decides which fields apply. */
const METHOD = 'method';

/** The field that decides whether rooms are filled, and the stage that fills them. */
const CONTENTS = 'stock.mode';
const STOCK = 'stock';
const ROLLS = 'New contents for all rooms: the walls stay';

/** The side of a map that is left to the program. [Unit: cells] */
const USUAL_SIDE = 80;

/** Groups that begin open. */
const OPEN_GROUPS = 2;

export class RecipePanel {
  /**
   * @param {Hello} hello
   * @param {(request: GenerateRequest) => void} generate is called when something changed
   */
  constructor(hello, generate) {
    this.hello = hello;
    this.generate = generate;
    /** The gesture of the control that moves. */
    this.gesture = 0;
    /** Whether the hand is on a control. */
    this.isMoving = false;
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    const presets = hello.presets.map(({ name, label }) => el('option', { value: name }, label));
    this.preset = el('select.preset', { id: 'preset' }, presets);
    this.about = el('p.help', { id: 'preset-help' });
    this.seed = el('input', { type: 'text', id: 'seed', autocomplete: 'off', placeholder: 'a number or a word' });
    this.seed.spellcheck = false;
    this.resetAll = el('button.text', { type: 'button', id: 'reset-all' }, 'Reset all fields');
    this.fill = el('button', { type: 'button', id: 'fill', hidden: true }, 'Fill the rest');
    this.fill.title = 'Keep everything on this map, pinned, and roll rooms of the preset round it';
    this.fill.onclick = () => this.generate({ fill: true });
    this.contentsDice = iconButton('dice', 'Contents', () => this.rollContents(), true);
    this.contentsDice.id = 'dice-contents';
    this.contentsDice.setAttribute('aria-label', 'New contents');
    this.groups = this.makeGroups();
    this.elements = [this.makeHead(), ...this.groups.map(({ element }) => element)];
    this.choose(hello.default_preset);
  }

  makeHead() {
    this.preset.onchange = () => {
      this.choose(this.preset.value);
      this.generate({});
    };
    this.preset.setAttribute('aria-describedby', 'preset-help');
    this.seed.onchange = () => this.generate({ seed: this.seed.value.trim() || null });
    const dice = iconButton('dice', 'New seed (S)', () => this.generate({ seed: null }));
    dice.id = 'dice';
    const generate = el('button.primary', { type: 'button', id: 'generate' }, icon('regenerate'), 'Generate');
    generate.title = 'Generate with this seed (R)';
    generate.onclick = () => this.generate({});
    this.resetAll.onclick = () => {
      this.choose(this.preset.value);
      this.generate({});
    };
    const seedRow = el('div.seed', {}, this.seed, dice);
    return el('section', {}, el('h2', {}, 'Recipe'),
      el('label.hidden', { htmlFor: 'preset' }, 'Preset'), this.preset, this.about,
      el('label.help', { htmlFor: 'seed' }, 'Seed'), seedRow,
      el('div.row', {}, generate, this.fill, this.contentsDice, this.resetAll));
  }

  /** Another seed for what is in the rooms: walls, doors and corridors stay. */
  rollContents() {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    this.generate({ stages: { [STOCK]: String(number) } });
  }

  /** The groups of the recipe's table, in its order. */
  makeGroups() {
    const names = [...new Set(this.hello.fields.map(({ group }) => group))];
    return names.map((name, at) => {
      const tally = el('span.tally', {});
      const details = el('details', { open: at < OPEN_GROUPS }, el('summary', {}, name, tally));
      const infos = this.hello.fields.filter(({ group }) => group === name);
      const fields = infos.map((info) => {
        return new Field(info, info.default, (changed, isFinal) => this.changed(changed, isFinal));
      });
      for (const field of fields) this.fields.set(field.key, field);
      details.append(...fields.map(({ element }) => element));
      return { fields, tally, element: details };
    });
  }

  /** @type {(field: Field, isFinal: boolean) => void} */
  changed(field, isFinal) {
    if (!this.isMoving) this.gesture = newGesture();
    this.isMoving = !isFinal;
    this.refresh();
    this.generate({ gesture: this.gesture });
  }

  /**
   * Takes a preset's values.
   * @type {(name: string, set?: { [key: string]: Json }) => void}
   */
  choose(name, set = {}) {
    const preset = this.hello.presets.find((other) => other.name === name);
    this.preset.value = name;
    this.about.textContent = preset?.description ?? 'A recipe of your own.';
    for (const field of this.fields.values()) {
      const base = preset?.values[field.key] ?? field.info.default;
      field.rebase(base, set[field.key] ?? base);
    }
    this.refresh();
  }

  /**
   * Shows what a document was generated from, unless the hand is still on a control.
   * @type {(source: GenerationSource | null, seed: string) => void}
   */
  show(source, seed) {
    if (this.isMoving) return;
    this.fill.hidden = Boolean(source);
    if (!isDraft(this.seed)) this.seed.value = seed;
    if (!source) return;
    for (const { key, name, text } of source.files ?? []) this.fields.get(key)?.files.set(name, text);
    this.choose(source.preset ?? '', source.set);
  }

  refresh() {
    this.limitSides();
    for (const field of this.fields.values()) field.setIdle(this.obstacle(field.info));
    for (const { fields, tally } of this.groups) {
      const changed = fields.filter((field) => field.isChanged).length;
      const isIdle = fields.every((field) => field.reason);
      tally.textContent = changed ? `${changed} changed` : isIdle ? 'does not apply' : '';
    }
    const isEmpty = this.fields.get(CONTENTS)?.value === 'none';
    this.contentsDice.disabled = isEmpty;
    this.contentsDice.title = isEmpty ? `Rooms are empty: “${this.fields.get(CONTENTS)?.info.label}” is none.` : ROLLS;
    this.resetAll.disabled = ![...this.fields.values()].some((field) => field.isChanged);
  }

  /** A side may be as long as the other one leaves cells for it, so that the one that is changed is to blame. */
  limitSides() {
    const [width, height] = [this.fields.get('width'), this.fields.get('height')];
    /** @type {(field: Field | undefined) => number} */
    const side = (field) => Number(field?.value) || USUAL_SIDE;
    width?.setMost(Math.floor(this.hello.limits.cells / side(height)));
    height?.setMost(Math.floor(this.hello.limits.cells / side(width)));
  }

  /**
   * Why a field does not apply with this method; null where it does.
   * @type {(info: FieldInfo) => string | null}
   */
  obstacle({ applies_to: methods }) {
    const method = this.fields.get(METHOD);
    if (!method || methods.includes(String(method.value))) return null;
    const { kind, label } = method.info;
    const choices = kind.type === 'choice' ? kind.choices.filter(({ value }) => methods.includes(value)) : [];
    const shown = choices.map((choice) => `“${choice.label}”`);
    return `Not used here: it needs “${label}” to be ${shown.join(' or ')}.`;
  }

  /**
   * The recipe as the fields of `generate`.
   * @type {() => CommandFields<'generate'>}
   */
  command() {
    /** @type {{ [key: string]: Json }} */
    const set = {};
    for (const field of this.fields.values()) if (field.isChanged) set[field.key] = field.value;
    return { preset: this.preset.value || null, set, files: this.attachedFiles() };
  }

  /**
   * The files that changed fields name.
   * @type {() => AttachedFile[]}
   */
  attachedFiles() {
    const fields = [...this.fields.values()].filter(({ info, isChanged }) => info.kind.type === 'files' && isChanged);
    return fields.flatMap(({ key, value, files }) => namesIn(value).flatMap((name) => {
      const text = files.get(name);
      return text === undefined ? [] : [{ key, name, text }];
    }));
  }

  /**
   * The field that takes files dropped on an element of the panel.
   * @type {(target: Element | null) => Field | undefined}
   */
  fieldAt(target) {
    const element = target?.closest('.takes-files');
    return [...this.fields.values()].find((field) => field.element === element && !field.reason);
  }

  /**
   * Marks the field that an error names. Returns whether there is one.
   * @type {(error: RequestError) => boolean}
   */
  blame({ field: key, message }) {
    const field = key === null ? undefined : this.fields.get(key);
    // Whatever the others are: what is to blame can be changed.
    field?.setIdle(null);
    field?.problem(message);
    field?.element.closest('details')?.setAttribute('open', '');
    return Boolean(field);
  }
}
