/**
 * Owns the page of who can get in: browsers, devices with tokens and share links, which can all be ended. It also says what
 * guests have sent.
 */

import { reasonOf, run } from '../actions/actions.js';
import { store } from '../actions/state.js';
import { api } from '../core/api.js';
import { instantWords } from '../core/dates.js';
import { askText, confirm } from '../core/dialogs.js';
import { h, icon, iconButton, render } from '../core/dom.js';
import { oneAtATime } from '../core/oneatatime.js';
import { locale, t } from '../core/texts.js';
import { countOfFiles, decideContributions } from '../features/contributions.js';
import { showLink, showSecret } from '../features/share.js';

/** @typedef {import('../core/types.js').Access} Access */

/** @type {Access[] | null} */
let accesses = null;
/** @type {import('../core/types.js').WaitingGuest[]} */
let guests = [];
let problem = '';
let isFresh = false;

/** @param {HTMLElement} root */
export function show(root) {
  if (!isFresh) {
    isFresh = true;
    void fetchAccesses(root);
  }
  draw(root);
}

/** Lets the page fetch again the next time it is opened. */
export function leave() {
  isFresh = false;
}

const askAccesses = oneAtATime(async () => {
  try {
    [accesses, guests] = await Promise.all([api.accesses(), api.contributions()]);
    problem = '';
  } catch (error) {
    problem = reasonOf(error);
  }
});

/** @param {HTMLElement} root */
async function fetchAccesses(root) {
  await askAccesses();
  if (store.state.route.page === 'access') draw(root);
}

/**
 * How long a link lasts, how often it was used, and whether it has a password.
 * @param {Access} access
 */
function linkWords({ ends, views = 0, mostViews, hasPassword }) {
  const used = mostViews === undefined ? t('access.views', { count: views }) : t('access.viewsOf', { count: views, most: mostViews });
  return [ends ? t('access.until', { date: instantWords(ends, locale) }) : '', used, hasPassword ? t('access.withPassword') : ''].filter(Boolean).join(' · ');
}

const icons = { session: 'screen', device: 'phone', link: 'share' };

/** @param {HTMLElement} root */
function draw(root) {
  const group = (/** @type {Access['kind']} */ kind) => {
    const list = (accesses ?? []).filter((access) => access.kind === kind);
    return [
      h('div.section-heading', { key: `${kind} heading` }, h('h2', null, t(`access.${kind}s`)), kind === 'device' ? h('button', { type: 'button', onclick: () => void addDevice(root) }, icon('plus'), t('access.addDevice')) : null),
      h('p.quiet', { key: `${kind} text` }, t(`access.${kind}sText`)),
      list.length === 0 ? h('p', { key: `${kind} none` }, t(`access.no${kind}s`)) : h('ul.rows', { key: kind }, list.map((access) => h('li', { key: access.id },
        icon(icons[access.kind]),
        h('div', null, h('strong', null, access.name || t('access.unnamed')), h('span.quiet', null, access.linkTitle === undefined ? '' : `${t('access.byLink', { title: access.linkTitle || t('access.unnamed') })} · `, t('access.since', { date: instantWords(access.created, locale) }), access.lastUsed ? ` · ${t('access.lastUsed', { date: instantWords(access.lastUsed, locale) })}` : ''), access.kind === 'link' ? h('span.quiet', null, linkWords(access)) : null),
        access.kind === 'link' ? h('button', { type: 'button', 'aria-label': t('access.copyLink', { name: access.name || t('access.unnamed') }), onclick: () => void copyLink(access) }, t('copy')) : null,
        access.isCurrent ? h('span.state-word.good', null, t('access.this')) : null,
        iconButton('trash', t('access.end', { name: access.name }), () => void end(root, access), { class: 'danger' })))),
    ];
  };
  render(root, h('div.page-body', null,
    problem ? h('div.note-box', null, h('p', null, problem), h('button', { type: 'button', onclick: () => void fetchAccesses(root) }, t('state.again'))) : null,
    guests.length === 0 ? null : h('div.note-box', { key: 'waiting' }, h('p', null, t('waiting.open', { count: countOfFiles(guests) })), h('button', { type: 'button', onclick: () => void decideContributions(guests).then(() => fetchAccesses(root)) }, t('waiting.show'))),
    accesses === null ? (problem ? null : h('p.quiet', { role: 'status' }, t('loading'))) : [group('session'), group('device'), group('link')].flat()));
}

/** @param {HTMLElement} root */
async function addDevice(root) {
  const name = await askText(t('access.addDevice'), t('access.deviceName'), '', t('albums.make'));
  if (!name) return;
  const made = await run(() => api.addDevice(name), () => '');
  if (made) await showSecret(t('access.token', { name }), t('access.tokenText'), made.token);
  await fetchAccesses(root);
}

/** @param {Access} access */
async function copyLink(access) {
  const link = await run(() => api.copyLink(access.id), () => '');
  if (link) await showLink(link, access.name || t('access.unnamed'));
}

/**
 * @param {HTMLElement} root
 * @param {Access} access
 */
async function end(root, access) {
  if (!(await confirm(t('access.endQuestion', { name: access.name }), t(access.isCurrent ? 'access.endThisText' : `access.end${access.kind}Text`), t('access.endIt'), 'danger'))) return;
  const answer = await run(() => api.revoke(access.id), () => t('access.ended', { name: access.name }));
  if (!answer) return;
  if (access.isCurrent) location.assign('/');
  else await fetchAccesses(root);
}
