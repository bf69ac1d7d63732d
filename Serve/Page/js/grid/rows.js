/**
 * Owns which tile shows which photo: tiles that show a photo already stay, others are used again, and the rows of the grid
 * name their tiles for readers.
 */

import { focusedTile, updateTabStop } from './focus.js';
import { photosTop, placesOf, rowOf } from './layout.js';
import { describeTile } from './description.js';
import { makeTile, placeTile } from './tiles.js';
import { markTile } from './picked.js';
import { previewAddress } from '../core/api.js';

/** @typedef {import('./grid.js').PhotoGrid} PhotoGrid */
/** @typedef {import('./tiles.js').Tile} Tile */

/**
 * Gives each photo of some rows a tile, first the tiles that show it already.
 * @param {PhotoGrid} grid
 * @param {number} firstRow
 * @param {number} endRow
 */
export function drawRows(grid, firstRow, endRow) {
  const { layout, list } = grid;
  if (!list) return;
  const first = layout.first[firstRow];
  const end = layout.first[endRow];
  const focused = focusedTile(grid);
  for (const [index, tile] of grid.tiles) {
    if ((index >= first && index < end) || tile === focused) continue;
    grid.tiles.delete(index);
    release(grid, tile);
  }
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();
  for (let row = firstRow; row < endRow; row++) {
    const places = placesOf(layout, list.shape, row);
    const top = photosTop(layout, row);
    const start = layout.first[row];
    const names = [];
    for (let column = 0; column < places.length; column++) {
      const tile = tileFor(grid, start + column);
      placeTile(tile, places[column].x, top, places[column].width, layout.height[row], grid.origin);
      tile.element.setAttribute('aria-colindex', String(column + 1));
      names.push(tile.element.id);
    }
    drawRow(grid, rows, row, names.join(' '));
  }
  if (focused && focused.index >= 0 && (focused.index < first || focused.index >= end)) keepFocused(grid, focused, rows);
  for (const element of grid.rows.values()) {
    element.removeAttribute('aria-owns');
    element.hidden = true;
    grid.freeRows.push(element);
  }
  grid.rows = rows;
  for (const tile of grid.free) if (!tile.element.hidden) tile.element.hidden = true;
  updateTabStop(grid);
}

/**
 * @param {PhotoGrid} grid
 * @param {Map<number, HTMLElement>} rows
 * @param {number} row
 * @param {string} names The tiles of the row.
 */
function drawRow(grid, rows, row, names) {
  let element = grid.rows.get(row);
  grid.rows.delete(row);
  if (!element) {
    element = grid.freeRows.pop();
    if (!element) {
      element = document.createElement('div');
      element.setAttribute('role', 'row');
      grid.table?.append(element);
    }
    element.hidden = false;
    element.setAttribute('aria-rowindex', String(row + 1));
  }
  if (element.getAttribute('aria-owns') !== names) element.setAttribute('aria-owns', names);
  rows.set(row, element);
}

/**
 * The tile with the focus is never used for another photo; out of sight it waits near the edge of the screen.
 * @param {PhotoGrid} grid
 * @param {Tile} tile
 * @param {Map<number, HTMLElement>} rows
 */
function keepFocused(grid, tile, rows) {
  const row = rowOf(grid.layout, tile.index);
  const y = Math.max(grid.position - 3 * grid.height, Math.min(grid.position + 3 * grid.height, photosTop(grid.layout, row)));
  placeTile(tile, tile.x, y, tile.width, tile.height, grid.origin);
  drawRow(grid, rows, row, tile.element.id);
}

/**
 * @param {PhotoGrid} grid
 * @param {number} index
 * @returns {Tile}
 */
function tileFor(grid, index) {
  let tile = grid.tiles.get(index);
  if (!tile) {
    tile = grid.free.pop();
    if (!tile) {
      tile = makeTile();
      grid.layer?.append(tile.element);
    } else if (tile.element.hidden) tile.element.hidden = false;
    grid.tiles.set(index, tile);
    tile.index = index;
    tile.item = undefined;
    fill(grid, tile);
    if (!tile.item) describeTile(tile, undefined);
  }
  markTile(grid, tile);
  return tile;
}

/**
 * @param {PhotoGrid} grid
 * @param {Tile} tile
 */
export function release(grid, tile) {
  grid.queue.cancel(tile);
  tile.element.classList.remove('no-picture');
  tile.index = -1;
  grid.free.push(tile);
}

/**
 * Asks for the picture of a tile whose photo is known.
 * @param {PhotoGrid} grid
 * @param {Tile} tile
 */
export function askForPicture(grid, tile) {
  const item = grid.list?.items.get(tile.index);
  if (item && item !== tile.item) grid.queue.show(tile, previewAddress(item, 'grid'), tile.item?.id === item.id);
}

/**
 * Shows what is known about the photo of a tile.
 * @param {PhotoGrid} grid
 * @param {Tile} tile
 */
export function fill(grid, tile) {
  const item = grid.list?.items.get(tile.index);
  if (!item || item === tile.item) return;
  askForPicture(grid, tile);
  describeTile(tile, item);
  if (grid.picks) markTile(grid, tile);
}
