// Large maps are checked when the hand rests: a stroke is answered without a report there.

/** @import { Report, Scene, Wire } from './types.js' */

/** How long the hand must rest. [Unit: ms] */
const REST = 700;

export class LateCheck {
  /**
   * @param {Wire} wire
   * @param {(scene: Scene) => boolean} isCurrent whether a scene is still the document
   */
  constructor(wire, isCurrent) {
    this.wire = wire;
    this.isCurrent = isCurrent;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** @type {(scene: Scene, take: (report: Report) => void) => void} */
  start(scene, take) {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const reply = await this.wire.ask('check').catch(() => null);
      if (reply && this.isCurrent(scene)) take(reply.report);
    }, REST);
  }
}
