/**
 * Owns what is known about the photos of one list: names, times and badges, fetched in pieces around what is seen, and kept
 * at their right indexes while the list changes.
 */

import { newIndexOf } from './patch.js';
import { PIECE } from './piece.js';

/** @typedef {import('../core/types.js').Item} Item */
/** @typedef {import('./patch.js').Patch} Patch */

const LARGEST_REQUEST = 500;
const MOST_KEPT = 6000;

/** @typedef {(version: number, from: number, count: number, signal: AbortSignal) => Promise<{version: number, from: number, items: Item[]}>} Fetch */

export class ItemCache {
  /**
   * @param {Fetch} fetch
   * @param {(first: number, end: number) => void} arrived Called with the indexes that became known.
   * @param {(error: unknown, version: number) => void} failed
   */
  constructor(fetch, arrived, failed) {
    this.fetch = fetch;
    this.arrived = arrived;
    this.failed = failed;
    this.version = 0;
    this.count = 0;
    /** @type {Map<number, Item>} */
    this.known = new Map();
    /**
     * Indexes whose item is shown but no longer true.
     * @type {Set<number>}
     */
    this.stale = new Set();
    /**
     * The version of the list that each known item was read in.
     * @type {WeakMap<Item, number>}
     */
    this.read = new WeakMap();
    /**
     * Requests on their way.
     * @type {Set<{first: number, end: number, abort: AbortController}>}
     */
    this.requests = new Set();
    /**
     * The last changes, to put late answers at their right place.
     * @type {{from: number, patch: Patch, changed: Set<number>}[]}
     */
    this.patches = [];
  }

  /**
   * Begins again with another list.
   * @param {number} version
   * @param {number} count
   */
  reset(version, count) {
    for (const { abort } of this.requests) abort.abort();
    this.requests.clear();
    this.known.clear();
    this.stale.clear();
    this.patches = [];
    this.version = version;
    this.count = count;
  }

  /** @param {number} index */
  get(index) {
    return this.known.get(index);
  }

  /**
   * Fetches what is not known of the photos from `first` to before `end`. Requests that no longer touch these photos are given up.
   * @param {number} first
   * @param {number} end
   * @param {number} [also] A photo elsewhere that is fetched, too.
   */
  want(first, end, also = -1) {
    for (const request of this.requests) {
      if (request.first <= also && also < request.end) continue;
      if (request.end <= first - LARGEST_REQUEST || request.first >= end + LARGEST_REQUEST) {
        request.abort.abort();
        this.requests.delete(request);
      }
    }
    let start = -1;
    for (let piece = Math.floor(first / PIECE) * PIECE; piece < end + PIECE; piece += PIECE) {
      const isMissing = piece < end && this.isMissing(Math.max(first, piece), Math.min(end, piece + PIECE), piece);
      if (isMissing && start < 0) start = piece;
      if (start >= 0 && (!isMissing || piece + PIECE - start >= LARGEST_REQUEST)) {
        this.request(start, Math.min(this.count, isMissing ? piece + PIECE : piece));
        start = -1;
      }
    }
    const isElsewhere = also >= 0 && also < this.count && (also < first || also >= end);
    if (isElsewhere && this.isMissing(also, also + 1, also)) void this.request(also, also + 1);
    this.forget((first + end) / 2);
  }

  /**
   * @param {number} first
   * @param {number} end
   * @param {number} piece
   */
  isMissing(first, end, piece) {
    for (const request of this.requests) if (request.first <= piece && request.end >= end) return false;
    for (let index = first; index < end; index++) {
      if (!this.known.has(index) || this.stale.has(index)) return true;
    }
    return false;
  }

  /**
   * @param {number} first
   * @param {number} end
   */
  async request(first, end) {
    if (end <= first) return;
    const abort = new AbortController();
    const request = { first, end, abort };
    this.requests.add(request);
    const asked = this.version;
    try {
      const answer = await this.fetch(asked, first, end - first, abort.signal);
      if (!this.requests.delete(request)) return;
      this.take(answer.version, answer.from, answer.items);
    } catch (error) {
      if (this.requests.delete(request)) this.failed(error, asked);
    }
  }

  /**
   * Takes an answer. One to a request for an earlier version of the list may come after one for a later version.
   * @param {number} version
   * @param {number} from
   * @param {Item[]} items
   */
  take(version, from, items) {
    const start = this.patches.findIndex((patch) => patch.from === version);
    if (version !== this.version && start < 0) return;
    const later = version === this.version ? [] : this.patches.slice(start);
    let first = Infinity;
    let end = 0;
    items.forEach((item, offset) => {
      let index = from + offset;
      let isOld = false;
      for (const { patch, changed } of later) {
        if (index >= 0) index = newIndexOf(patch, index);
        isOld ||= changed.has(index);
      }
      if (index < 0) return;
      const present = this.known.get(index);
      if (present && (this.read.get(present) ?? 0) > version) return;
      this.known.set(index, item);
      this.read.set(item, version);
      if (isOld) this.stale.add(index);
      else this.stale.delete(index);
      first = Math.min(first, index);
      end = Math.max(end, index + 1);
    });
    if (end > 0) this.arrived(first, end);
  }

  /**
   * Follows a change of the list. Items that changed stay visible until their new state arrives.
   * @param {Patch} patch
   * @param {number} from
   * @param {number} to
   * @param {number[]} changed Indexes of the new list.
   */
  follow(patch, from, to, changed) {
    /** @type {Map<number, Item>} */
    const known = new Map();
    for (const [index, item] of this.known) {
      const next = newIndexOf(patch, index);
      if (next >= 0) known.set(next, item);
    }
    const stale = [...this.stale].map((index) => newIndexOf(patch, index)).filter((index) => index >= 0);
    this.known = known;
    this.stale = new Set([...stale, ...changed]);
    this.version = to;
    this.count = patch.count;
    this.patches.push({ from, patch, changed: new Set(changed) });
    if (this.patches.length > 50) this.patches.shift();
    // Requests for the old indexes still help where they arrive, but no longer count as on their way.
    for (const request of this.requests) {
      request.first = -1;
      request.end = -1;
    }
  }

  /** Lets everything be asked for again, because something changed that is no change of the list. It is shown until then. */
  refresh() {
    for (const index of this.known.keys()) this.stale.add(index);
  }

  /** @param {number} middle */
  forget(middle) {
    if (this.known.size <= MOST_KEPT) return;
    const far = [...this.known.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const index of far.slice(0, MOST_KEPT / 3)) this.known.delete(index);
  }
}
