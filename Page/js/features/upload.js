/**
 * Owns sending files, with progress, and saying what became of each.
 */

import { reasonOf, undoing } from '../actions/actions.js';
import { change, say, unsay } from '../actions/messages.js';
import { api, changeHeaders, placeOf, RequestError } from '../core/api.js';
import { ask } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { uploadLists, uploadWords, videosAdded } from './uploadwords.js';

/** @typedef {{path: string, file: File}} Upload */

const AT_ONCE = 2;
let isRunning = false;
/** @type {Upload[]} */
const queue = [];

/** @param {Upload[]} files */
export async function upload(files) {
  queue.push(...files);
  if (isRunning || queue.length === 0) return;
  isRunning = true;
  try {
    while (queue.length > 0) await send(queue.splice(0));
  } finally {
    isRunning = false;
  }
}

/** @param {Upload[]} files */
async function send(files) {
  let isGivenUp = false;
  const abort = { label: t('cancel'), act: () => { isGivenUp = true; } };
  const message = say({ text: t('upload.sending', { count: files.length }), kind: 'pending', progress: 0, action: abort });
  const total = files.reduce((sum, { file }) => sum + file.size, 0) || 1;
  /** @type {import('../core/types.js').FileRemark[]} */
  const refused = [];
  let id = '';
  let sent = 0;
  try {
    ({ id } = await api.beginUpload());
    const rest = [...files];
    const work = async () => {
      for (let next = rest.shift(); next && !isGivenUp; next = rest.shift()) {
        const { path, file } = next;
        const before = sent;
        try {
          await putFile(`/api/uploads/${encodeURIComponent(id)}/files?path=${encodeURIComponent(path)}`, file, (bytes) => change(message, { progress: Math.min(1, (Math.max(sent, before) + bytes) / total) }));
        } catch (error) {
          if (error instanceof RequestError && (error.status === 0 || error.status === 401 || error.status === 403)) throw error;
          refused.push({ path, message: reasonOf(error) });
        }
        sent += file.size;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (isGivenUp) {
      await api.abandonUpload(id).catch(() => {});
      unsay(message);
      say({ text: t('upload.givenUp'), kind: 'done' });
      return;
    }
    change(message, { text: t('upload.importing', { count: files.length }), progress: 0, action: undefined });
    const result = await api.importUpload(id, ({ files: done = 0, of = files.length }) => change(message, { progress: Math.min(1, done / Math.max(1, of)) }));
    unsay(message);
    report(result, [...refused, ...(result.refused ?? [])], files.map(({ file }) => file));
  } catch (error) {
    unsay(message);
    if (id) void api.abandonUpload(id).catch(() => {});
    say({ text: reasonOf(error), kind: 'failed', action: { label: t('state.again'), act: () => void upload(files) } });
  }
}

/**
 * Sends one file; only XMLHttpRequest tells how far it is.
 * @param {string} path
 * @param {File} file
 * @param {(bytes: number) => void} progress
 */
export function putFile(path, file, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', placeOf(path));
    for (const [name, value] of Object.entries(changeHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => progress(loaded);
    request.onload = () => {
      if (request.status < 300) return resolve(undefined);
      let answer = { error: '', message: '' };
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        // An answer without JSON has no words.
      }
      return reject(new RequestError(request.status, answer.error, answer.message));
    };
    request.onerror = () => reject(new RequestError(0, 'unreachable', ''));
    request.send(file);
  });
}

/**
 * @param {import('../core/types.js').ImportAnswer} answer
 * @param {import('../core/types.js').FileRemark[]} refused
 * @param {File[]} files All files that were sent.
 */
function report(answer, refused, files) {
  const lists = uploadLists(answer, refused);
  const show = () => void ask({
    title: t('upload.reportTitle'),
    isWide: true,
    body: lists.map(({ title, files: named }) => h('section', { key: title }, h('h3', null, title),
      h('ul.plain-list', { tabIndex: 0, 'aria-label': title }, named.map(({ path, message }) => h('li', { key: path }, h('div', null, h('strong', null, path), h('br'), message)))))),
    choices: [{ label: t('close'), value: '' }],
  });
  say({
    text: uploadWords(answer, refused, videosAdded(files, answer.imported)),
    kind: refused.length > 0 ? 'failed' : 'done',
    action: lists.length > 0 ? { label: t('upload.showRefused'), act: show } : undoing(answer.undo),
  });
}

/**
 * What a message offers about files that were not taken.
 * @param {{path: string, message: string}[]} refused
 */
export function showing(refused) {
  return { label: t('upload.showRefused'), act: () => void ask({ title: t('upload.refusedTitle'), isWide: true, body: [h('ul.plain-list', { tabIndex: 0 }, refused.map(({ path, message }) => h('li', { key: path }, h('div', null, h('strong', null, path), h('br'), message))))], choices: [{ label: t('close'), value: '' }] }) };
}
