// Links to dungeons as people paste them: an address of any studio, or the text behind its `#`.

/**
 * The text of a link; null where the text is not one. A map has several lines, a link has one.
 * @type {(text: string) => string | null}
 */
export function linkIn(text) {
  const line = text.trim();
  const link = line.slice(line.indexOf('#') + 1);
  return !/\s/.test(line) && (/(^|&)seed=/.test(link) || link.startsWith('w1.')) ? link : null;
}

/** Whether the page's own address means nothing elsewhere, so that only the text of a link can be passed on. */
export const isPrivateAddress = () => {
  return location.protocol === 'file:' || ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
};
