// The timeline of the step view: play, pause, step, scrub, speed, and what the step says.

import { $, count, el } from '../ui/dom.js';
import { icon, iconButton } from '../ui/icons.js';
import { tell } from './trace.js';

/** Events a second, by position of the slider. */
const SPEEDS = [1, 2, 4, 8, 15, 30, 60, 120, 300, 1000];

export class Timeline {
  /** `moved(at)` is called when another step is shown. */
  constructor(moved) {
    Object.assign(this, { moved, trace: null, at: 0, playing: false, carry: 0, last: 0 });
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
    const named = (name, words, step, id) => Object.assign(iconButton(name, words, step), { id });
    const buttons = [
      named('first', 'First step', () => this.jump(0), 'step-first'),
      named('back', 'One step back', () => this.jump(this.at - 1), 'step-back'),
      this.play,
      named('forward', 'One step on', () => this.jump(this.at + 1), 'step-on'),
      named('last', 'Last step', () => this.jump(Infinity), 'step-last'),
    ];
    const line = el('div.line', {}, buttons, el('div.scrub', {}, this.scrub, this.stages), this.count, el('label', {}, 'Speed', this.speed));
    $('timeline').replaceChildren(line, this.event);
    this.showSpeed();
  }

  get steps() {
    return this.trace?.events.length ?? 0;
  }

  load(trace, at = trace.events.length - 1) {
    this.pause();
    this.trace = trace;
    this.scrub.max = Math.max(0, this.steps - 1);
    const ends = [...trace.stages.map((stage) => stage.at), this.steps];
    this.stages.replaceChildren(...trace.stages.map(({ name }, i) => {
      const part = el('span', {}, name);
      part.style.flex = `${Math.max(0.001, ends[i + 1] - ends[i])} 1 0`;
      return part;
    }));
    this.go(at);
  }

  show(isOn) {
    $('timeline').hidden = !isOn;
    if (!isOn) this.pause();
  }

  jump(at) {
    this.pause();
    this.go(at);
  }

  go(at) {
    if (!this.trace) return;
    this.at = Math.max(0, Math.min(this.steps - 1, at));
    this.scrub.value = this.at;
    this.scrub.style.setProperty('--part', `${this.steps > 1 ? (this.at / (this.steps - 1)) * 100 : 0}%`);
    this.count.textContent = `${count(this.at + 1)} of ${count(this.steps)}`;
    const event = this.trace.events[this.at];
    const [kind, words] = event ? tell(event) : ['', ''];
    this.event.replaceChildren(el('b', {}, kind), ` ${words}`);
    this.event.className = `event ${event?.event === 'rejected' || event?.event === 'group_rolled_back' ? 'rejected' : ''}`;
    this.scrub.setAttribute('aria-valuetext', `Step ${this.at + 1}: ${kind} ${words}`);
    this.moved(this.at);
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.at >= this.steps - 1) this.go(0);
    this.playing = true;
    this.last = performance.now();
    this.carry = 0;
    this.showPlay();
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    this.playing = false;
    this.showPlay();
  }

  tick(now) {
    if (!this.playing) return;
    this.carry += ((now - this.last) / 1000) * SPEEDS[this.speed.value];
    this.last = now;
    const steps = Math.floor(this.carry);
    this.carry -= steps;
    if (steps > 0) this.go(this.at + steps);
    if (this.at >= this.steps - 1) return this.pause();
    requestAnimationFrame((next) => this.tick(next));
  }

  showPlay() {
    this.play.replaceChildren(icon(this.playing ? 'pause' : 'play'));
    this.play.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    this.play.title = this.playing ? 'Pause' : 'Play';
  }

  showSpeed() {
    this.speed.setAttribute('aria-valuetext', `${SPEEDS[this.speed.value]} steps a second`);
    this.speed.title = `${SPEEDS[this.speed.value]} steps a second`;
    this.speed.style.setProperty('--part', `${(this.speed.value / (SPEEDS.length - 1)) * 100}%`);
  }
}
