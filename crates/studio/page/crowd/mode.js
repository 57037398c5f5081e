// Crowd: many bodies on one map, and every rule that moves them.

import { CrowdView } from './crowd.js';
import { leftPanel, rightPanel } from './panel.js';
import { paintBodies, paintGoals, paintHeld, paintTracks } from './marks.js';
import { complain, toast } from '../ui/toast.js';
import { count } from '../ui/dom.js';

const SHARE = 0.3;
/** How often figures are written while the crowd runs. [Unit: ms] */
const FIGURES = 200;

export class CrowdMode {
  constructor(app) {
    Object.assign(this, { app, name: 'crowd', crowd: new CrowdView(), selected: null, running: false, speed: 20, many: 100, tracks: [], carry: 0, last: 0, busy: false, told: 0 });
    this.switches = { held: false, tracks: false };
    this.table = this.makeTable();
  }

  makeTable() {
    const state = () => this.crowd.state ?? this.app.scene?.crowd;
    const set = (change) => this.settings(change);
    const next = (words, now) => words[(words.indexOf(now) + 1) % words.length];
    const names = (list) => list.map(({ name }) => name);
    const { hello } = this.app;
    const defaults = { mode: 'anti-cross', lattice: { n: 1 }, offset: 'none', early: false, allow_backward: false, fallback: false };
    const now = () => state() ?? defaults;
    return [
      { key: 'S', title: 'Run', help: 'start or pause', group: 1, run: () => this.toggleRun(), on: () => this.running },
      { key: 'O', title: 'Spawn', help: 'put an actor at the pointer', group: 2, repeats: true, run: () => this.spawn() },
      { key: '0', title: 'Clear', help: 'take all actors away', group: 2, run: () => this.order('crowd_clear') },
      { key: 'D', title: 'Send one', help: 'destination of the selected actor', group: 2, run: () => this.sendSelected() },
      { key: 'P', title: 'Send all', help: 'destination of all, spread over free cells', group: 2, run: () => this.send({ who: 'all' }) },
      { key: 'R', title: '30 %', help: 'destination of the nearest 30 %', group: 2, run: () => this.send({ who: 'nearest', share: SHARE }) },
      { key: 'Q', title: 'Mode', help: 'next mode', group: 3, run: () => set({ mode: next(names(hello.crowd_modes), now().mode) }), value: () => now().mode },
      { key: 'G', title: 'Places', help: 'places to stand along a side of a cell (n): 1, 2 or 3', group: 3, run: () => set({ n: (now().lattice.n % 3) + 1 }), value: () => String(now().lattice.n) },
      { key: 'T', title: 'Offset', help: 'shift the places to stand by half of one', group: 3, run: () => set({ offset: next(names(hello.crowd_offsets), now().offset) }), value: () => now().offset },
      { key: 'X', title: 'Fallback', help: 'basic3: take the best step where the distance rule leaves none', group: 4, run: () => set({ fallback: !now().fallback }), on: () => now().fallback },
      { key: 'E', title: 'Early', help: 'reserve the next place early', group: 4, run: () => set({ early: !now().early }), on: () => now().early },
      { key: 'F', title: 'Filter', help: 'drop steps that lead backward', group: 4, run: () => set({ allow_backward: !now().allow_backward }), on: () => !now().allow_backward },
      { key: 'B', title: 'Markers', help: 'show what actors hold: current, reserved, anchors', group: 5, run: () => this.flip('held'), on: () => this.switches.held },
      { key: 'L', title: 'Tracks', help: 'show the ways ahead', group: 5, run: () => this.flip('tracks'), on: () => this.switches.tracks },
      { key: 'Delete', help: 'take the selected actor away', run: () => this.selected !== null && this.remove(this.selected) },
      { key: 'Escape', run: () => this.escape() },
    ];
  }

  more = [['Click', 'select an actor']];

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
    this.running = false;
  }

  sceneChanged() {
    this.running = false;
    this.tracks = [];
    this.crowd = new CrowdView();
    if (this.app.mode === this) this.order('crowd');
  }

  levelChanged() {
    this.app.stage.invalidate('overlay');
  }

  // Orders

  async order(type, fields = {}) {
    try {
      return this.take(await this.app.wire.ask(type, fields));
    } catch (error) {
      complain(error);
      return null;
    }
  }

  take(reply, lasts = 0) {
    this.crowd.take(reply, lasts);
    const { moved } = reply;
    for (const note of moved.notes) toast(note);
    if (moved.without_place > 0) toast(`${count(moved.without_place)} found no place.`, 'bad');
    if (moved.spawned.length) this.selected = moved.spawned.at(-1);
    if (!this.crowd.ids.has(this.selected)) this.selected = null;
    if (!this.running || performance.now() - this.told > FIGURES) this.tellFigures();
    if (this.switches.tracks) this.loadTracks();
    this.app.stage.invalidate('overlay');
    return reply;
  }

  tellFigures() {
    this.told = performance.now();
    if (this.app.mode !== this) return;
    this.app.showRight();
    this.app.showCounts();
    this.app.refreshSwitches();
  }

  settings(change) {
    return this.order('crowd_settings', { settings: change });
  }

  spawn() {
    const { cell, z } = this.app;
    if (!cell) return toast('Point at a cell first.');
    return this.order('crowd_spawn', { z, cells: [cell] });
  }

  scatter(many) {
    return this.order('crowd_scatter', { z: this.app.z, count: many, seed: Math.floor(Math.random() * 2 ** 31) });
  }

  remove(actor) {
    return this.order('crowd_remove', { actors: { who: 'these', ids: [actor] } });
  }

  send(actors) {
    const { cell } = this.app;
    if (!cell) return toast('Point at a cell first.');
    return this.order('crowd_destination', { actors, cell });
  }

  sendSelected() {
    if (this.selected === null) return toast('Select an actor first: click it, or press Enter beside it.');
    return this.send({ who: 'these', ids: [this.selected] });
  }

  // The run

  toggleRun() {
    this.running = !this.running;
    Object.assign(this, { last: performance.now(), carry: 0 });
    this.tellFigures();
    if (this.running) requestAnimationFrame((now) => this.frame(now));
  }

  async frame(now) {
    if (!this.running || this.app.mode !== this) return;
    requestAnimationFrame((next) => this.frame(next));
    this.carry = Math.min(this.speed, this.carry + ((now - this.last) / 1000) * this.speed);
    this.last = now;
    const ticks = Math.floor(this.carry);
    if (ticks > 0 && !this.busy && this.crowd.size > 0) {
      this.carry -= ticks;
      await this.step(ticks, (ticks / this.speed) * 1000);
    }
  }

  async step(ticks, lasts = 120) {
    this.busy = true;
    try {
      const reply = await this.app.wire.ask('crowd_step', { ticks });
      this.take(reply, lasts);
      if (this.running && reply.state.settled) this.settle(reply.state);
    } catch (error) {
      this.running = false;
      this.app.refreshSwitches();
      complain(error);
    }
    this.busy = false;
  }

  settle(state) {
    this.running = false;
    this.tellFigures();
    toast(`All at rest after tick ${count(state.tick)}: ${count(state.arrived)} of ${count(state.actors)} arrived.`);
  }

  // What is shown

  flip(name) {
    this.switches[name] = !this.switches[name];
    this.app.refreshSwitches();
    if (name === 'tracks' && this.switches.tracks) this.loadTracks();
    this.app.stage.invalidate('overlay');
  }

  async loadTracks() {
    if (this.tracking || this.crowd.size === 0) return;
    this.tracking = true;
    try {
      this.tracks = (await this.app.wire.ask('crowd_track', { actors: { who: 'all' } })).tracks;
    } catch (error) {
      complain(error);
    }
    this.tracking = false;
    this.app.stage.invalidate('overlay');
  }

  press() {
    return null;
  }

  hover() {}

  click(cell, event) {
    const { left, top } = this.app.stage.element.getBoundingClientRect();
    this.choose(...this.app.stage.camera.toWorld(event.clientX - left, event.clientY - top));
  }

  act(cell) {
    this.choose(cell[0] + 0.5, cell[1] + 0.5);
  }

  choose(x, y) {
    if (!this.crowd.state) return;
    this.selected = this.crowd.nearest(x, y, Math.max(1, 14 / this.app.stage.camera.scale));
    this.tellFigures();
    this.app.stage.invalidate('overlay');
  }

  escape() {
    if (this.selected === null) return false;
    this.selected = null;
    this.tellFigures();
    this.app.stage.invalidate('overlay');
    return true;
  }

  counts() {
    const { state } = this.crowd;
    return state ? `tick ${count(state.tick)} · ${count(state.arrived)} of ${count(state.actors)} arrived` : '';
  }

  paint(ctx, camera, stage) {
    const { crowd } = this;
    if (!crowd.state || crowd.size === 0 || crowd.state.z !== this.app.z) return;
    const now = performance.now();
    if (this.switches.held) paintHeld(ctx, camera, crowd);
    if (this.switches.tracks) paintTracks(ctx, camera, crowd, this.tracks, now);
    paintGoals(ctx, camera, crowd, this.selected);
    paintBodies(ctx, camera, crowd, stage, this.selected, now);
    if (crowd.isMoving(now)) stage.invalidate('overlay');
  }
}
