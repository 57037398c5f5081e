// One field of a recipe as a labelled control: slider and number box, switch, list of words, pair or text.

/** @import { FieldOf, FieldSpec, Json } from '../types.js' */

import { el, freshId } from '../ui/dom.js';
import { iconButton } from '../ui/icons.js';

/**
 * How positions of a slider become values and back.
 * @typedef {object} Scale
 * @property {(at: number) => number} to
 * @property {(value: number) => number} from
 * @property {number} min
 * @property {number} max
 * @property {number} step
 */

/** Sliders over a wider range than this are logarithmic. */
const WIDE = 300;
const STEPS = 1000;

export class Field {
  /**
   * @param {FieldSpec} info
   * @param {Json} base the value that counts as unchanged
   * @param {(field: Field, isFinal: boolean) => void} changed is called while the hand moves (false) and when it
   *   rests (true)
   */
  constructor(info, base, changed) {
    this.info = info;
    this.key = info.key;
    this.base = base;
    this.value = base;
    this.changed = changed;
    /**
     * Why the field does not apply.
     * @type {string | null | undefined}
     */
    this.reason = undefined;
    /**
     * Shows a value in the inputs.
     * @type {(value: Json) => void}
     */
    this.render = () => {};
    this.id = freshId(`field-${info.key.replaceAll('.', '-')}`);
    this.reset = iconButton('reset', `Reset ${info.title}`, () => this.put(this.base));
    this.reset.className = 'reset';
    this.message = el('p.problem', { id: `${this.id}-problem`, hidden: true });
    this.element = el('div.field', {});
    this.element.dataset.key = info.key;
    this.element.append(...controls(this, info), this.reset, this.message);
    this.setIdle(null);
  }

  /**
   * Greys the field with the reason why it does not apply; null where it does.
   * @type {(reason: string | null) => void}
   */
  setIdle(reason) {
    if (this.reason === reason) return;
    this.reason = reason;
    this.element.title = [reason, ...explanation(this.info)].filter(Boolean).join('\n');
    this.element.classList.toggle('idle', Boolean(reason));
    for (const input of this.inputs) input.disabled = false;
    this.show();
  }

  /** @returns {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  get inputs() {
    return this.element.querySelectorAll('input, select');
  }

  get isChanged() {
    return JSON.stringify(this.value) !== JSON.stringify(this.base);
  }

  /**
   * Another preset: what "unchanged" means, and the value.
   * @type {(base: Json, value?: Json) => void}
   */
  rebase(base, value = base) {
    this.base = base;
    this.set(value);
  }

  /** @type {(value: Json) => void} */
  set(value) {
    this.value = value;
    this.problem(null);
    this.show();
  }

  /**
   * Sets the value and reports the change.
   * @type {(value: Json, isFinal?: boolean) => void}
   */
  put(value, isFinal = true) {
    this.value = value;
    this.problem(null);
    this.show();
    this.changed(this, isFinal);
  }

  show() {
    this.render(this.value);
    if (this.reason) for (const input of this.inputs) input.disabled = true;
    this.reset.hidden = !this.isChanged;
    this.element.classList.toggle('changed', this.isChanged);
  }

  /** @type {(text: string | null) => void} */
  problem(text) {
    this.message.hidden = !text;
    this.message.textContent = text ?? '';
    for (const input of this.inputs) {
      if (text) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
      if (text) input.setAttribute('aria-describedby', this.message.id);
      else input.removeAttribute('aria-describedby');
    }
  }

  label() {
    const { title } = this.info;
    const unit = unitOf(this.info);
    return el('label', { htmlFor: this.id }, title, unit && ' ', unit && el('span.unit', {}, unit));
  }
}

/**
 * The unit as people read it; shares have none.
 * @type {(info: FieldSpec) => string | null}
 */
const unitOf = ({ unit }) => (unit && unit !== 'share' ? unit : null);

/**
 * The controls of a field, by its kind.
 * @type {(field: Field, info: FieldSpec) => HTMLElement[]}
 */
function controls(field, info) {
  switch (info.kind) {
    case 'integer':
    case 'number': return info.default === null ? optionalNumber(field, info) : number(field, info);
    case 'integer_or_auto': return optionalNumber(field, info);
    case 'boolean': return boolean(field);
    case 'choice': return chosen(field, info.choices.map(({ name, title }) => [title, name]));
    case 'number_choice': return chosen(field, info.numbers.map((meant) => [String(meant), meant]));
    case 'text': return text(field);
    case 'pair': return pair(field, info);
    case 'list': return list(field, info);
  }
}

/**
 * What a field means and takes, and what recipes and commands call it.
 * @type {(info: FieldSpec) => (string | undefined)[]}
 */
function explanation(info) {
  const { key, help, limits } = info;
  const choices = info.kind === 'choice' ? info.choices : [];
  const differing = choices.filter(({ name, title }) => name !== title.toLowerCase());
  const words = differing.map(({ name, title }) => `${name}: ${title}`);
  return [help, limits && `Limits: ${limits}.`, ...words, `Field: ${key}`];
}

/**
 * From 0..STEPS of the slider to the value and back.
 * @type {(min: number, max: number, step: number) => Scale}
 */
function scaleOf(min, max, step) {
  const digits = step < 1 ? Math.round(-Math.log10(step)) : 0;
  /** @type {(value: number) => number} */
  const tidy = (value) => Number(Math.min(max, Math.max(min, value)).toFixed(digits));
  if (max - min <= WIDE || min < 0) {
    const grain = step < 1 ? Math.max(step, 0.01) : step;
    return { to: (at) => tidy(at), from: (value) => value, min, max, step: grain };
  }
  const low = Math.max(1, min);
  const ratio = Math.log(max / low);
  return {
    to: (at) => round2(tidy(low * Math.exp((ratio * at) / STEPS)), min, max),
    from: (value) => (Math.log(Math.max(low, value) / low) / ratio) * STEPS,
    min: 0,
    max: STEPS,
    step: 1,
  };
}

/**
 * On long scales the hand means round numbers.
 * @type {(value: number, min: number, max: number) => number}
 */
function round2(value, min, max) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.min(max, Math.max(min, Math.round(value / unit) * unit));
}

/** @type {(field: Field, info: FieldOf<'integer' | 'number'>) => HTMLElement[]} */
function number(field, info) {
  const { min, max } = info;
  const step = info.kind === 'number' ? info.step : 1;
  const box = el('input', { type: 'number', id: field.id, min, max, step: step < 1 ? 'any' : step });
  const scale = scaleOf(min, max, step);
  const slider = el('input', { type: 'range', min: scale.min, max: scale.max, step: scale.step });
  slider.setAttribute('aria-label', `${info.title}, slider`);
  /** @type {(isFinal: boolean) => void} */
  const read = (isFinal) => {
    const value = Number(box.value);
    const isValid = box.value !== '' && box.checkValidity();
    if (!isValid) return field.problem(`${info.title}: need ${info.limits ?? `${min} to ${max}`}.`);
    if (value !== field.value || isFinal) field.put(value, isFinal);
  };
  box.oninput = () => read(false);
  box.onchange = () => read(true);
  slider.oninput = () => field.put(scale.to(Number(slider.value)), false);
  slider.onchange = () => field.put(scale.to(Number(slider.value)), true);
  field.render = (json) => {
    const value = Number(json);
    const at = scale.from(value);
    if (document.activeElement !== box || Number(box.value) !== value) box.value = String(value);
    if (Number(slider.value) !== at) slider.value = String(at);
    slider.setAttribute('aria-valuetext', [value, unitOf(info)].filter((part) => part !== null).join(' '));
    slider.style.setProperty('--part', `${((at - scale.min) / (scale.max - scale.min)) * 100}%`);
  };
  return [field.label(), box, slider];
}

/**
 * A number that may be left to the program: an empty box.
 * @type {(field: Field, info: FieldOf<'integer' | 'number' | 'integer_or_auto'>) => HTMLElement[]}
 */
function optionalNumber(field, info) {
  const auto = info.kind === 'integer_or_auto' ? 'auto' : null;
  const box = el('input', { type: 'number', id: field.id, min: info.min, max: info.max, placeholder: 'auto' });
  box.onchange = () => {
    if (!box.checkValidity()) return field.problem(`${info.title}: need ${info.min} to ${info.max}, or nothing.`);
    field.put(box.value === '' ? auto : Number(box.value));
  };
  field.render = (value) => (box.value = value === auto ? '' : String(value));
  return [field.label(), box];
}

/** @type {(field: Field) => HTMLElement[]} */
function boolean(field) {
  const box = el('input', { type: 'checkbox', id: field.id });
  box.onchange = () => field.put(box.checked);
  field.render = (value) => (box.checked = Boolean(value));
  return [field.label(), box];
}

/**
 * A list to choose from: what is shown, and what is meant.
 * @type {(field: Field, options: [shown: string, meant: Json][]) => HTMLElement[]}
 */
function chosen(field, options) {
  const list = el('select', { id: field.id }, options.map(([shown]) => el('option', {}, shown)));
  list.onchange = () => field.put(options[list.selectedIndex][1]);
  field.render = (value) => (list.selectedIndex = options.findIndex(([, meant]) => meant === value));
  return [field.label(), list];
}

/**
 * A text; where it may be missing, an empty box means that it is.
 * @type {(field: Field) => HTMLElement[]}
 */
function text(field) {
  const box = el('input', { type: 'text', id: field.id });
  box.onchange = () => field.put(box.value === '' && field.info.default === null ? null : box.value);
  field.render = (value) => (box.value = value === null ? '' : String(value));
  return [field.label(), box];
}

/**
 * One number for both axes, or two, or "auto"; shown as two boxes and a slider that moves both.
 * @type {(field: Field, info: FieldOf<'pair'>) => HTMLElement[]}
 */
function pair(field, info) {
  /** @type {(name: string) => HTMLInputElement} */
  const axis = (name) => {
    const input = el('input', { type: 'number', min: info.min, max: info.max });
    input.setAttribute('aria-label', `${info.title}, ${name}`);
    return input;
  };
  const [x, y] = [axis('across'), axis('down')];
  const slider = el('input', { type: 'range', min: info.min, max: info.max, id: field.id });
  const auto = el('input', { type: 'checkbox' });
  const read = () => {
    const isValid = [x, y].every((input) => input.value !== '' && input.checkValidity());
    if (!isValid) return field.problem(`${info.title}: need ${info.limits}.`);
    field.put(x.value === y.value ? Number(x.value) : [Number(x.value), Number(y.value)]);
  };
  x.onchange = read;
  y.onchange = read;
  slider.oninput = () => field.put(Number(slider.value), false);
  slider.onchange = () => field.put(Number(slider.value), true);
  auto.onchange = () => field.put(auto.checked ? 'auto' : Number(slider.value));
  field.render = (value) => {
    auto.checked = value === 'auto';
    for (const input of [x, y, slider]) input.disabled = auto.checked;
    if (auto.checked) return;
    const [a, b] = Array.isArray(value) ? value : [value, value];
    [x.value, y.value, slider.value] = [String(a), String(b), String(a)];
    slider.style.setProperty('--part', `${((Number(a) - info.min) / (info.max - info.min)) * 100}%`);
  };
  const boxes = el('span.pair', {}, x, '×', y, info.auto === false ? null : el('label', {}, auto, 'auto'));
  return [field.label(), boxes, slider];
}

/**
 * Numbers with commas, or "auto".
 * @type {(field: Field, info: FieldOf<'list'>) => HTMLElement[]}
 */
function list(field, info) {
  const box = el('input', { type: 'text', id: field.id });
  box.onchange = () => {
    const words = box.value.replace(/[[\]]/g, '').split(/[\s,;]+/).filter(Boolean);
    if (words.length === 0 || words[0] === 'auto') return field.put('auto');
    const numbers = words.map(Number);
    const fits = numbers.length >= info.least && numbers.length <= info.most;
    if (!fits || !numbers.every((n) => Number.isInteger(n) && n >= info.min && n <= info.max)) {
      return field.problem(`${info.title}: need ${info.limits}.`);
    }
    field.put(numbers);
  };
  field.render = (value) => (box.value = [value].flat().join(', '));
  return [field.label(), box];
}
