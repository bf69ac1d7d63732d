/**
 * Owns what a tile tells about its photo: badges in the corner, the words for readers, and whether it is selected.
 */

import { lengthWords } from '../core/dates.js';
import { t } from '../core/texts.js';
import { labelOf } from '../list/labels.js';
import { colorTile } from './tiles.js';

/** @typedef {import('../core/types.js').Item} Item */
/** @typedef {import('./tiles.js').Tile} Tile */
/** @typedef {import('../list/problems.js').PictureProblem} PictureProblem */

/** The small words in the corner: what kind of photo this is. */
const BADGES = ['raw', 'pano'];

/**
 * Lets a tile tell about its photo: colour, badges and the words for readers.
 * @param {Tile} tile
 * @param {Item | undefined} item
 */
export function describeTile(tile, item) {
  if (tile.item === item && item !== undefined) return;
  tile.item = item;
  const { element } = tile;
  colorTile(tile, item);
  const words = [];
  let classes = 'tile';
  if (item) {
    if (item.kind !== 'image') {
      words.push(lengthWords(item.seconds ?? 0));
      classes += ' video';
    }
    for (const flag of BADGES) if (item.flags.includes(flag)) words.push(t(`badge.${flag}`));
    if (item.daysLeft !== undefined) words.push(t('trash.short', { count: item.daysLeft }));
    for (const flag of ['favorite', 'live', 'offline']) if (item.flags.includes(flag)) classes += ` ${flag}`;
  }
  if (element.classList.contains('selected')) classes += ' selected';
  if (element.classList.contains('no-picture') && item) classes += ' no-picture';
  if (element.className !== classes) element.className = classes;
  if (words.length > 0) element.dataset.badge = words.join(' · ');
  else delete element.dataset.badge;
  nameTile(tile);
}

/** @param {Tile} tile */
function nameTile({ element, item }) {
  const { problem } = element.dataset;
  const words = item ? [labelOf(item)] : [t('photo.unknown')];
  if (problem && !item?.flags.includes(problem)) words.push(t(`problem.${problem}`));
  element.setAttribute('aria-label', words.join(', '));
}

/**
 * Shows why a tile has no picture; null where nothing is wrong, or where nobody knows.
 * @param {Tile} tile
 * @param {PictureProblem | null} problem
 */
export function tellProblem(tile, problem) {
  const { dataset } = tile.element;
  if (dataset.problem === (problem ?? undefined)) return;
  if (problem) dataset.problem = problem;
  else delete dataset.problem;
  nameTile(tile);
}

/**
 * @param {Tile} tile
 * @param {boolean} isSelected
 */
export function selectTile(tile, isSelected) {
  if (tile.element.classList.contains('selected') !== isSelected) tile.element.classList.toggle('selected', isSelected);
  tile.element.setAttribute('aria-selected', String(isSelected));
}
