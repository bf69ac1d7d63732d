/**
 * Owns which page shows that is no list of photos. Each page is loaded when it is opened.
 */

import { store } from '../actions/state.js';
import { h, render } from '../core/dom.js';
import { loadPageAgain } from '../core/request.js';
import { loadStyle } from '../core/styles.js';
import { t } from '../core/texts.js';

/** @typedef {Exclude<import('../core/router.js').Page, 'photos'>} Name */

/**
 * The module of a page: `show` draws it and asks for what it shows, `leave` lets it ask again the next time.
 * @typedef {{show: (root: HTMLElement) => void, leave?: () => void}} PageModule
 */

/** @type {Record<Name, () => Promise<PageModule>>} */
const PAGES = {
  albums: () => import('../pages/albums.js'),
  search: () => import('../pages/search.js'),
  activity: () => import('../pages/activity.js'),
  duplicates: () => import('../pages/duplicates.js'),
  storage: () => import('../pages/storage.js'),
  access: () => import('../pages/access.js'),
};

/** Milliseconds after which a page that is being loaded says so. */
const PATIENCE = 300;

/**
 * Draws the page at the address from now on.
 * @param {HTMLElement} root
 */
export function showPages(root) {
  let name = '';
  /** @type {PageModule | null} */
  let shown = null;

  const load = async (/** @type {Name} */ wanted) => {
    const timer = setTimeout(() => {
      if (name === wanted) render(root, h('div.page-body', null, h('p.quiet', { role: 'status' }, t('loading'))));
    }, PATIENCE);
    const [page] = await Promise.all([PAGES[wanted](), loadStyle('pages')]).catch(() => [null]);
    clearTimeout(timer);
    if (name !== wanted) return;
    root.replaceChildren();
    shown = page;
    if (page) page.show(root);
    else render(root, h('div.page-body', null, h('div.note-box', null, h('p', null, t('error.unreachable')), h('button', { type: 'button', onclick: () => void loadPageAgain() }, t('state.again')))));
  };

  store.draw(({ route, albums, openFolders, activityRevision, session }) => [route.page, route.view, albums, openFolders, activityRevision, session], () => {
    const { page } = store.state.route;
    root.hidden = page === 'photos';
    // Keys scroll a page only where something in it can have the focus, and this one has no button.
    root.tabIndex = page === 'storage' ? 0 : -1;
    if (page === name) {
      shown?.show(root);
      return;
    }
    root.scrollTop = 0;
    shown?.leave?.();
    shown = null;
    root.replaceChildren();
    name = page;
    if (page !== 'photos') void load(page);
  });
}
