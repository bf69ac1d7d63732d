/**
 * Owns which rows have elements: all that are seen, and more above and below as far as the number of elements allows.
 */

import { rowAt } from './layout.js';

/** @typedef {import('./layout.js').Layout} Layout */

/** The number of photos with elements that suffices for smooth scrolling. */
export const TILE_BUDGET = 42;

/**
 * The rows from `first` to before `end` get elements.
 * @param {Layout} layout
 * @param {number} position
 * @param {number} viewport
 * @param {number} direction Below 0 while scrolling up; more rows are kept ahead than behind.
 */
export function rowsToShow(layout, position, viewport, direction = 1, budget = TILE_BUDGET) {
  if (layout.rows === 0) return { first: 0, end: 0, seenFirst: 0, seenEnd: 0 };
  const seenFirst = rowAt(layout, position);
  const seenEnd = Math.min(layout.rows, rowAt(layout, position + viewport) + 1);
  let first = seenFirst;
  let end = seenEnd;
  const photos = () => layout.first[end] - layout.first[first];
  const tilesOf = (/** @type {number} */ row) => layout.first[row + 1] - layout.first[row];
  // One row on each side always, then ahead twice as far as behind, at most one screen and a half.
  if (first > 0) first -= 1;
  if (end < layout.rows) end += 1;
  for (let turn = 0; ; turn++) {
    const goesDown = (turn % 3 !== 2) === direction >= 0;
    const canGoDown = end < layout.rows && layout.top[end] < position + viewport * 2.5 && photos() + tilesOf(end) <= budget;
    const canGoUp = first > 0 && layout.top[first] > position - viewport * 1.5 && photos() + tilesOf(first - 1) <= budget;
    if (!canGoDown && !canGoUp) break;
    if (goesDown ? canGoDown : !canGoUp) end += 1;
    else first -= 1;
  }
  return { first, end, seenFirst, seenEnd };
}
