// Where the page begins: connect, say hello, make the first dungeon, wire up what is on screen.

import { Wire } from './wire.js';
import { Stage } from './map/canvas.js';
import { App, MODES } from './app.js';
import { $, el } from './ui/dom.js';
import { dress } from './ui/icons.js';
import { closeToasts, complain } from './ui/toast.js';
import { closeDialog, isDialogOpen, openDialog } from './ui/dialog.js';
import { openExports } from './ui/exports.js';
import { openHelp } from './ui/help.js';
import { chooseFile, takeDrops } from './ui/files.js';
import { listen } from './ui/keys.js';
import { showSwitches } from './ui/switches.js';
import { Status } from './ui/status.js';

/** Below this the panels lie over the map and begin closed. [Unit: CSS pixels] */
const NARROW = 1060;

const wire = new Wire(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
const status = new Status(wire);
const stage = new Stage($('stage'), $('base'), $('overlay'));
let app = null;

dress();
for (const side of ['left', 'right']) showPanel(side, innerWidth >= NARROW);
wire.addEventListener('open', () => begin().catch(complain));

async function begin() {
  const hello = await wire.ask('hello');
  if (!app) start(hello);
  // A session ends with its socket: after a lost connection the document is made again.
  const isBack = app.kept !== null && !app.scene?.share && (await app.change('load', { text: app.kept }));
  if (!isBack && !(await fromAddress())) app.modes.build.generate({});
  document.body.dataset.ready = 'true';
}

async function fromAddress() {
  // As it stands: what is escaped in it, the session reads.
  const text = location.hash.slice(1);
  return text !== '' && app.change('generate_shared', { text, trace: true });
}

function start(hello) {
  app = new App(wire, stage, hello);
  app.showSwitches = () => (app.refreshSwitches = showSwitches(app.mode.table));
  app.show('build');
  listen(() => [app.mode.table, GLOBAL]);
  takeDrops((file) => app.open(file));
  wireButtons();
  // For tests and for the curious.
  window.studio = { app, stage, wire, status };
}

const zoom = (factor) => {
  const at = app.cursor.isOn && app.cursor.cell ? stage.camera.toScreen(app.cursor.cell[0] + 0.5, app.cursor.cell[1] + 0.5) : [stage.camera.width / 2, stage.camera.height / 2];
  stage.camera.zoom(factor, ...at);
  stage.invalidate();
};

const GLOBAL = [
  { key: ['1'], shown: ['1', '2', '3'], help: 'Build, See, Crowd', run: () => app.show('build') },
  { key: '2', run: () => app.show('see') },
  { key: '3', run: () => app.show('crowd') },
  { key: 'Home', help: 'show the whole map', run: () => stage.fit() },
  { key: ['+', '='], repeats: true, run: () => zoom(1.25) },
  { key: ['-', '_'], repeats: true, run: () => zoom(0.8) },
  { key: 'PageUp', shown: ['Page↑', 'Page↓'], help: 'the level above, below', run: () => app.climb(1) },
  { key: 'PageDown', run: () => app.climb(-1) },
  { key: 'Ctrl+Z', help: 'undo', repeats: true, run: () => app.change('undo') },
  { key: ['Ctrl+Shift+Z', 'Ctrl+Y'], shown: 'Ctrl+Shift+Z', help: 'redo', repeats: true, run: () => app.change('redo') },
  { key: 'F5', help: 'save the whole state as a file', run: () => app.save() },
  { key: 'F9', help: 'load a saved state', run: () => app.load() },
  { key: 'Ctrl+O', help: 'open a file; or drop it on the page', run: openFile },
  { key: 'Ctrl+E', help: 'export', run: () => openExports(app) },
  { key: 'Escape', help: 'close what is open, cancel what runs', run: escape },
  { key: '?', help: 'this list', run: help },
];

function escape() {
  if (isDialogOpen()) return closeDialog();
  if (innerWidth < NARROW && ['left', 'right'].some((side) => !$(side).hidden)) return ['left', 'right'].forEach((side) => showPanel(side, false));
  return status.cancel() || closeToasts() || stage.element.focus();
}

function help() {
  const { build, see, crowd } = app.modes;
  openHelp(GLOBAL, [['Build', build.table, build.more], ['See', see.table, see.more], ['Crowd', crowd.table, crowd.more]]);
}

async function openFile() {
  app.open(await chooseFile(app.hello.opens.join(',')));
}

function showPanel(side, isOpen) {
  $(side).hidden = !isOpen;
  $(`toggle-${side}`).setAttribute('aria-expanded', String(isOpen));
  if (isOpen && innerWidth < NARROW) {
    const other = side === 'left' ? 'right' : 'left';
    $(other).hidden = true;
    $(`toggle-${other}`).setAttribute('aria-expanded', 'false');
  }
}

function newMap() {
  const number = (id, words, value) => {
    const input = el('input', { type: 'number', id, min: 3, max: app.hello.limits.side, value });
    return [el('div.field', {}, el('label', { htmlFor: id }, words), input), input];
  };
  const [wide, width] = number('new-width', 'Width', 48);
  const [high, height] = number('new-height', 'Height', 32);
  const form = el('form', { method: 'dialog' }, wide, high, el('div.row', {}, el('button.primary', { id: 'new-go' }, 'Make an empty map')));
  form.onsubmit = () => {
    app.change('new', { width: Number(width.value), height: Number(height.value) });
  };
  openDialog('New map', form);
}

function wireButtons() {
  const click = { undo: () => app.change('undo'), redo: () => app.change('redo'), new: newMap, open: openFile, export: () => openExports(app), share: () => app.copyLink(), help };
  for (const [id, run] of Object.entries(click)) $(id).onclick = run;
  for (const side of ['left', 'right']) $(`toggle-${side}`).onclick = () => showPanel(side, $(side).hidden);
  $('level').onchange = () => app.showLevel(Number($('level').value));
  addEventListener('hashchange', () => location.hash && fromAddress());
  const tabs = [...document.querySelectorAll('[role=tab]')];
  for (const tab of tabs) {
    tab.onclick = () => app.show(tab.dataset.mode);
    tab.onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = MODES[(MODES.indexOf(app.mode.name) + step + 3) % 3];
      app.show(next);
      $(`tab-${next}`).focus();
      event.preventDefault();
    };
  }
}
