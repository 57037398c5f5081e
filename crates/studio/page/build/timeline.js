// The timeline of the step view: play, pause, step, scrub, speed, and the step as a sentence.

/** @import { IconName } from '../ui/icons.js' */
/** @import { Trace } from './trace.js' */

import { $, count, el } from '../ui/dom.js';
import { icon, iconButton } from '../ui/icons.js';
import { describe } from './event-words.js';

/** Events a second, by position of the slider. */
const SPEEDS = [1, 2, 4, 8, 15, 30, 60, 120, 300, 1000];

/** Events of something that was given up. */
const GIVEN_UP = ['rejected', 'group_rolled_back', 'feature_dropped'];

export class Timeline {
  /** @param {(at: number) => void} moved is called when another step is shown */
  constructor(moved) {
    this.moved = moved;
    /** @type {Trace | null} */
    this.trace = null;
    this.at = 0;
    this.isPlaying = false;
    /** Parts of steps that are still to be shown. */
    this.carry = 0;
    this.last = 0;
    this.play = iconButton('play', 'Play', () => this.toggle());
    this.play.id = 'play';
    this.scrub = el('input', { type: 'range', id: 'scrub', min: 0, max: 0, value: 0 });
    this.scrub.setAttribute('aria-label', 'Step');
    this.scrub.oninput = () => {
      this.pause();
      this.go(Number(this.scrub.value));
    };
    this.stages = el('div.stages', { 'aria-hidden': 'true' });
    this.count = el('span.count', { id: 'step-count' });
    this.event = el('p.event', { id: 'event-text' });
    this.speed = el('input', { type: 'range', id: 'trace-speed', min: 0, max: SPEEDS.length - 1, value: 3 });
    this.speed.oninput = () => this.showSpeed();
    /** @type {(name: IconName, words: string, step: () => void, id: string) => HTMLButtonElement} */
    const named = (name, words, step, id) => Object.assign(iconButton(name, words, step), { id });
    const buttons = [
      named('first', 'First step', () => this.jump(0), 'step-first'),
      named('back', 'Previous step', () => this.jump(this.at - 1), 'step-back'),
      this.play,
      named('forward', 'Next step', () => this.jump(this.at + 1), 'step-next'),
      named('last', 'Last step', () => this.jump(Infinity), 'step-last'),
    ];
    const speed = el('label', {}, 'Speed', this.speed);
    const line = el('div.line', {}, buttons, el('div.scrub', {}, this.scrub, this.stages), this.count, speed);
    $('timeline').replaceChildren(line, this.event);
    this.showSpeed();
  }

  get eventsPerSecond() {
    return SPEEDS[Number(this.speed.value)];
  }

  get steps() {
    return this.trace?.events.length ?? 0;
  }

  /** @type {(trace: Trace, at?: number) => void} */
  load(trace, at = trace.events.length - 1) {
    this.pause();
    this.trace = trace;
    this.scrub.max = String(Math.max(0, this.steps - 1));
    const ends = [...trace.stages.map((stage) => stage.at), this.steps];
    this.stages.replaceChildren(...trace.stages.map(({ name }, i) => {
      const part = el('span', {}, name);
      part.style.flex = `${Math.max(0.001, ends[i + 1] - ends[i])} 1 0`;
      return part;
    }));
    this.go(at);
  }

  /** @type {(isOn: boolean) => void} */
  show(isOn) {
    $('timeline').hidden = !isOn;
    if (!isOn) this.pause();
  }

  /** @type {(at: number) => void} */
  jump(at) {
    this.pause();
    this.go(at);
  }

  /** @type {(at: number) => void} */
  go(at) {
    if (!this.trace) return;
    this.at = Math.max(0, Math.min(this.steps - 1, at));
    this.scrub.value = String(this.at);
    this.scrub.style.setProperty('--part', `${this.steps > 1 ? (this.at / (this.steps - 1)) * 100 : 0}%`);
    this.count.textContent = `${count(this.at + 1)} of ${count(this.steps)}`;
    const event = this.trace.events[this.at];
    const [kind, words] = event ? describe(event, this.trace.scene.labels) : ['', ''];
    this.event.replaceChildren(el('b', {}, kind), ` ${words}`);
    this.event.className = event && GIVEN_UP.includes(event.event) ? 'event rejected' : 'event';
    this.scrub.setAttribute('aria-valuetext', `Step ${this.at + 1}: ${kind} ${words}`);
    this.moved(this.at);
  }

  toggle() {
    if (this.isPlaying) return this.pause();
    if (this.at >= this.steps - 1) this.go(0);
    this.isPlaying = true;
    this.last = performance.now();
    this.carry = 0;
    this.showPlay();
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    this.isPlaying = false;
    this.showPlay();
  }

  /** @type {(now: number) => void} */
  tick(now) {
    if (!this.isPlaying) return;
    this.carry += ((now - this.last) / 1000) * this.eventsPerSecond;
    this.last = now;
    const steps = Math.floor(this.carry);
    this.carry -= steps;
    if (steps > 0) this.go(this.at + steps);
    if (this.at >= this.steps - 1) return this.pause();
    requestAnimationFrame((next) => this.tick(next));
  }

  showPlay() {
    this.play.replaceChildren(icon(this.isPlaying ? 'pause' : 'play'));
    this.play.setAttribute('aria-label', this.isPlaying ? 'Pause' : 'Play');
    this.play.title = this.isPlaying ? 'Pause' : 'Play';
  }

  showSpeed() {
    this.speed.setAttribute('aria-valuetext', `${this.eventsPerSecond} steps a second`);
    this.speed.title = `${this.eventsPerSecond} steps a second`;
    this.speed.style.setProperty('--part', `${(Number(this.speed.value) / (SPEEDS.length - 1)) * 100}%`);
  }
}
