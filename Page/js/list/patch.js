/**
 * Owns what a change of a list means: the segments of the old list that make up the new one. Shapes, cached items,
 * selections and positions all follow a change through the same segments.
 *
 * A change has the meaning of PhotoKit's PHFetchResultChangeDetails. `removed` holds indexes of the old list. `inserted`
 * and `changed` hold indexes of the new list. The `from` of a move is an index after removals and insertions, its `to` an
 * index of the new list; all moved photos are taken out before any is put back.
 */

/** @typedef {import('./shape.js').ListShape} ListShape */
/** @typedef {import('../core/types.js').Range} Range */

/**
 * @typedef {object} ListChange
 * @property {number} from The version before.
 * @property {number} to The version after.
 * @property {number} count
 * @property {number} [videos] The number of videos among the photos.
 * @property {Range[]} removed
 * @property {Range[]} inserted
 * @property {string} insertedShapes Bytes as base64.
 * @property {[day: number, count: number][]} insertedDays
 * @property {[index: number, shape: number, day: number][]} changed
 * @property {[from: number, to: number][]} moved
 */

/**
 * A run of photos of the new list.
 * @typedef {object} Segment
 * @property {number} at The index of the first photo in the new list.
 * @property {number} from Its index in the old list; for inserted photos, -1 - the number of insertions before.
 * @property {number} length
 */

/**
 * A change in the form that lists, positions and selections follow.
 * @typedef {object} Patch
 * @property {Segment[]} segments In the order of the new list.
 * @property {Segment[]} byOld The segments of old photos, in the order of the old list.
 * @property {number} oldCount
 * @property {number} count
 */

/**
 * @param {Pick<ListChange, 'removed' | 'inserted' | 'moved'>} change
 * @param {number} oldCount
 * @returns {Patch}
 */
export function patchOf(change, oldCount) {
  let segments = withoutRanges([{ at: 0, from: 0, length: oldCount }], change.removed);
  segments = withInsertions(segments, change.inserted);
  if (change.moved.length > 0) segments = withMoves(segments, change.moved);
  segments = numbered(segments);
  const last = segments[segments.length - 1];
  return {
    segments,
    byOld: segments.filter((segment) => segment.from >= 0).sort((a, b) => a.from - b.from),
    oldCount,
    count: last ? last.at + last.length : 0,
  };
}

/**
 * Drops empty segments, joins neighbours and gives each its index in the list.
 * @param {Segment[]} segments
 */
function numbered(segments) {
  /** @type {Segment[]} */
  const result = [];
  let at = 0;
  for (const { from, length } of segments) {
    if (length <= 0) continue;
    const last = result[result.length - 1];
    const joins = last && (from >= 0 ? last.from >= 0 && last.from + last.length === from : last.from < 0 && last.from - last.length === from);
    if (last && joins) last.length += length;
    else result.push({ at, from, length });
    at += length;
  }
  return result;
}

/**
 * The part of a segment from `skip` on, `length` long.
 * @param {Segment} segment
 * @param {number} skip
 * @param {number} length
 * @returns {Segment}
 */
function part(segment, skip, length) {
  return { at: segment.at + skip, from: segment.from >= 0 ? segment.from + skip : segment.from - skip, length };
}

/**
 * @param {Segment[]} segments
 * @param {Range[]} ranges Rising, without overlaps.
 */
function withoutRanges(segments, ranges) {
  /** @type {Segment[]} */
  const kept = [];
  let next = 0;
  for (const segment of segments) {
    let skip = 0;
    while (next < ranges.length) {
      const [first, length] = ranges[next];
      if (first >= segment.at + segment.length) break;
      const start = Math.max(first - segment.at, skip);
      kept.push(part(segment, skip, start - skip));
      skip = Math.min(segment.length, first + length - segment.at);
      if (first + length > segment.at + segment.length) break;
      next += 1;
    }
    kept.push(part(segment, skip, segment.length - skip));
  }
  return numbered(kept);
}

/**
 * @param {Segment[]} segments
 * @param {Range[]} ranges Rising indexes in the list with the insertions.
 */
function withInsertions(segments, ranges) {
  /** @type {Segment[]} */
  const result = [];
  const queue = segments.map((segment) => ({ ...segment }));
  let head = 0;
  let at = 0;
  let insertions = 0;
  for (const [first, length] of ranges) {
    while (at < first && head < queue.length) {
      const segment = queue[head];
      const take = Math.min(segment.length, first - at);
      result.push(part(segment, 0, take));
      at += take;
      if (take === segment.length) head += 1;
      else queue[head] = part(segment, take, segment.length - take);
    }
    result.push({ at, from: -1 - insertions, length });
    insertions += length;
    at += length;
  }
  return numbered(result.concat(queue.slice(head)));
}

/**
 * @param {Segment[]} segments
 * @param {[from: number, to: number][]} moves
 */
function withMoves(segments, moves) {
  const leaving = moves.map(([from]) => from).sort((a, b) => a - b);
  /** @type {Range[]} */
  const ranges = leaving.map((from) => [from, 1]);
  const rest = withoutRanges(segments, ranges);
  const arriving = [...moves].sort((a, b) => a[1] - b[1]);
  /** @type {Segment[]} */
  const result = [];
  const queue = rest;
  let head = 0;
  let at = 0;
  for (const [from, to] of arriving) {
    while (at < to && head < queue.length) {
      const segment = queue[head];
      const take = Math.min(segment.length, to - at);
      result.push(part(segment, 0, take));
      at += take;
      if (take === segment.length) head += 1;
      else queue[head] = part(segment, take, segment.length - take);
    }
    const source = segments[lastAtMost(segments, from, atOf)];
    result.push(part(source, from - source.at, 1));
    at += 1;
  }
  return result.concat(queue.slice(head));
}

const atOf = (/** @type {Segment} */ segment) => segment.at;
const fromOf = (/** @type {Segment} */ segment) => segment.from;

/**
 * The position of the last segment whose key is at most a number, or -1.
 * @param {Segment[]} segments
 * @param {number} number
 * @param {(segment: Segment) => number} key
 */
function lastAtMost(segments, number, key) {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(segments[middle]) <= number) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The index in the new list of a photo of the old list; -1 where it was removed.
 * @param {Patch} patch
 * @param {number} index
 */
export function newIndexOf(patch, index) {
  const segment = patch.byOld[lastAtMost(patch.byOld, index, fromOf)];
  if (!segment || index < 0 || index >= segment.from + segment.length) return -1;
  return segment.at + index - segment.from;
}

/**
 * The index in the old list of a photo of the new list; -1 where it was inserted.
 * @param {Patch} patch
 * @param {number} index
 */
export function oldIndexOf(patch, index) {
  const segment = patch.segments[lastAtMost(patch.segments, index, atOf)];
  if (!segment || segment.from < 0 || index >= segment.at + segment.length) return -1;
  return segment.from + index - segment.at;
}

/**
 * The new index of a photo or, where it was removed, of the next photo after it that stays (or the last one).
 * @param {Patch} patch
 * @param {number} index
 */
export function nearestNewIndex(patch, index) {
  const exact = newIndexOf(patch, index);
  if (exact >= 0 || patch.count === 0) return exact;
  const next = patch.byOld[lastAtMost(patch.byOld, index, fromOf) + 1];
  return next ? next.at : patch.count - 1;
}

/**
 * Ranges of the old list as ranges of the new list.
 * @param {Patch} patch
 * @param {Range[]} ranges
 * @returns {Range[]}
 */
export function mapRanges(patch, ranges) {
  /** @type {Range[]} */
  const result = [];
  for (const [first, length] of ranges) {
    let position = Math.max(0, lastAtMost(patch.byOld, first, fromOf));
    for (; position < patch.byOld.length && patch.byOld[position].from < first + length; position++) {
      const segment = patch.byOld[position];
      const start = Math.max(first, segment.from);
      const end = Math.min(first + length, segment.from + segment.length);
      if (end > start) result.push([segment.at + start - segment.from, end - start]);
    }
  }
  result.sort((a, b) => a[0] - b[0]);
  /** @type {Range[]} */
  const joined = [];
  for (const range of result) {
    const last = joined[joined.length - 1];
    if (last && last[0] + last[1] === range[0]) last[1] += range[1];
    else joined.push(range);
  }
  return joined;
}

/**
 * Whether a change leaves every photo in its place with its ratio and day, as a mark or a caption does.
 * @param {ListShape} shape
 * @param {Patch} patch
 * @param {Pick<ListChange, 'changed'>} change
 */
function keepsShape(shape, patch, change) {
  const [segment] = patch.segments;
  if (patch.segments.length > 1 || patch.count !== shape.count || (segment && (segment.at !== 0 || segment.from !== 0))) return false;
  return change.changed.every(([index, ratio, day]) => shape.shapes[index] === ratio && shape.days[index] === day);
}

/**
 * The list after a change.
 * @param {ListShape} shape
 * @param {Patch} patch
 * @param {Pick<ListChange, 'insertedShapes' | 'insertedDays' | 'changed'>} change
 * @returns {ListShape}
 */
export function patchShape(shape, patch, change) {
  if (keepsShape(shape, patch, change)) return shape;
  const shapes = new Uint8Array(patch.count);
  const days = new Int32Array(patch.count);
  const newShapes = Uint8Array.from(atob(change.insertedShapes || ''), (letter) => letter.charCodeAt(0));
  const newDays = new Int32Array(newShapes.length).fill(-1);
  let at = 0;
  for (const [day, count] of change.insertedDays) {
    newDays.fill(day, at, at + count);
    at += count;
  }
  for (const { at, from, length } of patch.segments) {
    const [shapeSource, daySource, start] = from >= 0 ? [shape.shapes, shape.days, from] : [newShapes, newDays, -1 - from];
    shapes.set(shapeSource.subarray(start, start + length), at);
    days.set(daySource.subarray(start, start + length), at);
  }
  for (const [index, ratio, day] of change.changed) {
    shapes[index] = ratio;
    days[index] = day;
  }
  return { count: patch.count, shapes, days };
}
