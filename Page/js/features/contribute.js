/**
 * Owns what a guest adds: his name, his files, and the list of what he sent.
 */

import { reasonOf } from '../actions/actions.js';
import { change, say, unsay } from '../actions/messages.js';
import { api, RequestError } from '../core/api.js';
import { ask, field } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { bytesWords, t } from '../core/texts.js';
import { putFile, showing } from './upload.js';

/** Asks a guest for files, and sends them. */
export async function contribute() {
  let own;
  try {
    own = await api.ownContributions();
  } catch (error) {
    say({ text: reasonOf(error), kind: 'failed' });
    return;
  }
  const answer = await ask({
    title: t('add.title'),
    body: [
      h('p.quiet', null, t('add.hint'), ' ', t('add.left', { count: own.filesLeft, size: bytesWords(own.bytesLeft) })),
      field(t('add.name'), h('input', { name: 'guest', value: localStorage.getItem('guest') ?? '', required: true, maxlength: 60, autocomplete: 'name' })),
      field(t('add.files'), h('input', { name: 'files', type: 'file', multiple: true, required: true, accept: 'image/*,video/*' })),
      own.files.length > 0 ? h('section', null, h('h3', null, t('add.sent')), h('ul.plain-list', { tabIndex: 0 }, own.files.map(({ id, name, bytes }) => h('li', { key: id }, h('div', null, name, h('span.quiet', null, ` ${bytesWords(bytes)}`)))))) : null,
    ],
    choices: [{ label: t('add.send'), kind: 'primary', value: 'send' }],
  });
  if (!answer) return;
  const { files } = /** @type {HTMLInputElement} */ (answer.form.elements.namedItem('files'));
  localStorage.setItem('guest', answer.values.guest);
  await send([...(files ?? [])], answer.values.guest);
}

/**
 * @param {File[]} files
 * @param {string} guest
 */
async function send(files, guest) {
  let isGivenUp = false;
  const message = say({ text: t('add.sending', { count: files.length }), kind: 'pending', progress: 0, action: { label: t('cancel'), act: () => { isGivenUp = true; } } });
  const total = files.reduce((sum, { size }) => sum + size, 0) || 1;
  /** @type {{path: string, message: string}[]} */
  const refused = [];
  let [count, sent] = [0, 0];
  try {
    for (const file of files) {
      if (isGivenUp) break;
      try {
        await putFile(`/api/contributions/own?${new URLSearchParams({ name: file.name, guest })}`, file, (bytes) => change(message, { progress: Math.min(1, (sent + bytes) / total) }));
        count += 1;
      } catch (error) {
        if (error instanceof RequestError && (error.status === 0 || error.status === 401)) throw error;
        refused.push({ path: file.name, message: reasonOf(error) });
      }
      sent += file.size;
    }
    unsay(message);
    say({ text: [t('add.done', { count }), refused.length > 0 ? t('upload.refused', { count: refused.length }) : ''].filter(Boolean).join(' '), kind: refused.length > 0 ? 'failed' : 'done', action: refused.length > 0 ? showing(refused) : undefined });
  } catch (error) {
    unsay(message);
    say({ text: reasonOf(error), kind: 'failed' });
  }
}
