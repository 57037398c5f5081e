// Text that was typed into a box and not committed yet: Ctrl+Z belongs to it, and no document overwrites it.

/**
 * What boxes held before the first letter was typed.
 * @type {WeakMap<EventTarget, string>}
 */
const committed = new WeakMap();

/** @type {(target: EventTarget | null) => target is HTMLInputElement | HTMLTextAreaElement} */
const isBox = (target) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

addEventListener('beforeinput', ({ target }) => {
  if (isBox(target) && !committed.has(target)) committed.set(target, target.value);
}, true);
for (const type of ['change', 'focusout']) {
  addEventListener(type, ({ target }) => target && committed.delete(target), true);
}

/** @type {(target: EventTarget | null) => boolean} */
export const isDraft = (target) => isBox(target) && committed.has(target) && committed.get(target) !== target.value;
