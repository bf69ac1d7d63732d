/**
 * Owns how the facts of a file are put into words: which of them a person wants to see, and with which unit.
 */

import { clockAt, lengthWords, timeWords, zoneWords } from '../core/dates.js';
import { locale, number, t } from '../core/texts.js';

/** @typedef {{name: string, value: unknown, tag?: string}} Fact */
/** @typedef {{name: string, label: string, words: string[], tag?: string, search?: string}} Row */

/** Facts that other photos share, and the text that a search finds them in. */
const SHARED = /** @type {Record<string, string>} */ ({ cameraModel: 'camera', lensModel: 'lens', persons: 'person', creators: 'creator' });

/**
 * Facts without a row of their own: the list of files has the pixels, other rows have zone and longitude, and identifiers and places in a
 * file are nothing to read.
 */
const PASSED_OVER = new Set(['pixelWidth', 'pixelHeight', 'timeZoneOffset', 'isZoneAssumed', 'longitude', 'contentIdentifier', 'burstIdentifier', 'embeddedMovieOffset', 'embeddedMovieLength']);

/**
 * The rows of the facts that a person wants to see, in the order of the facts.
 * @param {Fact[]} facts
 * @returns {Row[]}
 */
export function factRows(facts) {
  const known = Object.fromEntries(facts.map(({ name, value }) => [name, value]));
  const rows = [];
  for (const { name, value, tag } of facts) {
    if (PASSED_OVER.has(name) || (name === 'orientation' && value === 1)) continue;
    const words = wordsOf(name, value, known).filter((word) => word !== '');
    if (words.length > 0) rows.push({ name, label: t(`fact.${name}`), words, tag, search: SHARED[name] });
  }
  return rows;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Record<string, unknown>} known All facts by their names.
 * @returns {string[]}
 */
function wordsOf(name, value, known) {
  if (Array.isArray(value)) return name in SHARED ? value.map(String) : [value.join(', ')];
  if (value === true) return [t('yes')];
  if (value === false || value === null || value === undefined) return [];
  if (typeof value === 'number') return [numberWords(name, value, known)];
  if (name === 'type') return [formatWords(String(value))];
  if (name === 'creationDate') return [dateOf(String(value), known)];
  return [String(value)];
}

/**
 * A number as photographers write it.
 * @param {string} name
 * @param {number} value
 * @param {Record<string, unknown>} known
 */
function numberWords(name, value, known) {
  switch (name) {
    case 'rating': return value < 0 ? t('facts.rejected') : number(value);
    case 'exposureTime': return value > 0 && value < 0.4 ? `1/${number(Math.round(1 / value))} s` : `${number(value)} s`;
    case 'aperture': return `f/${number(value)}`;
    case 'focalLength': return `${number(value)} mm`;
    case 'altitude': return `${number(Math.round(value))} m`;
    case 'horizontalAccuracy': return `± ${number(Math.round(value))} m`;
    case 'direction': return `${number(Math.round(value))}°`;
    case 'speed': return `${number(Math.round(value * 3.6))} km/h`;
    case 'duration': return lengthWords(value);
    case 'flash': return flashWords(value);
    case 'iso': return String(value);
    case 'orientation': return t(`orientation.${value}`);
    case 'latitude': return typeof known.longitude === 'number' ? placeWords(value, known.longitude) : '';
    default: return number(value);
  }
}

/**
 * What Exif's number of the flash says: whether it fired, and how the camera was set.
 * @param {number} flash
 */
function flashWords(flash) {
  if ((flash & 32) !== 0) return t('facts.flashNone');
  const mode = ['', 'facts.flashOn', 'facts.flashOff', 'facts.flashAutomatic'][(flash >> 3) & 3];
  const words = [t((flash & 1) === 1 ? 'facts.flashFired' : 'facts.flashNotFired'), mode ? t(mode) : '', (flash & 64) !== 0 ? t('facts.flashRedEye') : ''];
  return words.filter(Boolean).join(', ');
}

/**
 * JPEG from `public.jpeg`, CR3 from `com.canon.cr3-raw-image`.
 * @param {string} type
 */
function formatWords(type) {
  const last = type.slice(type.lastIndexOf('.') + 1).replace(/-(raw-)?(image|movie|video|audio)$/, '');
  const written = /** @type {Record<string, string>} */ ({ webp: 'WebP', quicktime: 'QuickTime' });
  return written[last] ?? last.toUpperCase();
}

/**
 * A date by the clock of the camera where the file has a zone, else by that of Greenwich.
 * @param {string} instant
 * @param {Record<string, unknown>} known
 */
function dateOf(instant, known) {
  if (Number.isNaN(Date.parse(instant))) return instant;
  const zone = typeof known.timeZoneOffset === 'number' ? known.timeZoneOffset : 0;
  const words = timeWords(clockAt(instant, zone), locale);
  return known.isZoneAssumed ? words : `${words} ${zoneWords(zone)}`;
}

/**
 * 47° 22′ 12″ N, 8° 32′ 30″ E
 * @param {number} latitude
 * @param {number} longitude
 */
export function placeWords(latitude, longitude) {
  return `${coordinate(latitude, 'N', 'S')}, ${coordinate(longitude, 'E', 'W')}`;
}

/**
 * @param {number} degrees
 * @param {string} positive
 * @param {string} negative
 */
function coordinate(degrees, positive, negative) {
  const seconds = Math.round(Math.abs(degrees) * 3600);
  return `${Math.floor(seconds / 3600)}° ${Math.floor(seconds / 60) % 60}′ ${seconds % 60}″ ${t(`compass.${degrees < 0 ? negative : positive}`)}`;
}
