/**
 * Owns the address: which page, list, photo, place and size are shown. Everything that the address holds survives reload,
 * back and forward, and can be passed on to somebody else.
 */

import { placeOf } from './request.js';

/** @typedef {'s' | 'm' | 'l'} Size How large photos are in the grid. */

/** @type {Size[]} */
export const SIZES = ['s', 'm', 'l'];

/** What the address can show: lists of photos, and pages beside them. */
const PAGES = /** @type {const} */ (['photos', 'albums', 'activity', 'storage', 'access', 'search', 'duplicates']);

/** @typedef {typeof PAGES[number]} Page */

/**
 * @typedef {object} Route
 * @property {Page} page
 * @property {string} view The key of the list.
 * @property {string} photo The photo that fills the window; empty for none.
 * @property {string} at The photo at the top of the grid; empty for the beginning.
 * @property {number} offset The distance of that photo from the top.
 * @property {Size} size
 */

/**
 * Reads an address.
 * @param {string} search The part after the question mark.
 * @param {Size} [size] The size where the address names none.
 * @returns {Route}
 */
export function parseRoute(search, size = 'm') {
  const query = new URLSearchParams(search);
  const page = query.get('page') ?? '';
  const wanted = query.get('size') ?? '';
  return {
    page: PAGES.find((known) => known === page) ?? 'photos',
    view: query.get('view') || 'all',
    photo: query.get('photo') ?? '',
    at: query.get('at') ?? '',
    offset: 0,
    size: /** @type {Size} */ (SIZES.includes(/** @type {Size} */ (wanted)) ? wanted : size),
  };
}

/**
 * Writes an address; what is usual is left out.
 * @param {Route} route
 */
export function addressOf(route) {
  const query = new URLSearchParams();
  if (route.page !== 'photos') query.set('page', route.page);
  if (route.view !== 'all') query.set('view', route.view);
  if (route.photo) query.set('photo', route.photo);
  if (route.at) query.set('at', route.at);
  if (route.size !== 'm') query.set('size', route.size);
  const text = query.toString();
  return placeOf(text ? `/?${text}` : '/');
}

/**
 * The secret in the fragment, which is taken out of the address at once.
 * @returns {{code: string} | {link: string} | null}
 */
export function secretInAddress() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const code = fragment.get('code');
  const link = fragment.get('link');
  if (!code && !link) return null;
  removeSecretFromAddress();
  return code ? { code } : { link: link ?? '' };
}

/** Removes the secret from the address, where it is used or is of no use. */
export function removeSecretFromAddress() {
  history.replaceState(history.state, '', location.pathname + location.search);
}

/**
 * Keeps a link in the address while its password is asked for, so that the page asks for it again when it is loaded again, and
 * not for the owner's.
 * @param {string} link
 */
export function keepLinkInAddress(link) {
  history.replaceState(history.state, '', `${location.pathname}${location.search}#${new URLSearchParams({ link })}`);
}

export class Router {
  /** @param {(route: Route, isBack: boolean) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.current = this.read();
    addEventListener('popstate', () => {
      this.current = this.read();
      this.changed(this.current, true);
    });
  }

  /** @returns {Route} */
  read() {
    const route = parseRoute(location.search, /** @type {Size} */ (localStorage.getItem('size') ?? 'm'));
    return { ...route, offset: Number(history.state?.offset) || 0 };
  }

  /**
   * Goes to another place, as a step that Back undoes.
   * @param {Partial<Route>} values
   */
  go(values) {
    this.current = { ...this.current, ...values };
    history.pushState({ offset: this.current.offset, isStep: true }, '', addressOf(this.current));
    this.changed(this.current, false);
  }

  /**
   * Changes the address without a step.
   * @param {Partial<Route>} values
   * @param {boolean} [tells]
   */
  replace(values, tells = false) {
    this.current = { ...this.current, ...values };
    history.replaceState({ ...history.state, offset: this.current.offset }, '', addressOf(this.current));
    if (tells) this.changed(this.current, false);
  }

  /**
   * Goes back where this page made the last step, else changes the address.
   * @param {Partial<Route>} values
   */
  leave(values) {
    if (history.state?.isStep) history.back();
    else this.replace(values, true);
  }
}
