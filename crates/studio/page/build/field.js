// One field of a recipe or option of a format as a labelled control, by the kind of its values.

/** @import { Choice, FieldInfo, Json, KindOf } from '../types.js' */

import { count, el, freshId } from '../ui/dom.js';
import { icon, iconButton, isIcon } from '../ui/icons.js';
import { fileControls } from './file-field.js';

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
/** The distance between two fractions, and between two positions of their slider. */
const FRACTION_STEP = 0.0001;
const SLIDER_STEP = 0.01;

export class Field {
  /**
   * @param {FieldInfo} info
   * @param {Json} base the value that counts as unchanged
   * @param {(field: Field, isFinal: boolean) => void} changed is called while the hand moves (false) and when it
   *   rests (true)
   */
  constructor(info, base, changed) {
    this.info = info;
    /** The greatest number that the field ever takes. */
    this.most = info.kind.type === 'integer_or_auto' ? info.kind.max : Infinity;
    this.key = info.key;
    this.base = base;
    this.value = base;
    /**
     * The texts of files that the value names, by name.
     * @type {Map<string, string>}
     */
    this.files = new Map();
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
    this.reset = iconButton('reset', `Reset ${info.label}`, () => this.put(this.base));
    this.reset.className = 'reset';
    this.message = el('p.problem', { id: `${this.id}-problem`, hidden: true });
    this.element = el('div.field', {});
    this.element.dataset.key = info.key;
    this.element.append(...controls(this), this.reset, this.message);
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

  /**
   * Numbers that may be left to the program end here, or where their own limits do.
   * @type {(most: number) => void}
   */
  setMost(most) {
    const { info } = this;
    if (info.kind.type !== 'integer_or_auto') return;
    const max = Math.max(info.kind.min, Math.min(this.most, most));
    this.info = { ...info, kind: { ...info.kind, max } };
    for (const input of this.inputs) if (input instanceof HTMLInputElement) input.max = String(max);
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
    const unit = unitOf(this.info);
    const words = [this.info.label, unit && ' ', unit && el('span.unit', {}, unit)];
    return el('label', { htmlFor: this.id }, shapePicture(this.key), ...words);
  }

  /** Complains about a value that the field does not take. */
  reject() {
    this.problem(`${this.info.label}: need ${limitsOf(this.info)}.`);
  }
}

/** Keys of the weights of room shapes. */
const SHAPES = 'rooms.shapes.';

/**
 * A small picture of the room shape whose weight a field is.
 * @type {(key: string) => SVGSVGElement | null}
 */
function shapePicture(key) {
  const shape = key.startsWith(SHAPES) ? key.slice(SHAPES.length) : '';
  return isIcon(shape) ? icon(shape) : null;
}

/**
 * The unit where the label does not name it; fractions have none.
 * @type {(info: FieldInfo) => string | null}
 */
function unitOf({ kind, label, unit }) {
  const isNamed = label.toLowerCase().includes(unit.replace(/s$/, ''));
  return isNamed || kind.type === 'fraction' ? null : unit;
}

/**
 * What values a field takes, where they have limits.
 * @type {(info: FieldInfo) => string | null}
 */
function limitsOf({ kind }) {
  switch (kind.type) {
    case 'integer': return `${count(kind.min)} to ${count(kind.max)}`;
    case 'integer_or_auto':
    case 'modules': return `${count(kind.min)} to ${count(kind.max)}, or auto`;
    case 'fraction': return '0 to 1';
    case 'integer_list': {
      const many = kind.least === kind.most ? kind.most : `${kind.least} to ${kind.most}`;
      return `${many} numbers from ${count(kind.min)} to ${count(kind.max)}, or auto`;
    }
    case 'files': {
      const many = kind.most === 1 ? '1 file' : `up to ${kind.most} files`;
      return `${many} of at most ${count(kind.bytes)} bytes`;
    }
    case 'weights': return `1 to ${kind.most} weights from 0 to ${count(kind.max)}, not all 0`;
    default: return null;
  }
}

/** @type {(field: Field) => HTMLElement[]} */
function controls(field) {
  const { kind } = field.info;
  switch (kind.type) {
    case 'integer': return number(field, kind.min, kind.max, 1);
    case 'integer_or_auto': return numberOrAuto(field, kind);
    case 'fraction': return number(field, 0, 1, FRACTION_STEP);
    case 'bool': return checkbox(field);
    case 'choice': return choice(field, kind.choices);
    case 'modules': return modules(field, kind);
    case 'integer_list': return integerList(field, kind);
    case 'weights': return weights(field, kind);
    case 'text': return text(field);
    case 'text_file': return textFile(field);
    case 'files': return fileControls(field, kind);
  }
}

/**
 * What a field means and takes, and what recipes and commands call it.
 * @type {(info: FieldInfo) => (string | null)[]}
 */
function explanation(info) {
  const { key, kind, doc } = info;
  const limits = limitsOf(info);
  const choices = kind.type === 'choice' ? kind.choices : [];
  const differing = choices.filter(({ value, label }) => value !== label.toLowerCase());
  const meanings = differing.map(({ value, label }) => `${value}: ${label}`);
  // The table of fields marks code, which a tooltip cannot show.
  return [doc.replaceAll('`', ''), limits && `Limits: ${limits}.`, ...meanings, `Field: ${key}`];
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
    const grain = step < 1 ? Math.max(step, SLIDER_STEP) : step;
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

/** @type {(field: Field, min: number, max: number, step: number) => HTMLElement[]} */
function number(field, min, max, step) {
  const box = el('input', { type: 'number', id: field.id, min, max, step: step < 1 ? 'any' : step });
  const scale = scaleOf(min, max, step);
  const slider = el('input', { type: 'range', min: scale.min, max: scale.max, step: scale.step });
  slider.setAttribute('aria-label', `${field.info.label}, slider`);
  /** @type {(isFinal: boolean) => void} */
  const read = (isFinal) => {
    const value = Number(box.value);
    if (box.value === '' || !box.checkValidity()) return field.reject();
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
    slider.setAttribute('aria-valuetext', [count(value), unitOf(field.info)].filter((part) => part !== null).join(' '));
    slider.style.setProperty('--part', `${((at - scale.min) / (scale.max - scale.min)) * 100}%`);
  };
  return [field.label(), box, slider];
}

/**
 * A number that may be left to the program: an empty box.
 * @type {(field: Field, kind: KindOf<'integer_or_auto'>) => HTMLElement[]}
 */
function numberOrAuto(field, { min, max }) {
  const box = el('input', { type: 'number', id: field.id, min, max, placeholder: 'auto' });
  box.onchange = () => {
    if (!box.checkValidity()) return field.reject();
    field.put(box.value === '' ? 'auto' : Number(box.value));
  };
  field.render = (value) => (box.value = value === 'auto' ? '' : String(value));
  return [field.label(), box];
}

/** @type {(field: Field) => HTMLElement[]} */
function checkbox(field) {
  const box = el('input', { type: 'checkbox', id: field.id });
  box.onchange = () => field.put(box.checked);
  field.render = (value) => (box.checked = Boolean(value));
  return [field.label(), box];
}

/** @type {(field: Field, choices: Choice[]) => HTMLElement[]} */
function choice(field, choices) {
  const list = el('select', { id: field.id }, choices.map(({ label }) => el('option', {}, label)));
  list.onchange = () => field.put(choices[list.selectedIndex].value);
  field.render = (shown) => (list.selectedIndex = choices.findIndex(({ value }) => value === shown));
  return [field.label(), list];
}

/** @type {(field: Field) => HTMLElement[]} */
function text(field) {
  const box = el('input', { type: 'text', id: field.id });
  box.onchange = () => field.put(box.value);
  field.render = (value) => (box.value = String(value));
  return [field.label(), box];
}

/**
 * A file of the user, whose text is the value.
 * @type {(field: Field) => HTMLElement[]}
 */
function textFile(field) {
  const input = el('input', { type: 'file', id: field.id });
  input.onchange = async () => {
    const file = input.files?.[0];
    if (file) field.put(await file.text());
  };
  field.render = () => {
    if (!field.isChanged) input.value = '';
  };
  return [field.label(), input];
}

/**
 * One number for both axes, or two, or "auto"; shown as two boxes and a slider that moves both.
 * @type {(field: Field, kind: KindOf<'modules'>) => HTMLElement[]}
 */
function modules(field, { min, max }) {
  /** @type {(name: string) => HTMLInputElement} */
  const axis = (name) => {
    const input = el('input', { type: 'number', min, max });
    input.setAttribute('aria-label', `${field.info.label}, ${name}`);
    return input;
  };
  const [x, y] = [axis('across'), axis('down')];
  const slider = el('input', { type: 'range', min, max, id: field.id });
  const auto = el('input', { type: 'checkbox' });
  const read = () => {
    const isValid = [x, y].every((input) => input.value !== '' && input.checkValidity());
    if (!isValid) return field.reject();
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
    slider.style.setProperty('--part', `${((Number(a) - min) / (max - min)) * 100}%`);
  };
  return [field.label(), el('span.pair', {}, x, '×', y, el('label', {}, auto, 'auto')), slider];
}

/**
 * Numbers with commas, or "auto".
 * @type {(field: Field, kind: KindOf<'integer_list'>) => HTMLElement[]}
 */
function integerList(field, { least, most, min, max }) {
  const box = el('input', { type: 'text', id: field.id });
  box.onchange = () => {
    const words = wordsOf(box.value);
    if (words.length === 0 || words[0] === 'auto') return field.put('auto');
    const numbers = words.map(Number);
    const fits = numbers.length >= least && numbers.length <= most;
    if (!fits || !numbers.every((n) => Number.isInteger(n) && n >= min && n <= max)) return field.reject();
    field.put(numbers);
  };
  field.render = (value) => (box.value = [value].flat().join(', '));
  return [field.label(), box];
}

/**
 * Weights with commas, and a bar for each.
 * @type {(field: Field, kind: KindOf<'weights'>) => HTMLElement[]}
 */
function weights(field, { most, max }) {
  const box = el('input', { type: 'text', id: field.id });
  const bars = el('span.weights', { 'aria-hidden': 'true' });
  box.onchange = () => {
    const numbers = wordsOf(box.value).map(Number);
    const isWeight = (/** @type {number} */ n) => Number.isInteger(n) && n >= 0 && n <= max;
    const fits = numbers.length >= 1 && numbers.length <= most && numbers.some((n) => n > 0);
    if (!fits || !numbers.every(isWeight)) return field.reject();
    field.put(numbers);
  };
  field.render = (value) => {
    const numbers = [value].flat().map(Number);
    const greatest = Math.max(...numbers);
    box.value = numbers.join(', ');
    bars.replaceChildren(...numbers.map((n, i) => {
      const bar = el('span', { title: `${i}: ${n}` });
      bar.style.height = `${(100 * n) / greatest}%`;
      return bar;
    }));
  };
  return [field.label(), box, bars];
}

/** @type {(text: string) => string[]} */
function wordsOf(text) {
  return text.replace(/[[\]]/g, '').split(/[\s,;]+/).filter(Boolean);
}
