/**
 * Owns what the owner does with the files that guests have sent: takes them into the library, or refuses them.
 */

import { run } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { api, contributionAddress } from '../core/api.js';
import { ask } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { bytesWords, t } from '../core/texts.js';
import { showing } from './upload.js';

/** @typedef {import('../core/types.js').WaitingGuest} WaitingGuest */

/** @param {WaitingGuest[]} guests */
export const countOfFiles = (guests) => guests.reduce((sum, { files }) => sum + files.length, 0);

/**
 * Shows what waits, by guests, and carries the decision out.
 * @param {WaitingGuest[]} guests
 */
export async function decideContributions(guests) {
  const answer = await ask({
    title: t('waiting.title'),
    isWide: true,
    body: [h('p.quiet', null, t('waiting.text')), ...guests.map(({ name, title, files }, at) => h('section', { key: at },
      h('h3', null, t('waiting.by', { name, title: title || t('access.unnamed') })),
      h('div', { role: 'group', 'aria-label': name }, files.map((file) => h('label.check', { key: file.id }, h('input', { type: 'checkbox', name: file.id, value: 'yes', checked: true }), h('img', { src: contributionAddress(file.id), alt: '', loading: 'lazy', onerror: (/** @type {Event} */ event) => { /** @type {HTMLElement} */ (event.target).hidden = true; } }), h('span', null, file.name, h('span.quiet', null, ` ${bytesWords(file.bytes)}`)))))))],
    choices: [{ label: t('waiting.refuse'), kind: 'danger', value: 'refuse' }, { label: t('waiting.take'), kind: 'primary', value: 'take' }],
    check: (form) => (form.querySelector('input:checked') ? '' : t('waiting.none')),
  });
  if (!answer) return;
  const ids = Object.keys(answer.values);
  if (answer.choice === 'refuse') {
    await run(() => api.refuseContributions(ids), ({ count }) => t('waiting.refused', { count }));
    return;
  }
  const words = (/** @type {{taken: number, refused: object[]}} */ { taken, refused }) => [t('waiting.taken', { count: taken }), refused.length > 0 ? t('upload.refused', { count: refused.length }) : ''].filter(Boolean).join(' ');
  const result = await run(() => api.takeContributions(ids), (taken) => (taken.refused.length > 0 ? '' : words(taken)), t('upload.importing', { count: ids.length }));
  if (!result?.refused.length) return;
  say({ text: words(result), kind: 'failed', action: showing(result.refused.map(({ name, message }) => ({ path: name, message }))) });
}
