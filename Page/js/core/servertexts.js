/**
 * Owns the sentences of the server in the reader's language: it writes English, and the page knows what each sentence means.
 */

import { choose } from './texts.js';

/** @typedef {{sentences: Record<string, string>, codes: Record<string, string>}} ServerTexts The values of a sentence are {1}, {2} and so on. */

/** @type {ServerTexts} */
let texts = { sentences: {}, codes: {} };
/** @type {{pattern: RegExp, words: string}[] | null} */
let patterns = null;

/** Loads the translation for the reader's language; until it is there, and for a reader of English, sentences stay as they are. */
export async function loadServerTexts() {
  const { language } = choose(navigator.languages);
  if (language === 'en') return;
  const address = new URL(`../../texts/${language}-server.json`, import.meta.url);
  const translated = await fetch(address).then((response) => (response.ok ? response.json() : null)).catch(() => null);
  if (translated) useServerTexts(translated);
}

/** @param {ServerTexts} translated */
export function useServerTexts(translated) {
  texts = translated;
  patterns = null;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The sentences with values, made when the first one is needed. */
function allPatterns() {
  patterns ??= Object.entries(texts.sentences).filter(([sentence]) => sentence.includes('{1}')).map(([sentence, words]) => ({
    pattern: new RegExp(`^${sentence.split(/\{\d\}/).map(escaped).join('(.+)')}$`, 's'), words,
  })).sort((one, other) => other.pattern.source.length - one.pattern.source.length);
  return patterns;
}

/**
 * A sentence of the server in the reader's language; as it is where nobody has translated it.
 * @param {string} sentence
 * @param {string} [code] The word of the error, for sentences of the library, which the page does not know one by one.
 */
export function serverWords(sentence, code = '') {
  const exact = texts.sentences[sentence];
  if (exact !== undefined) return exact;
  for (const { pattern, words } of allPatterns()) {
    const found = pattern.exec(sentence);
    if (found) return words.replace(/\{(\d)\}/g, (_, number) => found[Number(number)] ?? '');
  }
  return texts.codes[code] ?? sentence;
}

/**
 * Why a request failed, in the reader's language; nothing where the server said nothing.
 * @param {unknown} error
 */
export function errorWords(error) {
  const { message = '', word = '' } = /** @type {{message?: string, word?: string}} */ (error instanceof Error ? error : {});
  return message && serverWords(message, word);
}
