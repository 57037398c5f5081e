// The browser's own storage of work: documents, and the entries of their journals one by one.

/** @import { KeptDocument, KeptEntry, Json } from '../types.js' */

const NAME = 'undercroft';
const VERSION = 1;

export class WorkStore {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /**
   * Opens the storage. Throws where the browser refuses it, or where a newer program has written it.
   * @type {() => Promise<WorkStore>}
   */
  static async open() {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { result } = request;
      result.createObjectStore('documents', { keyPath: 'id' });
      result.createObjectStore('entries', { keyPath: ['document', 'n'] });
      result.createObjectStore('checkpoints', { keyPath: 'document' });
      result.createObjectStore('settings');
    };
    const database = await done(request);
    // Another tab of a newer program may change the storage: this one lets go of it then.
    database.onversionchange = () => database.close();
    return new WorkStore(database);
  }

  /**
   * Writes a step: the entries from a position on are these now. Everything happens in this turn, for a transaction
   * ends as soon as the page waits for anything else.
   * @type {(document: KeptDocument, from: number, entries: Json[]) => Promise<void>}
   */
  writeStep(document, from, entries) {
    const work = this.begin(['documents', 'entries']);
    const kept = work.objectStore('entries');
    kept.delete(IDBKeyRange.bound([document.id, from], [document.id, Infinity]));
    entries.forEach((entry, at) => kept.put({ document: document.id, n: from + at, entry: JSON.stringify(entry) }));
    work.objectStore('documents').put(document);
    return ended(work);
  }

  /** @type {(document: KeptDocument) => Promise<void>} */
  writeDocument(document) {
    const work = this.begin(['documents']);
    work.objectStore('documents').put(document);
    return ended(work);
  }

  /** @type {(document: string, after: number, text: string) => Promise<void>} */
  writeCheckpoint(document, after, text) {
    const work = this.begin(['checkpoints']);
    work.objectStore('checkpoints').put({ document, after, text });
    return ended(work);
  }

  /**
   * All documents, the one that was changed last first.
   * @type {() => Promise<KeptDocument[]>}
   */
  async documents() {
    const store = this.database.transaction('documents').objectStore('documents');
    /** @type {KeptDocument[]} */
    const all = await done(store.getAll());
    return all.sort((a, b) => b.changed - a.changed);
  }

  /** @type {(document: string) => Promise<Json[]>} */
  async entries(document) {
    const store = this.database.transaction('entries').objectStore('entries');
    /** @type {KeptEntry[]} */
    const all = await done(store.getAll(IDBKeyRange.bound([document, 0], [document, Infinity])));
    return all.map(({ entry }) => JSON.parse(entry));
  }

  /** @type {(document: string) => Promise<{ after: number, text: string } | null>} */
  async checkpoint(document) {
    const store = this.database.transaction('checkpoints').objectStore('checkpoints');
    return (await done(store.get(document))) ?? null;
  }

  /** @type {(document: string) => Promise<void>} */
  delete(document) {
    const work = this.begin(['documents', 'entries', 'checkpoints']);
    work.objectStore('documents').delete(document);
    work.objectStore('checkpoints').delete(document);
    work.objectStore('entries').delete(IDBKeyRange.bound([document, 0], [document, Infinity]));
    return ended(work);
  }

  /** @type {(stores: string[]) => IDBTransaction} */
  begin(stores) {
    return this.database.transaction(stores, 'readwrite', { durability: 'strict' });
  }
}

/**
 * The result of a request.
 * @type {<T>(request: IDBRequest<T>) => Promise<T>}
 */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Resolves when a transaction is stored.
 * @type {(work: IDBTransaction) => Promise<void>}
 */
const ended = (work) => new Promise((resolve, reject) => {
  work.oncomplete = () => resolve();
  work.onabort = () => reject(work.error);
});
