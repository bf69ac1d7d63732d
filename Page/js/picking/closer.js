/**
 * Owns the closer look at one photo while photos are picked: the picture, its neighbours, and whether it is picked.
 */

import { previewAddress } from '../core/api.js';
import { h, iconButton, render } from '../core/dom.js';
import { t } from '../core/texts.js';
import { labelOf } from '../list/labels.js';

/** @typedef {import('../list/list.js').PhotoList} PhotoList */

/**
 * @typedef {object} CloserActs
 * @property {(id: string) => boolean} isPicked
 * @property {(id: string) => void} toggle
 * @property {(index: number) => void} closed Gets the photo that was seen last.
 */

/**
 * Opens the closer look.
 * @param {PhotoList} list
 * @param {number} start
 * @param {CloserActs} acts
 */
export function lookCloser(list, start, acts) {
  let index = start;
  /** @type {import('../core/types.js').Item | undefined} */
  let item;
  const dialog = document.createElement('dialog');
  dialog.className = 'closer';
  const go = (/** @type {number} */ step) => {
    const next = index + step;
    if (next < 0 || next >= list.count) return;
    index = next;
    list.items.want(Math.max(0, index - 2), Math.min(list.count, index + 3));
    draw();
  };
  const toggle = () => {
    if (item) acts.toggle(item.id);
    draw();
  };
  const draw = () => {
    item = list.items.get(index);
    // A photo that is still unknown comes with the next items.
    if (!item) setTimeout(() => dialog.open && draw(), 100);
    const isPicked = item !== undefined && acts.isPicked(item.id);
    dialog.setAttribute('aria-label', item ? labelOf(item) : t('photo.unknown'));
    render(dialog,
      h('div.closer-bar', { key: 'bar' }, iconButton('close', t('close'), () => dialog.close(), { key: 'close' }), h('span.space'),
        h('button', { key: 'pick', type: 'button', class: isPicked ? '' : 'primary', disabled: !item, 'aria-pressed': String(isPicked), onclick: toggle }, t(isPicked ? 'picking.unchoose' : 'picking.choose'))),
      item ? h('img', { key: item.id, alt: labelOf(item), src: previewAddress(item, 'screen') }) : h('div.spinner', { key: 'waiting' }),
      index > 0 ? iconButton('left', t('viewer.previous'), () => go(-1), { key: 'previous', class: 'previous' }) : null,
      index < list.count - 1 ? iconButton('right', t('viewer.next'), () => go(1), { key: 'next', class: 'next' }) : null);
  };
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === 'ArrowRight') go(1);
    else if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
      toggle();
    } else return;
    event.preventDefault();
  });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    acts.closed(index);
  });
  document.body.append(dialog);
  draw();
  dialog.showModal();
}
