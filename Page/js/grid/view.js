/**
 * Owns what the grid shows as one value, which is replaced and never changed: the list, its layout, and the rows at the
 * position. Pure.
 */

import { beginning, emptyShape } from '../list/shape.js';
import { STICKY } from './headings.js';
import { layOut, photosTop, placesOf, rowAt, rowOf } from './layout.js';
import { groupingOf, insetOf, optionsFor } from './sizes.js';
import { rowsToShow } from './window.js';

/** @typedef {import('../list/list.js').PhotoList} PhotoList */

/**
 * @typedef {object} GridView
 * @property {PhotoList | null} list
 * @property {import('../core/router.js').Size} size
 * @property {number} width The width of the grid.
 * @property {number} height The height of the screen.
 * @property {boolean} isBeginning Whether only the beginning of the list is laid out.
 * @property {number} pin The photo that begins a row, so that a change above it moves no photo below; -1 for none.
 * @property {import('../list/shape.js').ListShape} shape The shape that the layout is made of.
 * @property {import('./layout.js').Layout} layout
 * @property {number} revision Rises with each layout.
 * @property {number} position
 * @property {number} direction Below 0 after a movement up.
 * @property {ReturnType<typeof rowsToShow>} window The rows that have elements, and those on the screen.
 * @property {number} origin The position that the places of tiles count from.
 */

/** Of a long list the beginning is laid out first, so that the first pictures do not wait for the rest. */
const BEGINNING = 1000;
/** Tiles that are further away than this get new places, so that browsers need not compute with large numbers. */
const FAR = 1_000_000;

/** @returns {GridView} The view of a grid without a list. */
export function emptyView() {
  const shape = emptyShape();
  return {
    list: null, size: 'm', width: 0, height: 0, isBeginning: false, pin: -1, shape, layout: layOut(shape, optionsFor('m', 'none', 800, 600)), revision: 0,
    position: 0, direction: 1, window: { first: 0, end: 0, seenFirst: 0, seenEnd: 0 }, origin: 0,
  };
}

/**
 * Whether a list is so long that its beginning is laid out first.
 * @param {PhotoList} list
 */
export function isLong(list) {
  return list.count > 30 * BEGINNING;
}

/**
 * The view with a layout of the present list, size and width.
 * @param {GridView} view
 * @returns {GridView}
 */
export function laidOut(view) {
  const { list, size, width, height, isBeginning, pin } = view;
  if (!list) return view;
  const shape = isBeginning ? beginning(list.shape, BEGINNING) : list.shape;
  const options = optionsFor(size, groupingOf(list.order, size), width - 2 * insetOf(width), height);
  return { ...view, shape, layout: layOut(shape, { ...options, pin }), revision: view.revision + 1 };
}

/**
 * The view at a position.
 * @param {GridView} view
 * @param {number} position
 * @param {boolean} isExact Whether the scroller is as high as the grid, so that places can count from its top.
 * @param {boolean} isNew Whether all tiles are placed anew in any case.
 * @returns {GridView}
 */
export function movedTo(view, position, isExact, isNew) {
  const direction = position === view.position ? view.direction : position - view.position;
  const isFar = Math.abs(position - view.origin) > FAR;
  const origin = isFar || (isNew && isExact) ? (isExact ? 0 : Math.round(position)) : view.origin;
  return { ...view, position, direction, origin, window: rowsToShow(view.layout, position, view.height, direction) };
}

/**
 * The photo at a point of the grid, or the nearest one of the row there; -1 in an empty list.
 * @param {GridView} view
 * @param {number} x
 * @param {number} y From the top of the screen.
 */
export function photoAt({ list, layout, shape, position }, x, y) {
  if (!list || layout.rows === 0) return -1;
  const row = Math.min(layout.rows - 1, rowAt(layout, y + position));
  const places = placesOf(layout, shape, row);
  const place = places.findIndex((other) => x < other.x + other.width);
  return layout.first[row] + (place < 0 ? places.length - 1 : place);
}

/**
 * The position that shows a photo in the upper part of the screen.
 * @param {GridView} view
 * @param {number} index
 */
export function positionToShow({ layout }, index) {
  if (layout.rows === 0) return 0;
  const row = rowOf(layout, Math.min(index, layout.count - 1));
  return photosTop(layout, row) - STICKY - layout.options.dayLead - 8;
}

/**
 * The nearest position at which a photo is seen whole; null where it is seen whole already.
 * @param {GridView} view
 * @param {number} index
 */
export function positionToReveal({ layout, position, height }, index) {
  if (layout.rows === 0) return null;
  const row = rowOf(layout, index);
  const top = photosTop(layout, row);
  const bottom = top + layout.height[row];
  if (top - STICKY - 8 < position) return row === 0 ? 0 : top - STICKY - 28;
  return bottom + 8 > position + height ? bottom + 24 - height : null;
}

/**
 * Whether something at a position of the grid is on the screen.
 * @param {GridView} view
 * @param {{y: number, height: number}} place
 * @param {number} [margin]
 */
export function isSeen({ position, height }, place, margin = 0) {
  return place.y < position + height + margin && place.y + place.height > position - margin;
}
