// Two maps to compare: side by side with one camera, or one over the other with a slider between them, and a table.

/** @import { App, Document, DocumentAt, MapReply, ReplyTo } from '../types.js' */

import { DocumentCopy } from '../document-copy.js';
import { Camera } from '../map/camera.js';
import { PALETTE } from '../map/colours.js';
import { Scene } from '../scene.js';
import { el } from '../ui/dom.js';
import { openDialog } from '../ui/dialog.js';
import { differences, diffOf } from './table.js';
import { Pane } from './pane.js';

/** Colours of what only one of both has: orange and blue. */
const COLOURS = [PALETTE[1], PALETTE[0]];

/** @typedef {'beside' | 'over'} Layout */

/**
 * One for the page: stages listen to the window as long as it lives.
 * @type {CompareView | null}
 */
let view = null;

/**
 * Shows two states with what is different.
 * @type {(app: App, a: DocumentAt, b: DocumentAt, words: [string, string], back: HTMLElement) => Promise<void>}
 */
export async function compare(app, a, b, words, back) {
  const reply = await app.wire.ask('diff', { a, b });
  view ??= new CompareView();
  // For tests and for the curious.
  Object.assign(window, { compared: view });
  view.open(app, reply, words, back);
}

class CompareView {
  constructor() {
    const camera = new Camera();
    /** @type {Pane[]} */
    const panes = COLOURS.map((colour, at) => new Pane(camera, colour, () => panes[1 - at].redraw(), () => this.fit()));
    this.camera = camera;
    this.panes = panes;
    /** @type {Layout} */
    this.layout = 'beside';
    this.z = 0;
    this.captions = panes.map(() => el('figcaption'));
    this.slider = el('input', { type: 'range', min: 0, max: 100, value: '50', id: 'compare-cut' });
    this.slider.oninput = () => this.cut();
    const figures = panes.map(({ element }, at) => el('figure', {}, element, this.captions[at]));
    this.element = el('div.compare', { id: 'compare' }, figures);
    this.divide = el('label.compare-divide', {}, 'Divide', this.slider);
    this.level = el('select', { id: 'compare-level' });
    this.level.onchange = () => this.showLevel(Number(this.level.value));
    this.levelBox = el('label', {}, 'Level', this.level);
    this.marks = el('input', { type: 'checkbox', checked: true, id: 'compare-marks' });
    this.marks.onchange = () => this.mark();
    /** @type {[Layout, string][]} */
    const layouts = [['beside', 'Side by side'], ['over', 'One over the other']];
    this.layouts = layouts.map(([name, words]) => {
      const radio = el('input', { type: 'radio', name: 'compare-layout', value: name, checked: name === this.layout });
      radio.onchange = () => this.arrange(name);
      return el('label', {}, radio, words);
    });
    this.bar = el('div.compare-bar', {}, el('div.row', { role: 'radiogroup', 'aria-label': 'Layout' }, this.layouts),
      this.levelBox, el('label', {}, this.marks, 'Mark differences'));
    /** @type {Scene[]} */
    this.scenes = [];
    /** @type {[string, string]} */
    this.words = ['', ''];
    this.diff = diffOf({ levels: [], rooms: [], things: [], facts: [] });
  }

  /** @type {(app: App, reply: ReplyTo<'diff'>, words: [string, string], back: HTMLElement) => void} */
  open(app, reply, words, back) {
    const session = app.copy?.file.session;
    if (!session) return;
    this.scenes = reply.maps.map((map) => new Scene(copyOf(reply, map, session)));
    this.words = words;
    this.diff = diffOf(reply.diff);
    const heights = [...new Set(this.scenes.flatMap(({ levels }) => levels.map(({ z }) => z)))].sort((a, b) => b - a);
    this.level.replaceChildren(...heights.map((z) => el('option', { value: z }, String(z))));
    this.levelBox.hidden = heights.length < 2;
    this.captions.forEach((caption, at) => {
      const key = el('span.compare-key', { 'aria-hidden': 'true' });
      key.style.background = COLOURS[at];
      caption.replaceChildren(key, `${words[at]}, marked where only this map is open`);
    });
    const table = differences(this.diff, words);
    const dialog = openDialog('Compare', this.bar, this.element, this.divide, table, el('div.row', {}, back));
    dialog.classList.add('wide');
    this.arrange(this.layout);
    this.showLevel(heights.includes(app.z) ? app.z : heights[0]);
    this.fit();
  }

  /** @type {(z: number) => void} */
  showLevel(z) {
    this.z = z;
    this.level.value = String(z);
    const runs = this.diff.levels.find((level) => level.z === z)?.tiles ?? [];
    this.panes.forEach((pane, at) => {
      pane.runs = runs;
      pane.show(this.scenes[at], z, `${this.words[at]}, level ${z}`);
    });
  }

  mark() {
    for (const pane of this.panes) {
      pane.isMarked = this.marks.checked;
      pane.redraw('overlay');
    }
  }

  /** @type {(layout: Layout) => void} */
  arrange(layout) {
    this.layout = layout;
    this.element.dataset.layout = layout;
    this.divide.hidden = layout === 'beside';
    this.cut();
    for (const { stage } of this.panes) stage.resize();
    this.fit();
  }

  /** Where the second map begins to lie over the first. */
  cut() {
    this.element.style.setProperty('--cut', `${this.slider.value}%`);
  }

  /** Both maps, whole. */
  fit() {
    const found = this.panes.map((pane) => pane.bounds()).filter((box) => box !== null);
    const [one = [0, 0, 1, 1], two = one] = found;
    const [left, top, right, bottom] = one.map((side, at) => (at < 2 ? Math.min : Math.max)(side, two[at]));
    this.camera.fit([left, top, right, bottom]);
    for (const pane of this.panes) pane.redraw();
  }
}

/** @type {(reply: ReplyTo<'diff'>, map: MapReply, session: Document['session']) => DocumentCopy} */
function copyOf(reply, map, session) {
  return new DocumentCopy({ type: 'document', ...map, session }, DocumentCopy.levelsOf(reply, map.levels));
}
