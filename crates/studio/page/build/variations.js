// A sheet of variations: rolls with other seeds that keep what is pinned. One is taken, or two are compared.

/** @import { App, DocumentAt, Json, ThumbnailInfo, ReplyTo, VariationInfo } from '../types.js' */

import { el, plural } from '../ui/dom.js';
import { closeDialog, openDialog } from '../ui/dialog.js';
import { complain } from '../ui/toast.js';
import { bytes } from '../wire/requests.js';

/** As many fill a screen. */
const COUNT = 20;

/** What a pixel shows, as the names of the style sheet's colours. */
const COLOURS = ['rock', 'masonry', 'floor', 'corridor', 'accent', 'water', 'rubble', 'ink', 'select', 'flaw'];

/** @typedef {ReplyTo<'vary'> | ReplyTo<'diff'> | ReplyTo<'thumbnail'>} Pictured */

/** @type {(app: App) => Promise<void>} */
export async function openVariations(app) {
  const grid = el('div.variations', { id: 'variations' }, el('p', {}, 'Rolling…'));
  openDialog('Variations', el('p.help', {}, 'Choose one to take it, or mark two to compare them.'), grid);
  try {
    const reply = await app.wire.ask('vary', { n: COUNT });
    const marks = new Marks(app, grid);
    grid.replaceChildren(...reply.variations.map((variation) => card(app, reply, variation, marks)));
  } catch (error) {
    closeDialog();
    complain(error);
  }
}

/** @type {(app: App, reply: ReplyTo<'vary'>, variation: VariationInfo, marks: Marks) => HTMLElement} */
function card(app, reply, { seed, picture, facts, refusal }, marks) {
  if (!picture) return el('div.variation', {}, el('p', {}, refusal ?? 'Refused.'), el('small', {}, `seed ${seed}`));
  const take = el('button', { type: 'button', 'data-seed': seed }, drawn(reply, picture),
    el('small', {}, `seed ${seed.split(' ')[0]} · ${plural(facts?.rooms ?? 0, 'room')}`));
  take.onclick = () => {
    closeDialog();
    app.modes.build.generate({ seed });
  };
  const mark = el('input', { type: 'checkbox' });
  mark.onchange = () => marks.set(seed, mark);
  return el('div.variation', {}, take, el('label', {}, mark, 'compare'));
}

/** The two that are marked. */
class Marks {
  /** @param {App} app @param {HTMLElement} grid */
  constructor(app, grid) {
    this.app = app;
    this.grid = grid;
    /** @type {Map<string, HTMLInputElement>} */
    this.boxes = new Map();
  }

  /** @type {(seed: string, box: HTMLInputElement) => void} */
  set(seed, box) {
    if (box.checked) this.boxes.set(seed, box);
    else this.boxes.delete(seed);
    if (this.boxes.size < 2) return;
    const [a, b] = [...this.boxes.keys()];
    compare(this.app, { at: 'seed', seed: a }, { at: 'seed', seed: b }, [`seed ${a}`, `seed ${b}`]).catch(complain);
  }
}

/**
 * Shows two states side by side with what is different.
 * @type {(app: App, a: DocumentAt, b: DocumentAt, words: [string, string]) => Promise<void>}
 */
export async function compare(app, a, b, words) {
  const reply = await app.wire.ask('diff', { a, b });
  const figures = reply.pictures.map((picture, at) => {
    return el('figure', {}, drawn(reply, picture), el('figcaption', {}, words[at]));
  });
  const back = el('button', { type: 'button' }, 'Back to the variations');
  back.onclick = () => openVariations(app);
  const sides = el('div.compare', { id: 'compare' }, figures);
  openDialog('Compare', sides, differences(reply.diff), el('div.row', {}, back));
}

/**
 * @typedef {object} Diff
 * @property {{ fate: string }[]} rooms
 * @property {{ fate: string, what: string }[]} things
 * @property {{ name: string, values: [string, string] }[]} facts
 */

/** @type {(diff: Json) => HTMLElement} */
function differences(diff) {
  // The library writes it so; the schema of the protocol leaves it open.
  const { rooms, things, facts } = /** @type {Diff} */ (diff);
  const tally = (/** @type {string} */ fate) => rooms.filter((room) => room.fate === fate).length;
  /** @type {[string, string, string][]} */
  const rows = facts.map(({ name, values }) => [name, ...values]);
  const body = rows.map(([name, a, b]) => {
    return el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, a), el('td', {}, b));
  });
  const summary = ['same', 'changed', 'added', 'removed'].map((fate) => `${tally(fate)} ${fate}`).join(', ');
  const words = `Rooms: ${summary}. Other things: ${things.length} different.`;
  return el('div', {}, el('p', {}, words), el('table', {}, el('tbody', {}, body)));
}

/**
 * A picture in the colours of the page.
 * @type {(reply: Pictured, picture: ThumbnailInfo) => HTMLCanvasElement}
 */
export function drawn(reply, { width, height, pixels }) {
  const canvas = el('canvas.thumb', { width: Math.max(1, width), height: Math.max(1, height) });
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'map');
  const context = canvas.getContext('2d');
  if (!context || !width) return canvas;
  const style = getComputedStyle(document.documentElement);
  const shades = COLOURS.map((name) => rgb(style.getPropertyValue(`--map-${name}`).trim()));
  const image = context.createImageData(width, height);
  bytes(reply, pixels).forEach((code, at) => image.data.set([...(shades[code] ?? shades[0]), 255], at * 4));
  context.putImageData(image, 0, 0);
  return canvas;
}

/** @type {(hex: string) => number[]} */
const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
