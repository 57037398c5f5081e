// See: what an observer sees, walls by hand, and shortest paths.

/** @import { Action, App, Cell, HelpRow, Level, Mode, Pending, ReplyTo, Scene } from '../types.js' */
/** @import { Blob as Piece, FovKind, FovReply, ObserverState, PathReply, PathStart, SweepReply } from '../types.js' */

import { Bits } from '../bits.js';
import { Latest, bytes } from '../wire/requests.js';
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
 * A body on a straight line.
 * @typedef {{ z: number, from: Cell, to: Cell, shape: string }} Line
 */

/**
 * The field of view: sets of cells, and how many are in each.
 * @typedef {object} View
 * @property {FovKind} kind
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
    /** The observer's shape, as the user chose it. */
    this.shape = '1x1';
    /** @type {FovKind} */
    this.kind = 'exact';
    /** @type {View | null} */
    this.view = null;
    /** @type {Cell | null} */
    this.goal = null;
    /**
     * How the observer starts on its path.
     * @type {PathStart}
     */
    this.start = 'cells';
    /** @type {PathReply | null} */
    this.path = null;
    /** @type {SweepReply | null} */
    this.sweep = null;
    /** The cell that the last sweep was asked for. */
    this.sweptTo = '';
    /**
     * The stroke under the hand.
     * @type {Brush | null}
     */
    this.brush = null;
    /** When the last view was asked for. [Unit: ms] */
    this.asked = 0;
    /** Time from request to reply. [Unit: ms] */
    this.roundTrip = 0;
    this.ground = new Ground();
    const { wire } = app;
    /**
     * Without a placement the observer stays where it is.
     * @type {Latest<Placement | null, ReplyTo<'fov'>>}
     */
    this.fovs = new Latest((place) => this.askFov(place), (reply) => this.onFovReply(reply), {
      fail: (error) => this.onFovError(error),
    });
    this.goals = new Latest(
      (/** @type {Cell | null} */ cell) => wire.ask('goal', { cell, start: this.start }),
      (reply) => reply.type === 'path' && this.onPath(reply),
      { fail: (error) => this.onGoalError(error) },
    );
    this.sweeps = new Latest(
      (/** @type {Line} */ line) => wire.ask('sweep', line),
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
      this.app.armed.aim({
        key: 'D',
        title: 'Destination',
        help: 'set the destination: shortest path, and the sweep to the pointer; again on the same cell to end',
        group: 2,
        at: (cell) => this.aim(cell),
        obstacle: () => (this.observer ? null : 'The observer stands on no cell of this level.'),
        on: () => Boolean(this.goal),
      }),
      { key: 'C', title: 'Copy text', help: 'copy the map as text', group: 3, run: () => this.copy() },
      { key: 'V', title: 'Paste text', help: 'paste a map from text', group: 3, run: () => this.pasteFromClipboard() },
      this.app.armed.aim({
        key: 'Shift+Enter',
        help: 'move the observer to the cursor',
        at: (cell) => this.look(cell),
      }),
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
    this.sweptTo = '';
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

  /** @type {(place: Placement | null) => Pending<ReplyTo<'fov'>>} */
  askFov(place) {
    this.asked = performance.now();
    const { wire } = this.app;
    return place ? wire.ask('observer', place) : wire.ask('fov', { kind: this.kind });
  }

  /** @type {(reply: ReplyTo<'fov'>) => void} */
  onFovReply(reply) {
    this.roundTrip = performance.now() - this.asked;
    this.onFov(reply, reply);
    // A new session begins with the exact kind.
    if (reply.kind !== this.kind && !this.fovs.next) this.fovs.put(null);
  }

  /**
   * Takes a field of view, with the path where there is a goal; its blobs are those of the frame.
   * @type {(fov: FovReply, frame: ReplyTo<'fov' | 'paint'>) => void}
   */
  onFov(fov, frame) {
    const hasMoved = JSON.stringify(this.observer) !== JSON.stringify(fov.observer);
    this.observer = fov.observer;
    this.sweptTo = '';
    if (!this.fovs.next) this.shape = fov.observer.shape;
    if (this.app.scene) this.app.scene.observer = fov.observer;
    const bits = (/** @type {Piece} */ blob) => new Bits(bytes(frame, blob), fov.width);
    this.view = {
      kind: fov.kind,
      visible: bits(fov.visible),
      corners: bits(fov.corners),
      interesting: bits(fov.interesting),
      visible_count: fov.visible_count,
      corner_count: fov.corner_count,
      interesting_count: fov.interesting_count,
    };
    this.path = this.goal ? fov.path ?? null : null;
    if (hasMoved) this.sweep = null;
    if (hasMoved && this.app.mode === this) this.hover(this.app.cell);
    if (fov.observer.z === this.app.z) this.ground.see(this.view.visible);
    this.app.refreshSwitches();
    if (this.app.mode === this) this.show();
  }

  /**
   * The session keeps the shape and the kind that it had.
   * @type {(error: unknown) => void}
   */
  onFovError(error) {
    this.shape = this.observer?.shape ?? '1x1';
    this.showKind(this.view?.kind ?? 'exact');
    complain(error);
    this.app.stage.invalidate();
  }

  show() {
    this.app.showRight();
    this.app.showCounts();
    this.app.stage.invalidate();
  }

  /** @type {(kind: FovKind) => void} */
  setKind(kind) {
    this.kind = kind;
    this.fovs.put(null);
  }

  /** @type {(kind: FovKind) => void} */
  showKind(kind) {
    this.kind = kind;
    const list = document.getElementById('fov-kind');
    if (list instanceof HTMLSelectElement) list.value = kind;
  }

  /** @type {(axis: 0 | 1) => void} */
  reshape(axis) {
    const size = this.size();
    size[axis] = 3 - size[axis];
    this.shape = size.join('x');
    if (this.observer) this.look(this.observer.cell, this.shape);
  }

  // Paths

  /** @type {(start: PathStart) => void} */
  setStart(start) {
    this.start = start;
    if (this.goal) this.goals.put(this.goal);
  }

  /** @type {(cell: Cell) => void} */
  aim(cell) {
    if (this.goal?.join() === cell.join()) return this.forget();
    this.goal = cell;
    this.path = null;
    this.goals.put(cell);
    this.app.refreshSwitches();
    this.show();
  }

  /** @type {(path: PathReply) => void} */
  onPath(path) {
    if (!this.goal) return;
    this.path = path;
    if (!path.found) toast('No path to that cell.', 'bad');
    this.show();
  }

  /** @type {(error: unknown) => void} */
  onGoalError(error) {
    complain(error);
    this.forget();
  }

  /** @type {(reply: SweepReply | null) => void} */
  onSweep(reply) {
    this.sweep = reply;
    this.app.stage.invalidate('overlay');
  }

  forget() {
    this.clearGoal();
    this.goals.put(null);
    this.app.refreshSwitches();
    this.show();
  }

  /** @type {(cell: Cell | null) => void} */
  hover(cell) {
    const { goal, observer, app } = this;
    if (!goal || !observer || !cell || this.brush || this.sweptTo === cell.join()) return;
    this.sweptTo = cell.join();
    if (!app.level?.contains(...cell)) return this.onSweep(null);
    this.sweeps.put({ z: app.z, from: observer.cell, to: cell, shape: observer.shape });
  }

  // Walls

  /** @type {Mode['press']} */
  press(cell, event) {
    if (event.shiftKey && (event.button === 0 || event.button === 2)) {
      this.brush = new Brush(this, cell, event.button === 0);
      return this.brush;
    }
    if (event.button === 2 && this.app.level) return this.dragObserver(this.app.level, cell);
    return null;
  }

  /** @type {(level: Level, cell: Cell) => ReturnType<Mode['press']>} */
  dragObserver(level, cell) {
    let last = '';
    const from = this.observer;
    const move = (/** @type {Cell} */ [x, y]) => {
      const [w, h] = this.size();
      /** @type {Cell} */
      const place = [Math.min(level.width - w, Math.max(0, x)), Math.min(level.height - h, Math.max(0, y))];
      if (place.join() === last || isBlocked(level, place, w, h)) return;
      last = place.join();
      this.look(place);
    };
    move(cell);
    return { move, end: () => {}, cancel: () => from?.z === this.app.z && this.look(from.cell) };
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
      const [first] = reply.skipped;
      if (first) toast(`${plural(reply.skipped.length, 'cell')} skipped: ${first[1]}.`, 'bad');
      app.takePaint(reply);
      this.ground.touch(Math.min(...cells.map((c) => c[1])) - 1, Math.max(...cells.map((c) => c[1])) + 2);
      if (reply.fov) this.onFov(reply.fov, reply);
      else app.stage.invalidate();
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
      await this.app.openText(await navigator.clipboard.readText());
    } catch {
      document.getElementById('map-text')?.focus();
      toast('The browser does not let the page read the clipboard; paste into the text box.', 'bad');
    }
  }

  /** @type {(text: string) => Promise<void>} */
  async paste(text) {
    try {
      const reply = await this.app.wire.ask('paste_text', { text });
      const before = this.app.scene;
      await this.app.takeDocument(reply);
      this.app.discardNotice.show(before);
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
    if (view.kind !== 'exact') return `${count(visible)} visible · corners: exact view only`;
    return `${count(visible)} visible · ${plural(corners, 'corner')} · ${count(interesting)} interesting`;
  }

  /** @type {Mode['paint']} */
  paint(ctx) {
    const { camera, level } = this.app.stage;
    const observer = this.observer?.z === this.app.z ? this.observer : null;
    if (this.sweep) paintSweep(ctx, camera, this.sweep);
    if (observer && level && this.view) paintCorners(ctx, camera, level, this.view);
    const rows = observer && this.start === 'cells' ? sizeOf(observer.shape)[1] : 1;
    if (observer && this.path) paintPath(ctx, camera, this.path, rows);
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
