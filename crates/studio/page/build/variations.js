// A sheet of variations: rolls with other seeds that keep what is pinned. One is taken, or two are compared.

/** @import { App, ThumbnailInfo, ReplyTo, VariationInfo } from '../types.js' */

import { compare } from '../compare/view.js';
import { el, plural } from '../ui/dom.js';
import { colours, pixel } from '../map/colours.js';
import { closeDialog, openDialog } from '../ui/dialog.js';
import { complain } from '../ui/toast.js';
import { bytes } from '../wire/requests.js';

/** As many fill a screen. */
const COUNT = 20;

/** What a pixel shows, as the names of the style sheet's colours. */
const COLOURS = /** @type {const} */ ([
  'rock', 'masonry', 'floor', 'corridor', 'accent', 'water', 'rubble', 'ink', 'select', 'flaw',
]);

/** @typedef {ReplyTo<'vary'> | ReplyTo<'thumbnail'>} Pictured */

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
    const back = el('button', { type: 'button' }, 'Back to the variations');
    back.onclick = () => openVariations(this.app);
    /** @type {[string, string]} */
    const words = [`seed ${a}`, `seed ${b}`];
    compare(this.app, { at: 'seed', seed: a }, { at: 'seed', seed: b }, words, back).catch(complain);
  }
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
  const shades = Uint32Array.from(COLOURS, (name) => pixel(colours()[name]));
  const image = context.createImageData(width, height);
  const words = new Uint32Array(image.data.buffer);
  bytes(reply, pixels).forEach((code, at) => (words[at] = shades[code] ?? shades[0]));
  context.putImageData(image, 0, 0);
  return canvas;
}
