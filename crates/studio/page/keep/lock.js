// One tab for each document: the browser's locks tell whether another tab has it.

export class DocumentLock {
  constructor() {
    /** @type {(() => void) | null} */
    this.release = null;
  }

  /**
   * Takes the lock of a document in place of the last one. Returns whether it was free.
   * @type {(id: string) => Promise<boolean>}
   */
  async take(id) {
    this.release?.();
    this.release = null;
    if (!navigator.locks) return true;
    return new Promise((resolve) => {
      navigator.locks.request(`undercroft-${id}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock ? new Promise((release) => (this.release = () => release(undefined))) : undefined;
      });
    });
  }
}
