// Making elements without a framework.

/** `el('button.small', {title: 'x', onclick: f}, 'text', child)` */
export function el(spec, props = {}, ...children) {
  const [tag, ...classes] = spec.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name in element && !name.startsWith('aria')) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const $ = (id) => document.getElementById(id);

/** A list of terms. Values may be elements. */
export function facts(entries) {
  return el('dl.facts', {}, entries.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

/** A number with thousands apart. */
export const count = (number) => Number(number).toLocaleString('en-GB');

export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

let serial = 0;
export const freshId = (stem) => `${stem}-${++serial}`;
