/**
 * Owns how many videos are among some photos of a list, as far as the list knows. Pure.
 */

/** @typedef {import('../core/types.js').Item} Item */
/** @typedef {import('./patch.js').Range} Range */

/**
 * The number of videos in parts of a list; null where it is not known.
 * @param {{count: number, videos: number | null, items: {get: (index: number) => Item | undefined}}} list
 * @param {Range[]} ranges
 * @returns {number | null}
 */
export function videosIn({ count, videos, items }, ranges) {
  const chosen = ranges.reduce((sum, [, length]) => sum + length, 0);
  if (videos === 0) return 0;
  if (videos !== null && videos === count) return chosen;
  if (videos !== null && chosen === count) return videos;
  let sum = 0;
  for (const [first, length] of ranges) {
    for (let index = first; index < first + length; index++) {
      const item = items.get(index);
      if (!item) return null;
      if (item.kind === 'video') sum += 1;
    }
  }
  return sum;
}
