// Build: make a dungeon, watch how it was made, and change it.

import { RecipePanel } from './recipe.js';
import { Replay } from './replay.js';
import { inspector } from './inspector.js';
import { verdict } from './verdict.js';
import { paintMoment, paintNumbers, paintRejects, paintSplits, paintWalks } from './steps.js';
import { paintFlaws, paintLattice, paintSelection } from './marks.js';
import { RoomDrag } from './drag.js';
import { Latest } from '../wire.js';
import { complain, toast } from '../ui/toast.js';
import { boundsOf } from '../scene.js';

/** Beyond this many cells a trace is kept only when it is wanted. */
const TRACE_CELLS = 300_000;

export class BuildMode {
  constructor(app) {
    Object.assign(this, { app, name: 'build', selection: null, link: null, ghost: null });
    this.switches = { steps: false, walks: false, numbers: false, lattice: false };
    this.recipe = new RecipePanel(app.hello, (wish) => this.generate(wish));
    this.replay = new Replay(this);
    this.latest = new Latest((command) => app.wire.ask('generate', command), (reply) => this.generated(reply), {
      wire: app.wire,
      fail: (error) => this.refused(error),
    });
    this.table = this.makeTable();
  }

  makeTable() {
    const flip = (name) => () => this.flip(name);
    const on = (name) => () => this.switches[name];
    return [
      { key: 'R', title: 'Again', help: 'generate again with the same seed', group: 1, run: () => this.generate({}) },
      { key: 'S', title: 'New seed', help: 'generate with a new seed', group: 1, run: () => this.generate({ seed: null }) },
      { key: 'V', title: 'Step by step', help: 'step view: watch how the dungeon was made', group: 2, run: flip('steps'), on: on('steps') },
      { key: 'P', title: 'Walker paths', help: 'paths of the walkers, teleports dashed', group: 2, run: flip('walks'), on: on('walks') },
      { key: 'N', title: 'Step numbers', help: 'in which order rooms were placed', group: 2, run: flip('numbers'), on: on('numbers') },
      { key: 'G', title: 'Room grid', help: 'the grid that rooms are lined up by', group: 2, run: flip('lattice'), on: on('lattice') },
      { key: 'Delete', help: 'delete the selected room', run: () => this.selection?.room && this.deleteRoom(this.selection.room) },
      ...Object.entries({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }).map(([key, step], i) => ({
        key: `Alt+${key}`, shown: 'Alt+Arrows', help: i ? null : 'move the selected room by one step of the grid', repeats: true, run: () => this.nudge(step),
      })),
      { key: [',', '<'], shown: [',', '.'], help: 'one step back, one step on', repeats: true, run: () => this.switches.steps && this.replay.step(-1) },
      { key: ['.', '>'], repeats: true, run: () => this.switches.steps && this.replay.step(1) },
      { key: 'Escape', run: () => this.escape() },
    ];
  }

  more = [['Click', 'inspect a room, a door or a corridor'], ['Drag a room', 'move it; its links are routed anew']];

  left() {
    return this.recipe.element;
  }

  right() {
    const { app } = this;
    if (!app.scene) return [];
    const act = {
      setDoor: (door, change) => this.edit('set_door', { door: door.id, ...change }),
      deleteRoom: (room) => this.deleteRoom(room),
      showLink: (link) => this.showLink(link),
      showEvent: (at) => this.showEvent(at),
    };
    return [inspector(this.selection, app.hello, this.trace, act), ...verdict(app.scene, (flaw) => this.showFlaw(flaw))];
  }

  enter() {
    this.replay.enter();
  }

  leave() {
    this.replay.leave();
  }

  get trace() {
    return this.replay.trace;
  }

  // Generation

  generate({ seed = this.recipe.seed.value, gesture = null }) {
    const command = { ...this.recipe.command(), seed: seed || null, trace: this.wantsTrace() };
    if (gesture !== null) command.gesture = gesture;
    this.latest.put(command);
  }

  wantsTrace() {
    const value = (key) => this.recipe.fields.get(key)?.value ?? 0;
    const { steps, walks, numbers } = this.switches;
    return steps || walks || numbers || value('width') * value('height') <= TRACE_CELLS;
  }

  generated(reply) {
    this.replay.wantsPlay = this.switches.steps && !this.recipe.moving;
    this.app.takeDocument(reply);
  }

  refused(error) {
    if (error.cancelled) return toast('Cancelled.');
    if (error.field && this.recipe.blame(error)) return;
    complain(error);
  }

  /** A new document is there. */
  async sceneChanged(scene) {
    this.recipe.show(scene.made, scene.seed);
    this.replay.forget();
    this.link = null;
    await this.select(null, scene);
    if (this.needsTrace()) await this.replay.load();
  }

  needsTrace() {
    const { steps, walks, numbers } = this.switches;
    return steps || walks || numbers;
  }

  async flip(name) {
    this.switches[name] = !this.switches[name];
    this.app.refreshSwitches();
    if (name === 'lattice') return this.app.stage.invalidate('overlay');
    if (name === 'steps' && this.switches.steps) this.replay.wantsPlay = true;
    if (this.switches[name] && (await this.replay.load())) {
      if (name === 'walks' && this.trace.walks.length === 0) toast('This dungeon was placed without walkers; templates have them.');
    }
    if (name === 'steps') this.replay.show();
    this.app.stage.invalidate('overlay');
  }

  levelChanged() {
    this.replay.levelChanged();
  }

  async showEvent(at) {
    if (!this.switches.steps) await this.flip('steps');
    this.replay.timeline.jump(at);
  }

  // Selection and edits

  async select(cell, scene = this.app.scene) {
    this.selection = null;
    this.link = null;
    if (cell && scene.level(this.app.z).contains(...cell)) {
      try {
        const found = await this.app.wire.ask('inspect', { z: this.app.z, cell });
        const isSomething = found.room || found.door || found.corridor_of.length || found.flaws.length;
        if (this.app.scene === scene && isSomething) this.selection = found;
        if (this.selection?.events.length && !this.trace) await this.replay.load();
      } catch (error) {
        complain(error);
      }
    }
    this.app.showPanels();
    this.app.stage.invalidate('overlay');
  }

  click(cell) {
    this.select(cell);
  }

  act(cell) {
    this.select(cell);
  }

  press(event, cell) {
    if (event.button !== 0 || event.pointerType === 'touch' || this.switches.steps) return null;
    const room = this.app.scene?.room(this.app.z, ...cell);
    return room ? new RoomDrag(this, room, cell) : null;
  }

  hover() {}

  async edit(type, fields, cell = this.selection?.cell) {
    try {
      await this.app.takeDocument(await this.app.wire.ask(type, fields));
      if (cell) await this.select(cell);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  deleteRoom(room) {
    return this.edit('delete_room', { room: room.id }, null);
  }

  nudge([dx, dy]) {
    const room = this.selection?.room;
    if (!room) return false;
    const { left, top } = boundsOf(room);
    const [gx, gy] = this.app.scene.lattice ?? [1, 1];
    const { cell } = this.selection;
    const to = [left + dx * gx, top + dy * gy];
    return this.edit('move_room', { room: room.id, to }, [cell[0] + dx * gx, cell[1] + dy * gy]);
  }

  showLink(link) {
    this.link = link;
    this.app.stage.invalidate('overlay');
  }

  showFlaw(flaw) {
    const { app } = this;
    if (flaw.z !== undefined && flaw.z !== null) app.showLevel(flaw.z);
    const cell = flaw.cells?.[0] ?? app.scene.rooms[flaw.rooms?.[0]]?.floor[0];
    if (!cell) return;
    app.stage.camera.reveal(cell[0], cell[1]);
    app.stage.invalidate();
    this.select(cell.slice(0, 2));
  }

  escape() {
    if (!this.selection && !this.link) return false;
    this.select(null);
    return true;
  }

  counts() {
    const facts = this.app.scene?.report.facts;
    return this.app.scene?.rooms.length ? `${facts.rooms} rooms · ${facts.links} links · ${facts.loops} loops` : '';
  }

  paint(ctx, camera, stage) {
    const { app, trace, switches } = this;
    if (switches.lattice) paintLattice(ctx, camera, stage.level, app.scene.lattice);
    const at = switches.steps ? this.replay.at : Infinity;
    if (trace && switches.steps) {
      paintSplits(ctx, camera, trace, at);
      paintRejects(ctx, camera, trace, at);
    }
    if (trace && switches.walks) paintWalks(ctx, camera, trace, at, app.z);
    if (!switches.steps) paintFlaws(ctx, camera, app.scene, app.z);
    if (!switches.steps) paintSelection(ctx, camera, this, app);
    if (trace && switches.numbers) paintNumbers(ctx, camera, trace, at, app.z);
    if (trace && switches.steps) paintMoment(ctx, camera, trace, at);
  }
}
