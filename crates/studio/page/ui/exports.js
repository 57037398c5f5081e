// The export menu: every format of the program with its options.

/** @import { App, ExportFormat, Json, Scene } from '../types.js' */

import { el, plural } from './dom.js';
import { closeDialog, openDialog } from './dialog.js';
import { Field } from '../build/field.js';
import { saveFile } from './files.js';
import { PreviewLook, stopPreviews } from './preview.js';
import { bytes } from '../wire/requests.js';
import { complain, toast } from './toast.js';

/** @typedef {{ [key: string]: Json }} Options */

/** @type {(app: App) => HTMLDialogElement} */
export function openExports(app) {
  const cards = app.hello.formats.map((format) => card(app, format));
  const dialog = openDialog('Export', el('div.formats', {}, cards));
  dialog.addEventListener('close', stopPreviews, { once: true });
  return dialog;
}

/**
 * What the user chose, by the name of the format: it is still there when the dialog is opened again.
 * @type {Map<string, Options>}
 */
const chosen = new Map();

/** @type {(app: App, format: ExportFormat) => HTMLElement} */
function card(app, format) {
  const save = el('button.primary', { type: 'button', 'data-format': format.name }, `Save .${format.ending}`);
  const fields = format.options.map((option) => {
    const field = new Field(option, option.default, () => changed());
    field.set(chosen.get(format.name)?.[option.key] ?? option.default);
    return field;
  });
  const options = () => {
    const own = fields.filter((field) => field.isChanged);
    return Object.fromEntries(own.map(({ key, value }) => [key, value]));
  };
  const showPages = () => format.has_pages && countPages(app, format, options(), save);
  const figure = format.has_preview ? el('figure.preview') : null;
  const look = figure ? new PreviewLook(app, format, figure) : null;
  const changed = () => {
    chosen.set(format.name, options());
    showPages();
    look?.show(options());
  };
  const controls = fields.length ? el('details', {}, el('summary', {}, 'Options'), grouped(fields)) : null;
  save.title = `Save as ${format.title}`;
  save.onclick = () => {
    stopPreviews();
    exportAs(app, format, options());
  };
  showPages();
  const words = [el('h3', {}, format.title), el('p', {}, format.help)];
  const article = el('article.format', {}, words, figure, controls, save);
  look?.showWhenSeen(article, options);
  return article;
}

/**
 * Writes the length of a print on its button, before it is pressed.
 * @type {(app: App, format: ExportFormat, options: Options, save: HTMLButtonElement) => Promise<void>}
 */
async function countPages(app, format, options, save) {
  const words = `Save .${format.ending}`;
  const { scene } = app;
  const asked = (save.dataset.asked = JSON.stringify([format.name, options, scene?.undo, scene?.redo]));
  const known = scene ? counted.get(scene) ?? new Map() : new Map();
  if (scene) counted.set(scene, known);
  if (!known.has(asked)) {
    save.textContent = `${words} …`;
    const reply = await app.wire.ask('count_pages', { format: format.name, options }).catch(() => null);
    known.set(asked, reply?.pages);
  }
  if (save.dataset.asked !== asked) return;
  const pages = known.get(asked);
  save.textContent = pages === undefined ? words : `${words} · ${plural(pages, 'page')}`;
}

/**
 * The lengths that were asked for, by document: counting draws the overview.
 * @type {WeakMap<Scene, Map<string, number | undefined>>}
 */
const counted = new WeakMap();

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

/** @type {(app: App, format: ExportFormat, options: Options) => Promise<void>} */
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
