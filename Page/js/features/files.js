/**
 * Owns which files are added: a person chooses or drops files and folders.
 */

import { canChange, isOwner } from '../actions/state.js';
import { whenLoaded } from '../actions/whenloaded.js';

/** @typedef {import('./upload.js').Upload} Upload */

/** @param {Upload[]} files */
function send(files) {
  return whenLoaded(import('./upload.js'), ({ upload }) => upload(files));
}

/** Lets somebody choose files, or a folder. */
export function chooseFiles(isFolder = false) {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (isFolder) input.webkitdirectory = true;
  else input.accept = 'image/*,video/*,.heic,.heif,.dng,.cr2,.cr3,.nef,.arw,.raf,.orf,.rw2,.xmp,.aae';
  input.onchange = () => void send([...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
  input.click();
}

/**
 * Takes files and folders that are dropped anywhere on the page.
 * @param {HTMLElement} curtain What says that they can be dropped.
 */
export function takeDrops(curtain) {
  let depth = 0;
  const hasFiles = (/** @type {DragEvent} */ event) => canChange() && isOwner() && (event.dataTransfer?.types.includes('Files') ?? false);
  addEventListener('dragenter', (event) => {
    if (!hasFiles(event)) return;
    depth += 1;
    curtain.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (!hasFiles(event)) return;
    depth = Math.max(0, depth - 1);
    curtain.hidden = depth === 0;
  });
  addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault());
  addEventListener('drop', (event) => {
    depth = 0;
    curtain.hidden = true;
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    // A file that another program holds in memory, such as a picture out of a mail, has no entry.
    const lists = [...event.dataTransfer.items].map((item) => {
      const entry = item.webkitGetAsEntry?.();
      if (entry) return filesOf(entry, '');
      const file = item.getAsFile();
      return file ? [{ path: file.name, file }] : [];
    });
    void Promise.all(lists).then((found) => {
      const files = found.flat();
      if (files.length > 0) void send(files);
    });
  });
}

/**
 * All files below an entry, with their paths.
 * @param {FileSystemEntry} entry
 * @param {string} path
 * @returns {Promise<Upload[]>}
 */
async function filesOf(entry, path) {
  const name = path ? `${path}/${entry.name}` : entry.name;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject)).catch(() => null);
    return file ? [{ path: name, file: /** @type {File} */ (file) }] : [];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {Upload[]} */
  const files = [];
  // A reader gives at most 100 entries at a time.
  for (;;) {
    const entries = /** @type {FileSystemEntry[]} */ (await new Promise((resolve) => reader.readEntries(resolve, () => resolve([]))));
    if (entries.length === 0) return files;
    for (const inner of entries) files.push(...(await filesOf(inner, name)));
  }
}
