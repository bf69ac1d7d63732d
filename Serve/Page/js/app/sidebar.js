/**
 * Owns the side bar of wide screens: the library, albums as a tree, smart albums, and what is seldom needed.
 */

import { h, icon, iconButton, render } from '../core/dom.js';
import { drawTree, make, reveal } from '../features/tree.js';
import { kindTitle, link, otherPlaces, placeLink, places } from '../features/places.js';
import { openMenu } from '../core/menu.js';
import { canChange, isOwner, store } from '../actions/state.js';
import { number, t } from '../core/texts.js';

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
          canChange() && isOwner() ? iconButton('plus', t('albums.add'), (event) => addMenu(/** @type {HTMLElement} */ (event.currentTarget)), { 'aria-haspopup': 'menu' }) : null),
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

/** @param {import('../core/types.js').AlbumNode} node */
export function smartLink(node) {
  const { route } = store.state;
  const view = node.key ?? node.id;
  return h('li', { key: node.id }, link({ page: 'photos', view }, { class: 'entry', 'aria-current': route.page === 'photos' && route.view === view ? 'page' : null },
    icon(smartIcon(view)), h('span.name', null, kindTitle(view, node.title)), node.count === undefined ? null : h('span.count', null, number(node.count))));
}

/** @param {string} view */
function smartIcon(view) {
  if (view.includes('video')) return 'video';
  if (view.includes('live')) return 'live';
  if (view.includes('screenshot')) return 'screenshot';
  if (view.includes('pano')) return 'panorama';
  if (view.includes('raw')) return 'raw';
  return 'star';
}

/** @param {HTMLElement} button */
export function addMenu(button) {
  openMenu(button, [
    { label: t('albums.new'), icon: 'album-add', run: () => void make('album') },
    { label: t('albums.newFolder'), icon: 'folder', run: () => void make('folder') },
  ]);
}
