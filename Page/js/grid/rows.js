/**
 * Owns the tiles and rows of the grid, and which tile has the focus. Tiles that show a photo already stay, others are used
 * again, and the rows name their tiles for readers.
 */

import { previewAddress } from '../core/api.js';
import { newIndexOf } from '../list/patch.js';
import { describeTile } from './description.js';
import { photosTop, placesOf, rowOf } from './layout.js';
import { makeTile, placeTile } from './tiles.js';

/** @typedef {import('./tiles.js').Tile} Tile */
/** @typedef {import('./view.js').GridView} GridView */

export class TileRows {
  /**
   * @param {import('./frame.js').Frame} frame Whose tiles are drawn already; they and their pictures stay.
   * @param {(tile: Tile) => void} mark Shows on a tile whether its photo is selected.
   */
  constructor({ layer, table, queue, tiles }, mark) {
    this.layer = layer;
    this.table = table;
    this.queue = queue;
    this.mark = mark;
    /**
     * The tiles by the index of their photo.
     * @type {Map<number, Tile>}
     */
    this.tiles = tiles;
    /** @type {Tile[]} */
    this.free = [];
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** @type {HTMLElement[]} */
    this.freeRows = [];
    /** The photo that keys start from. */
    this.focusIndex = 0;
  }

  /**
   * Gives each photo of the rows in the window a tile, first the tiles that show it already.
   * @param {GridView} view
   */
  draw(view) {
    const { layout, list, shape, window } = view;
    if (!list) return;
    const first = layout.first[window.first];
    const end = layout.first[window.end];
    const focused = this.focused();
    for (const [index, tile] of this.tiles) {
      if ((index >= first && index < end) || tile === focused) continue;
      this.tiles.delete(index);
      this.release(tile);
    }
    /** @type {Map<number, HTMLElement>} */
    const rows = new Map();
    for (let row = window.first; row < window.end; row++) {
      const places = placesOf(layout, shape, row);
      const top = photosTop(layout, row);
      const start = layout.first[row];
      const names = [];
      for (let column = 0; column < places.length; column++) {
        const tile = this.tileFor(view, start + column);
        placeTile(tile, places[column].x, top, places[column].width, layout.height[row], view.origin);
        tile.element.setAttribute('aria-colindex', String(column + 1));
        names.push(tile.element.id);
      }
      this.drawRow(rows, row, names.join(' '));
    }
    if (focused && focused.index >= 0 && (focused.index < first || focused.index >= end)) this.keepFocused(view, focused, rows);
    for (const element of this.rows.values()) {
      element.removeAttribute('aria-owns');
      element.hidden = true;
      this.freeRows.push(element);
    }
    this.rows = rows;
    for (const tile of this.free) if (!tile.element.hidden) tile.element.hidden = true;
    this.updateTabStop(view);
  }

  /**
   * @param {Map<number, HTMLElement>} rows
   * @param {number} row
   * @param {string} names The tiles of the row.
   */
  drawRow(rows, row, names) {
    let element = this.rows.get(row);
    this.rows.delete(row);
    if (!element) {
      element = this.freeRows.pop();
      if (!element) {
        element = document.createElement('div');
        element.setAttribute('role', 'row');
        this.table.append(element);
      }
      element.hidden = false;
      element.setAttribute('aria-rowindex', String(row + 1));
    }
    if (element.getAttribute('aria-owns') !== names) element.setAttribute('aria-owns', names);
    rows.set(row, element);
  }

  /**
   * The tile with the focus is never used for another photo; out of sight it waits near the edge of the screen.
   * @param {GridView} view
   * @param {Tile} tile
   * @param {Map<number, HTMLElement>} rows
   */
  keepFocused({ layout, position, height, origin }, tile, rows) {
    const row = rowOf(layout, tile.index);
    const y = Math.max(position - 3 * height, Math.min(position + 3 * height, photosTop(layout, row)));
    placeTile(tile, tile.x, y, tile.width, tile.height, origin);
    this.drawRow(rows, row, tile.element.id);
  }

  /**
   * @param {GridView} view
   * @param {number} index
   * @returns {Tile}
   */
  tileFor(view, index) {
    let tile = this.tiles.get(index);
    if (!tile) {
      tile = this.free.pop();
      if (!tile) {
        tile = makeTile();
        this.layer.append(tile.element);
      } else if (tile.element.hidden) tile.element.hidden = false;
      this.tiles.set(index, tile);
      tile.index = index;
      tile.item = undefined;
      this.describe(view, tile);
      if (!tile.item) describeTile(tile, undefined);
    }
    this.mark(tile);
    return tile;
  }

  /**
   * Lets a tile be used for another photo.
   * @param {Tile} tile
   */
  release(tile) {
    this.queue.cancel(tile);
    tile.element.classList.remove('no-picture');
    delete tile.element.dataset.problem;
    tile.index = -1;
    this.free.push(tile);
  }

  releaseAll() {
    for (const tile of this.tiles.values()) this.release(tile);
    this.tiles.clear();
  }

  /**
   * Asks for the picture of a tile whose photo is known.
   * @param {GridView} view
   * @param {Tile} tile
   */
  askForPicture({ list }, tile) {
    const item = list?.items.get(tile.index);
    if (!item || item === tile.item) return;
    this.queue.show(tile, previewAddress(item, 'grid'), tile.item?.id === item.id);
    // What changed may be that the file is back.
    this.queue.tryAgain(tile);
  }

  /**
   * Shows what is known about the photo of a tile.
   * @param {GridView} view
   * @param {Tile} tile
   * @returns {boolean} Whether that is new.
   */
  describe(view, tile) {
    const item = view.list?.items.get(tile.index);
    if (!item || item === tile.item) return false;
    this.askForPicture(view, tile);
    describeTile(tile, item);
    return true;
  }

  /**
   * Takes new knowledge about the photos of some tiles.
   * @param {GridView} view
   * @param {Iterable<Tile>} tiles
   */
  fill(view, tiles) {
    for (const tile of tiles) if (this.describe(view, tile)) this.mark(tile);
  }

  markAll() {
    for (const tile of this.tiles.values()) this.mark(tile);
  }

  /**
   * Lets tiles and focus go with their photos to the places after a change of the list.
   * @param {import('../list/patch.js').Patch} patch
   * @returns {Tile[]} The tiles whose photos are gone. The caller releases them.
   */
  follow(patch) {
    /** @type {Map<number, Tile>} */
    const tiles = new Map();
    /** @type {Tile[]} */
    const gone = [];
    for (const [index, tile] of this.tiles) {
      const next = newIndexOf(patch, index);
      if (next >= 0) tiles.set(next, tile);
      else gone.push(tile);
      tile.index = next;
    }
    this.tiles = tiles;
    const focus = newIndexOf(patch, this.focusIndex);
    this.focusIndex = focus >= 0 ? focus : Math.max(0, Math.min(patch.count - 1, this.focusIndex));
    return gone;
  }

  /**
   * The photo whose tile a target is or is inside of, or -1.
   * @param {EventTarget | null} target
   */
  indexOf(target) {
    const element = target instanceof Element ? target.closest('.tile') : null;
    if (!element) return -1;
    for (const [index, tile] of this.tiles) if (tile.element === element) return index;
    return -1;
  }

  /** @returns {Tile | undefined} */
  focused() {
    const active = document.activeElement;
    if (!active || !this.layer.contains(active)) return undefined;
    for (const tile of this.tiles.values()) if (tile.element === active) return tile;
    return undefined;
  }

  /**
   * The photo that keys reach first: the one with the focus, or the first on the screen; -1 in an empty list.
   * @param {GridView} view
   */
  tabStop({ layout, window }) {
    if (this.tiles.has(this.focusIndex)) return this.focusIndex;
    return layout.first[Math.min(window.seenFirst, Math.max(0, layout.rows - 1))] ?? -1;
  }

  /**
   * Lets exactly one tile be reached with Tab.
   * @param {GridView} view
   */
  updateTabStop(view) {
    const stop = this.tabStop(view);
    for (const [index, tile] of this.tiles) {
      const wanted = index === stop ? 0 : -1;
      if (tile.element.tabIndex !== wanted) tile.element.tabIndex = wanted;
    }
  }
}
