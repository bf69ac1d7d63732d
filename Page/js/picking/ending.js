/**
 * Owns what the page shows when the question is answered: that the tab can be closed. The page closes itself where the browser
 * lets it.
 */

import { h, icon, render } from '../core/dom.js';
import { t } from '../core/texts.js';

/** A person has time to read the sentence before the tab closes. */
const READING = 1200;

/**
 * @param {string} kind
 * @param {{count: number, name: string}} [values]
 */
export function showEnd(kind, values = { count: 0, name: '' }) {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  const root = document.createElement('section');
  root.id = 'picking-end';
  root.tabIndex = -1;
  const words = t(`picked.${kind}`, values);
  root.setAttribute('aria-label', words);
  const isGood = kind !== 'over' && kind !== 'cancelled';
  render(root, h('div.card', null,
    h('div.picture', null, icon(isGood ? 'check' : 'close')),
    h('h1', null, words),
    h('p.quiet', null, t('picking.close'))));
  for (const element of [...document.body.children]) /** @type {HTMLElement} */ (element).inert = true;
  document.body.append(root);
  document.title = t('picking.close');
  root.focus();
  setTimeout(() => close(), READING);
}
