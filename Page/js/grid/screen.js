/**
 * Owns the first screen: the first photos of a list, drawn from their items alone while the rest of the page is on its way.
 * The grid takes the tiles over and finds them where it would have put them.
 */

import { previewAddress } from '../core/request.js';
import { byteOfRatio, NO_DAY } from '../list/shape.js';
import { frameOf } from './frame.js';
import { layOut, photosTop, placesOf } from './layout.js';
import { groupingOf, insetOf, optionsFor } from './sizes.js';
import { colorTile, makeTile, placeTile } from './tiles.js';

/** @typedef {import('../core/types.js').Item} Item */
/**
 * Draws the rows of the first photos that are on the screen.
 * @param {HTMLElement} grid
 * @param {import('../core/router.js').Route} route The address, which names the list and the size.
 * @param {import('../core/types.js').ViewInfo} info
 * @param {Item[]} items The first photos of the list.
 * @returns {{shown: Promise<unknown>, drawHeadings: () => void}} `shown` ends when each of them shows its picture, or has none.
 */
export function drawFirstScreen(grid, { view, size }, info, items) {
  const frame = frameOf(grid);
  const { clientWidth: width, clientHeight: height } = grid;
  const inset = insetOf(width);
  const shape = {
    count: items.length,
    shapes: Uint8Array.from(items, ({ w, h }) => byteOfRatio(w / h)),
    days: Int32Array.from(items, ({ day }) => day),
  };
  const layout = layOut(shape, optionsFor(size, groupingOf(info.order, size), width - 2 * inset, height));
  // More photos may follow in the last row.
  const last = items.length < info.count ? layout.rows - 1 : layout.rows;
  let rows = 0;
  while (rows < last && layout.top[rows] < height) rows += 1;
  grid.style.setProperty('--inset', `${inset}px`);
  frame.spacer.style.height = `${height}px`;
  frame.view = view;
  const { queue } = frame;
  /** @type {Promise<void>[]} */
  const pictures = [];
  for (let row = 0; row < rows; row++) {
    placesOf(layout, shape, row).forEach(({ x, width: tileWidth }, column) => {
      const tile = makeTile();
      tile.index = layout.first[row] + column;
      const item = items[tile.index];
      placeTile(tile, x, photosTop(layout, row), tileWidth, layout.height[row], 0);
      colorTile(tile, item);
      frame.layer.append(tile.element);
      frame.tiles.set(tile.index, tile);
      queue.show(tile, previewAddress(item, 'grid'));
      // Nothing else needs the connections, so all are asked for at once.
      pictures.push(queue.load(tile));
    });
  }
  return {
    shown: Promise.all(pictures),
    drawHeadings: () => {
      // The words of photos without a date come later.
      if (!shape.days.subarray(0, layout.first[rows]).includes(NO_DAY)) frame.headings.show(layout, shape, 0, rows, 0);
    },
  };
}
