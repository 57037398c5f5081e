// The export menu: every format of the program with its options.

/** @import { App, ExportFormat, Json } from '../types.js' */

import { el, plural } from './dom.js';
import { closeDialog, openDialog } from './dialog.js';
import { Field } from '../build/field.js';
import { saveFile } from './files.js';
import { bytes } from '../wire.js';
import { complain, toast } from './toast.js';

/** @type {(app: App) => HTMLDialogElement} */
export function openExports(app) {
  const cards = app.hello.formats.map((format) => card(app, format));
  return openDialog('Export', el('div.formats', {}, cards));
}

/** @type {(app: App, format: ExportFormat) => HTMLElement} */
function card(app, format) {
  const fields = format.options.map((option) => new Field(option, option.default, () => {}));
  const options = fields.length ? el('details', {}, el('summary', {}, 'Options'), grouped(fields)) : null;
  const save = el('button.primary', { type: 'button', 'data-format': format.name }, `Save .${format.ending}`);
  save.title = `Save as ${format.title}`;
  save.onclick = () => {
    const changed = fields.filter((field) => field.isChanged);
    exportAs(app, format, Object.fromEntries(changed.map(({ key, value }) => [key, value])));
  };
  return el('article.format', {}, el('h3', {}, format.title), el('p', {}, format.help), options, save);
}

/**
 * The controls under the headings of their groups.
 * @type {(fields: Field[]) => HTMLElement[]}
 */
function grouped(fields) {
  const names = [...new Set(fields.map(({ info }) => info.group))];
  return names.flatMap((name) => {
    const own = fields.filter(({ info }) => info.group === name);
    return [el('h4', {}, name), ...own.map(({ element }) => element)];
  });
}

/** @type {(app: App, format: ExportFormat, options: { [key: string]: Json }) => Promise<void>} */
export async function exportAs(app, format, options) {
  try {
    const reply = await app.wire.ask('export', { format: format.name, options });
    for (const file of reply.files) saveFile(file.name, file.media, bytes(reply, file.data));
    reply.notes.forEach((note) => toast(note));
    toast(`Saved ${reply.files.length === 1 ? reply.files[0].name : plural(reply.files.length, 'file')}.`);
    closeDialog();
  } catch (error) {
    complain(error);
  }
}
