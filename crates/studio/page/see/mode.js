// See: what an observer sees, walls by hand, and shortest paths.

/** @import { Action, App, Cell, HelpRow, Level, Mode, ReplyTo, Scene } from '../types.js' */
/** @import { Blob as Piece, ObserverState, ViewKind } from '../types.js' */

import { Bits } from '../scene.js';
import { Latest, bytes } from '../wire.js';
import { newGesture } from '../gestures.js';
import { complain, toast } from '../ui/toast.js';
import { count, plural } from '../ui/dom.js';
import { Brush } from './brush.js';
import { Ground } from './ground.js';
import { leftPanel, rightPanel } from './panel.js';
import { paintCorners, paintGoal, paintObserver, paintPath, paintSweep, sizeOf } from './marks.js';

/**
 * Where the observer is to look from.
 * @typedef {{ z: number, cell: Cell, shape?: string }} Placement
 */

/**
 * The field of view: sets of cells, and how many are in each.
 * @typedef {object} View
 * @property {Bits} visible
 * @property {Bits} corners
 * @property {Bits} interesting
 * @property {number} visible_count
 * @property {number} corner_count
 * @property {number} interesting_count
 */

/** @implements {Mode} */
export class SeeMode {
  /** @type {HelpRow[]} */
  more = [
    ['Click', 'toggle a wall'],
    ['Shift+drag', 'paint walls'],
    ['Shift+right drag', 'erase walls'],
    ['Right drag', 'move the observer'],
  ];

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = /** @type {const} */ ('see');
    /** @type {ObserverState | null} */
    this.observer = null;
    /** The observer's shape, as the page wants it. */
    this.shape = '1x1';
    /** @type {ViewKind} */
    this.kind = 'clear';
    /** @type {View | null} */
    this.view = null;
    /** @type {Cell | null} */
    this.goal = null;
    /** @type {ReplyTo<'path'> | null} */
    this.path = null;
    /** @type {ReplyTo<'band'> | null} */
    this.sweep = null;
    /** When the last view was asked for. [Unit: ms] */
    this.asked = 0;
    /** Time from question to answer. [Unit: ms] */
    this.roundTrip = 0;
    this.ground = new Ground();
    const { wire } = app;
    /** @type {Latest<Placement, ReplyTo<'view'>>} */
    this.fovs = new Latest((place) => this.askView(place), (reply) => this.onFov(reply), {
      fail: (error) => this.onFovError(error),
    });
    this.paths = new Latest(
      (/** @type {{ z: number, from: Cell, to: Cell, shape: string }} */ question) => wire.ask('path', question),
      (reply) => this.onPath(reply),
      { fail: complain },
    );
    this.sweeps = new Latest(
      (/** @type {{ z: number, from: Cell, to: Cell, shape: string }} */ question) => wire.ask('band', question),
      (reply) => this.onSweep(reply),
      { fail: () => this.onSweep(null) },
    );
    this.table = this.makeTable();
  }

  /** @type {() => Action[]} */
  makeTable() {
    return [
      {
        key: 'M',
        title: 'Observer 2×1',
        help: 'an observer two cells wide',
        group: 1,
        run: () => this.reshape(0),
        on: () => this.size()[0] === 2,
      },
      {
        key: 'N',
        title: 'Observer 1×2',
        help: 'an observer two cells tall',
        group: 1,
        run: () => this.reshape(1),
        on: () => this.size()[1] === 2,
      },
      {
        key: 'D',
        title: 'Destination',
        help: 'set the destination: shortest path, and the sweep to the pointer; again on the same cell to end',
        group: 2,
        run: () => this.aim(),
        on: () => Boolean(this.goal),
      },
      { key: 'C', title: 'Copy text', help: 'copy the map as text', group: 3, run: () => this.copy() },
      { key: 'V', title: 'Paste text', help: 'paste a map from text', group: 3, run: () => this.pasteFromClipboard() },
      {
        key: 'Shift+Enter',
        help: 'move the observer to the cursor',
        run: () => this.app.cell && this.look(this.app.cell),
      },
      { key: 'Escape', run: () => this.escape() },
    ];
  }

  left() {
    return leftPanel(this);
  }

  right() {
    return rightPanel(this);
  }

  size() {
    return sizeOf(this.shape);
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

  /** @type {(scene: Scene) => void} */
  sceneChanged(scene) {
    this.observer = scene.observer;
    this.shape = scene.observer?.shape ?? '1x1';
    this.clearGoal();
    this.ground.level = null;
    if (this.app.mode === this) this.refreshFov();
  }

  levelChanged() {
    this.clearGoal();
    this.ground.level = null;
    this.refreshFov();
  }

  clearGoal() {
    this.goal = null;
    this.path = null;
    this.sweep = null;
  }

  // Field of view

  /** The view from where the observer is; without one on this level it gets a free cell near the middle. */
  refreshFov() {
    if (this.observer?.z === this.app.z) return this.look(this.observer.cell);
    const cell = this.app.level && freeCell(this.app.level);
    this.ground.see(null);
    this.view = null;
    if (cell) this.look(cell);
  }

  /** @type {(cell: Cell, shape?: string) => void} */
  look(cell, shape) {
    this.fovs.put({ z: this.app.z, cell, shape });
  }

  /** @type {(place: Placement) => ReturnType<typeof this.fovs.ask>} */
  askView({ z, cell, shape }) {
    this.asked = performance.now();
    const { wire } = this.app;
    const put = wire.ask('observer', { z, cell, ...(shape ? { shape } : {}) });
    if (this.kind === 'clear') return put;
    return Object.assign(put.then(() => wire.ask('view', { kind: this.kind })), { id: put.id });
  }

  /** @type {(reply: ReplyTo<'view'>) => void} */
  onFov(reply) {
    this.roundTrip = performance.now() - this.asked;
    this.observer = reply.observer;
    if (!this.fovs.next) this.shape = reply.observer.shape;
    if (this.app.scene) this.app.scene.observer = reply.observer;
    const bits = (/** @type {Piece} */ blob) => new Bits(bytes(reply, blob), reply.width);
    this.view = {
      visible: bits(reply.visible),
      corners: bits(reply.corners),
      interesting: bits(reply.interesting),
      visible_count: reply.visible_count,
      corner_count: reply.corner_count,
      interesting_count: reply.interesting_count,
    };
    if (reply.observer.z === this.app.z) this.ground.see(this.view.visible);
    this.app.refreshSwitches();
    if (this.app.mode === this) this.show();
  }

  /** @type {(error: unknown) => void} */
  onFovError(error) {
    this.shape = this.observer?.shape ?? '1x1';
    complain(error);
    this.app.stage.invalidate();
  }

  show() {
    this.app.showRight();
    this.app.showCounts();
    this.app.stage.invalidate();
  }

  /** @type {(kind: ViewKind) => void} */
  setKind(kind) {
    this.kind = kind;
    this.refreshFov();
  }

  /** @type {(axis: 0 | 1) => void} */
  reshape(axis) {
    const size = this.size();
    size[axis] = 3 - size[axis];
    this.shape = size.join('x');
    if (this.observer) this.look(this.observer.cell, this.shape);
  }

  // Paths

  aim() {
    const { cell } = this.app;
    if (!cell || !this.observer) return void toast('Point at a cell first.');
    if (this.goal?.join() === cell.join()) return this.forget();
    this.goal = cell;
    this.path = null;
    this.askPath();
    this.app.refreshSwitches();
    this.show();
  }

  /** The path to the goal, if there are an observer and a goal. */
  askPath() {
    const { observer, goal, app } = this;
    if (observer && goal) this.paths.put({ z: app.z, from: observer.cell, to: goal, shape: observer.shape });
  }

  /** @type {(reply: ReplyTo<'path'>) => void} */
  onPath(reply) {
    this.path = reply;
    if (!reply.found) toast('No path to that cell.', 'bad');
    this.show();
  }

  /** @type {(reply: ReplyTo<'band'> | null) => void} */
  onSweep(reply) {
    this.sweep = reply;
    this.app.stage.invalidate('overlay');
  }

  forget() {
    this.clearGoal();
    this.app.refreshSwitches();
    this.show();
  }

  /** @type {(cell: Cell | null) => void} */
  hover(cell) {
    const { goal, observer, app } = this;
    if (!goal || !observer || !cell) return;
    if (!app.level?.contains(...cell)) return this.onSweep(null);
    this.sweeps.put({ z: app.z, from: observer.cell, to: cell, shape: observer.shape });
  }

  // Walls

  /** @type {Mode['press']} */
  press(cell, event) {
    if (event.shiftKey && event.button === 0) return new Brush(this, cell, true);
    if (event.shiftKey && event.button === 2) return new Brush(this, cell, false);
    if (event.button === 2 && this.app.level) return this.dragObserver(this.app.level, cell);
    return null;
  }

  /** @type {(level: Level, cell: Cell) => ReturnType<Mode['press']>} */
  dragObserver(level, cell) {
    let last = '';
    const move = (/** @type {Cell} */ [x, y]) => {
      const [w, h] = this.size();
      /** @type {Cell} */
      const place = [Math.min(level.width - w, Math.max(0, x)), Math.min(level.height - h, Math.max(0, y))];
      if (place.join() === last || isBlocked(level, place, w, h)) return;
      last = place.join();
      this.look(place);
    };
    move(cell);
    return { move, end: () => this.askPath() };
  }

  /** @type {Mode['click']} */
  click(cell, event) {
    if (event.pointerType === 'touch') return this.look(cell);
    if (!event.shiftKey) this.toggle(cell);
  }

  /** @type {Mode['act']} */
  act(cell, event) {
    if (event.shiftKey) return this.look(cell);
    this.toggle(cell);
  }

  /**
   * Toggles the wall at a cell.
   * @type {(cell: Cell) => void}
   */
  toggle(cell) {
    const { level } = this.app;
    if (level?.contains(...cell)) this.paintCells([cell], !level.solid.get(...cell), newGesture());
  }

  /** @type {(cells: Cell[], solid: boolean, gesture: number) => Promise<void>} */
  async paintCells(cells, solid, gesture) {
    const { app } = this;
    try {
      const reply = await app.wire.ask('paint', { z: app.z, cells, solid, gesture });
      if (reply.kept.length) toast(`${plural(reply.kept.length, 'cell')} stayed: ${reply.kept[0][1]}.`, 'bad');
      app.takePaint(reply);
      this.ground.touch(Math.min(...cells.map((c) => c[1])) - 1, Math.max(...cells.map((c) => c[1])) + 2);
      if (this.observer) this.look(this.observer.cell);
      this.askPath();
    } catch (error) {
      complain(error);
    }
  }

  // Text

  async copy() {
    try {
      const { text } = await this.app.wire.ask('copy_text');
      const box = document.getElementById('map-text');
      if (box instanceof HTMLTextAreaElement) box.value = text;
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

  /** @type {(text: string) => Promise<void>} */
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
    if (!view) return '';
    const { visible_count: visible, corner_count: corners, interesting_count: interesting } = view;
    return `${count(visible)} visible · ${count(corners)} corners · ${count(interesting)} interesting`;
  }

  /** @type {Mode['paint']} */
  paint(ctx) {
    const { camera, level } = this.app.stage;
    const observer = this.observer?.z === this.app.z ? this.observer : null;
    if (this.sweep) paintSweep(ctx, camera, this.sweep);
    if (observer && level && this.view) paintCorners(ctx, camera, level, this.view);
    if (observer && this.path) paintPath(ctx, camera, this.path, observer.shape);
    if (this.goal) paintGoal(ctx, camera, this.goal);
    if (observer) paintObserver(ctx, camera, observer);
  }
}

/**
 * Whether a wall keeps the observer from standing at a place.
 * @type {(level: Level, place: Cell, w: number, h: number) => boolean}
 */
function isBlocked(level, [x, y], w, h) {
  return Array.from({ length: w * h }, (_, i) => level.solid.get(x + (i % w), y + Math.floor(i / w))).some(Boolean);
}

/**
 * The free cell nearest to the middle.
 * @type {(level: Level) => Cell | null}
 */
function freeCell(level) {
  const [mx, my] = [level.width / 2, level.height / 2];
  /** @type {Cell | null} */
  let best = null;
  let least = Infinity;
  for (let y = 0; y < level.height; y++) {
    for (let x = 0; x < level.width; x++) {
      const d = (x - mx) ** 2 + (y - my) ** 2;
      if (d >= least || level.solid.get(x, y)) continue;
      [best, least] = [[x, y], d];
    }
  }
  return best;
}
