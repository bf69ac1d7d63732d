/**
 * Owns dates: days as numbers (since 1970-01-01), months, and their words in the reader's language.
 * Photos show the time of their camera, so no function here uses the zone of the browser.
 */

/**
 * Year, month (1 to 12) and day of the month of a day number.
 * @param {number} day
 */
export function civil(day) {
  const shifted = day + 719468;
  const era = Math.floor(shifted / 146097);
  const inEra = shifted - era * 146097;
  const yearOfEra = Math.floor((inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36524) - Math.floor(inEra / 146096)) / 365);
  const inYear = inEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * inYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: inYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/**
 * A number that is equal for the days of one month and rises with time.
 * @param {number} day
 */
export function monthNumber(day) {
  const { year, month } = civil(day);
  return year * 12 + month - 1;
}

/**
 * The day number of an ISO date such as 2019-07-04; NaN where it is none.
 * @param {string} iso
 */
export function dayOfISO(iso) {
  return Math.floor(Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / 86400000);
}

/** @param {number} day */
export function isoOfDay(day) {
  return new Date(day * 86400000).toISOString().slice(0, 10);
}

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/**
 * @param {string} locale
 * @param {Intl.DateTimeFormatOptions} options
 */
function format(locale, options) {
  const key = locale + JSON.stringify(options);
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    formats.set(key, known);
  }
  return known;
}

/**
 * June 2024
 * @param {number} day
 * @param {string} locale
 */
export function monthWords(day, locale) {
  return format(locale, { month: 'long', year: 'numeric' }).format(day * 86400000);
}

/**
 * Jun 2024, for the scrubber.
 * @param {number} day
 * @param {string} locale
 */
export function shortMonthWords(day, locale) {
  return format(locale, { month: 'short', year: 'numeric' }).format(day * 86400000);
}

/**
 * Tue, Jun 4
 * @param {number} day
 * @param {string} locale
 */
export function dayWords(day, locale) {
  return format(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(day * 86400000);
}

/**
 * Tuesday, 4 June 2024
 * @param {number} day
 * @param {string} locale
 */
export function longDayWords(day, locale) {
  return format(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(day * 86400000);
}

/**
 * The clock of the camera in an ISO time with its zone: the written digits count, not the instant.
 * @param {string} time
 */
function cameraClock(time) {
  return Date.parse(`${time.slice(0, 19)}Z`);
}

/**
 * 4 June 2024, 12:00 in the camera's zone.
 * @param {string} time
 * @param {string} locale
 */
export function timeWords(time, locale) {
  return format(locale, { dateStyle: 'long', timeStyle: 'short' }).format(cameraClock(time));
}

/**
 * The clock alone.
 * @param {string} time
 * @param {string} locale
 */
export function clockWords(time, locale) {
  return format(locale, { timeStyle: 'short' }).format(cameraClock(time));
}

/**
 * An instant (of the history) in the zone of the browser.
 * @param {string} instant
 * @param {string} locale
 */
export function instantWords(instant, locale) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));
}

/**
 * The length of a movie: 0:07, 12:34 or 1:02:03.
 * @param {number} seconds
 */
export function lengthWords(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const pad = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/**
 * A zone such as +02:00 from its seconds east of Greenwich.
 * @param {number} seconds
 */
export function zoneWords(seconds) {
  const minutes = Math.abs(Math.round(seconds / 60));
  const pad = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `UTC${seconds < 0 ? '−' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/**
 * An instant as an ISO time whose digits are those of the clock in a zone.
 * @param {string} instant
 * @param {number} zone Seconds east of Greenwich.
 */
export function clockAt(instant, zone) {
  return new Date(Date.parse(instant) + zone * 1000).toISOString();
}
