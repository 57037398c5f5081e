// One field of a recipe as a labelled control: slider and number box, switch, list of words, pair or text.

import { el, freshId } from '../ui/dom.js';
import { iconButton } from '../ui/icons.js';

/** Sliders over a wider range than this are logarithmic. */
const WIDE = 300;
const STEPS = 1000;

export class Field {
  /** `changed(field, isFinal)` is called while the hand moves (false) and when it rests (true). */
  constructor(info, base, changed) {
    Object.assign(this, { info, key: info.key, base, value: base, changed });
    this.id = freshId(`field-${info.key.replaceAll('.', '-')}`);
    this.reset = iconButton('reset', `Reset ${info.title}`, () => this.put(this.base));
    this.reset.className = 'reset';
    this.message = el('p.problem', { id: `${this.id}-problem`, hidden: true });
    this.element = el('div.field', {});
    this.element.dataset.key = info.key;
    this.element.append(...KINDS[info.kind](this), this.reset, this.message);
    this.idle(null);
  }

  /** Says why the field has no say as things stand; null where it has. */
  idle(reason) {
    if (this.reason === reason) return;
    this.reason = reason;
    this.element.title = [reason, ...explanation(this.info)].filter(Boolean).join('\n');
    this.element.classList.toggle('idle', Boolean(reason));
    for (const input of this.inputs) input.disabled = false;
    this.show();
  }

  get inputs() {
    return this.element.querySelectorAll('input, select');
  }

  get isChanged() {
    return JSON.stringify(this.value) !== JSON.stringify(this.base);
  }

  /** Another preset: what "unchanged" means, and the value. */
  rebase(base, value = base) {
    this.base = base;
    this.set(value);
  }

  set(value) {
    this.value = value;
    this.problem(null);
    this.show();
  }

  /** Sets and tells. */
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

  label(tag = 'label') {
    const words = [this.info.title];
    if (this.info.unit && this.info.unit !== 'share') words.push(' ', el('span.unit', {}, this.info.unit));
    const label = el(tag, {}, words);
    if (tag === 'label') label.htmlFor = this.id;
    else label.className = 'label';
    return label;
  }
}

/** What a field means and takes, and what recipes and commands call it. */
function explanation({ key, help, limits, choices = [] }) {
  const words = choices.filter(({ name, title }) => name !== title.toLowerCase()).map(({ name, title }) => `${name}: ${title}`);
  return [help, limits && `Limits: ${limits}.`, ...words, `Field: ${key}`];
}

/** From 0..STEPS of the slider to the value and back. */
function scaleOf({ min, max, step = 1 }) {
  const digits = step < 1 ? Math.round(-Math.log10(step)) : 0;
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

/** On long scales the hand means round numbers. */
function round2(value, min, max) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.min(max, Math.max(min, Math.round(value / unit) * unit));
}

function number(field) {
  const { info } = field;
  if (info.default === null) return optionalNumber(field);
  const step = info.step ?? 1;
  const box = el('input', { type: 'number', id: field.id, min: info.min, max: info.max, step: step < 1 ? 'any' : step });
  const scale = scaleOf(info);
  const slider = el('input', { type: 'range', min: scale.min, max: scale.max, step: scale.step });
  slider.setAttribute('aria-label', `${info.title}, slider`);
  const read = (isFinal) => {
    const value = Number(box.value);
    if (box.value === '' || !box.checkValidity()) return field.problem(`${info.title}: need ${info.limits ?? `${info.min} to ${info.max}`}.`);
    if (value !== field.value || isFinal) field.put(value, isFinal);
  };
  box.oninput = () => read(false);
  box.onchange = () => read(true);
  slider.oninput = () => field.put(scale.to(Number(slider.value)), false);
  slider.onchange = () => field.put(scale.to(Number(slider.value)), true);
  field.render = (value) => {
    if (document.activeElement !== box || Number(box.value) !== value) box.value = value;
    if (Number(slider.value) !== scale.from(value)) slider.value = scale.from(value);
    slider.setAttribute('aria-valuetext', `${value}${info.unit && info.unit !== 'share' ? ` ${info.unit}` : ''}`);
    slider.style.setProperty('--part', `${((scale.from(value) - scale.min) / (scale.max - scale.min)) * 100}%`);
  };
  return [field.label(), box, slider];
}

/** A number that may be missing: an empty box. */
function optionalNumber(field) {
  const { info } = field;
  const box = el('input', { type: 'number', id: field.id, min: info.min, max: info.max, placeholder: 'auto' });
  box.onchange = () => {
    if (!box.checkValidity()) return field.problem(`${info.title}: need ${info.min} to ${info.max}, or nothing.`);
    field.put(box.value === '' ? null : Number(box.value));
  };
  field.render = (value) => (box.value = value ?? '');
  return [field.label(), box];
}

function boolean(field) {
  const box = el('input', { type: 'checkbox', id: field.id });
  box.onchange = () => field.put(box.checked);
  field.render = (value) => (box.checked = Boolean(value));
  return [field.label(), box];
}

/** A list to choose from: what is shown, and what is meant. */
function chosen(field, options) {
  const list = el('select', { id: field.id }, options.map(([shown]) => el('option', {}, shown)));
  list.onchange = () => field.put(options[list.selectedIndex][1]);
  field.render = (value) => (list.selectedIndex = options.findIndex(([, meant]) => meant === value));
  return [field.label(), list];
}

const choice = (field) => chosen(field, field.info.choices.map(({ name, title }) => [title, name]));

const numberChoice = (field) => chosen(field, field.info.numbers.map((meant) => [String(meant), meant]));

/** A text; where it may be missing, an empty box means that it is. */
function text(field) {
  const box = el('input', { type: 'text', id: field.id });
  box.onchange = () => field.put(box.value === '' && field.info.default === null ? null : box.value);
  field.render = (value) => (box.value = value ?? '');
  return [field.label(), box];
}

/** One number for both axes, or two, or "auto"; shown as two boxes and a slider that moves both. */
function pair(field) {
  const { info } = field;
  const axis = (name) => {
    const input = el('input', { type: 'number', min: info.min, max: info.max });
    input.setAttribute('aria-label', `${info.title}, ${name}`);
    return input;
  };
  const [x, y] = [axis('across'), axis('down')];
  const slider = el('input', { type: 'range', min: info.min, max: info.max, id: field.id });
  const auto = el('input', { type: 'checkbox' });
  const read = () => {
    if (![x, y].every((input) => input.value !== '' && input.checkValidity())) return field.problem(`${info.title}: need ${info.limits}.`);
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
    const [a, b] = [value].flat().length === 2 ? value : [value, value];
    [x.value, y.value, slider.value] = [a, b, a];
    slider.style.setProperty('--part', `${((a - info.min) / (info.max - info.min)) * 100}%`);
  };
  const boxes = el('span.pair', {}, x, '×', y, info.auto === false ? null : el('label', {}, auto, 'auto'));
  return [field.label(), boxes, slider];
}

/** Numbers with commas, or "auto". */
function list(field) {
  const { info } = field;
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

const KINDS = { integer: number, number, boolean, choice, number_choice: numberChoice, text, pair, list };
