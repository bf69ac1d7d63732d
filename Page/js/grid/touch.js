/** Owns what the movement of fingers over the grid means in numbers. Pure. */

/** So near an edge of the grid, a finger that draws a selection scrolls. */
const EDGE = 72;
/** Pixels in a millisecond, where the finger is at the edge. */
const FASTEST = 1.1;
/** Fingers that move apart by this factor make photos a size larger. */
const STEP = 1.35;

/**
 * How fast the grid scrolls while a finger draws a selection: faster nearer to an edge, and up where it is below 0.
 * @param {number} y The finger.
 * @param {number} top The edges of the grid.
 * @param {number} bottom
 * @returns {number} Pixels in a millisecond.
 */
export function edgeSpeed(y, top, bottom) {
  const edge = Math.min(EDGE, (bottom - top) / 4);
  if (edge <= 0) return 0;
  const into = y < top + edge ? y - top - edge : Math.max(0, y - bottom + edge);
  return (Math.max(-1, Math.min(1, into / edge)) || 0) * FASTEST;
}

/**
 * The sizes that photos grow by when two fingers move.
 * @param {number} before Their distance when the last step began.
 * @param {number} now
 * @returns {-1 | 0 | 1}
 */
export function pinchStep(before, now) {
  if (before <= 0) return 0;
  return now / before > STEP ? 1 : now / before < 1 / STEP ? -1 : 0;
}
