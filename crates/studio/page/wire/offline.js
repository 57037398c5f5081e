// The studio without a network: a service worker keeps its files. Only for the site, where the browser allows it.

/** What is kept on this device. Event: `update`, where a new version is ready. */
export class Offline extends EventTarget {
  /** The service worker of the site; null where there cannot be one. */
  static start() {
    const isAllowed = 'serviceWorker' in navigator && isSecureContext && location.protocol.startsWith('http');
    return isAllowed ? new Offline() : null;
  }

  constructor() {
    super();
    /** Whether the page reloads when another version takes over: only after the user asked for it. */
    this.isReloading = false;
    this.registration = navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
    this.registration.then((registration) => this.watch(registration)).catch(() => {});
    navigator.serviceWorker.addEventListener('controllerchange', () => this.isReloading && location.reload());
  }

  /** @param {ServiceWorkerRegistration} registration */
  watch(registration) {
    const tell = () => {
      // The first version of all is no news.
      if (registration.waiting && navigator.serviceWorker.controller) this.dispatchEvent(new Event('update'));
    };
    tell();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', tell);
    });
  }

  /** Puts the new version in place of this one. */
  async update() {
    this.isReloading = true;
    const { waiting } = await this.registration;
    if (waiting) waiting.postMessage('use');
    else location.reload();
  }

  /**
   * Keeps every file, the export module too. Throws a sentence where that fails.
   * @returns {Promise<void>}
   */
  async keep() {
    await this.registration.catch(() => {
      throw new Error('The browser keeps no files for this page; it works while there is a connection.');
    });
    const { active } = await navigator.serviceWorker.ready;
    /** @type {{ isKept: boolean, problem?: string }} */
    const { isKept, problem } = await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      active?.postMessage('keep', [port2]);
    });
    if (!isKept) throw new Error(`Not kept: ${problem}.`);
  }
}
