/**
 * Owns the one router, so that every part can lead to another place without knowing the rest of the page.
 */

import { Router } from './router.js';

/** @typedef {import('./router.js').Route} Route */

/** @type {(route: Route, isBack: boolean) => void} */
let follow = () => {};

export const router = new Router((route, isBack) => follow(route, isBack));

/** @param {(route: Route, isBack: boolean) => void} changed */
export function followRoute(changed) {
  follow = changed;
}

/**
 * Goes to another place.
 * @param {Partial<Route>} values
 */
export function go(values) {
  router.go({ offset: 0, ...values });
}
