/**
 * Owns selections: sets of photos of one list as ranges of indexes, never as a list of names. Pure.
 */

import { mapRanges } from './patch.js';

/** @typedef {import('./patch.js').Range} Range */
/** @typedef {import('./patch.js').Patch} Patch */

/**
 * @typedef {object} Selected
 * @property {Range[]} ranges Rising, apart from each other.
 * @property {number} anchor Where the next range with Shift begins; -1 for none.
 */

/** @type {Selected} */
export const NOTHING = { ranges: [], anchor: -1 };

/** @param {Selected} selected */
export function countOf(selected) {
  return selected.ranges.reduce((sum, [, length]) => sum + length, 0);
}

/**
 * @param {Selected} selected
 * @param {number} index
 */
export function contains(selected, index) {
  let low = 0;
  let high = selected.ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [first, length] = selected.ranges[middle];
    if (index < first) high = middle;
    else if (index >= first + length) low = middle + 1;
    else return true;
  }
  return false;
}

/**
 * @param {Range[]} ranges
 * @param {number} first
 * @param {number} length
 * @returns {Range[]}
 */
function union(ranges, first, length) {
  let start = first;
  let end = first + length;
  /** @type {Range[]} */
  const result = [];
  for (const [otherFirst, otherLength] of ranges) {
    if (otherFirst + otherLength < start || otherFirst > end) {
      result.push([otherFirst, otherLength]);
    } else {
      start = Math.min(start, otherFirst);
      end = Math.max(end, otherFirst + otherLength);
    }
  }
  result.push([start, end - start]);
  return result.sort((a, b) => a[0] - b[0]);
}

/**
 * @param {Range[]} ranges
 * @param {number} first
 * @param {number} length
 * @returns {Range[]}
 */
export function difference(ranges, first, length) {
  /** @type {Range[]} */
  const result = [];
  for (const [otherFirst, otherLength] of ranges) {
    const end = otherFirst + otherLength;
    if (first > otherFirst) result.push([otherFirst, Math.min(first, end) - otherFirst]);
    const after = Math.max(otherFirst, first + length);
    if (end > after) result.push([after, end - after]);
  }
  return result;
}

/**
 * Adds or takes away one photo.
 * @param {Selected} selected
 * @param {number} index
 * @returns {Selected}
 */
export function toggled(selected, index) {
  const ranges = contains(selected, index) ? difference(selected.ranges, index, 1) : union(selected.ranges, index, 1);
  return { ranges, anchor: index };
}

/**
 * Adds everything between the last photo that was chosen and this one.
 * @param {Selected} selected
 * @param {number} index
 * @returns {Selected}
 */
export function extended(selected, index) {
  const anchor = selected.anchor < 0 ? index : selected.anchor;
  const first = Math.min(anchor, index);
  return { ranges: union(selected.ranges, first, Math.max(anchor, index) - first + 1), anchor };
}

/**
 * Adds a range, or takes it away where all of it is selected.
 * @param {Selected} selected
 * @param {Range} range
 * @returns {Selected}
 */
export function toggledRange(selected, [first, length]) {
  const ranges = containsAll(selected, [first, length]) ? difference(selected.ranges, first, length) : union(selected.ranges, first, length);
  return { ranges, anchor: first };
}

/**
 * Whether all photos of a range are selected.
 * @param {Selected} selected
 * @param {Range} range
 */
export function containsAll({ ranges }, [first, length]) {
  return ranges.some(([start, count]) => start <= first && start + count >= first + length);
}

/**
 * The selection while a finger draws from one photo to another: they and those between become selected, or no longer
 * are where the first one was.
 * @param {Selected} before The selection when the finger began.
 * @param {number} from
 * @param {number} to
 * @returns {Selected}
 */
export function drawn(before, from, to) {
  const first = Math.min(from, to);
  const length = Math.abs(to - from) + 1;
  const ranges = contains(before, from) ? difference(before.ranges, first, length) : union(before.ranges, first, length);
  return { ranges, anchor: from };
}

/**
 * @param {number} count
 * @returns {Selected}
 */
export function everything(count) {
  return { ranges: count > 0 ? [[0, count]] : [], anchor: 0 };
}

/**
 * The same photos after a change of the list; removed ones are gone from the selection.
 * @param {Selected} selected
 * @param {Patch} patch
 * @returns {Selected}
 */
export function followed(selected, patch) {
  if (selected.ranges.length === 0) return NOTHING;
  const ranges = mapRanges(patch, selected.ranges);
  const [anchor] = selected.anchor < 0 ? [] : mapRanges(patch, [[selected.anchor, 1]]);
  return { ranges, anchor: anchor ? anchor[0] : -1 };
}

/**
 * The selection as the server takes it: the whole list but some ranges where that is shorter.
 * @param {Selected} selected
 * @param {string} view
 * @param {number} version
 * @param {number} count The number of photos in the list.
 * @returns {import('../core/types.js').Selection}
 */
export function query(selected, view, version, count) {
  const isMost = countOf(selected) > count / 2;
  if (!isMost) return { view, version, ranges: selected.ranges };
  /** @type {Range[]} */
  let except = [[0, count]];
  for (const [first, length] of selected.ranges) except = difference(except, first, length);
  return { view, version, all: true, except };
}
