// The line at the bottom: the cell under the pointer, counts, work under way, the connection.

import { $ } from './dom.js';

/** Work that ends sooner than this is not worth a word. [Unit: ms] */
const QUIET = 250;

const WORDS = { plan: 'Planning', place: 'Placing rooms', route: 'Routing corridors', build: 'Building', verify: 'Checking', draw: 'Drawing', crowd: 'Moving the crowd' };
const ASKED = { generate: 'Generating', generate_shared: 'Generating', export: 'Exporting', open: 'Opening', load: 'Loading', crowd_step: 'Moving the crowd', path: 'Finding a way', move_room: 'Routing' };

export class Status {
  constructor(wire) {
    this.wire = wire;
    this.current = null;
    wire.addEventListener('open', () => this.connection('open', 'connected'));
    wire.addEventListener('close', () => this.connection('lost', 'connection lost, trying again'));
    wire.addEventListener('traffic', () => this.traffic());
    wire.addEventListener('progress', ({ detail }) => this.progress(detail));
    $('work-cancel').onclick = () => this.cancel();
  }

  connection(state, words) {
    $('connection').dataset.state = state;
    $('connection').textContent = words;
  }

  traffic() {
    clearTimeout(this.timer);
    const slow = [...this.wire.waiting.entries()].filter(([, request]) => request.type !== 'cancel');
    if (slow.length === 0) {
      this.current = null;
      $('work').hidden = true;
      return;
    }
    const [id, request] = slow[0];
    this.current = id;
    this.timer = setTimeout(() => this.show(ASKED[request.type] ?? 'Working'), Math.max(0, request.at + QUIET - performance.now()));
  }

  show(words) {
    $('work').hidden = false;
    $('work-text').textContent = `${words}…`;
    $('work-bar').removeAttribute('value');
  }

  progress({ id, type, stage, done, of }) {
    if (id !== this.current || $('work').hidden) return;
    $('work-text').textContent = `${WORDS[stage] ?? ASKED[type] ?? stage}…`;
    if (of > 0) $('work-bar').value = done / of;
    else $('work-bar').removeAttribute('value');
  }

  cancel() {
    if (this.current === null) return false;
    this.wire.cancel(this.current);
    return true;
  }
}
