/**
 * Owns how a photo is told to readers of the screen.
 */

import { clockWords, lengthWords, longDayWords } from '../core/dates.js';
import { locale, t } from '../core/texts.js';

/** @typedef {import('../core/types.js').Item} Item */

/**
 * A photo in words: Photo, At the lake, Tuesday, 4 June 2024, 12:00, favorite.
 * @param {Item} item
 */
export function labelOf(item) {
  const words = [t(item.kind === 'video' ? 'photo.video' : item.kind === 'audio' ? 'photo.audio' : item.flags.includes('live') ? 'photo.live' : 'photo.photo')];
  if (item.caption) words.push(item.caption);
  words.push(item.day !== -1 ? longDayWords(item.day, locale) : t('photo.undated'));
  if (item.time) words.push(clockWords(item.time, locale));
  if (item.kind !== 'image' && item.seconds) words.push(lengthWords(item.seconds));
  for (const flag of ['favorite', 'raw', 'pano', 'screenshot', 'edited', 'offline', 'hidden']) {
    if (item.flags.includes(flag)) words.push(t(`flag.${flag}`));
  }
  if (item.daysLeft !== undefined) words.push(t('trash.left', { count: item.daysLeft }));
  return words.join(', ');
}
