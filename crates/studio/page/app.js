// The page as a whole: one document, one map, three modes that take turns.

import { Scene } from './scene.js';
import { $, el } from './ui/dom.js';
import { complain, toast } from './ui/toast.js';
import { base64, chooseFile, saveFile } from './ui/files.js';
import { Cursor } from './map/cursor.js';
import { Pointer } from './map/pointer.js';
import { BuildMode } from './build/mode.js';
import { SeeMode } from './see/mode.js';
import { CrowdMode } from './crowd/mode.js';

/** Larger documents are not kept by the page. */
const KEPT_CELLS = 1 << 18;

export const MODES = ['build', 'see', 'crowd'];

export class App {
  constructor(wire, stage, hello) {
    Object.assign(this, { wire, stage, hello, scene: null, z: 0, cell: null, mode: null, kept: null, refreshSwitches: () => {} });
    this.modes = { build: new BuildMode(this), see: new SeeMode(this), crowd: new CrowdMode(this) };
    this.cursor = new Cursor(stage, { moved: (cell) => this.moved(cell), act: (cell, event) => this.scene && this.mode.act(cell, event) });
    new Pointer(stage, () => this.pointed());
    stage.painters = [(...place) => this.scene && this.mode?.paint(...place), (...place) => this.cursor.paint(...place)];
  }

  /** What the pointer does, with the cell noted on the way. */
  pointed() {
    const { mode } = this;
    const hover = (cell, event) => {
      this.point(cell);
      mode.hover(cell, event);
    };
    const guard = (run) => (this.scene ? run() : null);
    return { hover, press: (event, cell) => guard(() => mode.press(event, cell)), click: (cell, event) => guard(() => mode.click(cell, event)) };
  }

  point(cell) {
    if (!cell) return;
    this.cell = cell;
    this.cursor.cell = cell;
    this.showCell();
  }

  moved(cell) {
    this.cell = cell;
    this.showCell();
    this.mode.hover(cell);
    $('cursor-text').textContent = `${cell.join(', ')}: ${this.wordsAt(cell)}`;
  }

  wordsAt([x, y]) {
    const level = this.scene?.level(this.z);
    if (!level?.contains(x, y)) return 'outside';
    const room = this.scene.room(this.z, x, y);
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

  async takeDocument(reply) {
    const before = this.scene?.level(this.z);
    const scene = new Scene(reply);
    this.scene = scene;
    if (!scene.levels.some((level) => level.z === this.z)) this.z = scene.levels.find((level) => level.z === 0)?.z ?? scene.levels[0].z;
    const level = scene.level(this.z);
    this.stage.isShown = () => true;
    this.stage.show(level);
    if (!before || before.width !== level.width || before.height !== level.height) this.stage.fit();
    this.showDocument();
    for (const note of scene.notes) toast(note);
    await Promise.all(MODES.map((name) => this.modes[name].sceneChanged(scene)));
    this.showPanels();
    this.showCounts();
  }

  /** Painting changed some cells of the document. */
  takePaint(reply) {
    const box = this.scene.paint(reply);
    if (reply.cells.length) this.stage.touch(box);
    this.showDocument();
    if (reply.report === undefined) this.checkLater();
  }

  /** Large maps are judged when the hand rests. */
  checkLater() {
    clearTimeout(this.checking);
    const { scene } = this;
    this.checking = setTimeout(async () => {
      const reply = await this.wire.ask('check').catch(() => null);
      if (reply && this.scene === scene) scene.report = reply.report;
    }, 700);
  }

  /** What no link can bring back is kept for the case that the connection is lost. */
  keepLater() {
    clearTimeout(this.keeping);
    const { scene } = this;
    const area = scene.levels.reduce((sum, level) => sum + level.width * level.height, 0);
    if (scene.share || area > KEPT_CELLS) return;
    this.keeping = setTimeout(async () => {
      const reply = this.wire.isOpen ? await this.wire.ask('save').catch(() => null) : null;
      if (reply && this.scene === scene) this.kept = reply.text;
    }, 1500);
  }

  showDocument() {
    const { scene } = this;
    this.keepLater();
    $('name').textContent = scene.name || 'Untitled map';
    const level = scene.level(this.z);
    const parts = [scene.seed && `seed ${scene.seed}`, `${level.width} × ${level.height}`, scene.edited && 'edited'];
    $('subtitle').textContent = parts.filter(Boolean).join(' · ');
    document.title = `${scene.name || 'Map'} · Undercroft studio`;
    $('undo').disabled = scene.undo === 0;
    $('redo').disabled = scene.redo === 0;
    $('share').disabled = !scene.share;
    const address = scene.share ? `#${scene.share}` : location.pathname;
    if (location.hash !== address) history.replaceState(null, '', address);
    this.showLevels();
  }

  showLevels() {
    const { levels } = this.scene;
    $('level-box').hidden = levels.length < 2;
    const words = (z) => (z === 0 ? '0 (entrance)' : z > 0 ? `+${z}` : String(z));
    $('level').replaceChildren(...levels.map(({ z }) => el('option', { value: z }, words(z))));
    $('level').value = this.z;
  }

  showLevel(z) {
    if (z === this.z || !this.scene?.levels.some((level) => level.z === z)) return;
    this.z = z;
    const before = this.stage.level;
    const level = this.scene.level(z);
    this.stage.show(level);
    if (before.width !== level.width || before.height !== level.height) this.stage.fit();
    $('level').value = z;
    this.mode.levelChanged();
    this.stage.invalidate();
  }

  /** One floor up or down. */
  climb(step) {
    const order = this.scene?.levels.map((level) => level.z) ?? [];
    const next = order[order.indexOf(this.z) - step];
    if (next !== undefined) this.showLevel(next);
  }

  /** Asks for something that answers with a document. */
  async change(type, fields = {}) {
    try {
      await this.takeDocument(await this.wire.ask(type, fields));
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  // Files

  async open(file) {
    if (!file) return;
    if (file.size > this.hello.limits.message * 0.7) return toast(`${file.name} is too large to open here.`, 'bad');
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

  show(name) {
    if (this.mode?.name === name) return;
    const old = this.mode;
    this.mode = this.modes[name];
    if (this.scene) old?.leave();
    for (const tab of document.querySelectorAll('[role=tab]')) {
      const isOn = tab.dataset.mode === name;
      tab.setAttribute('aria-selected', String(isOn));
      tab.tabIndex = isOn ? 0 : -1;
    }
    $('left').setAttribute('aria-labelledby', `tab-${name}`);
    $('left').replaceChildren(...this.mode.left());
    document.body.dataset.mode = name;
    this.showSwitches();
    if (this.scene) this.mode.enter();
    this.showRight();
    this.showCounts();
  }

  showPanels() {
    this.showRight();
    this.refreshSwitches();
  }

  /** Writes the right panel anew and keeps the focus where it was. */
  showRight() {
    const focused = document.activeElement?.closest('#right') ? document.activeElement.id : '';
    const { scrollTop } = $('right');
    $('right').replaceChildren(...this.mode.right());
    $('right').scrollTop = scrollTop;
    if (focused) $(focused)?.focus();
  }
}
