// See: what an observer sees, walls by hand, and shortest ways.

import { Bits } from '../scene.js';
import { Latest, bytes } from '../wire.js';
import { complain, toast } from '../ui/toast.js';
import { count, plural } from '../ui/dom.js';
import { Brush } from './brush.js';
import { Ground } from './ground.js';
import { leftPanel, rightPanel } from './panel.js';
import { paintBand, paintCorners, paintGoal, paintObserver, paintWay, sizeOf } from './marks.js';

export class SeeMode {
  constructor(app) {
    Object.assign(this, { app, name: 'see', observer: null, view: null, goal: null, way: null, band: null, kind: 'clear', gesture: 3_000_000 });
    this.ground = new Ground();
    const { wire } = app;
    const fail = (error) => complain(error);
    this.looks = new Latest((place) => this.askView(place), (reply) => this.take(reply), { fail: (error) => this.lost(error) });
    this.ways = new Latest((question) => wire.ask('path', question), (reply) => this.takeWay(reply), { fail });
    this.bands = new Latest((question) => wire.ask('band', question), (reply) => this.takeBand(reply), { fail: () => this.takeBand(null) });
    this.table = [
      { key: 'M', title: 'Two wide', help: 'an observer two cells wide', group: 1, run: () => this.reshape(0), on: () => this.size()[0] === 2 },
      { key: 'N', title: 'Two tall', help: 'an observer two cells tall', group: 1, run: () => this.reshape(1), on: () => this.size()[1] === 2 },
      { key: 'D', title: 'Destination', help: 'set the destination: shortest way, and the band to the pointer; again on the same cell to end', group: 2, run: () => this.aim(), on: () => Boolean(this.goal) },
      { key: 'C', title: 'Copy text', help: 'copy the map as text', group: 3, run: () => this.copy() },
      { key: 'V', title: 'Paste text', help: 'paste a map from text', group: 3, run: () => this.pasteFromClipboard() },
      { key: 'Shift+Enter', help: 'move the observer to the cursor', run: () => this.app.cell && this.look(this.app.cell) },
      { key: 'Escape', run: () => this.escape() },
    ];
  }

  more = [['Click', 'toggle a wall'], ['Shift+drag', 'paint walls'], ['Shift+right drag', 'erase walls'], ['Right drag', 'move the observer']];

  left() {
    return leftPanel(this);
  }

  right() {
    return rightPanel(this);
  }

  size() {
    return sizeOf(this.shape ?? this.observer?.shape ?? '1x1');
  }

  enter() {
    const { stage } = this.app;
    stage.ground = (ctx) => this.ground.draw(ctx, stage);
    stage.invalidate();
    if (this.app.scene) this.sceneChanged(this.app.scene);
  }

  leave() {
    this.app.stage.ground = null;
    this.app.stage.invalidate();
  }

  sceneChanged(scene) {
    Object.assign(this, { observer: scene.observer, shape: scene.observer?.shape ?? '1x1', goal: null, way: null, band: null });
    this.ground.level = null;
    if (this.app.mode === this) this.lookAgain();
  }

  levelChanged() {
    Object.assign(this, { goal: null, way: null, band: null });
    this.ground.level = null;
    this.lookAgain();
  }

  // Sight

  /** The view from where the observer is; without one on this level it gets a free cell near the middle. */
  lookAgain() {
    if (this.observer?.z === this.app.z) return this.look(this.observer.cell);
    const cell = freeCell(this.app.scene.level(this.app.z));
    this.ground.see(null);
    this.view = null;
    if (cell) this.look(cell);
  }

  look(cell, shape = undefined) {
    this.looks.put({ z: this.app.z, cell, shape });
  }

  askView({ z, cell, shape }) {
    this.asked = performance.now();
    const { wire } = this.app;
    const put = wire.ask('observer', { z, cell, ...(shape ? { shape } : {}) });
    if (this.kind === 'clear') return put;
    return Object.assign(put.then(() => wire.ask('view', { kind: this.kind })), { id: put.id });
  }

  take(reply) {
    /** Time from question to answer. [Unit: ms] */
    this.roundTrip = performance.now() - this.asked;
    this.observer = reply.observer;
    if (!this.looks.next) this.shape = reply.observer.shape;
    this.app.scene.observer = reply.observer;
    const bits = (blob) => new Bits(bytes(reply, blob), reply.width);
    this.view = { ...reply, visible: bits(reply.visible), corners: bits(reply.corners), interesting: bits(reply.interesting) };
    if (reply.observer.z === this.app.z) this.ground.see(this.view.visible);
    this.app.refreshSwitches();
    if (this.app.mode === this) this.show();
  }

  lost(error) {
    this.shape = this.observer?.shape ?? '1x1';
    complain(error);
    this.app.stage.invalidate();
  }

  show() {
    this.app.showRight();
    this.app.showCounts();
    this.app.stage.invalidate();
  }

  setKind(kind) {
    this.kind = kind;
    this.lookAgain();
  }

  reshape(axis) {
    const size = this.size();
    size[axis] = 3 - size[axis];
    this.shape = size.join('x');
    if (this.observer) this.look(this.observer.cell, this.shape);
  }

  // Ways

  aim() {
    const { cell, z } = this.app;
    if (!cell || !this.observer) return toast('Point at a cell first.');
    if (this.goal?.join() === cell.join()) return this.forget();
    this.goal = cell;
    this.way = null;
    this.ways.put({ z, from: this.observer.cell, to: cell, shape: this.observer.shape });
    this.app.refreshSwitches();
    this.show();
  }

  takeWay(reply) {
    this.way = reply;
    if (!reply.found) toast('There is no way to that cell.', 'bad');
    this.show();
  }

  takeBand(reply) {
    this.band = reply;
    this.app.stage.invalidate('overlay');
  }

  forget() {
    Object.assign(this, { goal: null, way: null, band: null });
    this.app.refreshSwitches();
    this.show();
  }

  hover(cell) {
    if (!this.goal || !this.observer || !cell) return;
    if (!this.app.scene.level(this.app.z).contains(...cell)) return this.takeBand(null);
    this.bands.put({ z: this.app.z, from: this.observer.cell, to: cell, shape: this.observer.shape });
  }

  // Walls

  press(event, cell) {
    if (!this.app.scene) return null;
    if (event.shiftKey && event.button === 0) return new Brush(this, cell, true);
    if (event.shiftKey && event.button === 2) return new Brush(this, cell, false);
    if (event.button === 2) return this.dragObserver(cell);
    return null;
  }

  dragObserver(cell) {
    const level = this.app.scene.level(this.app.z);
    let wished = '';
    const to = ([x, y]) => {
      const [w, h] = this.size();
      const place = [Math.min(level.width - w, Math.max(0, x)), Math.min(level.height - h, Math.max(0, y))];
      const cells = Array.from({ length: w * h }, (_, i) => [place[0] + (i % w), place[1] + Math.floor(i / w)]);
      // Over a wall the observer stays where it was.
      if (place.join() === wished || cells.some((at) => level.solid.get(...at))) return;
      wished = place.join();
      this.look(place);
    };
    to(cell);
    return { move: to, end: () => this.goal && this.ways.put({ z: this.app.z, from: this.observer.cell, to: this.goal, shape: this.observer.shape }) };
  }

  click(cell, event) {
    if (event.pointerType === 'touch') return this.look(cell);
    if (!event.shiftKey) this.act(cell, event);
  }

  /** Toggles the wall at a cell. */
  act(cell, event) {
    const level = this.app.scene.level(this.app.z);
    if (!level.contains(...cell)) return;
    if (event?.shiftKey && event.key) return this.look(cell);
    this.paintCells([cell], !level.solid.get(...cell), ++this.gesture);
  }

  async paintCells(cells, solid, gesture) {
    const { app } = this;
    try {
      const reply = await app.wire.ask('paint', { z: app.z, cells, solid, gesture });
      if (reply.kept.length) toast(`${plural(reply.kept.length, 'cell')} stayed: ${reply.kept[0][1]}.`, 'bad');
      app.takePaint(reply);
      this.ground.touch(Math.min(...cells.map((c) => c[1])) - 1, Math.max(...cells.map((c) => c[1])) + 2);
      if (this.observer) this.look(this.observer.cell);
      if (this.goal) this.ways.put({ z: app.z, from: this.observer.cell, to: this.goal, shape: this.observer.shape });
    } catch (error) {
      complain(error);
    }
  }

  // Text

  async copy() {
    try {
      const { text } = await this.app.wire.ask('copy_text');
      const box = document.getElementById('map-text');
      if (box) box.value = text;
      await navigator.clipboard.writeText(text);
      toast('Copied the map as text.');
    } catch (error) {
      complain(error);
    }
  }

  async pasteFromClipboard() {
    try {
      await this.paste(await navigator.clipboard.readText());
    } catch {
      document.getElementById('map-text')?.focus();
      toast('The browser does not let the page read the clipboard; paste into the text box.', 'bad');
    }
  }

  async paste(text) {
    try {
      const reply = await this.app.wire.ask('paste_text', { text });
      await this.app.takeDocument(reply);
      toast(`Pasted a map of ${reply.levels[0].width} × ${reply.levels[0].height} cells.`);
    } catch (error) {
      complain(error);
    }
  }

  escape() {
    if (!this.goal) return false;
    this.forget();
    return true;
  }

  counts() {
    const { view } = this;
    return view ? `${count(view.visible_count)} visible · ${count(view.corner_count)} corners · ${count(view.interesting_count)} interesting` : '';
  }

  paint(ctx, camera, stage) {
    const here = this.observer?.z === this.app.z;
    paintBand(ctx, camera, this.band);
    if (here) paintCorners(ctx, camera, stage.level, this.view);
    if (here && this.way) paintWay(ctx, camera, this.way, this.observer.shape);
    if (this.goal) paintGoal(ctx, camera, this.goal);
    if (here) paintObserver(ctx, camera, this.observer);
  }
}

/** The free cell nearest to the middle. */
function freeCell(level) {
  const [mx, my] = [level.width / 2, level.height / 2];
  let [best, least] = [null, Infinity];
  for (let y = 0; y < level.height; y++) {
    for (let x = 0; x < level.width; x++) {
      const d = (x - mx) ** 2 + (y - my) ** 2;
      if (d >= least || level.solid.get(x, y)) continue;
      [best, least] = [[x, y], d];
    }
  }
  return best;
}
