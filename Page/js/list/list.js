/**
 * Owns one live list of photos: its shape and items, fetched once, then kept true by the changes that the server announces.
 */

import { api, statusOf } from '../core/api.js';
import { oneAtATime } from '../core/oneatatime.js';
import { errorWords } from '../core/servertexts.js';
import { ItemCache } from './items.js';
import { patchOf, patchShape } from './patch.js';
import { emptyShape, parseShape } from './shape.js';

/** @typedef {import('./patch.js').ListChange} ListChange */
/** @typedef {import('./patch.js').Patch} Patch */

/**
 * `loading` until the shape is there; `locked` asks again (hidden photos); `gone` where there is no such list;
 * `failed` where the server or the connection is broken.
 * @typedef {'loading' | 'ready' | 'locked' | 'gone' | 'failed' | 'signedOut'} Status
 */

/** Milliseconds until a failed request is made again. */
const RETRY = 1000;

/**
 * What happened to a list. A change without a patch means that everything is new.
 * @typedef {{patch: Patch | null, inserted: number, removed: number}} ListNews
 */

export class PhotoList {
  /** @param {string} view The key of the view. */
  constructor(view) {
    this.view = view;
    /** @type {Status} */
    this.status = 'loading';
    /** Why the list failed, in the words of the server. */
    this.reason = '';
    this.title = '';
    /**
     * The number of videos; null where it is not known.
     * @type {number | null}
     */
    this.videos = null;
    this.version = 0;
    this.token = '';
    /** @type {'date' | 'manual' | 'trash'} */
    this.order = 'date';
    this.canReorder = false;
    /**
     * What the search was understood as, where the list is one.
     * @type {import('../core/types.js').Understood | undefined}
     */
    this.search = undefined;
    this.shape = emptyShape();
    this.items = new ItemCache(
      (version, from, count, signal) => api.items(this.view, version, from, count, signal),
      (first, end) => this.onItems(first, end),
      (error, version) => this.itemsFailed(error, version),
    );
    /**
     * Changes that arrived while the shape was on its way.
     * @type {ListChange[]}
     */
    this.waiting = [];
    this.isClosed = false;
    this.isLoading = false;
    /** Fetches the list. Called again, it replaces everything. */
    this.load = oneAtATime(() => this.fetch());
    this.retryTimer = 0;
    /** @type {(news: ListNews) => void} */
    this.onChange = () => {};
    /** @type {(first: number, end: number) => void} */
    this.onItems = () => {};
    /** @type {() => void} */
    this.onStatus = () => {};
    /**
     * Told when items may be asked for again.
     * @type {() => void}
     */
    this.onRetry = () => {};
  }

  get count() {
    return this.shape.count;
  }

  /**
   * @param {number} [retries]
   * @returns {Promise<void>}
   */
  async fetch(retries = 3) {
    this.isLoading = true;
    try {
      const info = await api.view(this.view);
      const shape = parseShape(await api.shape(this.view, info.shape));
      if (this.isClosed) return;
      this.title = info.title;
      this.videos = info.videos ?? null;
      this.order = info.order;
      this.canReorder = info.canReorder;
      this.search = info.search;
      this.token = info.token;
      this.version = info.version;
      this.shape = shape;
      this.items.reset(info.version, shape.count);
      this.isLoading = false;
      this.setStatus('ready');
      this.onChange({ patch: null, inserted: 0, removed: 0 });
      const waiting = this.waiting;
      this.waiting = [];
      waiting.forEach((change) => this.take(change));
    } catch (error) {
      this.isLoading = false;
      if (this.isClosed) return;
      const isGone = statusOf(error) === 410;
      // Many changes in a short time: the version that was told is gone already.
      if (isGone && retries > 0) return this.fetch(retries - 1);
      this.fail(error);
      // What is shown stays, and is brought up to date as soon as the server answers.
      if (this.status === 'ready') setTimeout(() => !this.isClosed && !this.isLoading && void this.load(), RETRY);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    const status = statusOf(error);
    this.reason = errorWords(error);
    if (status === 401) this.setStatus('signedOut');
    else if (status === 403) this.setStatus('locked');
    else if (status === 400 || status === 404 || status === 501) this.setStatus('gone');
    else if (this.status !== 'ready') this.setStatus('failed');
  }

  /**
   * Asks again after a moment; where the version is still the one that the server no longer has, the list is fetched again.
   * @param {unknown} error
   * @param {number} version
   */
  itemsFailed(error, version) {
    const status = statusOf(error);
    // The session ended, hidden photos are locked again, or the album is gone.
    if (status === 401 || status === 403 || status === 404) {
      this.fail(error);
      return;
    }
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => {
      if (this.isClosed) return;
      if (status === 410 && version === this.version && !this.isLoading) void this.load();
      else this.onRetry();
    }, status === 410 ? RETRY / 4 : RETRY);
  }

  /** @param {Status} status */
  setStatus(status) {
    this.status = status;
    this.onStatus();
  }

  /**
   * Applies a change that the server announced. Changes that are known already are ignored; after a gap everything is fetched again.
   * @param {ListChange} change
   */
  take(change) {
    if (this.isLoading) {
      this.waiting.push(change);
      return;
    }
    if (this.status !== 'ready' || change.to <= this.version) return;
    if (change.from !== this.version) {
      void this.load();
      return;
    }
    const patch = patchOf(change, this.shape.count);
    if (patch.count !== change.count) {
      void this.load();
      return;
    }
    this.shape = patchShape(this.shape, patch, change);
    this.version = change.to;
    this.videos = change.videos ?? null;
    this.items.follow(patch, change.from, change.to, change.changed.map(([index]) => index));
    const sum = (/** @type {import('./patch.js').Range[]} */ ranges) => ranges.reduce((total, [, length]) => total + length, 0);
    this.onChange({ patch, inserted: sum(change.inserted), removed: sum(change.removed) });
  }

  close() {
    this.isClosed = true;
    this.items.reset(0, 0);
    this.onChange = this.onItems = this.onStatus = this.onRetry = () => {};
  }
}
