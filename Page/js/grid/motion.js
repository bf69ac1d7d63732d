/**
 * Owns how changes of the list are seen: photos that stay glide to their new place, new ones appear, removed ones fade.
 * Only transform and opacity move, never with reduced motion, and never more than a screenful.
 */

/** @typedef {import('./tiles.js').Tile} Tile */

const DURATION = 180;

export function prefersStillness() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * @param {Tile} tile
 * @param {number} x How far the tile was to the right of its place.
 * @param {number} y
 * @param {number} scaleX
 * @param {number} scaleY
 */
export function glide(tile, x, y, scaleX, scaleY) {
  const place = tile.element.style.transform;
  tile.element.animate(
    [{ transform: `translate(${x}px, ${y}px) ${place} scale(${scaleX}, ${scaleY})`, transformOrigin: '0 0' }, { transform: place, transformOrigin: '0 0' }],
    { duration: DURATION, easing: 'ease-out' },
  );
}

/** @param {Tile} tile */
export function appear(tile) {
  const place = tile.element.style.transform;
  tile.element.animate([{ opacity: 0, transform: `${place} scale(0.9)` }, { opacity: 1, transform: place }], { duration: DURATION, easing: 'ease-out' });
}

/**
 * @param {Tile} tile
 * @param {() => void} done
 */
export function vanish(tile, done) {
  const place = tile.element.style.transform;
  const animation = tile.element.animate([{ opacity: 1, transform: place }, { opacity: 0, transform: `${place} scale(0.9)` }], { duration: DURATION, easing: 'ease-out' });
  animation.onfinish = animation.oncancel = done;
}
