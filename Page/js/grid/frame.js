/**
 * Owns the elements that the grid consists of, apart from its tiles. The first screen makes them, and the grid takes them over.
 */

import { Headings } from './headings.js';
import { PictureQueue } from './pictures.js';

/** @typedef {import('./tiles.js').Tile} Tile */

/**
 * @typedef {object} Frame
 * @property {HTMLElement} scroll The element that scrolls.
 * @property {HTMLElement} spacer Its content.
 * @property {HTMLElement} headingLayer
 * @property {HTMLElement} table The rows, for readers.
 * @property {HTMLElement} layer The tiles.
 * @property {Headings} headings
 * @property {PictureQueue} queue
 * @property {string} view The list whose first photos are drawn; empty for none.
 * @property {Map<number, Tile>} tiles The tiles that are drawn.
 */

/** @type {Frame | null} */
let made = null;

/**
 * The frame of the page's one grid, made at the first call.
 * @param {HTMLElement} grid
 * @returns {Frame}
 */
export function frameOf(grid) {
  made ??= makeFrame(grid);
  return made;
}

/**
 * @param {HTMLElement} grid
 * @returns {Frame}
 */
function makeFrame(grid) {
  const add = (/** @type {HTMLElement} */ parent, /** @type {string} */ className) => {
    const element = parent.appendChild(document.createElement('div'));
    element.className = className;
    return element;
  };
  const scroll = add(grid, 'scroller');
  scroll.id = 'photo-scroller';
  // The cells take the focus; without this, browsers make the scroller itself a stop of the Tab key.
  scroll.tabIndex = -1;
  const spacer = add(scroll, 'spacer');
  const headingLayer = add(spacer, 'layer headings');
  headingLayer.setAttribute('aria-hidden', 'true');
  // Tiles lie beside the grid and belong to its rows by name, so that a tile can change its row without losing the focus.
  const table = add(spacer, 'table');
  table.setAttribute('role', 'grid');
  table.setAttribute('aria-multiselectable', 'true');
  const layer = add(spacer, 'layer');
  const sticky = add(grid, 'sticky');
  sticky.hidden = true;
  sticky.setAttribute('aria-hidden', 'true');
  const headings = new Headings(headingLayer, sticky);
  return { scroll, spacer, headingLayer, table, layer, headings, queue: new PictureQueue(), view: '', tiles: new Map() };
}
