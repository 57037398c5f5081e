// What an export will look like, before it is saved: page one of a drawing or a print, the pixels of a virtual table.

/** @import { App, ExportFormat, Json, Pending, ReplyTo } from '../types.js' */

import { el, plural } from './dom.js';
import { bytes, isCancelled } from '../wire/requests.js';

/**
 * Previews that were asked for and are not there yet.
 * @type {Set<PreviewLook>}
 */
const waiting = new Set();

/** Previews delay a file, and are of no use when the dialog is closed. */
export function stopPreviews() {
  for (const look of waiting) look.stop();
}

export class PreviewLook {
  /** @param {App} app @param {ExportFormat} format @param {HTMLElement} figure */
  constructor(app, format, figure) {
    this.app = app;
    this.format = format;
    this.figure = figure;
    /** @type {Pending<ReplyTo<'preview'>> | null} */
    this.pending = null;
    this.isSeen = false;
  }

  /**
   * Draws when the card is scrolled into view: a picture takes a moment.
   * @type {(card: Element, options: () => { [key: string]: Json }) => void}
   */
  showWhenSeen(card, options) {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      this.isSeen = true;
      this.show(options());
    });
    watch.observe(card);
  }

  stop() {
    if (this.pending) this.app.wire.cancel(this.pending.id);
    this.pending = null;
    waiting.delete(this);
  }

  /** @type {(options: { [key: string]: Json }) => Promise<void>} */
  async show(options) {
    if (!this.isSeen) return;
    this.stop();
    const pending = this.app.wire.ask('preview', { format: this.format.name, options });
    this.pending = pending;
    waiting.add(this);
    this.figure.dataset.state = 'waiting';
    const shown = await pending.then((reply) => this.contents(reply), (error) => problem(error));
    if (this.pending !== pending) return;
    this.pending = null;
    waiting.delete(this);
    this.clear();
    this.figure.append(...shown);
    this.figure.dataset.state = 'shown';
  }

  /** @type {(reply: ReplyTo<'preview'>) => Node[]} */
  contents(reply) {
    const words = [
      typeof reply.pages === 'number' && plural(reply.pages, 'page'),
      typeof reply.square_px === 'number' && `${reply.square_px} pixels per square`,
      typeof reply.square_px === 'number' && plural(reply.pictures, 'picture'),
    ];
    const caption = el('figcaption', {}, words.filter(Boolean).join(' · '));
    if (!reply.svg) return [caption];
    const address = URL.createObjectURL(new Blob([bytes(reply, reply.svg)], { type: 'image/svg+xml' }));
    return [el('img', { src: address, alt: `The first page of the ${this.format.ending.toUpperCase()}` }), caption];
  }

  clear() {
    for (const image of this.figure.querySelectorAll('img')) URL.revokeObjectURL(image.src);
    this.figure.replaceChildren();
  }
}

/** @type {(error: unknown) => Node[]} */
const problem = (error) =>
  isCancelled(error) ? [] : [el('figcaption', {}, error instanceof Error ? error.message : String(error))];
