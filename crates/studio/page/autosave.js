// What is done when the hand rests: large maps are checked, and what no link can bring back is kept as text.

/** @import { Report, Scene, Wire } from './types.js' */

/** Larger documents are not kept by the page. [Unit: cells] */
const KEPT_CELLS = 1 << 18;
/** How long the hand must rest. [Unit: ms] */
const CHECK_DELAY = 700;
const KEEP_DELAY = 1500;

export class Autosave {
  /**
   * @param {Wire} wire
   * @param {(scene: Scene) => boolean} isCurrent whether a scene is still the document
   */
  constructor(wire, isCurrent) {
    this.wire = wire;
    this.isCurrent = isCurrent;
    /**
     * The last state that was kept, for the case that the connection is lost.
     * @type {string | null}
     */
    this.text = null;
    /** @type {number | undefined} */
    this.checking = undefined;
    /** @type {number | undefined} */
    this.keeping = undefined;
  }

  /**
   * Checks the document soon.
   * @type {(scene: Scene, take: (report: Report) => void) => void}
   */
  checkLater(scene, take) {
    clearTimeout(this.checking);
    this.checking = setTimeout(async () => {
      const reply = await this.wire.ask('check').catch(() => null);
      if (reply && this.isCurrent(scene)) take(reply.report);
    }, CHECK_DELAY);
  }

  /**
   * Keeps the document soon, unless its link brings it back or it is too large.
   * @type {(scene: Scene) => void}
   */
  keepLater(scene) {
    clearTimeout(this.keeping);
    const area = scene.levels.reduce((sum, level) => sum + level.width * level.height, 0);
    if (scene.shareLink || area > KEPT_CELLS) return;
    this.keeping = setTimeout(async () => {
      const reply = this.wire.isOpen ? await this.wire.ask('save').catch(() => null) : null;
      if (reply && this.isCurrent(scene)) this.text = reply.text;
    }, KEEP_DELAY);
  }
}
