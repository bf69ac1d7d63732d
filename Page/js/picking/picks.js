/**
 * Owns which photos are picked: their identifiers in the order of picking, never more than the limit. Pure.
 */

/**
 * @typedef {object} Picks
 * @property {readonly string[]} ids In the order of picking.
 * @property {number} limit 0 means that there is no limit.
 */

/**
 * @param {readonly string[]} ids
 * @param {number} limit
 * @returns {Picks}
 */
export function picksOf(ids, limit) {
  const once = [...new Set(ids)];
  return { ids: limit > 0 ? once.slice(0, limit) : once, limit };
}

/** @param {Picks} picks */
export function isFull({ ids, limit }) {
  return limit > 0 && ids.length >= limit;
}

/**
 * The position of a photo, from 1; 0 where it is not picked.
 * @param {Picks} picks
 * @param {string} id
 */
export function numberOf({ ids }, id) {
  return ids.indexOf(id) + 1;
}

/**
 * Picks a photo, or takes it away. Where one photo is asked for, another one takes its place.
 * @param {Picks} picks
 * @param {string} id
 * @returns {Picks} The same object where the limit refuses the photo.
 */
export function toggledPick(picks, id) {
  const { ids, limit } = picks;
  if (ids.includes(id)) return { ids: ids.filter((other) => other !== id), limit };
  if (limit === 1) return { ids: [id], limit };
  return isFull(picks) ? picks : { ids: [...ids, id], limit };
}

/**
 * Picks more photos, up to the limit.
 * @param {Picks} picks
 * @param {string[]} more
 * @returns {{picks: Picks, isCut: boolean}} Whether the limit refused some.
 */
export function extendedPicks(picks, more) {
  const all = [...new Set([...picks.ids, ...more])];
  const next = picksOf(all, picks.limit);
  return { picks: next, isCut: next.ids.length < all.length };
}
