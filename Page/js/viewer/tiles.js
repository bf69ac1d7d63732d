/** Owns which tiles of a large picture are on the screen. Pure. */

/** @typedef {import('../core/types.js').TileGrid} TileGrid */
/** @typedef {import('./zoom.js').Size} Size */
/** @typedef {import('./zoom.js').Zoom} Zoom */

/**
 * A tile and its place, in fractions of the picture's sides.
 * @typedef {object} Tile
 * @property {number} column
 * @property {number} row
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 */

/**
 * The tiles that the window shows, those in its middle first.
 * @param {TileGrid} grid
 * @param {Size} fitted
 * @param {Zoom} zoom
 * @param {Size} stage
 * @returns {Tile[]}
 */
export function tilesInView({ width, height, side }, fitted, zoom, stage) {
  const columns = seenParts(width, side, fitted.width * zoom.scale, zoom.x, stage.width);
  const rows = seenParts(height, side, fitted.height * zoom.scale, zoom.y, stage.height);
  /** @type {(Tile & {away: number})[]} */
  const tiles = [];
  for (let row = rows.first; row < rows.end; row++) {
    for (let column = columns.first; column < columns.end; column++) {
      const away = Math.hypot(column + 0.5 - columns.middle, row + 0.5 - rows.middle);
      const size = { width: Math.min(side, width - column * side) / width, height: Math.min(side, height - row * side) / height };
      tiles.push({ column, row, left: (column * side) / width, top: (row * side) / height, ...size, away });
    }
  }
  return tiles.sort((a, b) => a.away - b.away).map(({ away: _, ...tile }) => tile);
}

/**
 * The columns or rows that are seen, and the one in the middle of the window.
 * @param {number} pixels The picture's side.
 * @param {number} side
 * @param {number} shown The picture's side on the screen.
 * @param {number} offset How far the picture is moved from the middle of the window.
 * @param {number} window The window's side.
 */
function seenParts(pixels, side, shown, offset, window) {
  const at = (/** @type {number} */ point) => (Math.min(1, Math.max(0, 0.5 + (point - offset) / shown)) * pixels) / side;
  return { first: Math.floor(at(-window / 2)), end: Math.ceil(at(window / 2)), middle: at(0) };
}
