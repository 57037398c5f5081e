// The control of a field that names files: their names, each with a button to remove it, and a place to drop more.

/** @import { KindOf } from '../types.js' */
/** @import { Field } from './field.js' */

import { count, el } from '../ui/dom.js';
import { chooseFiles, textOf } from '../ui/files.js';
import { iconButton } from '../ui/icons.js';

/** @type {(field: Field, kind: KindOf<'files'>) => HTMLElement[]} */
export function fileControls(field, { most }) {
  const words = most === 1 ? 'Choose…' : 'Add…';
  const choose = el('button.small', {
    type: 'button',
    id: field.id,
    'aria-label': `${field.info.label}: ${words}`,
    'aria-describedby': field.message.id,
  }, words);
  choose.onclick = async () => attachFiles(field, await chooseFiles({ multiple: most > 1 }));
  const list = el('ul.files', { 'aria-label': `Files of ${field.info.label}` });
  field.element.classList.add('takes-files');
  field.render = (value) => {
    choose.disabled = Boolean(field.reason);
    list.hidden = namesIn(value).length === 0;
    list.replaceChildren(...namesIn(value).map((name) => entry(field, name)));
  };
  return [field.label(), choose, list];
}

/** @type {(field: Field, name: string) => HTMLLIElement} */
function entry(field, name) {
  const rest = () => namesIn(field.value).filter((other) => other !== name);
  const remove = iconButton('close', `Remove ${name}`, () => field.put(rest()));
  remove.classList.add('remove');
  const bytes = field.files.get(name)?.length ?? 0;
  return el('li', { title: `${name}, ${count(bytes)} characters` }, el('span', {}, name), remove);
}

/**
 * The names that a field has as its value: none, one or several.
 * @type {(value: unknown) => string[]}
 */
export const namesIn = (value) => [value].flat().filter((name) => typeof name === 'string');

/**
 * Reads files and adds them to the field. One that cannot be read is said so, and the field stays as it was.
 * @type {(field: Field, files: File[]) => Promise<void>}
 */
export async function attachFiles(field, files) {
  const { kind, label } = field.info;
  if (kind.type !== 'files' || files.length === 0) return;
  const names = kind.most === 1 ? [] : namesIn(field.value);
  const added = kind.most === 1 ? files.slice(0, 1) : files;
  field.element.setAttribute('aria-busy', 'true');
  try {
    const texts = await Promise.all(added.map(async (file) => [file.name, await textOf(file, kind.bytes)]));
    const all = [...new Set([...names, ...added.map(({ name }) => name)])];
    if (all.length > kind.most) throw new Error(`${label}: need at most ${kind.most} files, got ${all.length}.`);
    for (const [name, text] of texts) field.files.set(name, text);
    field.put(all);
  } catch (error) {
    field.problem(error instanceof Error ? error.message : String(error));
  } finally {
    field.element.removeAttribute('aria-busy');
  }
}
