/**
 * Owns what happens to the grid when its list changes: the anchor stays where it is, tiles go with their photos, and what
 * changed is seen to move.
 */

import { anchorAfter } from './anchor.js';
import { focusedTile } from './focus.js';
import { want } from './loading.js';
import { appear, glide, prefersStillness, vanish } from './motion.js';
import { newIndexOf } from '../list/patch.js';
import { fill, release } from './rows.js';
import { placeTile } from './tiles.js';

/** @typedef {import('./grid.js').PhotoGrid} PhotoGrid */
/** @typedef {import('./tiles.js').Tile} Tile */
/** @typedef {import('../list/list.js').ListNews} ListNews */

/**
 * Follows a change of the list: what is on the screen stays where it is, and changes move.
 * @param {PhotoGrid} grid
 * @param {ListNews} news
 */
export function followChange(grid, { patch }) {
  const { list, scroller } = grid;
  if (!list || !scroller) return;
  if (!patch) {
    const place = grid.wish ?? grid.place();
    grid.show(list, place);
    return;
  }
  if (list.shape === grid.laidOut) {
    // Every photo stays where it is: only what is known about some of them is old.
    want(grid, false);
    return;
  }
  const before = grid.layout;
  const focused = focusedTile(grid);
  const position = grid.position;
  const anchor = grid.place();
  const end = before.first[grid.window.seenEnd];
  const after = anchor && anchorAfter(anchor, patch, Math.max(end, anchor.index + 1));
  grid.pin = after ? after.index : -1;
  /** @type {Map<number, Tile>} */
  const tiles = new Map();
  /** @type {Tile[]} */
  const gone = [];
  /** @type {Map<Tile, {x: number, y: number, width: number, height: number}>} */
  const places = new Map();
  for (const [index, tile] of grid.tiles) {
    const next = newIndexOf(patch, index);
    if (tile.y < position + grid.height && tile.y + tile.height > position) {
      places.set(tile, { x: tile.x, y: tile.y - position, width: tile.width, height: tile.height });
    }
    if (next < 0) gone.push(tile);
    else {
      tile.index = next;
      tiles.set(next, tile);
    }
  }
  grid.tiles = tiles;
  const hadFocus = focused !== undefined && gone.includes(focused);
  const focus = newIndexOf(patch, grid.focusIndex);
  grid.focusIndex = focus >= 0 ? focus : Math.max(0, Math.min(patch.count - 1, grid.focusIndex));
  grid.isBeginning = false;
  grid.layOut();
  grid.goTo(after);
  const isStill = prefersStillness();
  // Tiles of removed photos stay until they have faded, and are free afterwards.
  for (const tile of gone) {
    const place = places.get(tile);
    tile.index = -1;
    if (isStill || !place) release(grid, tile);
    else {
      placeTile(tile, place.x, grid.position + place.y, place.width, place.height, grid.origin);
      tile.element.toggleAttribute('inert', true);
      vanish(tile, () => {
        tile.element.toggleAttribute('inert', false);
        release(grid, tile);
        tile.element.hidden = true;
      });
    }
  }
  grid.draw(true);
  if (!isStill) glideAll(grid, places);
  for (const tile of grid.tiles.values()) fill(grid, tile);
  if (hadFocus && patch.count > 0) grid.focusOn(grid.focusIndex, false);
  grid.scrubber?.take(grid.layout, list.shape, grid.height);
  grid.tell('photo-position', grid.place());
}

/**
 * Lets tiles glide from where they were on the screen.
 * @param {PhotoGrid} grid
 * @param {Map<Tile, {x: number, y: number, width: number, height: number}>} places
 */
function glideAll(grid, places) {
  for (const tile of grid.tiles.values()) {
    const y = tile.y - grid.position;
    if (y > grid.height || y + tile.height < 0) continue;
    const place = places.get(tile);
    if (!place) {
      if (places.size > 0) appear(tile);
    } else if (place.x !== tile.x || place.y !== y || place.width !== tile.width) {
      glide(tile, place.x - tile.x, place.y - y, place.width / tile.width, place.height / tile.height);
    }
  }
}
