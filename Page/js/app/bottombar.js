/**
 * Owns the bar at the bottom of phones: Photos, Albums, Search.
 */

import { store } from '../actions/state.js';
import { h, icon, render } from '../core/dom.js';
import { t } from '../core/texts.js';
import { link } from '../features/places.js';

const narrow = matchMedia('(max-width: 699px)');

/** @param {HTMLElement} root */
export function showBottombar(root) {
  const draw = () => {
    const { route, session } = store.state;
    if (session?.isLink || !narrow.matches) {
      render(root);
      return;
    }
    const isSearch = route.page === 'search' || route.view.startsWith('search:');
    const isPhotos = route.page === 'photos' && route.view === 'all';
    const entry = (/** @type {Partial<import('../core/router.js').Route>} */ to, /** @type {string} */ name, /** @type {string} */ label, /** @type {boolean} */ isHere) =>
      h('li', { key: name }, link(to, { 'aria-current': isHere ? 'page' : null }, icon(name), h('span', null, label)));
    render(root, h('ul', null,
      entry({ page: 'photos', view: 'all' }, 'photos', t('place.all'), isPhotos),
      entry({ page: 'albums', view: 'all' }, 'album', t('albums.title'), !isPhotos && !isSearch),
      entry({ page: 'search', view: 'all' }, 'search', t('search'), isSearch)));
  };
  store.draw(({ route, session }) => [route.page, route.view, session], draw);
  narrow.addEventListener('change', draw);
}
