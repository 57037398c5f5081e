// Files in and out, through the browser's own dialogs only.

import { $ } from './dom.js';

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
 * Lets the user choose a file; the promise holds it, or null.
 * @type {(accept?: string) => Promise<File | null>}
 */
export function chooseFile(accept = '') {
  const input = $('file');
  input.accept = accept;
  input.value = '';
  return new Promise((resolve) => {
    input.onchange = () => resolve(input.files?.[0] ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
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
 * Shows where a dragged file may be dropped, and calls with it.
 * @type {(take: (file: File) => void) => void}
 */
export function takeDrops(take) {
  const hint = $('drop');
  let depth = 0;
  /** @type {(event: DragEvent) => boolean} */
  const isFile = (event) => Boolean(event.dataTransfer?.types.includes('Files'));
  addEventListener('dragenter', (event) => {
    if (!isFile(event)) return;
    depth++;
    hint.hidden = false;
  });
  addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    hint.hidden = depth === 0;
  });
  addEventListener('dragover', (event) => isFile(event) && event.preventDefault());
  addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    depth = 0;
    hint.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}
