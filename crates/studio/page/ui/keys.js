// Keys: those of every mode, and those of the mode that is on. The help overlay lists the same tables.

/** What a key press is called in the tables: `Ctrl+Shift+Z`, `R`, `?`. */
export function nameOf(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl');
  if (event.altKey) parts.push('Alt');
  if (event.shiftKey && (key.length > 1 || /[A-Z]/.test(key))) parts.push('Shift');
  return [...parts, key].join('+');
}

/** Whether letters belong to what has the focus. */
function isTyping(target) {
  if (target.closest?.('dialog')) return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'button'].includes(target.type);
}

/** A slider keeps its own keys. */
const SLIDER_KEYS = new Set(['Home', 'End', 'PageUp', 'PageDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

export function listen(tables) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = nameOf(event);
    // An open dialog is closed by the browser itself.
    if (name === 'Escape' && document.querySelector('dialog[open]')) return;
    const typing = isTyping(event.target);
    if (typing && name !== 'Escape' && !/^F\d/.test(name)) return;
    if (event.target.type === 'range' && SLIDER_KEYS.has(event.key)) return;
    for (const table of tables()) {
      const action = table.find((entry) => [entry.key].flat().includes(name));
      if (!action?.run || (event.repeat && !action.repeats)) continue;
      if (action.run(event) !== false) event.preventDefault();
      return;
    }
  });
}
