// The colours of the map, read from the style sheet so that there is one place for them.

const NAMES = /** @type {const} */ ([
  'paper', 'floor', 'corridor', 'ink', 'hatch', 'rock', 'masonry', 'grid', 'accent', 'flaw', 'select', 'muted',
  'water', 'deep', 'chasm', 'rubble', 'grass', 'bridge', 'pane',
  'see-wall', 'see-deep', 'see-visible', 'see-hidden', 'see-observer', 'see-grid', 'see-path', 'see-sweep',
]);

/**
 * Every colour by name, and whether the dark ones are on.
 * @typedef {Record<(typeof NAMES)[number], string> & { dark: boolean }} Ink
 */

/** Colours that people with any kind of colour blindness can tell apart (M. Okabe and K. Ito, 2008). */
export const PALETTE = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8a6d00', '#7a7a7a'];

/** @type {Ink | null} */
let current = null;
const dark = matchMedia('(prefers-color-scheme: dark)');

function read() {
  const style = getComputedStyle(document.documentElement);
  const values = NAMES.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()]);
  return /** @type {Ink} */ ({ ...Object.fromEntries(values), dark: dark.matches });
}

/** @type {() => Ink} */
export function colours() {
  current ??= read();
  return current;
}

/**
 * Runs with the colours of paper, whatever the theme.
 * @type {<T>(run: () => T) => T}
 */
export function inLight(run) {
  const before = current;
  const root = document.documentElement;
  root.classList.add('paper');
  current = { ...read(), dark: false };
  root.classList.remove('paper');
  try {
    return run();
  } finally {
    current = before;
  }
}

/**
 * Calls when the colours change.
 * @type {(listener: () => void) => void}
 */
export function onColours(listener) {
  dark.addEventListener('change', () => {
    current = null;
    listener();
  });
}

/**
 * A colour as the four bytes of a canvas pixel.
 * @type {(hex: string) => number}
 */
export function pixel(hex) {
  const rgb = parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

/** @type {(hex: string, alpha: number) => string} */
export function withAlpha(hex, alpha) {
  const rgb = parseInt(hex.slice(1), 16);
  return `rgb(${rgb >> 16} ${(rgb >> 8) & 255} ${rgb & 255} / ${alpha})`;
}
