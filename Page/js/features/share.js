/**
 * Owns the making of a share link: what it shows and allows, until when, how often and with which password.
 */

import { run } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { store } from '../actions/state.js';
import { amount } from '../core/amounts.js';
import { api } from '../core/api.js';
import { ask, field } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';

/** What guests can be shown of photos, and what a new link shows. */
const SHOWN = ['places', 'persons', 'favorites', 'captions', 'keywords', 'filenames', 'zones'];
const USUAL = ['favorites', 'captions', 'keywords'];

/** How long a link can last where it does not end with a day, in seconds. */
const DURATIONS = { hour: 3600, day: 86400, week: 604800 };

/**
 * Sets the boxes that depend on one that was changed.
 * @param {Event} event
 */
function followBox(event) {
  const box = /** @type {HTMLInputElement} */ (event.target);
  const set = (/** @type {string[]} */ names, /** @type {boolean} */ checked) => {
    for (const name of names) /** @type {HTMLInputElement} */ (box.form?.elements.namedItem(name)).checked = checked;
  };
  // Names of files and zones can tell a place.
  if (box.name === 'places') set(['filenames', 'zones'], box.checked);
  // Originals tell everything.
  if (box.name === 'originals' && box.checked) set([...SHOWN, 'downloads'], true);
  else if (!box.checked) set(['originals'], false);
}

/**
 * @param {import('../core/types.js').Subject} what
 * @param {string} [title]
 */
export async function share({ on: of, count, videos }, title = '') {
  const month = new Date(Date.now() + 30 * 86400000).toISOString().slice(0, 10);
  const check = (/** @type {string} */ name) => h('label.check', { key: name }, h('input', { type: 'checkbox', name, value: 'yes', checked: USUAL.includes(name), onchange: followBox }), t(`share.${name}`));
  const answer = await ask({
    title: t('share.title', { ...amount(count, videos) }),
    body: [
      h('p.quiet', null, t('share.hint')),
      field(t('share.name'), h('input', { name: 'title', value: title || store.state.list?.title || '', required: true, maxlength: 200, autocomplete: 'off' })),
      field(t('share.lasts'), h('select', { name: 'lasts' }, h('option', { value: '', key: 'until' }, t('share.untilDay')), Object.entries(DURATIONS).map(([name, seconds]) => h('option', { value: seconds, key: name }, t(`share.${name}`))))),
      field(t('share.ends'), h('input', { name: 'ends', type: 'date', value: month, required: true, min: new Date().toISOString().slice(0, 10) })),
      field(t('share.password'), h('input', { name: 'password', minlength: 4, maxlength: 200, autocomplete: 'off', spellcheck: 'false' }), t('share.passwordHint')),
      field(t('share.views'), h('input', { name: 'views', type: 'number', min: 1, max: 1000000 }), t('share.viewsHint')),
      h('div', { role: 'group', 'aria-label': t('share.shown'), key: 'shown' }, SHOWN.map(check)),
      h('div', { role: 'group', 'aria-label': t('share.allowed'), key: 'allowed' }, ['downloads', 'originals', 'adding'].map(check)),
    ],
    choices: [{ label: t('share.make'), kind: 'primary', value: 'make' }],
  });
  if (!answer) return;
  const { values } = answer;
  const chosen = Object.fromEntries([...SHOWN, 'downloads', 'originals'].map((name) => [name, name in values]));
  const end = values.lasts ? { lasts: Number(values.lasts) } : { ends: `${values.ends}T23:59:59Z` };
  const link = await run(() => api.addLink({ of, title: values.title, ...end, password: values.password || undefined, views: Number(values.views) || undefined, ...chosen, adding: 'adding' in values ? {} : undefined }), () => '');
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
