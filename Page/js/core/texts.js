/**
 * Owns the words of the page: one file a language, chosen by the reader's languages, with plurals and numbers as the
 * language writes them.
 */

/** @typedef {string | {one?: string, other: string}} Text */

const LANGUAGES = ['en', 'de'];

/** @type {Record<string, Text>} */
let texts = {};
/** @type {Intl.PluralRules | null} */
let plurals = null;
/** The locale of dates and numbers. */
export let locale = 'en';

/**
 * The language that fits best: the first that the reader knows and that we have.
 * @param {readonly string[]} wanted
 * @returns {{language: string, locale: string}}
 */
export function choose(wanted) {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0];
    if (LANGUAGES.includes(language)) return { language, locale: tag };
  }
  return { language: 'en', locale: 'en' };
}

/** Takes the reader's locale, for dates that are shown before the words are there. */
export function chooseLocale() {
  locale = choose(navigator.languages).locale;
}

/** @type {Promise<void> | null} */
let loading = null;

/** Loads the words of the reader's language, once. */
export function loadTexts() {
  loading ??= load();
  return loading;
}

async function load() {
  const chosen = choose(navigator.languages);
  const response = await fetch(new URL(`../../texts/${chosen.language}.json`, import.meta.url));
  use(await response.json(), chosen.locale);
  document.documentElement.lang = chosen.language;
}

/**
 * @param {Record<string, Text>} words
 * @param {string} tag
 */
export function use(words, tag) {
  texts = words;
  locale = tag;
  plurals = null;
}

/**
 * A text; `count` chooses the plural, and numbers are written as the language does.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  let words = typeof text === 'string' ? text : text.other;
  if (typeof text !== 'string' && typeof values.count === 'number' && pluralOf(values.count) === 'one') words = text.one ?? text.other;
  return words.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? number(value) : value ?? '';
  });
}

/** @param {number} count */
function pluralOf(count) {
  // Made when it is needed, because it takes some milliseconds.
  plurals ??= new Intl.PluralRules(locale);
  return plurals.select(count);
}

/** @param {number} value */
export function number(value) {
  return value.toLocaleString(locale);
}

/**
 * A size in bytes with the unit that suits it.
 * @param {number} bytes
 */
export function bytesWords(bytes) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const step = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: units[step], maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 }).format(value);
}

/** @param {string[]} words */
export function listWords(words) {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(words);
}
