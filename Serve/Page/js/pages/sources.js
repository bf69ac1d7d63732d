/**
 * Owns the page of sources: the folders that photos stay in, and which of them are offline.
 */

import { api } from '../api.js';
import { h, icon, render } from '../dom.js';
import { reasonOf } from '../actions.js';
import { store } from '../state.js';
import { t } from '../texts.js';

/** @type {import('../types.js').Source[] | null} */
let sources = null;
let problem = '';
let revision = -1;

/** @param {HTMLElement} root */
export function drawSources(root) {
  if (revision !== store.state.activityRevision) {
    revision = store.state.activityRevision;
    void fetchSources(root);
  }
  draw(root);
}

/** @param {HTMLElement} root */
async function fetchSources(root) {
  try {
    sources = await api.sources();
    problem = '';
  } catch (error) {
    problem = reasonOf(error);
  }
  if (store.state.route.page === 'sources') draw(root);
}

/** @param {HTMLElement} root */
function draw(root) {
  render(root, h('div.page-body', null,
    h('p.quiet', null, t('sources.text')),
    problem ? h('div.note-box', null, h('p', null, problem), h('button', { type: 'button', onclick: () => void fetchSources(root) }, t('state.again'))) : null,
    sources === null ? (problem ? null : h('p.quiet', { role: 'status' }, t('loading'))) : sources.length === 0 ? h('div.state', null, h('div.picture', null, icon('folder')), h('h2', null, t('sources.none')), h('p', null, t('sources.noneText')))
      : h('ul.rows', null, sources.map((source) => h('li', { key: source.id, class: source.isOffline ? 'offline' : '' },
        icon('folder'),
        h('div', null, h('strong', null, source.path), h('span.quiet', null, t('photos.count', { count: source.count }))),
        h('span.state-word', { class: source.isOffline ? 'warning' : 'good' }, t(source.isOffline ? 'sources.offline' : 'sources.online'))))),
    sources?.some(({ isOffline }) => isOffline) ? h('p', null, t('sources.offlineText')) : null));
}
