/**
 * Owns how a number of photos and videos is put into words: each kind by its name where it is known, else both together.
 */

import { listWords, t } from './texts.js';

/**
 * The values of texts about photos and videos.
 * @typedef {object} Amount
 * @property {number} count
 * @property {string} what 8 videos; 3 photos and 5 videos; 8 items
 * @property {string} noun photo, or video
 * @property {string} thing The same at the beginning of a sentence.
 */

/**
 * A number of photos and videos: 8 videos, 3 photos and 5 videos.
 * @param {number} count
 * @param {number | null} [videos] The number of videos among them, where it is known.
 */
export function amountWords(count, videos) {
  if (videos === undefined || videos === null) return t('count.items', { count });
  if (videos === 0) return t('photos.count', { count });
  if (videos >= count) return t('count.videos', { count });
  return listWords([t('photos.count', { count: count - videos }), t('count.videos', { count: videos })]);
}

/**
 * The values of a text about photos and videos.
 * @param {number} count
 * @param {number | null} [videos] The number of videos among them, where it is known.
 * @returns {Amount}
 */
export function amount(count, videos) {
  const noun = t(count > 0 && videos === count ? 'noun.video' : 'noun.photo');
  return { count, what: amountWords(count, videos), noun, thing: noun.charAt(0).toLocaleUpperCase() + noun.slice(1) };
}
