/**
 * Owns the line below the search field: what a search was understood as, and what was not understood.
 */

import { canChange, isOwner, store } from '../actions/state.js';
import { whenLoaded } from '../actions/whenloaded.js';
import { h, icon, render } from '../core/dom.js';
import { listWords, t } from '../core/texts.js';

/**
 * What was understood before, which stays until the next search is read, so that nothing moves while somebody writes.
 * @type {import('../core/types.js').Understood | null}
 */
let shown = null;

/** @param {HTMLElement} root */
export function showUnderstanding(root) {
  store.draw(({ list, listRevision, route }) => [list, listRevision, route.page, route.view], () => {
    const { list, route } = store.state;
    const isSearch = route.page === 'photos' && route.view.startsWith('search:');
    root.hidden = !isSearch;
    if (!isSearch) {
      shown = null;
      render(root);
      return;
    }
    if (list?.search) shown = list.search;
    const isOld = !list?.search;
    render(root, shown ? h('div.understanding', { class: isOld ? 'old' : '' },
      shown.understood.length > 0 ? h('ul.parts', { 'aria-label': t('search.understood'), lang: 'en' }, shown.understood.map((part, at) => h('li', { key: `${at} ${part}` }, part))) : h('span.quiet', null, t('search.everything')),
      shown.leftOut.length > 0 ? h('span.quiet', null, t('search.leftOut', { words: listWords(shown.leftOut) })) : null,
      shown.problems.map(({ text, message }, at) => h('span.misunderstood', { key: `problem ${at} ${text}`, lang: 'en' }, icon('warning'), message)),
      shown.understood.length > 0 && canChange() && isOwner() ? h('button.link', { type: 'button', onclick: () => void whenLoaded(import('../features/albumdialogs.js'), ({ saveSearch }) => saveSearch(route.view.slice(7))) }, t('search.save')) : null) : null);
  });
}
