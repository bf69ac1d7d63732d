/** Owns what keys do in the grid and on its scrubber: they move the focus, select, open, and scroll. */

import { extended } from '../list/selection.js';
import { indexAfterKey } from './keys.js';

/** @typedef {import('./view.js').GridView} GridView */
/** @typedef {import('../list/selection.js').Selected} Selected */

/**
 * @typedef {object} KeyActs
 * @property {(index: number) => void} enter Opens a photo, or picks it.
 * @property {(index: number) => void} toggle
 * @property {(index: number) => void} extend
 * @property {(selected: Selected) => void} choose
 * @property {(index: number) => void} focusOn
 * @property {(index: number) => void} toggleDay Selects the day of a photo, or no longer.
 */

/**
 * Does what a key means in the grid.
 * @param {KeyboardEvent} event
 * @param {GridView} view
 * @param {number} index The photo with the focus; -1 for none.
 * @param {Selected} selected
 * @param {KeyActs} acts
 */
export function pressInGrid(event, view, index, selected, acts) {
  if (!view.list || event.altKey || index < 0) return;
  if (event.key === 'Enter') {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    acts.enter(index);
    return;
  }
  if (event.key === ' ') {
    event.preventDefault();
    if (event.shiftKey) acts.extend(index);
    else acts.toggle(index);
    return;
  }
  if (event.key.toLowerCase() === 'a' && event.shiftKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    acts.toggleDay(index);
    return;
  }
  const next = indexAfterKey(view.layout, view.shape, index, event, view.height);
  if (next < 0) return;
  event.preventDefault();
  if (event.shiftKey) {
    const start = selected.anchor < 0 ? { ranges: selected.ranges, anchor: index } : selected;
    acts.choose(extended(start, next));
  }
  acts.focusOn(next);
}

/**
 * The photo that a key leads to while nothing has the focus: an arrow shows where the keys begin, the other keys go on from
 * there. -1 where the key means nothing.
 * @param {KeyboardEvent} event
 * @param {GridView} view
 * @param {number} start The photo that keys reach first.
 */
export function indexBeforeGrid(event, { list, layout, shape, height }, start) {
  if (!list || layout.count === 0 || event.shiftKey) return -1;
  return /^Arrow/.test(event.key) ? start : indexAfterKey(layout, shape, start, event, height);
}

/**
 * The position that a key on the scrubber leads to.
 * @param {string} key
 * @param {GridView} view
 * @param {number} last The last position.
 */
export function positionAfterKey(key, { position, height }, last) {
  const step = { ArrowUp: -40, ArrowDown: 40, PageUp: -0.9 * height, PageDown: 0.9 * height }[key];
  return key === 'Home' ? 0 : key === 'End' ? last : position + (step ?? 0);
}
