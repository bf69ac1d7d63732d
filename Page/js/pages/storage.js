/**
 * Owns the page of where the files are: folders that photos stay in, remotes, and the space on this disk.
 */

import { reasonOf } from '../actions/actions.js';
import { store } from '../actions/state.js';
import { api } from '../core/api.js';
import { instantWords } from '../core/dates.js';
import { h, icon, render } from '../core/dom.js';
import { oneAtATime } from '../core/oneatatime.js';
import { bytesWords, locale, number, t } from '../core/texts.js';

/** @typedef {import('../core/types.js').Source} Source */
/** @typedef {import('../core/types.js').Storage} Storage */

/** @type {Source[] | null} */
let sources = null;
/** @type {Storage | null} */
let storage = null;
let problem = '';
let revision = -1;

/** @param {HTMLElement} root */
export function show(root) {
  if (revision !== store.state.activityRevision) {
    revision = store.state.activityRevision;
    void fetchStorage(root);
  }
  draw(root);
}

/** Lets the page fetch again the next time it is opened: remotes change without a commit. */
export function leave() {
  revision = -1;
}

/** The numbers of a large library take seconds. */
const askStorage = oneAtATime(async () => {
  try {
    [sources, storage] = await Promise.all([api.sources(), api.storage()]);
    problem = '';
  } catch (error) {
    problem = reasonOf(error);
  }
});

/** @param {HTMLElement} root */
async function fetchStorage(root) {
  await askStorage();
  if (store.state.route.page === 'storage') draw(root);
}

/** @param {HTMLElement} root */
function draw(root) {
  render(root, h('div.page-body', null,
    problem ? h('div.note-box', null, h('p', null, problem), h('button', { type: 'button', onclick: () => void fetchStorage(root) }, t('state.again'))) : null,
    sources && storage ? [...folders(sources), ...remotes(storage), ...space(storage)] : problem ? null : h('p.quiet', { role: 'status' }, t('loading'))));
}

/** @param {Source[]} list */
function folders(list) {
  return [
    h('h2', { key: 'folders heading' }, t('sources.title')),
    h('p.quiet', { key: 'folders text' }, t(list.length === 0 ? 'sources.none' : 'sources.text')),
    list.length === 0 ? null : h('ul.rows', { key: 'folders' }, list.map((source) => h('li', { key: source.id, class: source.isOffline ? 'offline' : '' },
      icon('folder'),
      h('div', null, h('strong', null, source.path), h('span.quiet', null, t('photos.count', { count: source.count }))),
      h('span.state-word', { class: source.isOffline ? 'warning' : 'good' }, t(source.isOffline ? 'sources.offline' : 'sources.online'))))),
    list.some(({ isOffline }) => isOffline) ? h('p', { key: 'folders offline' }, t('sources.offlineText')) : null,
  ];
}

/** @param {Storage} known */
function remotes({ remotes: list }) {
  return [
    h('h2', { key: 'remotes heading' }, t('remotes.title')),
    h('p.quiet', { key: 'remotes text' }, t(list.length === 0 ? 'remotes.none' : 'remotes.text')),
    list.length === 0 ? null : h('ul.rows', { key: 'remotes' }, list.map((remote) => h('li', { key: remote.id },
      icon('cloud'),
      h('div', null,
        h('strong', null, remote.name),
        h('span.quiet', null, remote.isEncrypted ? t('remotes.encrypted', { address: remote.address }) : remote.address),
        h('span.quiet', null, [t('remotes.proved', { done: number(remote.proved.count), count: remote.wanted.count, size: bytesWords(remote.proved.bytes) }), remote.databaseDate ? t('remotes.database', { date: instantWords(remote.databaseDate, locale) }) : t('remotes.noDatabase')].join(' · ')),
        remote.problems.map(({ message, count }) => h('span.quiet', { key: message }, t('remotes.problem', { count, message })))),
      h('span.state-word', { class: remote.isComplete ? 'good' : 'warning' }, t(remote.isComplete ? 'remotes.complete' : 'remotes.incomplete'))))),
  ];
}

/** @param {Storage} known */
function space({ space: { local, elsewhere, limit } }) {
  return [
    h('h2', { key: 'space heading' }, t('space.title')),
    h('p', { key: 'space' }, [
      t('space.local', { count: local.count, size: bytesWords(local.bytes) }),
      elsewhere.count > 0 ? t('space.elsewhere', { count: elsewhere.count, size: bytesWords(elsewhere.bytes) }) : '',
      limit === undefined ? t('space.noLimit') : t('space.limit', { size: bytesWords(limit) }),
    ].filter(Boolean).join(' ')),
  ];
}
