/**
 * Owns the elements of photos in the grid: two for each photo, used again for other photos, and what they say to readers.
 */

import { lengthWords, longDayWords, clockWords } from '../core/dates.js';
import { locale, t } from '../core/texts.js';

/** @typedef {import('../core/types.js').Item} Item */

/**
 * @typedef {object} Tile
 * @property {HTMLElement} element
 * @property {HTMLImageElement} picture
 * @property {number} index The photo of the tile; -1 where it shows none.
 * @property {string} address The picture that is wanted.
 * @property {number} attempt Rises with each request for a picture, so that late answers are known.
 * @property {boolean} shown Whether a picture is visible.
 * @property {Item | undefined} item
 * @property {number} x
 * @property {number} y The position in the whole grid.
 * @property {number} width
 * @property {number} height
 * @property {string} color What was written to the style as the colour.
 * @property {string} placed What was written to the style, so that nothing is written twice.
 */

let made = 0;

/** @returns {Tile} */
export function makeTile() {
  const element = document.createElement('div');
  element.className = 'tile';
  element.id = `photo-${made++}`;
  element.setAttribute('role', 'gridcell');
  element.tabIndex = -1;
  const picture = document.createElement('img');
  picture.alt = '';
  picture.draggable = false;
  picture.decoding = 'async';
  element.append(picture);
  return { element, picture, index: -1, address: '', attempt: 0, shown: false, item: undefined, x: 0, y: 0, width: 0, height: 0, color: '', placed: '' };
}

/**
 * Puts a tile to its place relative to the origin of the layer.
 * @param {Tile} tile
 * @param {number} x
 * @param {number} y The position in the whole grid.
 * @param {number} width
 * @param {number} height
 * @param {number} origin
 */
export function placeTile(tile, x, y, width, height, origin) {
  const placed = `${x} ${y - origin} ${width} ${height}`;
  tile.x = x;
  tile.y = y;
  tile.width = width;
  tile.height = height;
  if (tile.placed === placed) return;
  tile.placed = placed;
  const { style } = tile.element;
  style.transform = `translate(${x}px, ${y - origin}px)`;
  style.width = `${width}px`;
  style.height = `${height}px`;
  style.setProperty('--height', `${height}px`);
}

/**
 * Gives a tile the colour of its photo, which shows until the picture does.
 * @param {Tile} tile
 * @param {Item | undefined} item
 */
export function colorTile(tile, item) {
  const color = item?.color && /^#[0-9a-f]{6}$/i.test(item.color) ? item.color : '';
  if (tile.color === color) return;
  tile.color = color;
  tile.element.style.backgroundColor = color;
}

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
  element.setAttribute('aria-label', item ? labelOf(item) : t('photo.unknown'));
}

/**
 * A photo in words: Photo, Tuesday, 4 June 2024, 12:00, favorite.
 * @param {Item} item
 */
export function labelOf(item) {
  const words = [t(item.kind === 'video' ? 'photo.video' : item.kind === 'audio' ? 'photo.audio' : item.flags.includes('live') ? 'photo.live' : 'photo.photo')];
  words.push(item.day !== -1 ? longDayWords(item.day, locale) : t('photo.undated'));
  if (item.time) words.push(clockWords(item.time, locale));
  if (item.kind !== 'image' && item.seconds) words.push(lengthWords(item.seconds));
  for (const flag of ['favorite', 'raw', 'pano', 'screenshot', 'edited', 'offline', 'hidden']) {
    if (item.flags.includes(flag)) words.push(t(`flag.${flag}`));
  }
  if (item.daysLeft !== undefined) words.push(t('trash.left', { count: item.daysLeft }));
  return words.join(', ');
}

/**
 * @param {Tile} tile
 * @param {boolean} isSelected
 */
export function selectTile(tile, isSelected) {
  if (tile.element.classList.contains('selected') !== isSelected) tile.element.classList.toggle('selected', isSelected);
  tile.element.setAttribute('aria-selected', String(isSelected));
}
