// The page as a whole: one document, one map, three modes that take turns.

/** @import { Cell, Document, Hello, Mode, ModeName, Stage, Wire } from './types.js' */
/** @import { DocumentCommand, FieldsArgument, ReplyTo } from './types.js' */
/** @import { Listener } from './map/pointer.js' */

import { Autosave } from './autosave.js';
import { Scene } from './scene.js';
import { $, el } from './ui/dom.js';
import { complain, toast } from './ui/toast.js';
import { showSwitches } from './ui/switches.js';
import { base64, chooseFile, saveFile } from './ui/files.js';
import { Cursor } from './map/cursor.js';
import { Pointer } from './map/pointer.js';
import { BuildMode } from './build/mode.js';
import { SeeMode } from './see/mode.js';
import { CrowdMode } from './crowd/mode.js';

/** @type {ModeName[]} */
export const MODES = ['build', 'see', 'crowd'];

export class App {
  /** @param {Wire} wire @param {Stage} stage @param {Hello} hello */
  constructor(wire, stage, hello) {
    this.wire = wire;
    this.stage = stage;
    this.hello = hello;
    /** @type {Scene | null} */
    this.scene = null;
    this.z = 0;
    /**
     * The cell under the pointer or the cursor.
     * @type {Cell | null}
     */
    this.cell = null;
    this.refreshSwitches = () => {};
    this.autosave = new Autosave(wire, (scene) => this.scene === scene);
    /** @type {Mode | null} */
    this.mode = null;
    this.modes = { build: new BuildMode(this), see: new SeeMode(this), crowd: new CrowdMode(this) };
    this.cursor = new Cursor(stage, {
      moved: (cell) => this.moved(cell),
      act: (cell, event) => this.scene && this.mode?.act(cell, event),
    });
    new Pointer(stage, () => this.pointed());
    stage.painters = [(ctx) => this.scene && this.mode?.paint(ctx), (ctx) => this.cursor.paint(ctx)];
  }

  /** The level on screen. */
  get level() {
    return this.scene?.level(this.z) ?? null;
  }

  /**
   * What the pointer does; the cell under it is noted first.
   * @type {() => Listener}
   */
  pointed() {
    const mode = this.scene ? this.mode : null;
    return {
      hover: (cell) => {
        if (cell) this.point(cell);
        this.mode?.hover(cell);
      },
      press: (cell, event) => mode?.press(cell, event) ?? null,
      click: (cell, event) => mode?.click(cell, event),
    };
  }

  /** @type {(cell: Cell) => void} */
  point(cell) {
    this.cell = cell;
    this.cursor.cell = cell;
    this.showCell();
  }

  /** @type {(cell: Cell) => void} */
  moved(cell) {
    this.cell = cell;
    this.showCell();
    this.mode?.hover(cell);
    $('cursor-text').textContent = `${cell.join(', ')}: ${this.wordsAt(cell)}`;
  }

  /** @type {(cell: Cell) => string} */
  wordsAt([x, y]) {
    const { level } = this;
    if (!level?.contains(x, y)) return 'outside';
    const room = this.scene?.room(this.z, x, y);
    const terrain = this.hello.terrain[level.cells[level.index(x, y)]];
    return room ? `${terrain} of room ${room.id}` : terrain;
  }

  showCell() {
    const { cell } = this;
    $('cell').textContent = cell ? `${cell.join(', ')} · ${this.wordsAt(cell)}` : '–';
  }

  showCounts() {
    $('counts').textContent = this.mode?.counts() ?? '';
  }

  // The document

  /** @type {(reply: Document) => Promise<void>} */
  async takeDocument(reply) {
    const before = this.level;
    const scene = new Scene(reply);
    this.scene = scene;
    const heights = scene.levels.map((level) => level.z);
    if (!heights.includes(this.z)) this.z = heights.includes(0) ? 0 : heights[0];
    const level = scene.level(this.z);
    this.stage.isShown = () => true;
    this.stage.show(level);
    if (!before || before.width !== level.width || before.height !== level.height) this.stage.fit();
    this.showDocument(scene);
    for (const note of scene.notes) toast(note);
    await Promise.all(MODES.map((name) => this.modes[name].sceneChanged(scene)));
    this.showPanels();
    this.showCounts();
  }

  /**
   * Painting changed some cells of the document.
   * @type {(reply: ReplyTo<'paint'>) => void}
   */
  takePaint(reply) {
    const { scene } = this;
    if (!scene) return;
    const box = scene.paint(reply);
    if (reply.cells.length) this.stage.touch(box);
    this.showDocument(scene);
    if (!reply.report) this.autosave.checkLater(scene, (report) => (scene.report = report));
  }

  /** @type {(scene: Scene) => void} */
  showDocument(scene) {
    this.autosave.keepLater(scene);
    $('name').textContent = scene.name || 'Untitled map';
    const level = scene.level(this.z);
    const parts = [scene.seed && `seed ${scene.seed}`, `${level.width} × ${level.height}`, scene.edited && 'edited'];
    $('subtitle').textContent = parts.filter(Boolean).join(' · ');
    document.title = `${scene.name || 'Map'} · Undercroft studio`;
    $('undo').disabled = scene.undo === 0;
    $('redo').disabled = scene.redo === 0;
    $('share').disabled = !scene.shareLink;
    const address = scene.shareLink ? `#${scene.shareLink}` : location.pathname;
    if (location.hash !== address) history.replaceState(null, '', address);
    this.showLevels(scene);
  }

  /** @type {(scene: Scene) => void} */
  showLevels({ levels }) {
    $('level-box').hidden = levels.length < 2;
    /** @type {(z: number) => string} */
    const words = (z) => (z === 0 ? '0 (entrance)' : z > 0 ? `+${z}` : String(z));
    $('level').replaceChildren(...levels.map(({ z }) => el('option', { value: z }, words(z))));
    $('level').value = String(this.z);
  }

  /** @type {(z: number) => void} */
  showLevel(z) {
    const level = this.scene?.levels.find((other) => other.z === z);
    if (z === this.z || !level) return;
    this.z = z;
    const before = this.stage.level;
    this.stage.show(level);
    if (before?.width !== level.width || before.height !== level.height) this.stage.fit();
    $('level').value = String(z);
    this.mode?.levelChanged();
    this.stage.invalidate();
  }

  /**
   * One floor up or down.
   * @type {(step: number) => void}
   */
  climb(step) {
    const order = this.scene?.levels.map((level) => level.z) ?? [];
    const next = order[order.indexOf(this.z) - step];
    if (next !== undefined) this.showLevel(next);
  }

  /**
   * Sends a command that is answered with a document.
   * @type {<T extends DocumentCommand>(type: T, ...fields: FieldsArgument<T>) => Promise<boolean>}
   */
  async change(type, ...fields) {
    try {
      // Every command of this kind is answered so; TypeScript cannot follow that through the generic.
      await this.takeDocument(/** @type {Document} */ (await this.wire.ask(type, ...fields)));
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  // Files

  /** @type {(file: File | null) => Promise<void>} */
  async open(file) {
    if (!file) return;
    if (file.size > this.hello.limits.message * 0.7) {
      toast(`${file.name} is too large to open here.`, 'bad');
      return;
    }
    const text = file.name.endsWith('.json') ? await file.text() : '';
    if (/^\s*\{\s*"format"\s*:\s*"undercroft-studio/.test(text.slice(0, 200))) return this.loadText(text);
    if (await this.change('open', { name: file.name, base64: await base64(file) })) {
      this.stage.fit();
      toast(`Opened ${file.name}.`);
    }
  }

  async save() {
    try {
      const { text, name } = await this.wire.ask('save');
      saveFile(name, 'application/json', text);
      toast(`Saved ${name}.`);
    } catch (error) {
      complain(error);
    }
  }

  async load() {
    const file = await chooseFile('.json,application/json');
    if (file) await this.loadText(await file.text());
  }

  /** @type {(text: string) => Promise<void>} */
  async loadText(text) {
    if (await this.change('load', { text })) toast('Loaded the saved state.');
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast('Copied the link to this dungeon.');
    } catch {
      toast('The browser does not let the page copy; take the link from the address bar.', 'bad');
    }
  }

  // Panels and modes

  /** @type {(name: ModeName) => void} */
  show(name) {
    if (this.mode?.name === name) return;
    const old = this.mode;
    const mode = this.modes[name];
    this.mode = mode;
    if (this.scene) old?.leave();
    for (const other of MODES) {
      const tab = $(`tab-${other}`);
      tab.setAttribute('aria-selected', String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
    }
    $('left').setAttribute('aria-labelledby', `tab-${name}`);
    $('left').replaceChildren(...mode.left());
    document.body.dataset.mode = name;
    this.refreshSwitches = showSwitches(mode.table);
    if (this.scene) mode.enter();
    this.showRight();
    this.showCounts();
  }

  showPanels() {
    this.showRight();
    this.refreshSwitches();
  }

  /** Rebuilds the right panel and keeps the focus where it was. */
  showRight() {
    const focused = document.activeElement?.closest('#right') ? document.activeElement.id : '';
    const { scrollTop } = $('right');
    $('right').replaceChildren(...(this.mode?.right() ?? []));
    $('right').scrollTop = scrollTop;
    if (focused) document.getElementById(focused)?.focus();
  }
}
