// Where the page begins: connects, sends hello, generates the first dungeon, wires up what is on screen.

/** @import { Action, Hello, Side } from './types.js' */

import { openTransport, startOffline } from './wire/transport.js';
import { openRecent } from './keep/recent.js';
import { showRestored } from './keep/restored-bar.js';
import { Stage } from './map/canvas.js';
import { App, MODES } from './app.js';
import { attachFiles } from './build/file-field.js';
import { $, el } from './ui/dom.js';
import { addIcons } from './ui/icons.js';
import { closeToasts, complain } from './ui/toast.js';
import { openDialog } from './ui/dialog.js';
import { openExports } from './ui/exports.js';
import { openHelp } from './ui/help.js';
import { chooseFile, takeDrops, takePastes } from './ui/files.js';
import { returnFocus } from './ui/focus.js';
import { listen } from './ui/keys.js';
import { showOffline } from './ui/offline.js';
import { followWidth } from './ui/panels.js';
import { preparePrints } from './ui/print.js';
import { uncover } from './ui/sheet.js';
import { Status } from './ui/status.js';

/** Below this the panels lie over the map and begin closed. [Unit: CSS pixels] */
const NARROW = 1060;

/** @type {Side[]} */
const SIDES = ['left', 'right'];

const wire = openTransport();
const status = new Status(wire);
const stage = new Stage($('stage'), $('base'), $('overlay'));
/** @type {App | null} */
let app = null;

addIcons();
for (const side of SIDES) showPanel(side, innerWidth >= NARROW);
wire.addEventListener('open', () => begin().catch(complain));
wire.addEventListener('failed', (event) => {
  // The wire's own event: its detail is a sentence. It stays: there is nothing else to see.
  $('empty').replaceChildren(el('p', {}, /** @type {CustomEvent<string>} */ (event).detail));
  $('empty').hidden = false;
});

async function begin() {
  const isNew = !app;
  // Asked in one go: the session answers in order.
  const asked = isNew ? wire.send({ type: 'journal' }) : null;
  const [hello, journal] = [await wire.send({ type: 'hello' }), await asked];
  app ??= start(hello);
  if (isNew) await app.keeper.open();
  if (journal) app.keeper.epoch = journal.epoch;
  if (!isNew && (await app.keeper.reconnect())) return;
  wire.isHeld = false;
  if (!(isNew && (await restoreKept(app))) && !(await openAddress(app))) app.modes.build.begin();
  document.body.dataset.ready = 'true';
  if (isNew) keepFiles();
}

/** Keeps the files of the site, which loads all of them: the first dungeon comes before. */
function keepFiles() {
  if (wire.waiting.size > 0) {
    wire.addEventListener('traffic', keepFiles, { once: true });
    return;
  }
  const offline = startOffline();
  if (offline) showOffline(offline);
}

/**
 * Opens what the browser kept, unless the address names something else.
 * @type {(app: App) => Promise<boolean>}
 */
async function restoreKept(app) {
  const kept = await app.keeper.candidate(location.hash.slice(1));
  const isRestored = kept !== null && (await app.keeper.restore(kept));
  if (isRestored && app.keeper.edits > 0) showRestored(app);
  if (!isRestored) app.keeper.begin(app.keeper.id);
  return isRestored;
}

/** @type {(app: App) => Promise<boolean>} */
async function openAddress(app) {
  // The text stays escaped: the session unescapes it.
  const text = location.hash.slice(1);
  return text !== '' && app.change('open_share_link', { text, trace: true });
}

/** @type {(hello: Hello) => App} */
function start(hello) {
  const made = new App(wire, stage, hello);
  const keys = globalKeys(made);
  made.show('build');
  listen(() => [urgent, made.mode?.table ?? [], keys]);
  returnFocus();
  made.showInspector = showInspector;
  takeDrops((files, target) => drop(made, files, target));
  takePastes((text) => made.openText(text));
  wireButtons(made);
  preparePrints(made);
  followWidth(NARROW, showPanel);
  // For tests and for the curious.
  Object.assign(window, { studio: { app: made, stage, wire, status } });
  return made;
}

/**
 * Files go to the field that they are dropped on, else the first is opened.
 * @type {(app: App, files: File[], target: Element | null) => void}
 */
function drop(app, files, target) {
  const field = app.modes.build.recipe.fieldAt(target);
  if (field) attachFiles(field, files);
  else app.open(files[0]);
}

/** @type {(app: App, factor: number) => void} */
function zoom({ cursor }, factor) {
  const { camera } = stage;
  const at = cursor.isOn && cursor.cell ? camera.toScreen(cursor.cell[0] + 0.5, cursor.cell[1] + 0.5) : null;
  camera.zoom(factor, ...(at ?? [camera.width / 2, camera.height / 2]));
  stage.invalidate();
}

/** @type {(app: App) => Action[]} */
const globalKeys = (app) => [
  { key: ['1'], shown: ['1', '2', '3'], help: 'Build, See, Crowd', run: () => app.show('build') },
  { key: '2', run: () => app.show('see') },
  { key: '3', run: () => app.show('crowd') },
  { key: 'Home', help: 'show the whole map', run: () => stage.fit() },
  { key: ['+', '='], repeats: true, run: () => zoom(app, 1.25) },
  { key: ['-', '_'], repeats: true, run: () => zoom(app, 0.8) },
  { key: 'PageUp', shown: ['Page↑', 'Page↓'], help: 'the level above, below', run: () => app.climb(1) },
  { key: 'PageDown', run: () => app.climb(-1) },
  { key: 'Ctrl+Z', help: 'undo', repeats: true, run: () => app.travel('undo') },
  {
    key: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    shown: 'Ctrl+Shift+Z',
    help: 'redo',
    repeats: true,
    run: () => app.travel('redo'),
  },
  { key: 'Ctrl+S', help: 'save the whole state as a file', run: () => app.save() },
  { key: 'F9', help: 'load a saved state', run: () => app.load() },
  { key: 'Ctrl+O', help: 'open a file; or drop it on the page', run: () => openFile(app) },
  { key: 'Ctrl+E', help: 'export', run: () => openExports(app) },
  { key: 'Escape', help: 'close what is open, cancel what runs', run: escape },
  { key: '?', help: 'this list', run: () => help(app) },
];

/**
 * Keys that come before those of the mode.
 * @type {Action[]}
 */
const urgent = [
  { key: 'Escape', run: () => app?.pointer.cancel() || app?.armed.disarm() || status.cancel() },
];

function escape() {
  if (closeToasts()) return;
  const isCovered = innerWidth < NARROW && SIDES.some((side) => !$(side).hidden);
  if (isCovered) return SIDES.forEach((side) => showPanel(side, false));
  stage.element.focus();
}

/** @type {(app: App) => void} */
function help(app) {
  const { build, see, crowd } = app.modes;
  openHelp(globalKeys(app), [['Build', build], ['See', see], ['Crowd', crowd]]);
}

/** @type {(app: App) => Promise<void>} */
async function openFile(app) {
  app.open(await chooseFile(app.hello.opens.join(',')));
}

/** @type {(side: Side, isOpen: boolean) => void} */
function showPanel(side, isOpen) {
  $(side).hidden = !isOpen;
  $(`toggle-${side}`).setAttribute('aria-expanded', String(isOpen));
  if (isOpen && innerWidth < NARROW) {
    const other = side === 'left' ? 'right' : 'left';
    $(other).hidden = true;
    $(`toggle-${other}`).setAttribute('aria-expanded', 'false');
  }
}

/** @type {App['showInspector']} */
function showInspector(isOpen, cell) {
  if (isOpen || innerWidth < NARROW) showPanel('right', isOpen);
  if (isOpen) uncover(stage, cell);
}

/** @type {(app: App) => void} */
function newMap(app) {
  /** @type {(id: string, words: string, value: number) => [HTMLElement, HTMLInputElement]} */
  const number = (id, words, value) => {
    const input = el('input', { type: 'number', id, min: 3, max: app.hello.limits.side, value });
    return [el('div.field', {}, el('label', { htmlFor: id }, words), input), input];
  };
  const [wide, width] = number('new-width', 'Width', 48);
  const [high, height] = number('new-height', 'Height', 32);
  const go = el('button.primary', { id: 'new-go' }, 'Make an empty map');
  const form = el('form', { method: 'dialog' }, wide, high, el('div.row', {}, go));
  form.onsubmit = () => {
    app.change('new', { width: Number(width.value), height: Number(height.value) });
  };
  openDialog('New map', form);
}

/** @type {(app: App) => void} */
function wireButtons(app) {
  $('undo').onclick = () => app.travel('undo');
  $('redo').onclick = () => app.travel('redo');
  $('new').onclick = () => newMap(app);
  $('save').onclick = () => app.save();
  $('open').onclick = () => openFile(app);
  $('export').onclick = () => openExports(app);
  $('share').onclick = () => app.copyLink();
  $('help').onclick = () => help(app);
  for (const side of SIDES) $(`toggle-${side}`).onclick = () => showPanel(side, Boolean($(side).hidden));
  $('level').onchange = () => app.showLevel(Number($('level').value));
  $('recent').onclick = () => openRecent(app).catch(complain);
  // An address that a person typed has no state; those of the page's own rolls have one, and are places of the journal.
  addEventListener('hashchange', () => location.hash && !history.state && openAddress(app));
  addEventListener('popstate', ({ state }) => state?.document === app.keeper.id && app.change('goto', { n: state.n }));
  MODES.forEach((name, at) => {
    const tab = $(`tab-${name}`);
    tab.onclick = () => app.show(name);
    tab.onkeydown = (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (!step) return;
      const next = MODES[(at + step + MODES.length) % MODES.length];
      app.show(next);
      $(`tab-${next}`).focus();
      event.preventDefault();
    };
  });
}
