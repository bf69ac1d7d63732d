/**
 * Owns how large photos are in the grid: three sizes, for phones to wide screens.
 */

/** @typedef {import('../core/router.js').Size} Size */

/** More photos than this are not shown at once; on very large screens photos become larger instead. */
const MOST_SEEN = 64;

/**
 * @param {Size} size
 * @param {number} width The width of the grid.
 * @param {number} height The height that is seen.
 */
function targetHeight(size, width, height) {
  const base = width < 640
    ? { s: 72, m: 104, l: 210 }[size]
    : width < 1000
      ? { s: 120, m: 170, l: 260 }[size]
      : { s: 160, m: 220, l: 320 }[size];
  const enough = Math.sqrt((width * height) / (MOST_SEEN * 1.25)) * { s: 1, m: 1.3, l: 1.7 }[size];
  return Math.round(Math.max(base, width < 640 ? 0 : enough));
}

/**
 * @param {Size} size
 * @param {'none' | 'month' | 'day'} grouping
 * @param {number} width
 * @param {number} height
 * @returns {import('./layout.js').LayoutOptions}
 */
export function optionsFor(size, grouping, width, height) {
  return {
    width: Math.max(80, width),
    target: targetHeight(size, width, height),
    gap: width < 640 && size === 's' ? 2 : 4,
    grouping,
    dayGap: 16,
    monthLead: 60,
    dayLead: 28,
    top: grouping === 'none' ? 8 : 0,
    bottom: 96,
  };
}

/**
 * The space beside the photos.
 * @param {number} width The width of the grid.
 */
export function insetOf(width) {
  return width < 640 ? 0 : 8;
}

/**
 * What photos have headings for.
 * @param {'date' | 'manual' | 'trash'} order
 * @param {Size} size
 */
export function groupingOf(order, size) {
  return order !== 'date' ? 'none' : size === 's' ? 'month' : 'day';
}
