// Files in and out, through the browser's own dialogs only.

import { $, count } from './dom.js';

/** @type {(name: string, media: string, data: BlobPart) => void} */
export function saveFile(name, media, data) {
  const link = document.createElement('a');
  const address = URL.createObjectURL(new Blob([data], { type: media }));
  link.href = address;
  link.download = name.replaceAll('/', '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 20_000);
}

/**
 * The file that was saved last, by its name: the next Save writes it again.
 * @type {Map<string, FileSystemFileHandle>}
 */
const handles = new Map();

/**
 * Saves a studio file: with the browser's own picker where it has one, else as a download. Returns where, or null where
 * the picker is left.
 * @type {(name: string, text: string) => Promise<string | null>}
 */
export async function saveChosen(name, text) {
  const pick = window.showSaveFilePicker;
  if (!pick) {
    saveFile(name, 'application/json', text);
    return name;
  }
  try {
    const known = handles.get(name);
    const types = [{ description: 'Studio file', accept: { 'application/json': ['.json'] } }];
    const handle = known ?? (await pick.call(window, { suggestedName: name, types }));
    handles.set(name, handle);
    const file = await handle.createWritable();
    await file.write(text);
    await file.close();
    return handle.name;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    handles.delete(name);
    saveFile(name, 'application/json', text);
    return name;
  }
}

/**
 * Lets the user choose files; the promise holds them, none where the dialog is left.
 * @type {(options: { accept?: string, multiple?: boolean }) => Promise<File[]>}
 */
export function chooseFiles({ accept = '', multiple = false }) {
  const input = $('file');
  input.accept = accept;
  input.multiple = multiple;
  input.value = '';
  return new Promise((resolve) => {
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}

/**
 * Lets the user choose one file; the promise holds it, or null.
 * @type {(accept?: string) => Promise<File | null>}
 */
export async function chooseFile(accept = '') {
  const [file] = await chooseFiles({ accept });
  return file ?? null;
}

/**
 * The text of a file of at most so many bytes. Throws a sentence where it has none.
 * @type {(file: File, most: number) => Promise<string>}
 */
export async function textOf(file, most) {
  if (file.size > most) throw new Error(`${file.name}: need at most ${count(most)} bytes, got ${count(file.size)}.`);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file.name}: need text in UTF-8.`);
  }
}

/** @type {(file: File) => Promise<string>} */
export async function base64(file) {
  /** @type {string} */
  const address = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(',') + 1);
}

/**
 * Calls with text that is pasted on the page itself, not into one of its fields.
 * @type {(take: (text: string) => void) => void}
 */
export function takePastes(take) {
  addEventListener('paste', (event) => {
    const { target } = event;
    if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return;
    const text = event.clipboardData?.getData('text/plain');
    if (text?.trim()) take(text);
  });
}

/**
 * Shows where dragged files may be dropped, and calls with them and with the element that they are dropped on.
 * @type {(take: (files: File[], target: Element | null) => void) => void}
 */
export function takeDrops(take) {
  let depth = 0;
  /** @type {(deeper: number) => void} */
  const show = (deeper) => {
    depth = Math.max(0, deeper);
    $('drop').hidden = depth === 0;
    document.body.classList.toggle('dragging', depth > 0);
  };
  /** @type {(event: DragEvent) => boolean} */
  const isFile = (event) => Boolean(event.dataTransfer?.types.includes('Files'));
  addEventListener('dragenter', (event) => isFile(event) && show(depth + 1));
  addEventListener('dragleave', () => show(depth - 1));
  addEventListener('dragover', (event) => isFile(event) && event.preventDefault());
  addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    show(0);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length) take(files, event.target instanceof Element ? event.target : null);
  });
}
