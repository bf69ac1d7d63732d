/** Owns why the picture of a photo is missing, by what the server answered. Pure. */

/**
 * A damaged file stays damaged, a file that is offline comes back with its disk, a file elsewhere is in a remote that does not
 * give it, and all else passes: the library or the server is away.
 * @typedef {'damaged' | 'offline' | 'elsewhere' | 'away'} PictureProblem
 */

/** A file counts as damaged after so many attempts: the first ones may have run out of time on a busy machine. */
const MOST_OF_DAMAGED = 3;

/**
 * Why a picture is missing.
 * @param {number} status The status of the answer; 0 where there was none.
 * @param {string} word The server's word for the error.
 * @returns {PictureProblem}
 */
export function pictureProblemOf(status, word) {
  if (status === 422) return 'damaged';
  if (status === 502) return 'elsewhere';
  return status === 404 && word === 'no-file' ? 'offline' : 'away';
}

/**
 * Whether a picture is asked for again by itself.
 * @param {PictureProblem} problem
 * @param {number} attempts The number of attempts that failed.
 */
export function isTriedAgain(problem, attempts) {
  return problem !== 'damaged' || attempts < MOST_OF_DAMAGED;
}
