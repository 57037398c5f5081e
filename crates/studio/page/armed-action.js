// Actions at a cell: a key acts at the cell that is pointed at, a button waits for the next click on the map.

/** @import { Action, App, Cell } from './types.js' */

import { toast } from './ui/toast.js';

export class ArmedAction {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /**
     * The action that waits for a click.
     * @type {Action | null}
     */
    this.current = null;
  }

  /**
   * An action whose key acts at the cell that is pointed at.
   * @type {(action: Omit<Action, 'run'> & Required<Pick<Action, 'at'>>) => Action}
   */
  aim(action) {
    const run = () => {
      const { cell } = this.app;
      if (!this.canRun(action)) return;
      if (!cell) return void toast('Point at a cell first.');
      this.disarm();
      return action.at(cell);
    };
    return { ...action, run };
  }

  /**
   * The button of an action was pressed: arms it, or disarms it where it is armed.
   * @type {(action: Action) => void}
   */
  press(action) {
    if (this.current === action) this.disarm();
    else if (this.canRun(action)) this.set(action);
  }

  /**
   * A click on the map. Returns whether it was for an armed action; beside the map it stays armed.
   * @type {(cell: Cell) => boolean}
   */
  fire(cell) {
    const action = this.current;
    if (!action) return false;
    if (!this.app.level?.contains(...cell)) return true;
    this.disarm();
    action.at?.(cell);
    return true;
  }

  /** Returns whether an action was armed. */
  disarm() {
    const wasArmed = this.current !== null;
    if (wasArmed) this.set(null);
    return wasArmed;
  }

  /** @type {(action: Action | null) => void} */
  set(action) {
    this.current = action;
    this.app.stage.element.classList.toggle('crosshair', action !== null);
    this.app.refreshSwitches();
  }

  /** @type {(action: Pick<Action, 'obstacle'>) => boolean} */
  canRun(action) {
    const obstacle = action.obstacle?.();
    if (obstacle) toast(obstacle);
    return !obstacle;
  }
}
