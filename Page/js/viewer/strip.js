/**
 * Owns the film strip below a photo on wide screens: its neighbours in the list, the photo itself in the middle.
 */

import { previewAddress } from '../core/api.js';
import { h, render } from '../core/dom.js';
import { t } from '../core/texts.js';
import { labelOf } from '../list/labels.js';

/** @typedef {import('../list/list.js').PhotoList} PhotoList */

const STEP = 44;

/** How many neighbours the strip shows on each side. */
export function reach(/** @type {number} */ width) {
  return Math.min(14, Math.floor(width / 2 / STEP));
}

/**
 * @param {HTMLElement} element
 * @param {PhotoList} list
 * @param {number} index
 * @param {(index: number) => void} go
 */
export function drawStrip(element, list, index, go) {
  const side = reach(element.clientWidth || innerWidth);
  if (side < 2 || list.count < 2) {
    render(element);
    return;
  }
  const shown = [];
  for (let at = Math.max(0, index - side); at <= Math.min(list.count - 1, index + side); at++) {
    const item = list.items.get(at);
    shown.push(h('button', {
      key: item?.id ?? `empty-${at}`, type: 'button', tabIndex: -1, 'aria-label': item ? labelOf(item) : t('photo.unknown'), 'aria-current': at === index ? 'true' : null,
      class: at === index ? 'current' : '', onclick: () => go(at), vars: { '--place': `${(at - index) * STEP}px` },
    }, item ? h('img', { alt: '', src: previewAddress(item, 'grid'), draggable: false }) : null));
  }
  render(element, shown);
}
