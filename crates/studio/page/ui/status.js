// The line at the bottom: the cell under the pointer, counts, running work, the connection.

/** @import { CommandType, Progress, Wire } from '../types.js' */

import { $ } from './dom.js';

/** Work that ends sooner than this is not worth a word. [Unit: ms] */
const QUIET = 250;

/** Where the session is, in words. */
const PLACES = { server: 'connected', local: 'on this device' };
const LOST = { server: 'connection lost, trying again', local: 'restoring the session' };

/** @type {{ [stage: string]: string | undefined }} */
const STAGES = {
  plan: 'Planning',
  place: 'Placing rooms',
  route: 'Routing corridors',
  ground: 'Laying the ground',
  build: 'Building',
  stock: 'Filling rooms',
  verify: 'Checking',
  draw: 'Drawing',
  crowd: 'Moving the crowd',
  load: 'Loading the export module',
};

/** @type {{ [T in CommandType]?: string }} */
const COMMANDS = {
  generate: 'Generating',
  open_share_link: 'Generating',
  export: 'Exporting',
  open: 'Opening',
  load: 'Loading',
  crowd_step: 'Moving the crowd',
  path: 'Finding a path',
  edit: 'Routing',
  vary: 'Rolling variations',
  diff: 'Comparing',
  restore: 'Restoring',
};

export class Status {
  /** @param {Wire} wire */
  constructor(wire) {
    this.wire = wire;
    /** @type {number | null} */
    this.current = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    wire.addEventListener('open', () => this.connection('open', PLACES[wire.kind]));
    wire.addEventListener('close', () => this.connection('lost', LOST[wire.kind]));
    wire.addEventListener('failed', () => this.connection('lost', 'cannot start'));
    wire.addEventListener('traffic', () => this.traffic());
    wire.addEventListener('progress', (event) => {
      // The wire's own event: its detail is always a `Progress`.
      this.progress(/** @type {CustomEvent<Progress>} */ (event).detail);
    });
    $('work-cancel').onclick = () => this.cancel();
  }

  /** @type {(state: string, words: string) => void} */
  connection(state, words) {
    $('connection').dataset.state = state;
    $('connection').textContent = words;
  }

  traffic() {
    clearTimeout(this.timer);
    const slow = [...this.wire.waiting.entries()].filter(([, { command }]) => command.type !== 'cancel');
    if (slow.length === 0) {
      this.current = null;
      $('work').hidden = true;
      return;
    }
    const [id, { command, at }] = slow[0];
    this.current = id;
    const delay = Math.max(0, at + QUIET - performance.now());
    this.timer = setTimeout(() => this.show(COMMANDS[command.type] ?? 'Working'), delay);
  }

  /** @type {(words: string) => void} */
  show(words) {
    $('work').hidden = false;
    $('work-text').textContent = `${words}…`;
    $('work-bar').removeAttribute('value');
  }

  /** @type {(progress: Progress) => void} */
  progress({ id, type, stage, done, total }) {
    if (id !== this.current || $('work').hidden) return;
    $('work-text').textContent = `${STAGES[stage] ?? COMMANDS[type] ?? stage}…`;
    if (total > 0) $('work-bar').value = done / total;
    else $('work-bar').removeAttribute('value');
  }

  /** Cancels the work that is shown. Returns whether there was any. */
  cancel() {
    if (this.current === null || $('work').hidden) return false;
    this.wire.cancel(this.current);
    return true;
  }
}
