/**
 * Owns where the focus goes in the grid when a key is pressed. Pure.
 */

import { placesOf, rowOf } from './layout.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('../list/shape.js').ListShape} ListShape */

/**
 * The photo that a key leads to; -1 where the key does not move the focus.
 * @param {Layout} layout
 * @param {ListShape} shape
 * @param {number} index The photo with the focus.
 * @param {{key: string, ctrlKey?: boolean, metaKey?: boolean}} event
 * @param {number} viewport The height that is seen.
 */
export function indexAfterKey(layout, shape, index, event, viewport) {
  if (layout.count === 0) return -1;
  const last = layout.count - 1;
  const row = rowOf(layout, index);
  const jumps = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowRight':
      return Math.min(last, index + 1);
    case 'ArrowLeft':
      return Math.max(0, index - 1);
    case 'ArrowDown':
      return row + 1 < layout.rows ? below(layout, shape, index, row, row + 1) : index;
    case 'ArrowUp':
      return row > 0 ? below(layout, shape, index, row, row - 1) : index;
    case 'Home':
      return jumps ? 0 : layout.first[row];
    case 'End':
      return jumps ? last : layout.first[row + 1] - 1;
    case 'PageDown':
    case 'PageUp': {
      const step = event.key === 'PageDown' ? 1 : -1;
      const goal = layout.top[row] + step * viewport * 0.9;
      let other = row + step;
      while (other > 0 && other < layout.rows - 1 && step * (goal - layout.top[other]) > 0) other += step;
      other = Math.min(layout.rows - 1, Math.max(0, other));
      return other === row ? (step > 0 ? last : 0) : below(layout, shape, index, row, other);
    }
    default:
      return -1;
  }
}

/**
 * The photo of another row that lies nearest below or above.
 * @param {Layout} layout
 * @param {ListShape} shape
 * @param {number} index
 * @param {number} row
 * @param {number} other
 */
function below(layout, shape, index, row, other) {
  const here = placesOf(layout, shape, row)[index - layout.first[row]];
  const middle = here.x + here.width / 2;
  const places = placesOf(layout, shape, other);
  let best = 0;
  let distance = Infinity;
  places.forEach(({ x, width }, position) => {
    const off = Math.max(0, x - middle, middle - x - width);
    if (off < distance) {
      distance = off;
      best = position;
    }
  });
  return layout.first[other] + best;
}
