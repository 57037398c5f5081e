// The step view: loads the trace, and shows the map as it was after any step.

/** @import { Scene, TraceEvent } from '../types.js' */
/** @import { BuildMode } from './mode.js' */

import { Timeline } from './timeline.js';
import { Trace } from './trace.js';
import { complain, toast } from '../ui/toast.js';

export class Replay {
  /** @param {BuildMode} build */
  constructor(build) {
    this.build = build;
    this.app = build.app;
    /** @type {Trace | null} */
    this.trace = null;
    this.at = 0;
    /** Whether the next trace is played from its beginning. */
    this.wantsPlay = false;
    this.timeline = new Timeline((at) => this.showStep(at));
  }

  get isOn() {
    return this.build.switches.steps && Boolean(this.trace) && this.app.mode === this.build;
  }

  /** Another document: its steps are not loaded yet. */
  forget() {
    this.trace = null;
    this.at = 0;
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

  /** @type {(by: number) => void} */
  step(by) {
    this.timeline.jump(this.at + by);
  }

  /** Fetches the events of the document. Returns whether they are there. */
  async load() {
    const { scene } = this.app;
    if (this.trace?.scene === scene) return true;
    if (!scene?.trace) return this.regenerate(scene);
    const events = await this.fetch(scene.trace.events);
    if (!events || this.app.scene !== scene) return false;
    this.trace = new Trace(events, scene);
    this.timeline.load(this.trace);
    this.show();
    this.app.showPanels();
    return true;
  }

  /** @type {(total: number) => Promise<TraceEvent[] | null>} */
  async fetch(total) {
    const { wire, hello } = this.app;
    /** @type {TraceEvent[]} */
    const events = [];
    try {
      while (events.length < total) {
        const to = Math.min(total, events.length + hello.limits.trace_page);
        const page = await wire.ask('trace', { from: events.length, to });
        // The protocol leaves events open; the library writes these.
        for (const event of page.events) events.push(/** @type {TraceEvent} */ (event));
        if (page.events.length === 0) break;
      }
      return events;
    } catch (error) {
      complain(error);
      return null;
    }
  }

  /**
   * No steps were kept: a generated dungeon is generated again with them.
   * @type {(scene: Scene | null) => boolean}
   */
  regenerate(scene) {
    this.timeline.show(false);
    if (scene?.source && !scene.edited) this.build.generate({});
    else toast('Only a dungeon that was generated and not edited since has steps.', 'bad');
    return false;
  }

  /** Shows or ends the step view by its switch. */
  show() {
    this.timeline.show(this.isOn);
    if (!this.isOn) return this.restore();
    if (!this.wantsPlay) return this.showStep(this.timeline.at);
    this.wantsPlay = false;
    this.timeline.go(0);
    this.timeline.toggle();
  }

  /**
   * Shows the terrain as it was after a step.
   * @type {(at: number) => void}
   */
  showStep(at) {
    const { stage } = this.app;
    const { level } = stage;
    const { trace, at: before } = this;
    this.at = at;
    if (!this.isOn || !trace || !level) return;
    const isFinished = level.shown === level.cells;
    level.shown = trace.terrain(level, at);
    stage.isShown = (kind, id) => trace.isShown(level, kind, id, at);
    const box = trace.changed(level, isFinished ? trace.events.length : before, at);
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
