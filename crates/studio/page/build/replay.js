// The step view: loads what happened, and shows the map as it was after any step.

import { Timeline } from './timeline.js';
import { Trace } from './trace.js';
import { complain, toast } from '../ui/toast.js';

export class Replay {
  constructor(build) {
    Object.assign(this, { build, app: build.app, trace: null, at: 0, wantsPlay: false });
    this.timeline = new Timeline((at) => this.showStep(at));
  }

  get isOn() {
    return this.build.switches.steps && Boolean(this.trace) && this.app.mode === this.build;
  }

  /** Another document: its steps are not known yet. */
  forget() {
    Object.assign(this, { trace: null, at: 0 });
    this.timeline.pause();
  }

  enter() {
    this.timeline.show(this.isOn);
    if (this.isOn) this.showStep(this.at);
  }

  leave() {
    this.timeline.show(false);
    this.restore();
  }

  levelChanged() {
    if (this.isOn) this.showStep(this.at);
  }

  step(by) {
    this.timeline.jump(this.at + by);
  }

  /** Fetches the events of the document. Returns whether they are there. */
  async load() {
    const { scene } = this.app;
    if (this.trace?.scene === scene) return true;
    if (!scene?.trace) return this.without(scene);
    const events = await this.fetch(scene.trace.events);
    if (!events || this.app.scene !== scene) return false;
    this.trace = new Trace(events, scene);
    this.timeline.load(this.trace);
    this.show();
    this.app.showPanels();
    return true;
  }

  async fetch(total) {
    const { wire, hello } = this.app;
    const events = [];
    try {
      while (events.length < total) {
        const to = Math.min(total, events.length + hello.limits.trace_page);
        const page = await wire.ask('trace', { from: events.length, to });
        for (const event of page.events) events.push(event);
        if (page.events.length === 0) break;
      }
      return events;
    } catch (error) {
      complain(error);
      return null;
    }
  }

  /** No steps were kept: a generated dungeon is made again with them. */
  without(scene) {
    this.timeline.show(false);
    if (scene?.made && !scene.edited) this.build.generate({});
    else toast('The steps are known only for a dungeon that was generated and not edited since.', 'bad');
    return false;
  }

  /** Shows or ends the step view, as the switch says. */
  show() {
    this.timeline.show(this.isOn);
    if (!this.isOn) return this.restore();
    if (!this.wantsPlay) return this.showStep(this.timeline.at);
    this.wantsPlay = false;
    this.timeline.go(0);
    this.timeline.toggle();
  }

  /** Shows the terrain as it was after a step. */
  showStep(at) {
    const { stage } = this.app;
    const { level } = stage;
    const before = this.at;
    this.at = at;
    if (!this.isOn) return;
    const isFinished = level.shown === level.cells;
    level.shown = this.trace.terrain(level, at);
    stage.isShown = (kind, id) => this.trace.isShown(level, kind, id, at);
    const box = this.trace.changed(level, isFinished ? this.trace.events.length : before, at);
    if (box) stage.touch(box);
    stage.invalidate('overlay');
  }

  /** Shows the finished map again. */
  restore() {
    const { stage, scene } = this.app;
    stage.isShown = () => true;
    for (const level of scene?.levels ?? []) if (level.shown !== level.cells) level.shown = level.cells;
    stage.repaint();
  }
}
