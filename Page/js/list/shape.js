/**
 * Owns the shape of a list: for each photo one byte of aspect ratio and the day it was taken.
 * The grid needs nothing else to lay out a whole library.
 */

/** The day of a photo without a date. */
export const NO_DAY = -1;

/** Ratios that the layout uses: very tall and very wide photos are cropped in the grid. */
const NARROWEST = 0.5;
const WIDEST = 4;

/**
 * @typedef {object} ListShape
 * @property {number} count
 * @property {Uint8Array} shapes The ratio of each photo, as `byteOfRatio` codes it.
 * @property {Int32Array} days Days since 1970-01-01 in the photo's own zone, or NO_DAY.
 */

/** The ratio (width / height) that a byte stands for, cropped to what the grid shows. */
export const RATIOS = new Float64Array(256).map((_, byte) =>
  Math.min(WIDEST, Math.max(NARROWEST, 2 ** ((byte - 128) / 32))),
);

/**
 * Codes a ratio as a byte; 128 is a square, 32 steps double the width.
 * @param {number} ratio
 */
export function byteOfRatio(ratio) {
  if (!(ratio > 0)) return 128;
  return Math.min(255, Math.max(0, Math.round(128 + 32 * Math.log2(ratio))));
}

/** @returns {ListShape} */
export function emptyShape() {
  return { count: 0, shapes: new Uint8Array(0), days: new Int32Array(0) };
}

/**
 * The shape of the first photos of a list.
 * @param {ListShape} shape
 * @param {number} count
 * @returns {ListShape}
 */
export function beginning({ shapes, days }, count) {
  return { count, shapes: shapes.subarray(0, count), days: days.subarray(0, count) };
}

/**
 * The neighbours of a photo that were taken on its day.
 * @param {ListShape} shape
 * @param {number} index
 * @returns {import('../core/types.js').Range}
 */
export function dayRange({ count, days }, index) {
  let first = index;
  let end = index + 1;
  while (first > 0 && days[first - 1] === days[index]) first -= 1;
  while (end < count && days[end] === days[index]) end += 1;
  return [first, end - first];
}

/**
 * Reads the binary answer of `/api/views/{view}/shape`.
 * @param {ArrayBuffer} buffer
 * @returns {ListShape & {version: number}}
 */
export function parseShape(buffer) {
  const data = new DataView(buffer);
  const magic = buffer.byteLength < 20 ? '' : String.fromCharCode(...new Uint8Array(buffer, 0, 4));
  if (magic !== 'OPKV' || data.getUint32(4, true) !== 1) throw new Error('The list has an unknown format.');
  const version = data.getUint32(8, true);
  const count = data.getUint32(12, true);
  const sections = data.getUint32(16, true);
  if (buffer.byteLength < 20 + sections * 8 + count) throw new Error('The list is incomplete.');
  const days = new Int32Array(count);
  let at = 0;
  for (let section = 0; section < sections; section++) {
    const length = data.getUint32(24 + section * 8, true);
    days.fill(data.getInt32(20 + section * 8, true), at, at + length);
    at += length;
  }
  if (at < count) days.fill(NO_DAY, at);
  return { version, count, days, shapes: new Uint8Array(buffer.slice(20 + sections * 8, 20 + sections * 8 + count)) };
}
