// The page's icons, as paths in a square of 24.

const PATHS = {
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  page: 'M6 3h8l5 5v13H6zM14 3v5h5M12.5 12v6M9.5 15h6',
  recent: 'M12 21a9 9 0 1 0-9-9M3 5v7h7M12 7v5l3.500 2',
  folder: 'M3 7V5h6l2 3h10v12H3zM3 11h18',
  export: 'M12 15V3M7 8l5-5 5 5M4 14v7h16v-7',
  link:
    'M10 14a4.5 4.5 0 0 0 6.5.3l3-3a4.6 4.6 0 0 0-6.500-6.500l-1.500 1.500' +
    'M14 10a4.500 4.500 0 0 0-6.500-.3l-3 3a4.600 4.600 0 0 0 6.500 6.500l1.500-1.500',
  left: 'M3 4h18v16H3zM9 4v16',
  right: 'M3 4h18v16H3zM15 4v16',
  help:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z' +
    'M9.500 9.300a2.600 2.600 0 1 1 3.800 2.300c-.9.500-1.300 1-1.300 1.900M12 17v.1',
  dice:
    'M12 2.500 20.500 7v10L12 21.500 3.500 17V7zM3.500 7l8.500 4.500L20.500 7' +
    'M12 11.500v10M7.600 13.300v.1M16 12.500v.1M17 16v.1',
  regenerate: 'M20 11a8 8 0 1 0-2 6M20 4v7h-7',
  reset: 'M4 11a8 8 0 1 1 2 6M4 4v7h7',
  play: 'M7 4.500v15l12-7.500z',
  pause: 'M8 5v14M16 5v14',
  first: 'M6 5v14M19 5 9 12l10 7z',
  last: 'M18 5v14M5 5l10 7-10 7z',
  back: 'M16 5 7 12l9 7z',
  forward: 'M8 5l9 7-9 7z',
  close: 'M6 6l12 12M18 6 6 18',
  sound: 'M4 12.500l5 5L20 6.500',
  flaw: 'M12 3 22 20H2zM12 10v4.500M12 17.300v.1',
  discover: 'M2 12s4-6.500 10-6.500S22 12 22 12s-4 6.500-10 6.500S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6',
  save: 'M4 4h12l4 4v12H4zM8 4v5h7V4M7 20v-7h10v7',
  copy: 'M8 8h12v12H8zM8 16H4V4h12v4',
  paste: 'M6 5h12v16H6zM9 5V3h6v2zM9.500 11h5M9.500 15h5',
  // Room shapes, by the names of their fields.
  rect: 'M3 6h18v12H3z',
  l: 'M3 3h9v9h9v9H3z',
  t: 'M3 4h18v7h-6v10H9V11H3z',
  cross: 'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z',
  octagon: 'M8 3h8l5 5v8l-5 5H8l-5-5V8z',
  circle: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  apse: 'M4 21V11a8 8 0 0 1 16 0v10z',
  pillared: 'M3 5h18v14H3zM7 9v.1M12 9v.1M17 9v.1M7 15v.1M12 15v.1M17 15v.1',
  alcoves: 'M3 7h3V4h3v3h6V4h3v3h3v10h-3v3h-3v-3H9v3H6v-3H3z',
  dais: 'M3 5h18v14H3zM15 5v14M18 5v14',
  ring: 'M3 3h18v18H3zM9 9h6v6H9z',
};

/** @typedef {keyof typeof PATHS} IconName */

/** @type {(name: string) => name is IconName} */
export function isIcon(name) {
  return Object.hasOwn(PATHS, name);
}

/** @type {(name: IconName) => SVGSVGElement} */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

/** Gives every `data-icon` button its picture, and its words as name and tooltip. */
export function addIcons() {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll('button[data-icon]');
  for (const button of buttons) {
    const words = button.textContent.trim();
    const key = button.getAttribute('aria-keyshortcuts');
    button.setAttribute('aria-label', words);
    button.title = key ? `${words} (${key.replace('Control', 'Ctrl')})` : words;
    // index.html names only icons of this file.
    button.replaceChildren(icon(/** @type {IconName} */ (button.dataset.icon)));
    button.removeAttribute('data-icon');
  }
}

/**
 * A button with a picture; `words` is its name unless `shown`.
 * @type {(name: IconName, words: string, onclick: () => void, shown?: boolean) => HTMLButtonElement}
 */
export function iconButton(name, words, onclick, shown = false) {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(icon(name));
  if (shown) button.append(words);
  else button.setAttribute('aria-label', words);
  button.title = words;
  button.onclick = onclick;
  return button;
}
