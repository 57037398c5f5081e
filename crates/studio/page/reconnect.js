// After a lost connection: the new session gets what the page shows, or a message tells what it does not get.

/** @import { App, Scene } from './types.js' */

import { isDisconnected } from './wire/requests.js';
import { plural } from './ui/dom.js';
import { toast } from './ui/toast.js';

/**
 * Restores the document in a new session. Returns false where there is none, or where it cannot be restored. Until then
 * nothing else is sent.
 * @type {(app: App) => Promise<boolean>}
 */
export async function restore(app) {
  const { wire, journal, committed: before } = app;
  try {
    if (!before) return false;
    const { lostSteps, isCrowdLost } = await journal.replay();
    const reply = await wire.send({ type: 'document' });
    wire.isHeld = false;
    await app.takeDocument(reply);
    if (lostSteps) toast(`Connected again; ${plural(lostSteps, 'undo step')} could not be restored.`);
    if (isCrowdLost) toast('The crowd could not be restored.', 'bad');
    if (app.scene && !isSameMap(before, app.scene)) toast('The map that is back differs from the one before.', 'bad');
    return true;
  } catch (error) {
    if (isDisconnected(error) || !(error instanceof Error)) throw error;
    const shown = before?.rollLink ? 'the roll that it came from' : 'a new one';
    toast(`The map could not be restored: ${error.message.replace(/\.$/, '')}. This is ${shown}.`, 'bad');
    return false;
  } finally {
    wire.isHeld = !wire.isOpen;
  }
}

/** @type {(one: Scene, two: Scene) => boolean} */
function isSameMap(one, two) {
  return one.levels.length === two.levels.length && one.levels.every((level, i) => {
    const other = two.levels[i];
    const isAlike = level.z === other.z && level.width === other.width && level.height === other.height;
    return isAlike && level.cells.every((cell, at) => cell === other.cells[at]);
  });
}
