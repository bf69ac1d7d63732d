/**
 * Owns how a tile shows that its photo is selected or picked. Selections are ranges of the list; picks are photos by name,
 * because they stay while the person looks at other lists.
 */

import { t } from '../core/texts.js';
import { labelOf } from '../list/labels.js';
import { contains } from '../list/selection.js';
import { selectTile } from './description.js';

/** @typedef {import('../list/selection.js').Selected} Selected */
/** @typedef {import('./tiles.js').Tile} Tile */

/**
 * What picks photos in place of the selection.
 * @typedef {object} GridPicks
 * @property {(id: string) => number} numberOf The position of a photo, from 1; 0 where it is not picked.
 * @property {boolean} isOrdered Whether tiles show the position.
 * @property {(index: number) => void} toggle
 * @property {(index: number) => void} extend
 */

/**
 * @param {Tile} tile
 * @param {Selected} selected
 * @param {GridPicks | null} picks What picks photos in place of the selection; null for the page of the library.
 */
export function markTile(tile, selected, picks) {
  if (!picks) {
    selectTile(tile, contains(selected, tile.index));
    return;
  }
  const number = tile.item ? picks.numberOf(tile.item.id) : 0;
  selectTile(tile, number > 0);
  const { element } = tile;
  if (element.querySelector('.lens') === null) {
    const lens = element.appendChild(document.createElement('span'));
    lens.className = 'lens';
    lens.title = t('picking.look');
    // The key v does the same, so readers need no second stop in each photo.
    lens.setAttribute('aria-hidden', 'true');
  }
  const text = number > 0 && picks.isOrdered ? String(number) : undefined;
  if (element.dataset.pick === text) return;
  if (text === undefined) delete element.dataset.pick;
  else element.dataset.pick = text;
  if (tile.item) element.setAttribute('aria-label', number > 0 ? `${t('picking.number', { number })}, ${labelOf(tile.item)}` : labelOf(tile.item));
}
