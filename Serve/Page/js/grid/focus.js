/**
 * Owns which tile has the focus, which one the Tab key reaches, and which photo is at a point or under a target.
 */

import { placesOf, rowAt } from './layout.js';

/** @typedef {import('./grid.js').PhotoGrid} PhotoGrid */
/** @typedef {import('./tiles.js').Tile} Tile */

/**
 * The photo whose tile a target is or is inside of, or -1.
 * @param {PhotoGrid} grid
 * @param {EventTarget | null} target
 */
export function indexOf(grid, target) {
  const element = target instanceof Element ? target.closest('.tile') : null;
  if (!element) return -1;
  for (const [index, tile] of grid.tiles) if (tile.element === element) return index;
  return -1;
}

/**
 * The photo at a point of the window, or the nearest one of the row there; -1 in an empty list.
 * @param {PhotoGrid} grid
 * @param {number} x
 * @param {number} y
 */
export function indexAt(grid, x, y) {
  const { layout, list } = grid;
  if (!list || layout.rows === 0) return -1;
  const frame = grid.getBoundingClientRect();
  const row = Math.min(layout.rows - 1, rowAt(layout, y - frame.top + grid.position));
  const places = placesOf(layout, list.shape, row);
  const place = places.findIndex((other) => x - frame.left < other.x + other.width);
  return layout.first[row] + (place < 0 ? places.length - 1 : place);
}

/**
 * @param {PhotoGrid} grid
 * @returns {Tile | undefined}
 */
export function focusedTile(grid) {
  const active = document.activeElement;
  if (!active || !grid.layer?.contains(active)) return undefined;
  for (const tile of grid.tiles.values()) if (tile.element === active) return tile;
  return undefined;
}

/**
 * The photo that keys reach first: the one with the focus, or the first on the screen; -1 in an empty list.
 * @param {PhotoGrid} grid
 */
export function tabStop(grid) {
  if (grid.tiles.has(grid.focusIndex)) return grid.focusIndex;
  return grid.layout.first[Math.min(grid.window.seenFirst, Math.max(0, grid.layout.rows - 1))] ?? -1;
}

/**
 * Lets exactly one tile be reached with Tab.
 * @param {PhotoGrid} grid
 */
export function updateTabStop(grid) {
  const stop = tabStop(grid);
  for (const [index, tile] of grid.tiles) {
    const wanted = index === stop ? 0 : -1;
    if (tile.element.tabIndex !== wanted) tile.element.tabIndex = wanted;
  }
}
