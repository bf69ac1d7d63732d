/**
 * Owns which fragments of a movie are loaded, kept and removed, and in which size: pure functions over the form of the
 * movie and the ranges that the browser has.
 */

/** @typedef {import('../core/types.js').MovieForm} MovieForm */
/** @typedef {readonly [start: number, end: number]} Span Seconds of the movie. */

/** Seconds that are loaded before they are played. */
export const AHEAD = 20;
/** Seconds that are kept after they were played. */
export const BEHIND = 20;

/** Seconds by which the ends of a range differ from those of a fragment without anything missing. */
const TOLERANCE = 0.1;
/** The sizes that the server makes, by the pixels of the longer side. */
const SIDES = [640, 1280, 1920];

/** How often an answer may be asked for again, by what refused it. */
const TRIES = { busy: 60, unreachable: 5 };

/**
 * The seconds after which what was refused is asked for again; null where that would not help.
 *
 * The server makes few parts at once, and a connection may end for a moment.
 * @param {{status: number, word: string, retryAfter?: number}} refusal
 * @param {number} tries How often it was asked for.
 * @returns {number | null}
 */
export function secondsUntilRetry({ status, word, retryAfter }, tries) {
  if (word === 'unreachable') return tries < TRIES.unreachable ? 1 : null;
  const isBusy = status === 429 || word === 'busy';
  return isBusy && tries < TRIES.busy ? retryAfter ?? 1 : null;
}

/** What is wrong with a movie itself, or too much for the server: no disk and no connection that comes back changes it. */
const FINAL = ['damaged-movie', 'no-movie', 'slow-movie', 'cannotPlay'];

/**
 * Whether a movie that could not be played is tried again when something is back.
 * @param {string} word What went wrong: that of the server, `unreachable`, or `cannotPlay`.
 */
export const mayPlayLater = (word) => !FINAL.includes(word);

/**
 * The size that a screen shows whole: never more than the movie has, and never less than is seen.
 * @param {{width: number, height: number}} movie Pixels.
 * @param {{width: number, height: number}} screen The window or the whole screen, in units of style sheets.
 * @param {number} ratio Pixels for each unit.
 */
export function movieSide(movie, screen, ratio) {
  const scale = Math.min((screen.width * ratio) / Math.max(1, movie.width), (screen.height * ratio) / Math.max(1, movie.height), 1);
  const seen = Math.max(movie.width, movie.height) * scale;
  // A little too small is not seen, and costs half as much.
  return SIDES.find((side) => side >= seen * 0.9) ?? /** @type {number} */ (SIDES.at(-1));
}

/**
 * @param {MovieForm} form
 * @param {number} number
 * @returns {Span}
 */
export function spanOf({ duration, fragmentDuration, fragmentCount }, number) {
  const start = number * fragmentDuration;
  return [start, number === fragmentCount - 1 ? Math.max(start, duration) : start + fragmentDuration];
}

/**
 * The number of the fragment at a time; the last one for every later time.
 * @param {MovieForm} form
 * @param {number} time
 */
export function fragmentAt({ fragmentDuration, fragmentCount }, time) {
  return Math.min(fragmentCount - 1, Math.max(0, Math.floor(time / fragmentDuration)));
}

/**
 * The seconds of a span that ranges have.
 * @param {readonly Span[]} ranges
 * @param {Span} span
 */
export function overlap(ranges, [start, end]) {
  return ranges.reduce((sum, [first, last]) => sum + Math.max(0, Math.min(end, last) - Math.max(start, first)), 0);
}

/**
 * The fragment to load next; null where all that is needed is there.
 *
 * A browser may remove what it has when its memory is full. So a fragment is there while as much of it is there as when it
 * came, which is less than its span where pictures or sound begin late.
 * @param {MovieForm} form
 * @param {ReadonlyMap<number, number>} loaded The seconds that were there of each fragment when it came.
 * @param {readonly Span[]} ranges What the browser has.
 * @param {number} time
 * @returns {number | null}
 */
export function nextFragment(form, loaded, ranges, time) {
  for (let number = fragmentAt(form, time); number < form.fragmentCount; number++) {
    const span = spanOf(form, number);
    if (span[0] > time + AHEAD) return null;
    const seconds = loaded.get(number);
    if (seconds === undefined || overlap(ranges, span) < seconds - TOLERANCE) return number;
  }
  return null;
}

/**
 * The span that is no longer needed: whole fragments long before the time, or far behind what is loaded ahead.
 * @param {MovieForm} form
 * @param {readonly Span[]} ranges What the browser has.
 * @param {number} time
 * @returns {Span | null}
 */
export function removableSpan(form, ranges, time) {
  const first = fragmentAt(form, Math.max(0, time - BEHIND)) * form.fragmentDuration;
  const earliest = ranges[0]?.[0] ?? Infinity;
  if (earliest < first - TOLERANCE) return [0, first];
  // After a jump back, what was ahead of the old time is too far ahead of the new one.
  const last = (fragmentAt(form, time + AHEAD) + 1) * form.fragmentDuration;
  const latest = ranges.at(-1)?.[1] ?? 0;
  return latest > last + form.fragmentDuration ? [last, Infinity] : null;
}

/**
 * The time to go on at where nothing can be played now; null where it is to be waited for.
 *
 * Pictures that begin late, and gaps between frames, leave times at which the browser has nothing and never will.
 * @param {MovieForm} form
 * @param {ReadonlyMap<number, number>} loaded
 * @param {readonly Span[]} ranges
 * @param {number} time
 * @returns {number | null}
 */
export function timeAfterGap(form, loaded, ranges, time) {
  if (ranges.some(([start, end]) => time >= start - 0.001 && time < end - 0.05)) return null;
  const next = ranges.find(([start]) => start > time);
  if (!next) return null;
  for (let number = fragmentAt(form, time); number <= fragmentAt(form, next[0]); number++) {
    if (!loaded.has(number)) return null;
  }
  return next[0] + 0.001;
}

/**
 * Whether everything until the end was loaded, so that the browser ends there and does not wait for more.
 * @param {MovieForm} form
 * @param {ReadonlyMap<number, number>} loaded
 * @param {readonly Span[]} ranges
 * @param {number} time
 */
export function isLoadedToEnd(form, loaded, ranges, time) {
  return loaded.has(form.fragmentCount - 1) && spanOf(form, form.fragmentCount - 1)[0] <= time + AHEAD && nextFragment(form, loaded, ranges, time) === null;
}
