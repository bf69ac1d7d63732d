/**
 * Owns how the changes of a photo are put into words: what a person did or sees, from what to what.
 */

import { clockAt, instantWords, timeWords, zoneWords } from '../core/dates.js';
import { locale, number, t } from '../core/texts.js';
import { placeWords } from './facts.js';

/** @typedef {import('../core/types.js').HistoryEntry} HistoryEntry */
/** @typedef {import('../core/types.js').Details} Details */
/** @typedef {{name: string, label: string, before: string, after: string}} Row */

/** The state of a photo without edits, as PhotoKit numbers it. */
const NOT_ADJUSTED = 0;

/** The bit of a photo whose file is missing where it was, in the property `traits`. */
const OFFLINE = 8;

/** Properties that a row states each by itself. */
const SINGLE = ['caption', 'filename', 'isFavorite', 'isHidden', 'isRejected', 'keywords', 'rating'];

/**
 * The photo as it is now, by the properties that changes name.
 * @param {Details} details
 * @returns {Record<string, unknown>}
 */
export function presentOf(details) {
  const { item, place } = details;
  return {
    caption: details.caption ?? null, filename: details.files[0]?.name, isFavorite: item.flags.includes('favorite'), isHidden: item.flags.includes('hidden'),
    keywords: details.keywords, rating: details.rating, isRejected: details.rejected ?? false, pixelWidth: item.w, pixelHeight: item.h, latitude: place?.latitude ?? null, longitude: place?.longitude ?? null,
    creationClock: item.time ?? null, creationZone: details.zone ?? null, adjustmentsState: item.flags.includes('edited') ? 2 : NOT_ADJUSTED, traits: item.flags.includes('offline') ? OFFLINE : 0,
  };
}

/**
 * What happened, as a title.
 * @param {HistoryEntry} entry
 * @param {Record<string, unknown>} present
 * @param {string} album The title of the album that it is about.
 */
export function titleOf(entry, present, album) {
  const { before, after, has } = valuesOf(entry, present);
  if (entry.kind !== 'updated') return t(`history.${entry.kind}`, { album });
  if (has('adjustmentsState') || has('adjustmentDate')) return t(after('adjustmentsState') === NOT_ADJUSTED && before('adjustmentsState') !== NOT_ADJUSTED ? 'history.reverted' : 'history.edited');
  if (has('contentVersion')) return t('history.newFile');
  const isMissing = (/** @type {unknown} */ traits) => (Number(traits) & OFFLINE) !== 0;
  if (has('traits') && isMissing(before('traits')) !== isMissing(after('traits'))) return t(isMissing(after('traits')) ? 'history.missing' : 'history.found');
  return t('history.updated');
}

/**
 * The rows of what changed that a person knows by a name; how the library keeps it is passed over.
 * @param {HistoryEntry} entry
 * @param {Record<string, unknown>} present
 * @returns {Row[]}
 */
export function historyRows(entry, present) {
  const { before, after, has } = valuesOf(entry, present);
  /** @type {Row[]} */
  const rows = [];
  const add = (/** @type {string} */ name, /** @type {string} */ from, /** @type {string} */ to) => {
    if (from !== to) rows.push({ name, label: t(`property.${name}`), before: from, after: to });
  };
  if (has('creationDate') || has('creationZone')) add('creationDate', dateWords(before('creationDate'), before('creationZone')), dateWords(after('creationDate'), after('creationZone'), present.creationClock));
  if (has('latitude') || has('longitude')) add('location', pairWords(before('latitude'), before('longitude')), pairWords(after('latitude'), after('longitude')));
  for (const name of SINGLE) if (has(name)) add(name, valueWords(before(name)), valueWords(after(name)));
  if (has('pixelWidth') || has('pixelHeight')) add('pixels', sizeWords(before('pixelWidth'), before('pixelHeight')), sizeWords(after('pixelWidth'), after('pixelHeight')));
  return rows;
}

/**
 * The values before and after a change. What a change left alone is before as it is after.
 * @param {HistoryEntry} entry
 * @param {Record<string, unknown>} present
 */
function valuesOf({ changes }, present) {
  const byName = new Map(changes.map((change) => [change.property, change]));
  const after = (/** @type {string} */ name) => {
    const change = byName.get(name);
    return change && 'after' in change ? change.after : present[name];
  };
  const before = (/** @type {string} */ name) => (byName.has(name) ? byName.get(name)?.before : after(name));
  return { before, after, has: (/** @type {string} */ name) => byName.has(name) };
}

/**
 * @param {unknown} instant
 * @param {unknown} zone Seconds east of Greenwich.
 * @param {unknown} [clock] The camera's clock, where the instant is not known.
 */
function dateWords(instant, zone, clock) {
  const words = typeof zone === 'number' ? ` ${zoneWords(zone)}` : '';
  if (typeof instant === 'string') return words ? timeWords(clockAt(instant, Number(zone)), locale) + words : instantWords(instant, locale);
  return instant === undefined && typeof clock === 'string' ? timeWords(clock, locale) + words : t('nothing');
}

/**
 * @param {unknown} latitude
 * @param {unknown} longitude
 */
function pairWords(latitude, longitude) {
  return typeof latitude === 'number' && typeof longitude === 'number' ? placeWords(latitude, longitude) : t('nothing');
}

/**
 * @param {unknown} width
 * @param {unknown} height
 */
function sizeWords(width, height) {
  return typeof width === 'number' && typeof height === 'number' ? `${number(width)} × ${number(height)}` : t('nothing');
}

/** @param {unknown} value */
function valueWords(value) {
  if (value === true) return t('yes');
  if (value === false) return t('no');
  if (value === null || value === undefined || value === '') return t('nothing');
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : t('nothing');
  return typeof value === 'number' ? number(value) : String(value);
}
