// The page as a whole: one document, one map, three modes that take turns.

/** @import { Answered, Body, Cell, Changed, Document, Hello, Mode, ModeName, Stage, Wire } from './types.js' */
/** @import { DocumentCommand, FieldsArgument, ReplyTo } from './types.js' */
/** @import { Listener } from './map/pointer.js' */

import { ArmedAction } from './armed-action.js';
import { DiscardNotice } from './discard-notice.js';
import { DocumentCopy } from './document-copy.js';
import { Keeper, stepOf } from './keep/keeper.js';
import { LateCheck } from './late-check.js';
import { LateLines } from './late-lines.js';
import { isPrivateAddress, linkIn } from './link-text.js';
import { roomWords } from './room-label.js';
import { Scene } from './scene.js';
import { $, el } from './ui/dom.js';
import { complain, toast } from './ui/toast.js';
import { clearPointer, keepClear } from './ui/clearance.js';
import { showSwitches } from './ui/switches.js';
import { base64, chooseFile, saveChosen } from './ui/files.js';
import { Cursor } from './map/cursor.js';
import { Pointed } from './map/pointed.js';
import { Pointer } from './map/pointer.js';
import { BuildMode } from './build/mode.js';
import { SeeMode } from './see/mode.js';
import { CrowdMode } from './crowd/mode.js';

/** @type {ModeName[]} */
export const MODES = ['build', 'see', 'crowd'];

/**
 * Commands that discard the edits of the document before.
 * @type {Set<DocumentCommand>}
 */
const REPLACING = new Set(['open', 'new', 'open_share_link', 'load']);

export class App {
  /** @param {Wire} wire @param {Stage} stage @param {Hello} hello */
  constructor(wire, stage, hello) {
    this.wire = wire;
    this.stage = stage;
    this.hello = hello;
    /** @type {Scene | null} */
    this.scene = null;
    /**
     * The document of the session; what is shown while a room is dragged is not.
     * @type {DocumentCopy | null}
     */
    this.copy = null;
    /**
     * The documents of replies.
     * @type {WeakMap<Body, DocumentCopy>}
     */
    this.copies = new WeakMap();
    wire.addEventListener('answered', (event) => {
      // The wire's own event: its detail is always an `Answered`.
      const { command, reply } = /** @type {CustomEvent<Answered>} */ (event).detail;
      if (reply.type === 'document' || reply.type === 'changed') this.follow(reply, command.type === 'try');
    });
    this.z = 0;
    this.refreshSwitches = () => {};
    this.lateCheck = new LateCheck(wire, (scene) => this.scene === scene);
    this.lateLines = new LateLines(wire, (scene) => this.scene === scene, (cells) => this.stage.touch(cells));
    this.discardNotice = new DiscardNotice(this);
    this.armed = new ArmedAction(this);
    /** Opens the inspector for something that was tapped, or closes it again. */
    this.showInspector = (/** @type {boolean} */ _isOpen, /** @type {Cell} */ _cell) => {};
    /** @type {Mode | null} */
    this.mode = null;
    this.modes = { build: new BuildMode(this), see: new SeeMode(this), crowd: new CrowdMode(this) };
    this.cursor = new Cursor(stage, {
      moved: (cell) => this.moved(cell),
      act: (cell, event) => this.scene && (this.armed.fire(cell) || this.mode?.act(cell, event)),
    });
    this.pointed = new Pointed(stage, this.cursor, () => this.showCell());
    this.pointer = new Pointer(stage, () => this.listener());
    keepClear(() => this.pointed.aimed && stage.boxOf(this.pointed.aimed));
    this.keeper = new Keeper(this);
    stage.painters = [(ctx) => this.scene && this.mode?.paint(ctx), (ctx) => this.cursor.paint(ctx)];
  }

  /** The level on screen. */
  get level() {
    return this.scene?.level(this.z) ?? null;
  }

  /** The cell that is pointed at, by whatever means. */
  get cell() {
    return this.pointed.cell;
  }

  /**
   * What the pointer does: a click is for an armed action, else for the mode.
   * @type {() => Listener}
   */
  listener() {
    const mode = this.scene ? this.mode : null;
    return {
      hover: (cell) => this.mode?.hover(cell),
      press: (cell, event) => (this.armed.current && event.button === 0 ? null : mode?.press(cell, event) ?? null),
      click: (cell, event) => {
        if (event.pointerType === 'touch') this.pointed.tap(cell);
        if (!this.armed.fire(cell)) mode?.click(cell, event);
      },
    };
  }

  /** @type {(cell: Cell) => void} */
  moved(cell) {
    this.showCell();
    this.mode?.hover(cell);
    $('cursor-text').textContent = `${cell.join(', ')}: ${this.wordsAt(cell)}`;
    clearPointer();
  }

  /** @type {(cell: Cell) => string} */
  wordsAt([x, y]) {
    const { level } = this;
    if (!level?.contains(x, y)) return 'outside';
    const room = this.scene?.room(this.z, x, y);
    const terrain = this.hello.terrain[level.cells[level.index(x, y)]];
    return room ? `${terrain} of ${roomWords(this.scene?.labels ?? [], room.id)}` : terrain;
  }

  showCell() {
    const { cell } = this;
    $('cell').textContent = cell ? `${cell.join(', ')} · ${this.wordsAt(cell)}` : '–';
  }

  /** After a change of the map: the cell is described again, or forgotten where there is none. */
  refreshCell() {
    const { cursor, level } = this;
    if (cursor.cell && !level?.contains(...cursor.cell)) cursor.cell = null;
    this.showCell();
  }

  showCounts() {
    $('counts').textContent = this.mode?.counts() ?? '';
  }

  // The document

  /**
   * Keeps the copy of the document up with the session, in the order of its replies, whoever shows them. What edits
   * changed is of the document before them.
   * @type {(reply: Document | Changed, isPreview: boolean) => DocumentCopy}
   */
  follow(reply, isPreview) {
    const known = this.copies.get(reply);
    if (known) return known;
    const copy = reply.type === 'document' ? DocumentCopy.read(reply) : this.copy?.changed(reply);
    if (!copy) throw new Error('There is no document to change.');
    this.copies.set(reply, copy);
    if (!isPreview) this.copy = copy;
    return copy;
  }

  /** @type {(reply: Document | Changed, isPreview?: boolean) => Promise<void>} */
  takeDocument(reply, isPreview = false) {
    return this.showCopy(this.follow(reply, isPreview), isPreview, isNewRoll(reply));
  }

  /** @type {(copy: DocumentCopy, isPreview: boolean, isRoll: boolean) => Promise<void>} */
  async showCopy(copy, isPreview, isRoll) {
    const before = this.level;
    const scene = new Scene(copy);
    this.scene = scene;
    this.discardNotice.update(scene);
    const heights = scene.levels.map((level) => level.z);
    if (!heights.includes(this.z)) this.z = heights.includes(0) ? 0 : heights[0];
    const level = scene.level(this.z);
    this.stage.isShown = () => true;
    this.stage.show(level);
    if (!before || before.width !== level.width || before.height !== level.height) this.stage.fit();
    this.showDocument(scene);
    if (!isPreview) this.showAddress(scene, isRoll);
    for (const note of scene.notes) toast(note);
    await Promise.all(MODES.map((name) => this.modes[name].sceneChanged(scene)));
    this.showPanels();
    this.showCounts();
  }

  /** Shows the document of the session again, after a preview. */
  async takeBack() {
    if (this.copy) await this.showCopy(this.copy, true, false);
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
    if (reply.cells.length) this.lateLines.start(scene, reply.z);
    this.showDocument(scene);
    if (!reply.report) this.lateCheck.start(scene, (report) => (scene.report = report));
  }

  /** @type {(scene: Scene) => void} */
  showDocument(scene) {
    $('name').textContent = scene.name || 'Untitled map';
    const level = scene.level(this.z);
    const parts = [scene.seed && `seed ${scene.seed}`, `${level.width} × ${level.height}`, scene.edited && 'edited'];
    $('subtitle').textContent = parts.filter(Boolean).join(' · ');
    document.title = `${scene.name || 'Map'} · Undercroft studio`;
    this.showSteps(scene);
    $('share').disabled = !(scene.rollLink || scene.linkProblem);
    this.showLevels(scene);
    this.refreshCell();
  }

  /**
   * An order to the crowd is a step, too.
   * @type {(reply: ReplyTo<'crowd'>) => void}
   */
  takeSteps({ undo, redo }) {
    if (this.scene) this.showSteps(Object.assign(this.scene, { undo, redo }));
  }

  /** @type {(scene: Scene) => void} */
  showSteps({ undo, redo }) {
    $('undo').disabled = undo === 0;
    $('redo').disabled = redo === 0;
  }

  /**
   * The address holds the roll that the document came from. Each roll is an entry of the browser's history, so that
   * Back and Forward go through them.
   * @type {(scene: Scene, isRoll: boolean) => void}
   */
  showAddress(scene, isRoll) {
    const { id, cursor } = this.keeper;
    const address = scene.rollLink ? `#${scene.rollLink}` : location.pathname;
    const state = { document: id, n: cursor };
    if (isRoll && location.hash !== address && history.state?.document === id) history.pushState(state, '', address);
    else history.replaceState(state, '', address);
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
    this.refreshCell();
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
   * Sends a command that is answered with a document, or with what it changed.
   * @type {<T extends DocumentCommand>(type: T, ...fields: FieldsArgument<T>) => Promise<boolean>}
   */
  async change(type, ...fields) {
    const before = this.scene;
    try {
      // Every command of this kind is answered so; TypeScript cannot follow that through the generic.
      const reply = /** @type {Document | Changed} */ (await this.wire.ask(type, ...fields));
      const shown = this.takeDocument(reply);
      if (REPLACING.has(type)) this.discardNotice.show(before);
      await shown;
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  /** @type {(type: 'undo' | 'redo') => Promise<boolean>} */
  travel(type) {
    return this.change(type);
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
      const { text, name } = this.wire.isOpen ? await this.wire.ask('save') : this.offlineSave();
      const where = await saveChosen(name, text);
      if (where) toast(`Saved ${where}.`);
    } catch (error) {
      complain(error);
    }
  }

  /** The studio file without a session: the page has the journal itself. */
  offlineSave() {
    const text = this.keeper.offlineFile();
    if (!text) throw new Error('The work is kept in this browser; the file can be saved when the studio is back.');
    return { text, name: 'dungeon.undercroft.json' };
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
    if (this.scene?.linkProblem) return void toast(this.scene.linkProblem, 'bad');
    try {
      const isPlain = !this.scene?.edited && !this.scene?.pins.length;
      const why = 'The link of edited work needs the studio, which is not connected.';
      const offline = { text: isPlain ? location.hash.slice(1) : null, note: isPlain ? null : why };
      const { text, note } = this.wire.isOpen ? await this.wire.ask('link') : offline;
      if (!text) return void toast(note ?? 'This document has no link.', 'bad');
      await navigator.clipboard.writeText(`${location.href.split('#')[0]}#${text}`);
      const action = isPrivateAddress() ? this.bareLink(text) : undefined;
      toast(note ?? 'Copied the link to this dungeon.', 'good', action);
    } catch {
      toast('The browser does not let the page copy; take the link from the address bar.', 'bad');
    }
  }

  /** The link without the address of this page, which only this device has. Every studio takes it as pasted text. */
  bareLink(/** @type {string} */ text) {
    const run = () => navigator.clipboard.writeText(text).catch(complain);
    return { title: 'Copy only its text, for a studio elsewhere', run };
  }

  /**
   * Opens what was pasted: a link, or a map as text.
   * @type {(text: string) => Promise<unknown>}
   */
  async openText(text) {
    const link = linkIn(text);
    return link ? this.change('open_share_link', { text: link, trace: true }) : this.modes.see.paste(text);
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
    this.armed.disarm();
    this.refreshSwitches = showSwitches(mode.table, this.armed);
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

/**
 * Whether a reply shows a roll that is new in the journal.
 * @type {(reply: Document | Changed) => boolean}
 */
function isNewRoll(reply) {
  const entries = stepOf(reply)?.entries ?? [];
  return entries.some((entry) => typeof entry === 'object' && entry !== null && 'roll' in entry);
}
