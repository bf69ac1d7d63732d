/**
 * Owns the page of the search on phones: it leads the eye to the field, with examples of what can be asked.
 */

import { store } from '../actions/state.js';
import { h, icon, render } from '../core/dom.js';
import { go } from '../core/navigation.js';
import { t } from '../core/texts.js';
import { smartLink } from '../features/places.js';

/** @param {HTMLElement} root */
export function show(root) {
  const smart = (store.state.albums ?? []).filter(({ kind }) => kind === 'smart');
  const year = new Date().getFullYear() - 1;
  const examples = t('search.examples', { year: String(year) }).split('|');
  render(root, h('div.page-body', null,
    h('p.quiet', null, t('search.text')),
    h('ul.chips', null, examples.map((words) => h('li', { key: words }, h('button', { type: 'button', onclick: () => go({ page: 'photos', view: `search:${words}`, at: '', photo: '' }) }, icon('search'), words)))),
    smart.length > 0 ? [h('h2', { key: 'kinds' }, t('albums.smart')), h('ul.entries.boxed', { key: 'list' }, smart.map(smartLink))] : null));
}
