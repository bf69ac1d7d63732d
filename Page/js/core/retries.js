/** Owns when something that failed is tried again: soon at first, and then less and less often. Pure. */

/** Seconds until the next attempt, by the number of those before. */
const DELAYS = [2, 8, 30, 120, 600];

/**
 * Milliseconds until the next attempt.
 * @param {number} attempts The number of attempts that failed, from 1.
 */
export function delayAfter(attempts) {
  return DELAYS[Math.min(Math.max(attempts, 1), DELAYS.length) - 1] * 1000;
}
