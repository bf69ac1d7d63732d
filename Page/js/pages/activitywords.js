/**
 * Owns how a change of the library is put into words, out of what the server says that it did. Pure.
 */

import { amount } from '../core/amounts.js';
import { listWords, t } from '../core/texts.js';

/** @typedef {import('../core/types.js').ActivityEvent} ActivityEvent */

/**
 * What a change did, as one sentence without a full stop.
 * @param {ActivityEvent[]} events
 */
export function activityWords(events) {
  if (events.length === 0) return t('activity.nothing');
  const words = listWords(events.map(eventWords));
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** @param {ActivityEvent} event */
function eventWords({ what, count = 0, videos, title }) {
  return t(`activity.${what}`, { ...amount(count, videos), title: title || t('album.untitled') });
}

/**
 * The icon of a change.
 * @param {ActivityEvent[]} events
 */
export function activityIcon(events) {
  const has = (/** @type {string[]} */ kinds) => events.some(({ what }) => kinds.includes(what));
  if (has(['added'])) return 'plus';
  if (has(['deleted', 'purged', 'deletedAlbum'])) return 'trash';
  return has(['restored', 'shown']) ? 'restore' : 'edit';
}
