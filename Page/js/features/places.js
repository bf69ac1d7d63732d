/**
 * Owns the places of the library: the lists that are always there, and links to them and to albums.
 */

import { canChange, isOwner, store } from '../actions/state.js';
import { h, icon } from '../core/dom.js';
import { go, router } from '../core/navigation.js';
import { addressOf } from '../core/router.js';
import { number, t } from '../core/texts.js';

/** @typedef {{page: import('../core/router.js').Page, view: string, icon: string, label: string}} Place */

/** @returns {Place[]} */
export function places() {
  /** @type {Place[]} */
  const result = [{ page: 'photos', view: 'all', icon: 'photos', label: store.state.session?.title || t('place.all') }];
  if (store.state.session?.isLink) return result;
  result.push({ page: 'photos', view: 'favorites', icon: 'heart', label: t('place.favorites') });
  if (isOwner()) result.push({ page: 'activity', view: 'all', icon: 'clock', label: t('place.activity') });
  return result;
}

/** @returns {Place[]} */
export function otherPlaces() {
  if (!isOwner()) return [];
  return [
    { page: 'photos', view: 'hidden', icon: 'eye-off', label: t('place.hidden') },
    { page: 'photos', view: 'trash', icon: 'trash', label: t('place.trash') },
    ...(canChange() ? [/** @type {Place} */ ({ page: 'duplicates', view: 'all', icon: 'duplicates', label: t('place.duplicates') })] : []),
    { page: 'storage', view: 'all', icon: 'folder', label: t('place.storage') },
    { page: 'access', view: 'all', icon: 'key', label: t('place.access') },
  ];
}

/**
 * The name of a smart album, which the server names by its key alone.
 * @param {string} key
 * @param {string} title
 */
export function kindTitle(key, title) {
  const name = key.replace(/^smart:/, '');
  const words = t(`kind.${name}`);
  return words.startsWith('kind.') ? title || name : words;
}

/** @param {Place} place */
export function isHere(place) {
  const { route } = store.state;
  return route.page === place.page && (place.page !== 'photos' || route.view === place.view);
}

/**
 * A link that leads to a place without loading the page again, and that can be opened in another tab.
 * @param {Partial<import('../core/router.js').Route>} route
 * @param {import('../core/dom.js').Props} props
 * @param {...import('../core/dom.js').Children} children
 */
export function link(route, props, ...children) {
  const full = { ...router.current, photo: '', at: '', offset: 0, ...route };
  return h('a', {
    href: addressOf(full),
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(full);
    },
    ...props,
  }, ...children);
}

/** @param {Place} place */
export function placeLink(place) {
  return h('li', { key: `${place.page} ${place.view}` }, link({ page: place.page, view: place.view }, { 'aria-current': isHere(place) ? 'page' : null, class: 'entry' }, icon(place.icon), h('span.name', null, place.label)));
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

/**
 * An album or folder of the tree; undefined where there is none.
 * @param {string} id
 */
export function albumWith(id) {
  /** @type {import('../core/types.js').AlbumNode[]} */
  const queue = [...(store.state.albums ?? [])];
  for (let node = queue.shift(); node; node = queue.shift()) {
    if (node.id === id) return node;
    queue.push(...(node.children ?? []));
  }
  return undefined;
}
