/**
 * Owns how the merge of duplicates is put into words before it happens: what stays, what it gets, and what is lost. Pure.
 */

import { amount } from '../core/amounts.js';
import { instantWords } from '../core/dates.js';
import { listWords, locale, t } from '../core/texts.js';
import { placeWords } from '../viewer/facts.js';

/** @typedef {import('../core/types.js').DuplicateGroup} Group */
/** @typedef {import('../core/types.js').MergeGain} MergeGain */

/**
 * What merging a group does, in sentences.
 * @param {Group} group
 * @returns {string[]}
 */
export function planWords({ members, gets }) {
  if (!gets) return [];
  const gains = gainWords(gets);
  // Those that stay are not among those that go.
  const gone = members.slice(1).filter(({ stays }) => !stays);
  const videos = gone.length === gets.removed ? gone.filter(({ item }) => item.kind === 'video').length : null;
  return [
    t('duplicates.plan', { name: members[0].name }),
    gains.length > 0 ? t('duplicates.gains', { words: listWords(gains) }) : '',
    t('duplicates.removed', { ...amount(gets.removed, videos) }),
    gets.contested.length > 0 ? t('duplicates.contested', { words: listWords(gets.contested.map((name) => t(`duplicates.property.${name}`))) }) : '',
  ].filter(Boolean);
}

/**
 * What the first photo gets from the others.
 * @param {MergeGain} gets
 */
function gainWords(gets) {
  const several = (/** @type {string} */ name, /** @type {string[]} */ words) => (words.length > 0 ? t(`duplicates.gain.${name}`, { words: words.join(', ') }) : '');
  const one = (/** @type {string} */ name, /** @type {string | undefined} */ words) => several(name, words === undefined ? [] : [words]);
  return [
    gets.caption === undefined ? '' : t('duplicates.gain.caption'),
    one('title', gets.title),
    one('headline', gets.headline),
    several('keywords', gets.keywords),
    gets.rating === undefined ? '' : t('facts.stars', { count: gets.rating }),
    gets.favorite ? t('duplicates.gain.favorite') : '',
    several('albums', gets.albums),
    gets.date === undefined ? '' : t('duplicates.gain.date', { date: instantWords(gets.date, locale) }),
    gets.place === undefined ? '' : several('place', [placeWords(gets.place.latitude, gets.place.longitude)]),
    several('placeNames', gets.placeNames),
    several('persons', gets.persons),
    several('creators', gets.creators),
    gets.pinned ? t('duplicates.gain.pinned') : '',
    several('programs', gets.programs),
  ].filter(Boolean);
}
