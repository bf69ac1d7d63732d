/**
 * Owns how a photo lies in its window: fitted, enlarged at a point, moved within its edges. Pure.
 */

/**
 * The photo is drawn at its fitted size in the middle, moved by x and y and enlarged by `scale` around its middle.
 * @typedef {object} Zoom
 * @property {number} scale
 * @property {number} x
 * @property {number} y
 */

/** @typedef {{width: number, height: number}} Size */

/** @type {Zoom} */
export const FITTED = { scale: 1, x: 0, y: 0 };

/** A photo that is one pixel wide still has to be seen. */
const THINNEST = 3;
/** A small photo uses the window, up to so many pixels of the screen for one of its own. */
const MOST_ENLARGED = 3;
/** A photo with a longer side is sent in tiles where it is enlarged further than the sharpest whole picture of it. */
const LARGEST_WHOLE = 8192;
const SHARPEST_BELOW_TILES = 4096;

/**
 * The size at which a photo fits the window. A small photo is enlarged, but not so far that it is a blur.
 * @param {Size} photo In pixels.
 * @param {Size} stage In CSS pixels.
 * @param {number} ratio Device pixels per CSS pixel.
 * @returns {Size}
 */
export function fittedSize(photo, stage, ratio) {
  const width = photo.width || 1;
  const height = photo.height || 1;
  const scale = Math.min(stage.width / width, stage.height / height, Math.max(1, MOST_ENLARGED / ratio));
  return { width: Math.max(THINNEST, width * scale), height: Math.max(THINNEST, height * scale) };
}

/**
 * The enlargement at which one pixel of the photo is one pixel of the screen.
 * @param {Size} photo
 * @param {Size} fitted
 * @param {number} ratio
 */
export function trueScale(photo, fitted, ratio) {
  return Math.max(photo.width / (fitted.width * ratio), photo.height / (fitted.height * ratio));
}

/**
 * Whether single pixels of the photo are shown as squares: where somebody enlarges it so far that there is nothing else to see.
 * @param {Size} photo
 * @param {Size} fitted
 * @param {number} scale
 * @param {number} ratio
 */
export function showsPixels(photo, fitted, scale, ratio) {
  return scale > 1.01 && scale * fitted.width * ratio > photo.width * MOST_ENLARGED;
}

/**
 * @param {Size} photo
 * @param {Size} fitted
 * @param {number} ratio
 */
export function largestScale(photo, fitted, ratio) {
  return Math.max(4, trueScale(photo, fitted, ratio) * 4);
}

/**
 * Keeps the edges of an enlarged photo outside the middle of the window, and a photo that fits in the middle.
 * @param {Zoom} zoom
 * @param {Size} fitted
 * @param {Size} stage
 * @returns {Zoom}
 */
export function within({ scale, x, y }, fitted, stage) {
  const roomX = Math.max(0, (fitted.width * scale - stage.width) / 2);
  const roomY = Math.max(0, (fitted.height * scale - stage.height) / 2);
  // Adding 0 makes of -0 a 0.
  return { scale, x: Math.min(roomX, Math.max(-roomX, x)) + 0, y: Math.min(roomY, Math.max(-roomY, y)) + 0 };
}

/**
 * Enlarges so that the point under the pointer stays under it.
 * @param {Zoom} zoom
 * @param {number} scale The new enlargement.
 * @param {number} px The point, from the middle of the window.
 * @param {number} py
 * @returns {Zoom}
 */
export function zoomAt(zoom, scale, px, py) {
  const factor = scale / zoom.scale;
  return { scale, x: px - (px - zoom.x) * factor, y: py - (py - zoom.y) * factor };
}

/**
 * The enlargement after an edit or in another window: no more than there is to see, and with the edges in their place.
 * @param {Zoom} zoom
 * @param {number} largest The largest scale.
 * @param {Size} fitted
 * @param {Size} stage
 */
export function keptZoom(zoom, largest, fitted, stage) {
  return within(zoomAt(zoom, Math.min(zoom.scale, largest), 0, 0), fitted, stage);
}

/**
 * The longer side of the whole picture to ask for, in steps, so that few sizes are made: at most the original's.
 * @param {Size} photo
 * @param {Size} fitted
 * @param {number} scale
 * @param {number} ratio
 */
export function pictureWidth(photo, fitted, scale, ratio) {
  const needed = Math.max(fitted.width, fitted.height) * scale * ratio;
  const whole = Math.max(photo.width, photo.height);
  const largest = whole > LARGEST_WHOLE ? SHARPEST_BELOW_TILES : whole;
  for (const step of [1024, 2048, 4096, 8192]) if (needed <= step && step < largest) return step;
  return largest;
}

/**
 * Whether the screen shows so many pixels that the photo is sent in tiles.
 * @param {Size} photo
 * @param {Size} fitted
 * @param {number} scale
 * @param {number} ratio
 */
export function needsTiles(photo, fitted, scale, ratio) {
  const needed = Math.max(fitted.width, fitted.height) * scale * ratio;
  return Math.max(photo.width, photo.height) > LARGEST_WHOLE && needed > SHARPEST_BELOW_TILES * 1.5;
}
