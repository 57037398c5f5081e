// Crowd: many bodies on one map, and every rule that moves them.

/** @import { Action, App, Cell, Choice, FieldsArgument, HelpRow, Mode, ReplyTo } from '../types.js' */
/** @import { CrowdCommand, CrowdSettingsPatch, CrowdInfo, ActorFilter, ActorPath } from '../types.js' */

import { CrowdView } from './crowd.js';
import { leftPanel, rightPanel } from './panel.js';
import { paintBodies, paintGoals, paintHeld, paintPaths } from './marks.js';
import { complain, toast } from '../ui/toast.js';
import { plural } from '../ui/dom.js';
import { crowdLine, endOfRun } from './figures.js';

/** The part of the crowd that R sends. */
const NEAREST_FRACTION = 0.3;
/** How often figures are written while the crowd runs. [Unit: ms] */
const FIGURES = 200;

/** What the switches show before there is a crowd. */
const DEFAULTS = {
  mode: 'flow',
  subcell_grid: { n: 1 },
  offset: 'none',
  early: false,
  allow_backward: false,
  fallback: false,
};

/** @implements {Mode} */
export class CrowdMode {
  /** @type {HelpRow[]} */
  more = [['Click', 'select an actor']];

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = /** @type {const} */ ('crowd');
    this.crowd = new CrowdView();
    /**
     * The selected actor's number.
     * @type {number | null}
     */
    this.selected = null;
    this.isRunning = false;
    /** Whether a run begins as soon as the session has answered. */
    this.isStarting = false;
    /** How long the crowd had been stalled when the run began. [Unit: ticks] */
    this.stalledBefore = 0;
    /** Ticks a second. */
    this.speed = 20;
    /** How many actors to scatter. */
    this.many = 100;
    /** @type {ActorPath[]} */
    this.paths = [];
    this.isLoadingPaths = false;
    /** Parts of ticks that are still to be made. */
    this.carry = 0;
    /** When the last frame and the last figures were shown. [Unit: ms] */
    this.last = 0;
    this.shownAt = 0;
    this.isBusy = false;
    this.switches = { held: false, paths: false };
    this.sendAll = app.armed.aim({
      key: 'P',
      title: 'Send all',
      help: 'destination of all, spread over free cells',
      group: 2,
      at: (cell) => this.send({ who: 'all' }, cell),
    });
    this.table = this.makeTable();
  }

  makeTable() {
    return [...this.orderKeys(), ...this.settingKeys(), ...this.displayKeys()];
  }

  /** @type {() => Action[]} */
  orderKeys() {
    const { armed } = this.app;
    return [
      {
        key: 'S',
        title: 'Run',
        help: 'start or pause',
        group: 1,
        run: () => this.toggleRun(),
        on: () => this.isRunning,
      },
      armed.aim({
        key: 'O',
        title: 'Spawn',
        help: 'put an actor at the pointer',
        group: 2,
        repeats: true,
        at: (cell) => this.order('crowd_spawn', { z: this.app.z, cells: [cell] }),
      }),
      { key: '0', title: 'Clear', help: 'remove all actors', group: 2, run: () => this.order('crowd_clear') },
      armed.aim({
        key: 'D',
        title: 'Send one',
        help: 'destination of the selected actor',
        group: 2,
        at: (cell) => this.selected !== null && this.send({ who: 'these', ids: [this.selected] }, cell),
        obstacle: () => (this.selected === null ? 'Select an actor first: click it, or press Enter beside it.' : null),
      }),
      this.sendAll,
      armed.aim({
        key: 'R',
        title: '30 %',
        help: 'destination of the nearest 30 %',
        group: 2,
        at: (cell) => this.send({ who: 'nearest', fraction: NEAREST_FRACTION }, cell),
      }),
    ];
  }

  /** @type {() => Action[]} */
  settingKeys() {
    const { hello } = this.app;
    const now = () => this.crowd.state ?? this.app.scene?.crowd ?? DEFAULTS;
    const set = (/** @type {CrowdSettingsPatch} */ settings) => this.order('crowd_settings', { settings });
    return [
      {
        key: 'Q',
        title: 'Mode',
        help: 'next mode',
        group: 3,
        run: () => set({ mode: nextValue(hello.crowd_modes, now().mode) }),
        value: () => now().mode,
      },
      {
        key: 'G',
        title: 'Places',
        help: 'places to stand along a side of a cell (n): 1, 2 or 3',
        group: 3,
        run: () => set({ n: (now().subcell_grid.n % 3) + 1 }),
        value: () => String(now().subcell_grid.n),
      },
      {
        key: 'T',
        title: 'Offset',
        help: 'shift the places to stand by half of one',
        group: 3,
        run: () => set({ offset: nextValue(hello.crowd_offsets, now().offset) }),
        value: () => now().offset,
      },
      {
        key: 'X',
        title: 'Fallback',
        help: 'basic3: take the best step where the distance rule leaves none',
        group: 4,
        run: () => set({ fallback: !now().fallback }),
        on: () => now().fallback,
      },
      {
        key: 'E',
        title: 'Early',
        help: 'reserve the next place early',
        group: 4,
        run: () => set({ early: !now().early }),
        on: () => now().early,
      },
      {
        key: 'F',
        title: 'Filter',
        help: 'drop steps that lead backward',
        group: 4,
        run: () => set({ allow_backward: !now().allow_backward }),
        on: () => !now().allow_backward,
      },
    ];
  }

  /** @type {() => Action[]} */
  displayKeys() {
    return [
      {
        key: 'B',
        title: 'Markers',
        help: 'show what actors hold: current, reserved, anchors',
        group: 5,
        run: () => this.flip('held'),
        on: () => this.switches.held,
      },
      {
        key: 'L',
        title: 'Paths',
        help: 'show the paths ahead',
        group: 5,
        run: () => this.flip('paths'),
        on: () => this.switches.paths,
      },
      {
        key: 'Delete',
        help: 'remove the selected actor',
        run: () => this.selected !== null && this.remove(this.selected),
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

  enter() {
    this.order('crowd');
  }

  leave() {
    this.isRunning = this.isStarting = false;
  }

  sceneChanged() {
    this.isRunning = this.isStarting = false;
    this.paths = [];
    this.crowd = new CrowdView();
    if (this.app.mode === this) this.order('crowd');
  }

  levelChanged() {
    this.app.stage.invalidate('overlay');
  }

  // Orders

  /**
   * Sends a command that is answered with the crowd.
   * @type {<T extends CrowdCommand>(type: T, ...fields: FieldsArgument<T>) => Promise<void>}
   */
  async order(type, ...fields) {
    try {
      // Every command of this kind is answered so; TypeScript cannot follow that through the generic.
      this.take(/** @type {ReplyTo<CrowdCommand>} */ (await this.app.wire.ask(type, ...fields)));
    } catch (error) {
      complain(error);
    }
  }

  /** @type {(reply: ReplyTo<CrowdCommand>, lasts?: number) => void} */
  take(reply, lasts = 0) {
    this.crowd.take(reply, lasts);
    this.app.takeSteps(reply);
    const { moved } = reply;
    for (const note of moved.notes) toast(note);
    if (moved.without_place > 0) toast(`${plural(moved.without_place, 'actor')} found no place.`, 'bad');
    // Another order begins from where the crowd is: it is not stalled yet.
    this.stalledBefore = Math.min(this.stalledBefore, reply.state.stalled_for);
    this.selected = moved.spawned.at(-1) ?? this.selected;
    if (this.selected !== null && !this.crowd.ids.has(this.selected)) this.selected = null;
    if (!this.isRunning || performance.now() - this.shownAt > FIGURES) this.showFigures();
    if (this.switches.paths) this.loadPaths();
    this.app.stage.invalidate('overlay');
  }

  showFigures() {
    this.shownAt = performance.now();
    if (this.app.mode !== this) return;
    this.app.showRight();
    this.app.showCounts();
    this.app.refreshSwitches();
  }

  /** @type {(many: number) => void} */
  scatter(many) {
    this.order('crowd_scatter', { z: this.app.z, count: many, seed: Math.floor(Math.random() * 2 ** 31) });
  }

  /** @type {(actor: number) => void} */
  remove(actor) {
    this.order('crowd_remove', { actors: { who: 'these', ids: [actor] } });
  }

  /** @type {(actors: ActorFilter, cell: Cell) => void} */
  send(actors, cell) {
    this.order('crowd_destination', { actors, cell });
  }

  // The run

  async toggleRun() {
    if (this.isRunning || this.isStarting) return this.pause();
    this.isStarting = true;
    // Commands that are under way count too: the answer comes behind theirs.
    await this.order('crowd');
    const { state } = this.crowd;
    if (!this.isStarting || !state) return this.pause();
    this.isStarting = false;
    this.stalledBefore = state.stalled_for;
    if (!this.endRun(state)) this.run();
  }

  pause() {
    this.isRunning = this.isStarting = false;
    this.showFigures();
  }

  run() {
    this.isRunning = true;
    this.last = performance.now();
    this.carry = 0;
    this.showFigures();
    requestAnimationFrame((now) => this.frame(now));
  }

  /** @type {(now: number) => Promise<void>} */
  async frame(now) {
    if (!this.isRunning || this.app.mode !== this) return;
    if (this.crowd.size === 0) return this.pause();
    requestAnimationFrame((next) => this.frame(next));
    this.carry = Math.min(this.speed, this.carry + ((now - this.last) / 1000) * this.speed);
    this.last = now;
    const ticks = Math.floor(this.carry);
    if (ticks > 0 && !this.isBusy) {
      this.carry -= ticks;
      await this.step(ticks, (ticks / this.speed) * 1000);
    }
  }

  /** @type {(ticks: number, lasts?: number) => Promise<void>} */
  async step(ticks, lasts = 120) {
    this.isBusy = true;
    try {
      const reply = await this.app.wire.ask('crowd_step', { ticks });
      this.take(reply, lasts);
      if (this.isRunning) this.endRun(reply.state);
    } catch (error) {
      this.isRunning = false;
      this.app.refreshSwitches();
      complain(error);
    }
    this.isBusy = false;
  }

  /**
   * Ends the run where there is a reason, and says it.
   * @type {(state: CrowdInfo) => boolean}
   */
  endRun(state) {
    const end = endOfRun(state, this.stalledBefore);
    if (!end) return false;
    this.isRunning = false;
    this.showFigures();
    toast(end.text, end.isBad ? 'bad' : 'good');
    return true;
  }

  // What is shown

  /** @type {(name: keyof typeof this.switches) => void} */
  flip(name) {
    this.switches[name] = !this.switches[name];
    this.app.refreshSwitches();
    if (name === 'paths' && this.switches.paths) this.loadPaths();
    this.app.stage.invalidate('overlay');
  }

  async loadPaths() {
    if (this.isLoadingPaths || this.crowd.size === 0) return;
    this.isLoadingPaths = true;
    try {
      this.paths = (await this.app.wire.ask('crowd_paths', { actors: { who: 'all' } })).paths;
    } catch (error) {
      complain(error);
    }
    this.isLoadingPaths = false;
    this.app.stage.invalidate('overlay');
  }

  press() {
    return null;
  }

  hover() {}

  /** @type {Mode['click']} */
  click(cell, event) {
    const { left, top } = this.app.stage.element.getBoundingClientRect();
    this.choose(...this.app.stage.camera.toWorld(event.clientX - left, event.clientY - top));
  }

  /** @type {(cell: Cell) => void} */
  act(cell) {
    this.choose(cell[0] + 0.5, cell[1] + 0.5);
  }

  /** @type {(x: number, y: number) => void} */
  choose(x, y) {
    if (!this.crowd.state) return;
    this.selected = this.crowd.nearest(x, y, Math.max(1, 14 / this.app.stage.camera.scale));
    this.showFigures();
    this.app.stage.invalidate('overlay');
  }

  escape() {
    if (this.selected === null) return false;
    this.selected = null;
    this.showFigures();
    this.app.stage.invalidate('overlay');
    return true;
  }

  counts() {
    const { state } = this.crowd;
    return state ? crowdLine(state) : '';
  }

  /** @type {Mode['paint']} */
  paint(ctx) {
    const { crowd } = this;
    const { stage } = this.app;
    const { camera } = stage;
    if (!crowd.state || crowd.size === 0 || crowd.state.z !== this.app.z) return;
    const now = performance.now();
    const { n } = crowd.state.subcell_grid;
    if (this.switches.held) paintHeld(ctx, camera, crowd, n);
    if (this.switches.paths) paintPaths(ctx, camera, crowd, this.paths, now);
    paintGoals(ctx, camera, crowd, this.selected);
    paintBodies(ctx, stage, crowd, n, this.selected, now);
    if (crowd.isMoving(now)) stage.invalidate('overlay');
  }
}

/**
 * The value after this one; the first follows the last.
 * @type {(choices: Choice[], value: string) => string}
 */
function nextValue(choices, value) {
  const at = choices.findIndex((choice) => choice.value === value);
  return choices[(at + 1) % choices.length].value;
}
