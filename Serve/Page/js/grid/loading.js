/**
 * Owns what the photos on the screen wait for: their items, their pictures, and larger pictures when the position rests.
 */

import { previewAddress } from '../core/api.js';
import { focusedTile } from './focus.js';

/** @typedef {import('./grid.js').PhotoGrid} PhotoGrid */
/** @typedef {import('./tiles.js').Tile} Tile */

/** Requests for items wait this long while the position moves by more than a screen in a frame, in milliseconds. */
const PAUSE = 70;
/** Larger pictures are asked for when the position has rested this long, in milliseconds. */
const REST = 250;

/**
 * Starts the next pictures, those on the screen first, and tells who waits for all of them.
 * @param {PhotoGrid} grid
 */
export function pump(grid) {
  const top = grid.position - 40;
  const bottom = grid.position + grid.height + 40;
  grid.queue.pump((tile) => tile.y < bottom && tile.y + tile.height > top);
  if (grid.onAllShown && isAllShown(grid)) {
    grid.onAllShown();
    grid.onAllShown = null;
  }
}

/**
 * Waits until the photos on the screen are there, and a frame has shown them.
 * @param {PhotoGrid} grid
 */
export async function whenAllShown(grid) {
  await new Promise((resolve) => {
    grid.onAllShown = () => requestAnimationFrame(() => setTimeout(resolve));
    pump(grid);
  });
}

/**
 * Asks for the items of the photos that have tiles; while the position flies, only now and then.
 * @param {PhotoGrid} grid
 * @param {boolean} isFlying
 */
export function want(grid, isFlying) {
  const ask = () => {
    clearTimeout(grid.wantTimer);
    grid.wantTimer = 0;
    grid.lastWanted = performance.now();
    // Out of sight, the tile with the focus still tells readers about its photo.
    const focused = focusedTile(grid)?.index;
    grid.list?.items.want(grid.layout.first[grid.window.first], grid.layout.first[grid.window.end], focused);
  };
  if (grid.layout.rows === 0) return;
  if (!isFlying || performance.now() - grid.lastWanted > PAUSE) ask();
  else if (!grid.wantTimer) grid.wantTimer = setTimeout(ask, PAUSE);
}

/**
 * Replaces pictures on the screen that are too small for their tile, some time after the last call.
 * @param {PhotoGrid} grid
 */
export function sharpenLater(grid) {
  clearTimeout(grid.sharpTimer);
  grid.sharpTimer = setTimeout(() => {
    if (grid.queue.missing > 0) sharpenLater(grid);
    else sharpen(grid);
  }, REST);
}

/** @param {PhotoGrid} grid */
function sharpen(grid) {
  for (const tile of grid.tiles.values()) {
    const pixels = Math.max(tile.width, tile.height) * devicePixelRatio;
    if (isSeen(grid, tile) && tile.item && tile.shown && pixels > 256 * 1.4) {
      grid.queue.show(tile, previewAddress(tile.item, 'screen'), true);
    }
  }
  pump(grid);
}

/**
 * Whether each photo on the screen shows its picture, or has none.
 * @param {PhotoGrid} grid
 */
function isAllShown(grid) {
  const seen = [...grid.tiles.values()].filter((tile) => isSeen(grid, tile));
  return seen.length > 0 && seen.every((tile) => tile.shown || tile.element.classList.contains('no-picture'));
}

/**
 * @param {PhotoGrid} grid
 * @param {Tile} tile
 */
function isSeen(grid, tile) {
  return tile.y < grid.position + grid.height && tile.y + tile.height > grid.position;
}
