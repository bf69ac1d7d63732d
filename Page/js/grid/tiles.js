/**
 * Owns the elements of photos in the grid: two for each photo, used again for other photos.
 */

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
