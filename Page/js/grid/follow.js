/**
 * Owns how a change of the list is seen in the grid: tiles glide from where they were on the screen, and those of removed
 * photos fade.
 */

import { appear, glide, prefersStillness, vanish } from './motion.js';
import { placeTile } from './tiles.js';
import { isSeen } from './view.js';

/** @typedef {import('./tiles.js').Tile} Tile */
/** @typedef {import('./view.js').GridView} GridView */
/** @typedef {Map<Tile, {x: number, y: number, width: number, height: number}>} Places Where tiles are, from the top of the screen. */

/**
 * Where the tiles on the screen are.
 * @param {GridView} view
 * @param {Iterable<Tile>} tiles
 * @returns {Places}
 */
export function placesOnScreen(view, tiles) {
  /** @type {Places} */
  const places = new Map();
  for (const tile of tiles) {
    if (isSeen(view, tile)) places.set(tile, { x: tile.x, y: tile.y - view.position, width: tile.width, height: tile.height });
  }
  return places;
}

/**
 * Lets the tile of a removed photo fade where it was.
 * @param {Tile} tile
 * @param {Places} places
 * @param {number} position The position of the grid now.
 * @param {number} origin
 * @param {(tile: Tile) => void} release Called when the tile is free.
 */
export function fade(tile, places, position, origin, release) {
  const place = places.get(tile);
  if (!place || prefersStillness()) {
    release(tile);
    return;
  }
  placeTile(tile, place.x, position + place.y, place.width, place.height, origin);
  tile.element.toggleAttribute('inert', true);
  vanish(tile, () => {
    tile.element.toggleAttribute('inert', false);
    release(tile);
    tile.element.hidden = true;
  });
}

/**
 * Lets tiles glide from where they were on the screen.
 * @param {GridView} view
 * @param {Iterable<Tile>} tiles
 * @param {Places} places
 */
export function glideAll(view, tiles, places) {
  if (prefersStillness()) return;
  for (const tile of tiles) {
    const y = tile.y - view.position;
    if (y > view.height || y + tile.height < 0) continue;
    const place = places.get(tile);
    if (!place) {
      if (places.size > 0) appear(tile);
    } else if (place.x !== tile.x || place.y !== y || place.width !== tile.width) {
      glide(tile, place.x - tile.x, place.y - y, place.width / tile.width, place.height / tile.height);
    }
  }
}
