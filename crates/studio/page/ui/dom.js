// Making elements without a framework.

/** @import { Child, ElementOf, Elements, Fact, Props } from '../types.js' */

/**
 * `el('button.small', {title: 'x', onclick: f}, 'text', child)`
 * @type {<S extends string>(spec: S, props?: Props<ElementOf<S>>, ...children: (Child | Child[])[]) => ElementOf<S>}
 */
export function el(spec, props = {}, ...children) {
  const [tag, ...classes] = spec.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name in element && !name.startsWith('aria')) Reflect.set(element, name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  // The tag of the spec decides the element's type, which TypeScript cannot follow through `split`.
  return /** @type {ElementOf<typeof spec>} */ (element);
}

/**
 * An element of index.html.
 * @type {<K extends keyof Elements>(id: K) => Elements[K]}
 */
export function $(id) {
  // index.html has every id of `Elements`, with that kind of element.
  return /** @type {Elements[typeof id]} */ (document.getElementById(id));
}

/**
 * A list of terms. Values may be elements.
 * @type {(entries: Fact[]) => HTMLDListElement}
 */
export function facts(entries) {
  return el('dl.facts', {}, entries.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

/**
 * A number with thousands apart.
 * @type {(number: number) => string}
 */
export const count = (number) => Number(number).toLocaleString('en-GB');

/** @type {(number: number, one: string, many?: string) => string} */
export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

let serial = 0;
/** @type {(stem: string) => string} */
export const freshId = (stem) => `${stem}-${++serial}`;
