/**
 * Owns the making of a share link: what it shows, until when, and what it leaves out.
 */

import { run } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { store } from '../actions/state.js';
import { amount } from '../core/amounts.js';
import { api } from '../core/api.js';
import { ask, field } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';

/**
 * @param {import('../core/types.js').Subject} what
 * @param {string} [title]
 */
export async function share({ on: of, count, videos }, title = '') {
  const month = new Date(Date.now() + 30 * 86400000).toISOString().slice(0, 10);
  // Originals tell places and persons, too.
  const onchange = (/** @type {Event} */ event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    const others = box.name === 'originals' && box.checked ? ['places', 'persons'] : box.name !== 'originals' && !box.checked ? ['originals'] : [];
    for (const other of others) /** @type {HTMLInputElement} */ (box.form?.elements.namedItem(other)).checked = box.name === 'originals';
  };
  const check = (/** @type {string} */ name, /** @type {string} */ label) => h('label.check', { key: name }, h('input', { type: 'checkbox', name, value: 'yes', onchange }), label);
  const answer = await ask({
    title: t('share.title', { ...amount(count, videos) }),
    body: [
      h('p.quiet', null, t('share.hint')),
      field(t('share.name'), h('input', { name: 'title', value: title || store.state.list?.title || '', required: true, maxlength: 200, autocomplete: 'off' })),
      field(t('share.ends'), h('input', { name: 'ends', type: 'date', value: month, required: true, min: new Date().toISOString().slice(0, 10) })),
      check('places', t('share.places')), check('persons', t('share.persons')), check('originals', t('share.originals')),
    ],
    choices: [{ label: t('share.make'), kind: 'primary', value: 'make' }],
  });
  if (!answer) return;
  const { values } = answer;
  const link = await run(() => api.addLink({ of, title: values.title, ends: `${values.ends}T23:59:59Z`, places: 'places' in values, persons: 'persons' in values, originals: 'originals' in values }), () => '');
  if (link) await showLink(link, t('share.ready'));
}

/**
 * Shows a link to copy, and says where nobody else can open it.
 * @param {import('../core/types.js').Link} link
 * @param {string} title
 */
export async function showLink({ url, base }, title) {
  await showSecret(title, t(base ? 'share.readyText' : 'share.onlyHere'), new URL(url, base ?? location.origin).href);
}

/**
 * Shows a link or token to copy.
 * @param {string} title
 * @param {string} text
 * @param {string} secret
 */
export async function showSecret(title, text, secret) {
  const answer = await ask({
    title,
    body: [h('p', null, text), field(t('share.link'), h('input', { readOnly: true, value: secret, onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select(), 'data-focus': '' }))],
    choices: [{ label: t('close'), value: '' }, { label: t('copy'), kind: 'primary', value: 'copy' }],
  });
  if (answer?.choice === 'copy') {
    await navigator.clipboard?.writeText(secret).then(() => say({ text: t('copied'), kind: 'done' }), () => say({ text: t('copyFailed'), kind: 'failed' }));
  }
}
