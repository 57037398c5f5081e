// What was done since the document came to be. A session ends with its socket: the same commands bring the next one to
// the same state, undo steps included. A long journal is cut to the saved state.

/** @import { Answered, Body, Command, CommandType, Hello, Wire } from './types.js' */

import { isDisconnected } from './wire/requests.js';

/**
 * Commands that put another document in place of the last one.
 * @type {Set<CommandType>}
 */
const WHOLE = new Set(['generate', 'open_share_link', 'open', 'new', 'paste_text', 'load']);
/**
 * Commands that add an undo step to the document.
 * @type {Set<CommandType>}
 */
const EDITS = new Set(['move_room', 'delete_room', 'set_door', 'paint']);
/**
 * Commands that change what is beside the document.
 * @type {Set<CommandType>}
 */
const BESIDE = new Set([
  'observer', 'crowd_settings', 'crowd_spawn', 'crowd_scatter', 'crowd_remove', 'crowd_clear', 'crowd_destination',
  'crowd_step',
]);

/** A journal with more commands, or with more ticks of a crowd, is cut when the hand rests. */
const MOST_COMMANDS = 64;
const MOST_TICKS = 2000;
/** How long the hand must rest. [Unit: ms] */
const REST = 1500;

/** @typedef {{ undo: number, redo: number }} Steps */

export class Journal {
  /** @param {Wire} wire @param {Hello['limits']} limits */
  constructor(wire, limits) {
    this.wire = wire;
    this.limits = limits;
    /**
     * The commands that give what is shown, in a new session; null where none do.
     * @type {Command[] | null}
     */
    this.commands = [];
    /**
     * Steps that can be undone and redone now, and those of them that the commands do not give back.
     * @type {Steps}
     */
    this.steps = { undo: 0, redo: 0 };
    /** @type {Steps} */
    this.older = { undo: 0, redo: 0 };
    /**
     * Resolves when a step that the commands do not give is kept; what it leads to is shown then.
     * @type {Promise<void> | null}
     */
    this.keeping = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    wire.addEventListener('answered', (event) => {
      // The wire's own event: its detail is always an `Answered`.
      const { command, reply } = /** @type {CustomEvent<Answered>} */ (event).detail;
      this.note(command, reply);
    });
  }

  /**
   * Notes a command that was answered, before its reply is shown.
   * @type {(command: Command, reply: Body) => void}
   */
  note(command, reply) {
    if (WHOLE.has(command.type)) this.begin(command, reply);
    else if (command.type === 'undo' || command.type === 'redo') this.noteStep(command);
    else if (EDITS.has(command.type) && !isPreview(command)) this.noteEdit(command);
    else if (BESIDE.has(command.type)) this.add(command);
    const steps = stepsOf(reply);
    if (steps) this.steps = steps;
    if (WHOLE.has(command.type)) this.older = { ...this.steps };
  }

  /**
   * Another document: what led to the last one is no longer needed, but for the crowd.
   * @type {(command: Command, reply: Body) => void}
   */
  begin(command, reply) {
    if (reply.type !== 'document') return;
    const { share_link: text, source, edited, crowd } = reply.session;
    const trace = 'trace' in command && command.trace;
    const isRoll = command.type !== 'load' && !edited;
    /** @type {Command} */
    let first = command;
    if (isRoll && text) first = { type: 'open_share_link', text, trace };
    // Without a link the source: it has the seed that the command may have left to the session.
    else if (isRoll && source) first = { type: 'generate', ...source, trace };
    const settings = (this.commands ?? []).filter(({ type }) => type === 'crowd_settings');
    this.commands = command.type === 'load' ? [first] : [first, ...settings];
    if (crowd.actors > 0 && command.type !== 'load') this.keep();
  }

  /** @type {(command: Command) => void} */
  noteEdit(command) {
    this.older.redo = 0;
    this.add(command);
  }

  /** @type {(command: Command & { type: keyof Steps }) => void} */
  noteStep(command) {
    const isOwn = this.steps[command.type] > this.older[command.type];
    if (this.commands && isOwn && !this.keeping) this.add(command);
    else this.keeping = this.keep(true).finally(() => (this.keeping = null));
  }

  /** @type {(command: Command) => void} */
  add(command) {
    // What is being saved holds it.
    if (this.keeping) return;
    if (!this.commands) return this.keepLater();
    const last = this.commands.at(-1);
    const joined = last && join(last, command, this.limits);
    if (joined) this.commands.splice(-1, 1, joined);
    else this.commands.push(command);
    const ticks = this.commands.reduce((sum, each) => sum + (each.type === 'crowd_step' ? each.ticks : 0), 0);
    if (this.commands.length > MOST_COMMANDS || ticks > MOST_TICKS) this.keepLater();
  }

  keepLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), REST);
  }

  /**
   * Puts the saved state in place of the commands. Where it fits in no message they stay, unless they are `stale`.
   * @type {(isStale?: boolean) => Promise<void>}
   */
  async keep(isStale = false) {
    clearTimeout(this.timer);
    const reply = await this.wire.ask('save').catch(() => null);
    if (!reply) return;
    /** @type {Command} */
    const load = { type: 'load', text: reply.text };
    const isFitting = this.wire.sizeOf(load) <= this.limits.message;
    if (isFitting) this.older = { ...this.steps };
    if (isFitting || isStale) this.commands = isFitting ? [load] : null;
  }

  /**
   * Brings a new session to the state that was shown. Returns how many undo steps it lacks; throws where the document
   * cannot be restored.
   * @type {() => Promise<{ lostSteps: number, isCrowdLost: boolean }>}
   */
  async replay() {
    const { commands, steps } = this;
    if (!commands) throw new Error('it is too large for a message');
    let isCrowdLost = false;
    for (const [at, command] of commands.entries()) {
      try {
        const now = stepsOf(await this.wire.send(command));
        if (now) this.steps = now;
        if (at === 0) this.older = { ...this.steps };
      } catch (error) {
        this.steps = steps;
        if (isDisconnected(error) || !command.type.startsWith('crowd')) throw error;
        isCrowdLost = true;
      }
    }
    const { undo, redo } = this.steps;
    return { lostSteps: Math.max(0, steps.undo - undo) + Math.max(0, steps.redo - redo), isCrowdLost };
  }
}

/** @type {(command: Command) => boolean} */
const isPreview = (command) => command.type === 'move_room' && Boolean(command.preview);

/**
 * The undo steps that a reply tells.
 * @type {(reply: Body) => Steps | null}
 */
function stepsOf(reply) {
  if (reply.type === 'document') return { undo: reply.session.undo, redo: reply.session.redo };
  return reply.type === 'paint' ? { undo: reply.undo, redo: reply.redo } : null;
}

/**
 * One command that does what two do one after the other; null where there is none.
 * @type {(one: Command, two: Command, limits: Hello['limits']) => Command | null}
 */
function join(one, two, limits) {
  if (one.type === 'paint' && two.type === 'paint') {
    const isStroke = one.gesture && one.gesture === two.gesture && one.z === two.z && one.solid === two.solid;
    const fits = one.cells.length + two.cells.length <= limits.paint;
    return isStroke && fits ? { ...one, cells: [...one.cells, ...two.cells] } : null;
  }
  if (one.type === 'observer' && two.type === 'observer') return { ...two, shape: two.shape ?? one.shape };
  if (one.type !== 'crowd_step' || two.type !== 'crowd_step' || one.ticks + two.ticks > limits.ticks) return null;
  return { ...one, ticks: one.ticks + two.ticks };
}
