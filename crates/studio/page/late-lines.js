// Soft lines follow painted cells when the hand rests: until then the cells themselves are drawn there.

/** @import { Box, Scene, Wire } from './types.js' */

import { Lines } from './map/lines.js';

/** How long the hand must rest. [Unit: ms] */
const REST = 250;

export class LateLines {
  /**
   * @param {Wire} wire
   * @param {(scene: Scene) => boolean} isCurrent whether a scene is still the document
   * @param {(cells: Box) => void} touch is told what looks different
   */
  constructor(wire, isCurrent, touch) {
    this.wire = wire;
    this.isCurrent = isCurrent;
    this.touch = touch;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /**
   * Asks for the lines of a level that was painted.
   * @type {(scene: Scene, z: number) => void}
   */
  start(scene, z) {
    const level = scene.level(z);
    if (!level.lines) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const before = scene.undo;
      const reply = await this.wire.ask('lines', { z }).catch(() => null);
      if (!reply || !this.isCurrent(scene) || scene.undo !== before) return;
      const stale = level.lines?.stale;
      level.lines = Lines.read(reply, reply.lines);
      if (stale) this.touch(stale);
    }, REST);
  }
}
