// Keeps the work of this tab: every reply to a change carries the entries of the journal that are new, and they are
// stored in the same turn. After a reload, a crash or a lost connection the session gets them back.

/** @import { Answered, App, Body, Command, CommandType, Json, KeptDocument, StepInfo } from '../types.js' */

import { isDisconnected } from '../wire/requests.js';
import { $, plural } from '../ui/dom.js';
import { toast } from '../ui/toast.js';
import { WorkStore } from './store.js';
import { DocumentLock } from './lock.js';

/** As many documents are kept; of more the oldest that are no favourites go. */
const MOST_DOCUMENTS = 50;
/** A checkpoint is taken after so many entries, when the hand rests. [Unit: ms] */
const EVERY = 16;
const REST = 900;
/** After so many entries it is taken at once: a restored session replays what follows it. */
const MOST_ENTRIES = 64;
/** How often camera, level and mode are looked at. [Unit: ms] */
const LOOK = 1000;
/** Where this tab remembers its document. */
const TAB = 'undercroft-document';

/**
 * Commands that change what is beside the journal.
 * @type {Set<CommandType>}
 */
const BESIDE = new Set(['observer', 'crowd_step']);

/**
 * Commands that go to another place of the journal.
 * @type {Set<CommandType>}
 */
const TRAVELS = new Set(['undo', 'redo', 'goto']);

export class Keeper {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {WorkStore | null} */
    this.store = null;
    this.lock = new DocumentLock();
    /** Why nothing is stored; empty where it is. */
    this.problem = 'the storage is not open yet';
    /** How many writes have not ended yet. */
    this.pending = 0;
    /** The first entry that is not stored. */
    this.unstored = Infinity;
    this.id = newId();
    this.favourite = false;
    this.epoch = 0;
    this.title = '';
    /**
     * The address of the roll that the document came from.
     * @type {string | null}
     */
    this.link = null;
    /** @type {Json[]} */
    this.entries = [];
    this.cursor = 0;
    /** @type {{ after: number, text: string } | null} */
    this.checkpoint = null;
    /**
     * What was done beside the journal since the checkpoint.
     * @type {Command[]}
     */
    this.beside = [];
    /** @type {number | undefined} */
    this.timer = undefined;
    this.view = '';
    app.wire.addEventListener('answered', (event) => {
      // The wire's own event: its detail is always an `Answered`.
      const { command, reply } = /** @type {CustomEvent<Answered>} */ (event).detail;
      this.note(command, reply);
    });
    setInterval(() => this.keepView(), LOOK);
    addEventListener('pagehide', () => this.keepView());
    addEventListener('beforeunload', (event) => this.isAtRisk && event.preventDefault());
  }

  /** Whether something would be lost with the page. */
  get isAtRisk() {
    return this.pending > 0 || Boolean(this.problem && this.app.scene?.edited);
  }

  /** How many edits count. */
  get edits() {
    return this.entries.slice(0, this.cursor).filter((entry) => isKind(entry, 'edit')).length;
  }

  /** Opens the storage; without it the page works, and tells that nothing is kept. */
  async open() {
    try {
      this.store = await WorkStore.open();
      this.problem = '';
    } catch (error) {
      this.problem = reason(error);
    }
    this.show();
  }

  /**
   * Takes over what a reply tells of the journal, and stores it at once.
   * @type {(command: Command, reply: Body) => void}
   */
  note(command, reply) {
    if (BESIDE.has(command.type)) this.noteBeside(command);
    const step = stepOf(reply);
    if (!step) return;
    if (command.type === 'load') this.begin(newId());
    // The scene is replaced after this, so that its name and its link are not those of the reply yet.
    if (reply.type === 'document') [this.title, this.link] = [reply.name, reply.session.roll_link ?? null];
    if (reply.type === 'changed' && reply.head) this.title = reply.head.name;
    // An entry of the crowd holds the crowd as it was then, with the ticks before it.
    const isCrowd = TRAVELS.has(command.type) || step.entries.some((entry) => isKind(entry, 'crowd'));
    if (isCrowd) this.beside = this.beside.filter(({ type }) => type !== 'crowd_step');
    this.takeStep(step);
    const crowd = 'session' in reply && reply.session.crowd.actors > 0;
    const since = this.cursor - (this.checkpoint?.after ?? 0);
    if (Math.abs(since) >= MOST_ENTRIES && since % EVERY === 0) this.check();
    else if (crowd || Math.abs(since) >= EVERY) this.checkLater();
  }

  /** @type {(step: StepInfo) => void} */
  takeStep({ from, entries, cursor }) {
    this.entries.splice(from, Infinity, ...entries);
    this.cursor = cursor;
    if (this.checkpoint && this.checkpoint.after > from) this.checkpoint = null;
    this.unstored = Math.min(from, this.unstored);
    this.view = '';
    this.writeEntries();
  }

  /** Stores the entries that are not stored yet; where that fails the next write has them too. */
  async writeEntries() {
    const { unstored, entries } = this;
    this.unstored = Infinity;
    const isStored = await this.write((store) => store.writeStep(this.document(), unstored, entries.slice(unstored)));
    if (!isStored && this.entries === entries) this.unstored = Math.min(this.unstored, unstored);
  }

  /** @type {(command: Command) => void} */
  noteBeside(command) {
    const last = this.beside.at(-1);
    const joined = last && join(last, command, this.app.hello.limits.ticks);
    if (joined) this.beside.splice(-1, 1, joined);
    else this.beside.push(command);
    if (command.type !== 'observer') this.checkLater();
  }

  /** @type {() => KeptDocument} */
  document() {
    const { app, id, cursor, favourite, title, link } = this;
    return {
      id,
      title: title || 'Untitled map',
      changed: Date.now(),
      favourite,
      mode: app.mode?.name ?? 'build',
      z: app.z,
      camera: app.stage.camera.place(),
      cursor,
      epoch: this.epoch,
      edits: this.edits,
      link,
    };
  }

  /**
   * Stores something, and shows whether it is.
   * @type {(work: (store: WorkStore) => Promise<void>) => Promise<boolean>}
   */
  async write(work) {
    const { store } = this;
    if (!store) {
      this.show();
      return false;
    }
    this.pending++;
    this.show();
    let isStored = true;
    try {
      await work(store);
      this.problem = '';
    } catch (error) {
      isStored = await this.makeRoom(store, work, error);
    }
    this.pending--;
    this.show();
    return isStored;
  }

  /**
   * Where the storage is full the oldest document goes, and it is said. Returns whether the work is stored then.
   * @type {(store: WorkStore, work: (store: WorkStore) => Promise<void>, error: unknown) => Promise<boolean>}
   */
  async makeRoom(store, work, error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    const others = isFull ? (await store.documents()).filter(({ id, favourite }) => id !== this.id && !favourite) : [];
    const oldest = others.at(-1);
    try {
      if (!oldest) throw error;
      await store.delete(oldest.id);
      toast(`The storage is full: “${oldest.title}” was removed from it.`, 'bad');
      await work(store);
      this.problem = '';
      return true;
    } catch (last) {
      this.problem = reason(last);
      return false;
    }
  }

  /** Camera, level, mode and name, where they changed. */
  keepView() {
    const { app, store } = this;
    if (!store || !app.scene || this.entries.length === 0) return;
    const { changed, ...now } = this.document();
    const view = JSON.stringify(now);
    if (view === this.view) return;
    this.view = view;
    if (this.unstored < Infinity) this.writeEntries();
    else this.write((kept) => kept.writeDocument(this.document()));
  }

  checkLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), REST);
  }

  /** Takes a checkpoint, from which a restored session replays. */
  async check() {
    const { id, cursor } = this;
    const { wire } = this.app;
    const known = this.beside.length;
    const reply = await wire.ask('checkpoint').catch(() => null);
    if (!reply || this.id !== id || this.cursor !== cursor) return;
    this.checkpoint = { after: cursor, text: reply.text };
    this.beside.splice(0, known);
    await this.write((store) => store.writeCheckpoint(id, cursor, reply.text));
  }

  show() {
    const state = this.problem ? 'lost' : this.pending ? 'busy' : 'kept';
    const words = { lost: `Not kept: ${this.problem}`, busy: 'Keeping…', kept: 'Kept' }[state];
    const box = $('kept');
    if (box.dataset.state === state && box.title === words) return;
    box.dataset.state = state;
    box.textContent = words;
    box.title = words;
  }

  // Documents

  /** Another document begins; the last one stays among the recent ones. */
  begin(/** @type {string} */ id) {
    this.id = id;
    this.favourite = false;
    this.entries = [];
    this.cursor = 0;
    this.unstored = Infinity;
    this.checkpoint = null;
    this.beside = [];
    rememberTab(id);
    this.lock.take(id);
    this.prune();
  }

  /** Another document in an empty session; the last one stays among the recent ones. */
  async startOver() {
    const { app, epoch } = this;
    await app.wire.ask('restore', { journal: { journal: 1, epoch, entries: [], cursor: 0 } });
    this.begin(newId());
    app.modes.build.begin();
  }

  /** Drops the oldest documents. */
  async prune() {
    const { store } = this;
    const all = (await store?.documents().catch(() => [])) ?? [];
    const old = all.filter(({ favourite, id }) => !favourite && id !== this.id).slice(MOST_DOCUMENTS);
    for (const { id } of old) await store?.delete(id).catch(() => {});
  }

  /**
   * The document that a new page opens: that of this tab, else the newest; null where there is none, or where the
   * address names another one.
   * @type {(address: string) => Promise<KeptDocument | null>}
   */
  async candidate(address) {
    const all = (await this.store?.documents().catch(() => [])) ?? [];
    const own = all.find(({ id }) => id === tabDocument());
    const found = own ?? all[0] ?? null;
    const isWanted = address === '' || found?.link === address || (own && isReload());
    return isWanted ? found : null;
  }

  /**
   * Brings a kept document into the session. Returns false where it cannot be restored.
   * @type {(kept: KeptDocument) => Promise<boolean>}
   */
  async restore(kept) {
    const { store, app } = this;
    if (!store) return false;
    const [entries, checkpoint] = await Promise.all([store.entries(kept.id), store.checkpoint(kept.id)]);
    if (entries.length === 0) return false;
    const isFree = await this.lock.take(kept.id);
    const before = { id: this.id, entries: this.entries, cursor: this.cursor, epoch: this.epoch };
    Object.assign(this, { id: isFree ? kept.id : newId(), entries, cursor: Math.min(kept.cursor, entries.length) });
    this.epoch = kept.epoch;
    this.checkpoint = checkpoint && checkpoint.after <= this.cursor ? checkpoint : null;
    this.favourite = isFree && kept.favourite;
    this.beside = [];
    rememberTab(this.id);
    try {
      await this.send();
    } catch (error) {
      Object.assign(this, before);
      if (isDisconnected(error)) throw error;
      toast(`“${kept.title}” could not be restored: ${reason(error)}`, 'bad');
      return false;
    }
    if (!isFree) {
      this.lock.take(this.id);
      toast(`“${kept.title}” is open in another tab; this is a copy.`);
      this.unstored = 0;
      this.writeEntries();
    }
    app.show(kept.mode);
    app.showLevel(kept.z);
    if (kept.camera) app.stage.camera.putAt(kept.camera);
    app.stage.invalidate();
    return true;
  }

  /** Gives a new session the journal that this page has, and shows the document. */
  async send() {
    const { app, checkpoint, beside, entries, cursor, epoch } = this;
    const { wire } = app;
    const journal = { journal: 1, epoch, entries, cursor };
    const reply = await wire.send({ type: 'restore', journal, checkpoint: checkpoint?.text ?? null });
    const step = stepOf(reply);
    [this.title, this.link] = [reply.name, reply.session.roll_link ?? null];
    const from = step ? step.from + step.entries.length : entries.length;
    this.epoch = (await wire.send({ type: 'journal', from })).epoch;
    if (step) this.takeStep(step);
    let isCrowdLost = false;
    for (const command of beside) {
      await wire.send(command).catch((error) => {
        if (isDisconnected(error)) throw error;
        isCrowdLost = true;
      });
    }
    const shown = beside.length ? await wire.send({ type: 'document' }) : reply;
    wire.isHeld = false;
    await app.takeDocument(shown);
    if (isCrowdLost) toast('The crowd could not be restored.', 'bad');
  }

  /**
   * After a lost connection: the new session gets what the page has. Returns false where there is nothing yet.
   * @type {() => Promise<boolean>}
   */
  async reconnect() {
    const { wire, scene } = this.app;
    if (!scene || this.entries.length === 0) return false;
    try {
      await this.send();
      wire.resend();
      return true;
    } catch (error) {
      if (isDisconnected(error)) throw error;
      wire.giveUp();
      // What is kept stays among the recent documents; this page goes on with another one.
      this.begin(newId());
      toast(`The map could not be restored: ${reason(error)} It is still among the recent work.`, 'bad');
      return false;
    } finally {
      wire.isHeld = !wire.isOpen;
    }
  }

  /** The studio file as this page can write it without a session. */
  offlineFile() {
    const { entries, cursor, epoch, checkpoint } = this;
    if (!checkpoint || checkpoint.after !== cursor) return null;
    const journal = { journal: 1, epoch, entries, cursor };
    const head = '{"format":"undercroft-studio","version":2';
    return `${head},"journal":${JSON.stringify(journal)},"checkpoint":${checkpoint.text}}`;
  }

  /** The restored document in words. */
  words() {
    return `Restored “${this.app.scene?.name ?? ''}”, ${plural(this.edits, 'edit')}`;
  }
}

/** @type {(entry: Json, kind: string) => boolean} */
const isKind = (entry, kind) => typeof entry === 'object' && entry !== null && kind in entry;

/** @type {(reply: Body) => StepInfo | null} */
export function stepOf(reply) {
  if (reply.type === 'document' || reply.type === 'changed') return reply.session.step ?? null;
  return reply.type === 'paint' || reply.type === 'crowd' ? reply.step ?? null : null;
}

/**
 * One command that does what two do one after the other; null where there is none.
 * @type {(one: Command, two: Command, most: number) => Command | null}
 */
function join(one, two, most) {
  if (one.type === 'observer' && two.type === 'observer') return { ...two, shape: two.shape ?? one.shape };
  if (one.type !== 'crowd_step' || two.type !== 'crowd_step' || one.ticks + two.ticks > most) return null;
  return { ...one, ticks: one.ticks + two.ticks };
}

/** @type {(error: unknown) => string} */
const reason = (error) => (error instanceof Error || error instanceof DOMException ? error.message : 'storage refused');

/** @type {() => string} */
const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/** Whether this page is the same one, loaded again. */
function isReload() {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}

/** @type {(id: string) => void} */
function rememberTab(id) {
  try {
    sessionStorage.setItem(TAB, id);
  } catch {
    // Without it a reload opens the newest document.
  }
}

function tabDocument() {
  try {
    return sessionStorage.getItem(TAB);
  } catch {
    return null;
  }
}
