// The message that a command put another document in place of an edited one, with a button that takes it back.

/** @import { App, Scene } from './types.js' */

import { toast } from './ui/toast.js';

export class DiscardNotice {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {HTMLElement | null} */
    this.message = null;
    /** How many steps could be undone when it was shown: with any other number its button would undo something else. */
    this.depth = 0;
  }

  /**
   * Shows it where the scene before was edited.
   * @type {(before: Scene | null) => void}
   */
  show(before) {
    if (!before?.edited || !this.app.scene) return;
    this.depth = this.app.scene.undo;
    const action = { title: 'Undo', run: () => this.app.change('undo') };
    this.message = toast('Edits discarded', 'good', action);
  }

  /** @type {(scene: Scene) => void} */
  update({ undo }) {
    if (undo !== this.depth) this.message?.remove();
  }
}
