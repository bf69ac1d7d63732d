/** Owns what keys do in the grid and on its scrubber: they move the focus, select, open, and scroll. */

import { indexOf, tabStop } from './focus.js';
import { indexAfterKey } from './keys.js';
import { extended } from '../list/selection.js';

/** @typedef {import('./grid.js').PhotoGrid} PhotoGrid */

/**
 * Does what a key means in the grid.
 * @param {PhotoGrid} grid
 * @param {KeyboardEvent} event
 */
export function pressInGrid(grid, event) {
  if (!grid.list || event.altKey) return;
  const index = indexOf(grid, event.target);
  if (index < 0) return;
  if (event.key === 'Enter') {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (grid.picks) grid.picks.toggle(index);
    else grid.tell('photo-open', index);
    return;
  }
  if (event.key === ' ') {
    event.preventDefault();
    if (event.shiftKey) grid.extend(index);
    else grid.toggle(index);
    return;
  }
  const next = indexAfterKey(grid.layout, grid.list.shape, index, event, grid.height);
  if (next < 0) return;
  event.preventDefault();
  if (event.shiftKey) {
    const start = grid.selected.anchor < 0 ? { ranges: grid.selected.ranges, anchor: index } : grid.selected;
    grid.choose(extended(start, next));
  }
  grid.focusOn(next);
}

/**
 * Does what a key means while nothing has the focus: an arrow shows where the keys begin, the other keys go on from there.
 * @param {PhotoGrid} grid
 * @param {KeyboardEvent} event
 * @returns {boolean} Whether the key did something.
 */
export function pressBeforeGrid(grid, event) {
  if (!grid.list || grid.layout.count === 0 || event.shiftKey) return false;
  const start = tabStop(grid);
  const next = /^Arrow/.test(event.key) ? start : indexAfterKey(grid.layout, grid.list.shape, start, event, grid.height);
  if (next < 0) return false;
  grid.focusOn(next);
  return true;
}

/**
 * Does what a key means on the scrubber.
 * @param {PhotoGrid} grid
 * @param {string} key
 */
export function pressOnScrubber(grid, key) {
  const { scroller } = grid;
  if (!scroller) return;
  const step = { ArrowUp: -40, ArrowDown: 40, PageUp: -0.9 * grid.height, PageDown: 0.9 * grid.height }[key];
  scroller.jump(key === 'Home' ? 0 : key === 'End' ? scroller.last : grid.position + (step ?? 0));
}
