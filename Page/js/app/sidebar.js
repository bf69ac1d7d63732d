/**
 * Owns the side bar of wide screens: the library, albums as a tree, smart albums, and what is seldom needed.
 */

import { canChange, isOwner, store } from '../actions/state.js';
import { h, iconButton, render } from '../core/dom.js';
import { t } from '../core/texts.js';
import { reveal } from '../features/folders.js';
import { link, otherPlaces, placeLink, places, smartLink } from '../features/places.js';
import { addMenu, drawTree } from '../features/tree.js';

/** @param {HTMLElement} root */
export function showSidebar(root) {
  let revealed = '';
  store.draw(({ route, albums, openFolders, session }) => [route.page, route.view, albums, openFolders, session], () => {
    const smart = (store.state.albums ?? []).filter(({ kind }) => kind === 'smart');
    const { route, session, albums } = store.state;
    const others = otherPlaces();
    // Once for each album that is shown: a person may close its folder again.
    if (albums !== null && revealed !== route.view) {
      revealed = route.view;
      reveal(route.view);
    }
    render(root,
      h('div.library-name', { title: session?.library }, session?.library ?? ''),
      h('ul.entries', null, places().map(placeLink)),
      session?.isLink ? null : [
        h('div.side-heading', { key: 'albums' }, h('h2', null, link({ page: 'albums', view: 'all' }, { 'aria-current': route.page === 'albums' ? 'page' : null }, t('albums.title'))),
          canChange() && isOwner() ? iconButton('plus', t('albums.add'), addMenu, { 'aria-haspopup': 'menu' }) : null),
        // Nothing lies below until the albums are there, so that nothing moves.
        store.state.albums === null ? null : drawTree(),
      ],
      smart.length > 0 ? [
        h('div.side-heading', { key: 'smart' }, h('h2', null, t('albums.smart'))),
        h('ul.entries', { key: 'smart-list' }, smart.map(smartLink)),
      ] : null,
      others.length > 0 && (store.state.albums !== null || session?.isLink) ? [h('div.side-heading', { key: 'more' }, h('h2', null, t('place.more'))), h('ul.entries', { key: 'more-list' }, others.map(placeLink))] : null,
    );
  });
}
