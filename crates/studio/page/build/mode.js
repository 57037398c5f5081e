// Build: generates a dungeon, replays how it was made, and edits it.

/** @import { Action, App, Cell, Changed, CommandFields, Document, Ghost, HelpRow } from '../types.js' */
/** @import { InspectorActions, Mode } from '../types.js' */
/** @import { Door, DoorRef, Edit, FlatLink, Flaw, InspectReply, PinWhat, Point } from '../types.js' */
/** @import { Room, RoomRef, Scene } from '../types.js' */
/** @import { GenerateRequest } from './recipe.js' */

import { RecipePanel } from './recipe.js';
import { Replay } from './replay.js';
import { inspector } from './inspector.js';
import { verdict } from './verdict.js';
import { paintMoment, paintNumbers, paintRejects, paintSpawns, paintSplits, paintWalks } from './steps.js';
import { paintFlaws, paintModuleGrid, paintSelection } from './marks.js';
import { RoomDrag } from './drag.js';
import { PinsPanel } from './pins-panel.js';
import { openVariations } from './variations.js';
import { Latest, RequestError, isCancelled } from '../wire/requests.js';
import { plural } from '../ui/dom.js';
import { complain, toast } from '../ui/toast.js';
import { boundsOf, firstCell, roomRef } from '../scene.js';
import { groundShown, toggleGround } from '../map/terrain.js';

/** On a map of more cells the next trace is kept only when a switch shows it. */
const TRACE_CELLS = 300_000;

/** @type {[key: string, step: Point][]} */
const ARROWS = [['ArrowLeft', [-1, 0]], ['ArrowRight', [1, 0]], ['ArrowUp', [0, -1]], ['ArrowDown', [0, 1]]];

/** @implements {Mode} */
export class BuildMode {
  /** @type {HelpRow[]} */
  more = [['Click', 'inspect a room, a door or a corridor'], ['Drag a room', 'move it; its links are rerouted']];

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = /** @type {const} */ ('build');
    /** @type {InspectReply | null} */
    this.selection = null;
    /**
     * The one link that is shown of those selected.
     * @type {FlatLink | null}
     */
    this.link = null;
    /** @type {Ghost | null} */
    this.ghost = null;
    this.switches = { steps: false, walks: false, numbers: false, grid: false, ground: groundShown() };
    this.recipe = new RecipePanel(app.hello, (request) => this.generate(request));
    this.replay = new Replay(this);
    this.pins = new PinsPanel(app, { edit: (edits) => this.apply(edits), vary: () => openVariations(app) });
    this.latest = new Latest(
      (/** @type {CommandFields<'generate'>} */ command) => app.wire.ask('generate', command),
      (reply) => this.generated(reply),
      { wire: app.wire, fail: (error) => this.refused(error) },
    );
    /**
     * The last roll that was asked for.
     * @type {GenerateRequest}
     */
    this.asked = {};
    this.table = this.makeTable();
  }

  /** @type {() => Action[]} */
  makeTable() {
    return [
      {
        key: 'R',
        title: 'Regenerate',
        help: 'generate again with the same seed',
        group: 1,
        run: () => this.generate({}),
      },
      {
        key: 'S',
        title: 'New seed',
        help: 'generate with a new seed',
        group: 1,
        run: () => this.generate({ seed: null }),
      },
      this.toggle('V', 'steps', 'Step by step', 'step view: replay how the dungeon was made'),
      this.toggle('P', 'walks', 'Walker paths', 'paths of the walkers, teleports dashed'),
      this.toggle('N', 'numbers', 'Step numbers', 'in which order rooms were placed'),
      this.toggle('W', 'ground', 'Ground', 'water, chasms, rubble, grass and bridges'),
      this.toggle('G', 'grid', 'Module grid', 'the grid that rooms are aligned to'),
      {
        key: 'Delete',
        help: 'delete the selected room',
        run: () => this.selection?.room && this.deleteRoom(this.selection.room),
      },
      ...ARROWS.map(([key, step], i) => ({
        key: `Alt+${key}`,
        shown: 'Alt+Arrows',
        help: i ? null : 'move the selected room by one step of the grid',
        repeats: true,
        run: () => this.nudge(step),
      })),
      {
        key: [',', '<'],
        shown: [',', '.'],
        help: 'previous step, next step',
        repeats: true,
        run: () => this.switches.steps && this.replay.step(-1),
      },
      { key: ['.', '>'], repeats: true, run: () => this.switches.steps && this.replay.step(1) },
      { key: 'Escape', run: () => this.escape() },
    ];
  }

  /** @type {(key: string, name: keyof typeof this.switches, title: string, help: string) => Action} */
  toggle(key, name, title, help) {
    return { key, title, help, group: 2, run: () => this.flip(name), on: () => this.switches[name] };
  }

  left() {
    const [head, ...groups] = this.recipe.elements;
    return [head, this.pins.element, ...groups];
  }

  right() {
    const { app } = this;
    if (!app.scene) return [];
    /** @type {InspectorActions} */
    const act = {
      setDoor: (door, to) => this.apply([{ edit: 'set_door', door: doorRef(door), to }]),
      rename: (room, text) => this.apply([{ edit: 'name', of: { room: roomRef(room) }, text }]),
      linkWhat: (link) => this.linkWhat(link),
      pin: (what) => this.apply([{ edit: 'pin', what }]),
      unpin: (ids) => this.apply([{ edit: 'unpin', ids }]),
      deleteRoom: (room) => this.deleteRoom(room),
      discover: (link) => this.edit(app.wire.ask('discover', { link: link.id })),
      showLink: (link) => this.showLink(link),
      showEvent: (at) => this.showEvent(at),
    };
    const selected = inspector(this.selection, app.scene?.labels ?? [], app.hello, this.trace, act);
    return [selected, ...verdict(app.scene, (flaw) => this.showFlaw(flaw))];
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

  /** @type {(request: GenerateRequest) => void} */
  generate({ seed = this.recipe.seed.value, stages, gesture, pins, fill }) {
    this.asked = { seed, stages, gesture };
    const trace = this.wantsTrace();
    this.latest.put({ ...this.recipe.command(), seed: seed || null, stages, trace, gesture, pins, fill });
  }

  /** The first dungeon of a document: nothing of the one before it is kept. */
  begin() {
    this.generate({ pins: [] });
  }

  wantsTrace() {
    const levels = this.app.scene?.levels ?? [];
    const cells = levels.reduce((sum, { width, height }) => sum + width * height, 0);
    return this.needsTrace() || cells <= TRACE_CELLS;
  }

  /** @type {(reply: Document) => void} */
  generated(reply) {
    this.replay.wantsPlay = this.switches.steps && !this.recipe.isMoving;
    const waiting = this.app.scene?.shelved.length ?? 0;
    this.app.takeDocument(reply);
    const more = reply.session.shelved.length - waiting;
    if (more > 0) toast(`${plural(more, 'edit')} found no place in this roll and ${more > 1 ? 'are' : 'is'} shelved.`);
  }

  /** @type {(error: unknown) => void} */
  refused(error) {
    if (isCancelled(error)) return void toast('Cancelled.');
    if (error instanceof RequestError && this.recipe.blame(error)) return;
    if (error instanceof RequestError && this.app.scene?.pins.length) {
      const run = () => this.generate({ ...this.asked, pins: [] });
      return void toast(error.message, 'bad', { title: 'Roll without pins', run });
    }
    complain(error);
  }

  /**
   * A new document is there.
   * @type {(scene: Scene) => Promise<void>}
   */
  async sceneChanged(scene) {
    this.recipe.show(scene.source, scene.seed);
    this.pins.show(scene);
    this.replay.forget();
    this.link = null;
    await this.select(null, scene);
    if (this.needsTrace()) await this.replay.load();
  }

  needsTrace() {
    const { steps, walks, numbers } = this.switches;
    return steps || walks || numbers;
  }

  /** @type {(name: keyof typeof this.switches) => Promise<void>} */
  async flip(name) {
    this.switches[name] = !this.switches[name];
    this.app.refreshSwitches();
    if (name === 'grid') return this.app.stage.invalidate('overlay');
    if (name === 'ground') {
      toggleGround();
      return this.app.stage.repaint();
    }
    if (name === 'steps' && this.switches.steps) this.replay.wantsPlay = true;
    if (this.switches[name] && (await this.replay.load())) {
      const isEmpty = name === 'walks' && this.trace?.walks.length === 0;
      if (isEmpty) toast('This dungeon was placed without walkers; templates have them.');
    }
    if (name === 'steps') this.replay.show();
    this.app.stage.invalidate('overlay');
  }

  levelChanged() {
    this.replay.levelChanged();
  }

  /** @type {(at: number) => Promise<void>} */
  async showEvent(at) {
    if (!this.switches.steps) await this.flip('steps');
    this.replay.timeline.jump(at);
  }

  // Selection and edits

  /** @type {(cell: Cell | null, scene?: Scene | null) => Promise<void>} */
  async select(cell, scene = this.app.scene) {
    this.selection = null;
    this.link = null;
    if (cell && scene?.level(this.app.z).contains(...cell)) {
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

  /** @type {Mode['click']} */
  async click(cell, event) {
    await this.select(cell);
    const room = this.selection?.room;
    const lowest = room ? boundsOf(room).bottom - 1 : cell[1];
    if (event.pointerType === 'touch') this.app.showInspector(this.selection !== null, [cell[0], lowest]);
  }

  /** @type {(cell: Cell) => void} */
  act(cell) {
    this.select(cell);
  }

  /** @type {Mode['press']} */
  press(cell, event) {
    if (event.button !== 0 || event.pointerType === 'touch' || this.switches.steps) return null;
    const room = this.app.scene?.room(this.app.z, ...cell);
    return room ? new RoomDrag(this, room, cell) : null;
  }

  hover() {}

  /**
   * Takes what an edit is answered with, and selects the cell afterwards.
   * @type {(reply: Promise<Changed>, cell?: Cell | null) => Promise<boolean>}
   */
  async edit(reply, cell = this.selection?.cell) {
    try {
      await this.app.takeDocument(await reply);
      if (cell) await this.select(cell);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  /**
   * Changes the map by hand, and selects the cell afterwards.
   * @type {(edits: Edit[], cell?: Cell | null) => Promise<boolean>}
   */
  apply(edits, cell = this.selection?.cell) {
    return this.edit(this.app.wire.ask('edit', { edits }), cell);
  }

  /**
   * The room by its content, as edits name it.
   * @type {(room: Room) => RoomRef}
   */
  refOf(room) {
    return roomRef(room);
  }

  /** @type {(room: Room) => Promise<boolean>} */
  deleteRoom(room) {
    return this.apply([{ edit: 'delete_room', room: roomRef(room) }], null);
  }

  /** @type {(step: Point) => Promise<boolean> | false} */
  nudge([dx, dy]) {
    const { selection } = this;
    if (!selection?.room) return false;
    const { room, cell } = selection;
    const [gx, gy] = this.app.scene?.moduleGrid ?? [1, 1];
    /** @type {Cell} */
    const by = [dx * gx, dy * gy];
    return this.apply([{ edit: 'move_room', room: roomRef(room), by }], [cell[0] + by[0], cell[1] + by[1]]);
  }

  /**
   * The link by its content, as pins name it.
   * @type {(link: FlatLink) => PinWhat | null}
   */
  linkWhat({ doors }) {
    const door = this.app.scene?.doors[doors[0]];
    return door ? { link: { z: door.z, door: door.cells[0] } } : null;
  }

  /** @type {(link: FlatLink) => void} */
  showLink(link) {
    this.link = link;
    this.app.stage.invalidate('overlay');
  }

  /** @type {(flaw: Flaw) => void} */
  showFlaw(flaw) {
    const { app } = this;
    if (flaw.z !== undefined && flaw.z !== null) app.showLevel(flaw.z);
    const [id] = flaw.rooms ?? [];
    const room = id === undefined ? undefined : app.scene?.rooms[id];
    const cell = flaw.cells?.[0] ?? (room && firstCell(room));
    if (!cell) return;
    app.stage.camera.reveal(...cell);
    app.stage.invalidate();
    this.select(cell);
  }

  escape() {
    if (!this.selection && !this.link) return false;
    this.select(null);
    return true;
  }

  counts() {
    const { scene } = this.app;
    if (!scene?.rooms.length) return '';
    const { rooms, links, loops } = scene.report.facts;
    return [plural(rooms, 'room'), plural(links, 'link'), plural(loops, 'loop')].join(' · ');
  }

  /** @type {Mode['paint']} */
  paint(ctx) {
    const { app, trace, switches } = this;
    const { camera, level } = app.stage;
    if (!app.scene) return;
    const grid = app.scene.moduleGrid;
    if (switches.grid && level && grid) paintModuleGrid(ctx, camera, level, grid);
    const at = switches.steps ? this.replay.at : Infinity;
    if (trace && switches.steps) {
      paintSplits(ctx, camera, trace, at, app.z);
      paintRejects(ctx, camera, trace, at, app.z);
      paintSpawns(ctx, camera, trace, at, app.z);
    }
    if (trace && switches.walks) paintWalks(ctx, camera, trace, at, app.z);
    if (!switches.steps) paintFlaws(ctx, camera, app.scene, app.z);
    if (!switches.steps) paintSelection(ctx, camera, this, app.scene, app.z);
    if (trace && switches.numbers) paintNumbers(ctx, camera, trace, at, app.z);
    if (trace && switches.steps) paintMoment(ctx, camera, trace, at, app.z);
  }
}

/**
 * The door by its content, as edits name it.
 * @type {(door: Door) => DoorRef}
 */
const doorRef = ({ z, cells }) => ({ z, cell: cells[0] });
