/**
 * Owns how the objects of a grid are made and know each other.
 */

import { frameOf } from './frame.js';
import { Layers } from './layers.js';
import { Loading } from './loading.js';
import { positionAfterKey } from './press.js';
import { TileRows } from './rows.js';
import { Scroller } from './scroller.js';
import { Scrubber } from './scrubber.js';

/**
 * The objects of a grid that is in the document. Each owns its fields.
 * @typedef {object} Parts
 * @property {import('./frame.js').Frame} frame
 * @property {Scroller} scroller
 * @property {Scrubber} scrubber
 * @property {Layers} layers
 * @property {TileRows} rows
 * @property {Loading} loading
 */

/**
 * @param {HTMLElement} grid
 * @param {object} acts
 * @param {() => import('./view.js').GridView} acts.view What the grid shows now.
 * @param {(tile: import('./tiles.js').Tile) => void} acts.mark Shows on a tile whether its photo is selected.
 * @param {() => void} acts.moved Called after each movement.
 * @param {() => void} acts.rested Called when the movement ended.
 * @returns {Parts}
 */
export function makeParts(grid, { view, mark, moved, rested }) {
  const frame = frameOf(grid);
  const scroller = new Scroller(frame.scroll, frame.spacer, moved, rested);
  const scrubber = new Scrubber(grid.appendChild(document.createElement('div')), {
    position: () => scroller.position,
    last: () => scroller.last,
    go: (position) => scroller.jump(position),
    step: (key) => scroller.jump(positionAfterKey(key, view(), scroller.last)),
  });
  scrubber.element.className = 'scrubber';
  scrubber.element.setAttribute('aria-controls', frame.scroll.id);
  const rows = new TileRows(frame, mark);
  const loading = new Loading(rows, frame.queue, view);
  return { frame, scroller, scrubber, layers: new Layers([frame.layer, frame.headingLayer]), rows, loading };
}
