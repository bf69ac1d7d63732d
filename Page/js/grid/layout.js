/**
 * Owns the exact justified layout of a whole list: which photos make up each row, where each row lies, and the headings
 * of months and days. Pure; 1 million photos take some milliseconds, so every change lays out everything again.
 */

import { monthNumber } from '../core/dates.js';
import { NO_DAY, RATIOS } from '../list/shape.js';

/** @typedef {import('../list/shape.js').ListShape} ListShape */

/** The row begins a month, and has its heading above. */
export const MONTH = 1;
/** A day begins in the row, so that labels of days lie above the photos. */
export const DAYS = 2;
/** The row is not filled to the right edge. */
export const RAGGED = 4;

/**
 * @typedef {object} LayoutOptions
 * @property {number} width
 * @property {number} target The height that rows come close to.
 * @property {number} gap Between photos and between rows.
 * @property {'none' | 'month' | 'day'} grouping
 * @property {number} dayGap Between the photos of two days in a row.
 * @property {number} monthLead The height of a month's heading.
 * @property {number} dayLead The height of the labels of days.
 * @property {number} [top] Space above the first row.
 * @property {number} [bottom] Space below the last row.
 * @property {number} [pin] The index of a photo that begins a row, so that a change above it moves no photo below.
 */

/**
 * @typedef {object} Layout
 * @property {LayoutOptions} options
 * @property {number} count
 * @property {number} rows
 * @property {Uint32Array} first The first photo of each row, and the number of photos at the end.
 * @property {Float64Array} top Where each row (with its headings) begins, and the end of the last row.
 * @property {Uint16Array} height The height of the photos of each row.
 * @property {Uint8Array} flags
 * @property {Uint32Array} months The rows that begin a month.
 * @property {number} total The height of everything.
 * @property {number} columns The largest number of photos in a row.
 */

/** A last row is stretched over the whole width if that makes it at most this much higher. */
const LARGEST_STRETCH = 1.3;

/**
 * @param {ListShape} shape
 * @param {LayoutOptions} options
 * @returns {Layout}
 */
export function layOut(shape, options) {
  const { width, target, gap, dayGap, monthLead, dayLead } = options;
  const { count, shapes, days } = shape;
  const grouped = options.grouping !== 'none';
  const byDay = options.grouping === 'day';
  const pin = options.pin ?? -1;
  let capacity = Math.ceil(count / 3) + 64;
  let first = new Uint32Array(capacity + 1);
  let top = new Float64Array(capacity + 1);
  let height = new Uint16Array(capacity);
  let flags = new Uint8Array(capacity);
  /** @type {number[]} */
  const months = [];
  let rows = 0;
  let y = options.top ?? 0;
  let columns = 0;

  /**
   * Ends a row before photo `end`; `full` rows fill the width. The numbers of the row are parameters, so that the loop below
   * keeps them in registers.
   * @param {number} start
   * @param {number} end
   * @param {number} sum The ratios of the row.
   * @param {number} gaps
   * @param {number} rowFlags
   * @param {boolean} full
   */
  const close = (start, end, sum, gaps, rowFlags, full) => {
    if (rows === capacity) {
      capacity *= 2;
      first = grown(first, new Uint32Array(capacity + 1));
      top = grown(top, new Float64Array(capacity + 1));
      height = grown(height, new Uint16Array(capacity));
      flags = grown(flags, new Uint8Array(capacity));
    }
    let rowHeight = (width - gaps) / sum;
    if (!full && rowHeight > target * LARGEST_STRETCH) {
      rowHeight = target;
      rowFlags |= RAGGED;
    }
    rowHeight = Math.max(1, Math.round(rowHeight));
    first[rows] = start;
    top[rows] = y;
    height[rows] = rowHeight;
    flags[rows] = rowFlags;
    if (rowFlags & MONTH) {
      months.push(rows);
      y += monthLead;
    }
    if (rowFlags & DAYS) y += dayLead;
    y += rowHeight + gap;
    if (end - start > columns) columns = end - start;
    rows += 1;
  };

  // The row under construction.
  let start = 0;
  let sum = 0;
  let gaps = 0;
  let rowFlags = 0;

  let day = NaN;
  let month = NaN;
  for (let index = 0; index < count; index++) {
    let newDay = false;
    if (grouped && days[index] !== day) {
      day = days[index];
      const newMonth = day === NO_DAY ? Infinity : monthNumber(day);
      newDay = byDay && day !== NO_DAY;
      if (newMonth !== month) {
        month = newMonth;
        if (index > start) {
          close(start, index, sum, gaps, rowFlags, false);
          start = index;
          sum = gaps = 0;
        }
        rowFlags = MONTH;
      }
    }
    if (index === pin && index > start) {
      close(start, index, sum, gaps, rowFlags, false);
      start = index;
      sum = gaps = rowFlags = 0;
    }
    const ratio = RATIOS[shapes[index]];
    let gapBefore = index === start ? 0 : newDay ? dayGap : gap;
    if ((sum + ratio) * target + gaps + gapBefore >= width) {
      const without = sum > 0 ? (width - gaps) / sum : Infinity;
      const including = (width - gaps - gapBefore) / (sum + ratio);
      if (without * including < target * target) {
        close(start, index, sum, gaps, rowFlags, true);
        start = index;
        sum = gaps = rowFlags = gapBefore = 0;
      }
    }
    sum += ratio;
    gaps += gapBefore;
    if (newDay) rowFlags |= DAYS;
    if (sum * target + gaps >= width) {
      close(start, index + 1, sum, gaps, rowFlags, true);
      start = index + 1;
      sum = gaps = rowFlags = 0;
    }
  }
  if (start < count) close(start, count, sum, gaps, rowFlags, false);
  first[rows] = count;
  top[rows] = y;
  return {
    options,
    count,
    rows,
    first: first.subarray(0, rows + 1),
    top: top.subarray(0, rows + 1),
    height: height.subarray(0, rows),
    flags: flags.subarray(0, rows),
    months: Uint32Array.from(months),
    total: y + (options.bottom ?? 0),
    columns,
  };
}

/**
 * @template {Uint32Array | Float64Array | Uint16Array | Uint8Array} T
 * @param {T} from
 * @param {T} to
 */
function grown(from, to) {
  to.set(from);
  return to;
}

/**
 * The height of the headings above the photos of a row.
 * @param {Layout} layout
 * @param {number} row
 */
function leadOf(layout, row) {
  const flags = layout.flags[row];
  return (flags & MONTH ? layout.options.monthLead : 0) + (flags & DAYS ? layout.options.dayLead : 0);
}

/**
 * Where the photos of a row begin.
 * @param {Layout} layout
 * @param {number} row
 */
export function photosTop(layout, row) {
  return layout.top[row] + leadOf(layout, row);
}

/**
 * The row of a photo.
 * @param {Layout} layout
 * @param {number} index
 */
export function rowOf(layout, index) {
  return lastAtMost(layout.first, layout.rows, index);
}

/**
 * The row at a height, from the first to the last.
 * @param {Layout} layout
 * @param {number} y
 */
export function rowAt(layout, y) {
  return Math.max(0, lastAtMost(layout.top, layout.rows, y));
}

/**
 * @param {Uint32Array | Float64Array} numbers Rising.
 * @param {number} count
 * @param {number} number
 */
function lastAtMost(numbers, count, number) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] <= number) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The left edge and the width of each photo of a row, in whole pixels; full rows end exactly at the right edge.
 * @param {Layout} layout
 * @param {ListShape} shape
 * @param {number} row
 * @returns {{x: number, width: number}[]}
 */
export function placesOf(layout, shape, row) {
  const { width, target, gap, dayGap, grouping } = layout.options;
  const start = layout.first[row];
  const end = layout.first[row + 1];
  let sum = 0;
  let gaps = 0;
  /** @type {number[]} */
  const before = [];
  for (let index = start; index < end; index++) {
    const newDay = grouping === 'day' && index > start && shape.days[index] !== shape.days[index - 1];
    before.push(index === start ? 0 : newDay ? dayGap : gap);
    gaps += before[index - start];
    sum += RATIOS[shape.shapes[index]];
  }
  const scale = layout.flags[row] & RAGGED ? Math.min(target, (width - gaps) / sum) : (width - gaps) / sum;
  /** @type {{x: number, width: number}[]} */
  const places = [];
  let ratios = 0;
  let offset = 0;
  for (let index = start; index < end; index++) {
    offset += before[index - start];
    const x = Math.round(ratios * scale) + offset;
    ratios += RATIOS[shape.shapes[index]];
    places.push({ x, width: Math.max(1, Math.round(ratios * scale) + offset - x) });
  }
  return places;
}
