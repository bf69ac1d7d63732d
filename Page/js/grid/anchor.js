/**
 * Owns what stays in place when the list changes: the first row that is seen whole keeps its position on the screen to the
 * pixel. At the very top nothing is held, so that new photos appear.
 */

import { nearestNewIndex, newIndexOf } from '../list/patch.js';
import { photosTop, rowAt, rowOf } from './layout.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('../list/patch.js').Patch} Patch */

/**
 * @typedef {object} Anchor
 * @property {number} index The first photo of the row that stays.
 * @property {number} offset The distance of its photos from the top of the screen.
 */

/**
 * @param {Layout} layout
 * @param {number} position
 * @param {number} covered The height at the top that a heading covers.
 * @returns {Anchor | null} null at the very top, and in an empty list.
 */
export function anchorAt(layout, position, covered = 0) {
  if (layout.rows === 0 || position < 1) return null;
  let row = rowAt(layout, position + covered);
  if (row + 1 < layout.rows && photosTop(layout, row) < position + covered) row += 1;
  return { index: layout.first[row], offset: photosTop(layout, row) - position };
}

/**
 * The anchor in the list after a change.
 * @param {Anchor} anchor
 * @param {Patch} patch
 * @param {number} end The photo after the last one on the screen, where all photos of the screen may have gone.
 * @returns {Anchor | null}
 */
export function anchorAfter(anchor, patch, end) {
  for (let index = anchor.index; index < end; index++) {
    const stays = newIndexOf(patch, index);
    if (stays >= 0) return { index: stays, offset: anchor.offset };
  }
  const nearest = nearestNewIndex(patch, anchor.index);
  return nearest >= 0 ? { index: nearest, offset: anchor.offset } : null;
}

/**
 * The position that shows the anchor where it was.
 * @param {Layout} layout
 * @param {Anchor} anchor
 */
export function positionOf(layout, anchor) {
  if (layout.rows === 0) return 0;
  return photosTop(layout, rowOf(layout, anchor.index)) - anchor.offset;
}
