/**
 * Owns a movie that the server makes while it is played: H.264 and AAC in fragments, for files that the browser does not
 * play, and for guests who may not have the file.
 */

import { api, RequestError } from '../core/api.js';
import { t } from '../core/texts.js';
import { fragmentAt, isLoadedToEnd, movieSide, nextFragment, overlap, removableSpan, secondsUntilRetry, spanOf, timeAfterGap } from './fragments.js';

/** @typedef {import('../core/types.js').Item} Item */
/** @typedef {import('../core/types.js').MovieForm} MovieForm */
/** @typedef {import('./fragments.js').Span} Span */

/**
 * What the browser joins fragments with; Safari of iPhones has only the second kind, and says when it wants more.
 * @returns {typeof MediaSource | undefined}
 */
const sourceType = () => window.MediaSource ?? /** @type {any} */ (window).ManagedMediaSource;

/**
 * A sentence for what went wrong with a movie.
 * @param {string} word That of the server, `unreachable`, or `cannotPlay`.
 */
export function movieProblem(word) {
  switch (word) {
    case 'damaged-movie': return t('viewer.damagedMovie');
    case 'no-file':
    case 'offline': return t('viewer.movieAway');
    case 'busy': return t('viewer.moviesBusy');
    case 'slow-movie': return t('viewer.movieSlow');
    case 'no-movie-maker': return t('viewer.noMovieMaker');
    case 'changed-meanwhile': return t('viewer.movieChanged');
    case 'not-found': return t('viewer.movieGone');
    case 'signed-out': return t('signIn.endedText');
    case 'unreachable': return t('error.unreachable');
    case 'no-movie':
    case 'cannotPlay': return t('viewer.cannotPlay');
    default: return t('error.unknown');
  }
}

/** Ends the work of a movie that is no longer played. */
class Ended extends Error {}

export class MovieStream {
  /**
   * Begins to play a movie.
   * @param {Item} item
   * @param {HTMLVideoElement} video
   * @param {(word: string) => void} onProblem Takes a word for what went wrong: that of the server, `unreachable`, or `cannotPlay`.
   */
  constructor(item, video, onProblem) {
    this.item = item;
    this.video = video;
    this.onProblem = onProblem;
    /** @type {MovieForm | null} */
    this.form = null;
    /** @type {Map<number, number>} */
    this.loaded = new Map();
    /** @type {MediaSource | null} */
    this.source = null;
    /** @type {SourceBuffer | null} */
    this.buffer = null;
    this.address = '';
    this.isClosed = false;
    this.isWorking = false;
    /** The number of the fragment that is loaded now. */
    this.loading = -1;
    this.request = new AbortController();
    this.look = () => void this.work();
    this.seek = () => {
      // What was asked for is of no use at the new place, and the server makes one part at a time.
      if (this.form && this.loading >= 0 && this.loading !== nextFragment(this.form, this.loaded, this.ranges(), video.currentTime)) this.request.abort();
      this.look();
    };
    this.fail = () => this.end('cannotPlay');
    video.addEventListener('seeking', this.seek);
    for (const event of ['timeupdate', 'waiting', 'play']) video.addEventListener(event, this.look);
    video.addEventListener('error', this.fail);
    void this.begin();
  }

  async begin() {
    try {
      const Source = sourceType();
      if (!Source) throw new RequestError(0, 'cannotPlay', '');
      const size = { width: this.item.w, height: this.item.h };
      const side = movieSide(size, screen, devicePixelRatio);
      const form = await this.ask(() => api.movieForm(this.item.id, side, this.request.signal));
      if (!Source.isTypeSupported(form.type)) throw new RequestError(0, 'cannotPlay', '');
      const first = await this.ask(() => api.moviePart(this.item.id, form, 'init', this.request.signal));
      const source = new Source();
      this.source = source;
      // Without this, Safari offers no source of this kind.
      this.video.disableRemotePlayback = true;
      this.address = URL.createObjectURL(source);
      const opened = new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }));
      this.video.src = this.address;
      void this.video.play().catch(() => {});
      await opened;
      this.endIfClosed();
      source.addEventListener('startstreaming', this.look);
      source.duration = form.duration;
      this.buffer = source.addSourceBuffer(form.type);
      await this.change((buffer) => buffer.appendBuffer(first));
      this.form = form;
      void this.work();
    } catch (error) {
      this.report(error);
    }
  }

  /** Loads what is needed at the present time, until all of it is there. */
  async work() {
    const { form, video } = this;
    if (!form || this.isWorking || this.isClosed) return;
    this.isWorking = true;
    try {
      while (await this.step(form, video));
    } catch (error) {
      this.report(error);
    } finally {
      this.isWorking = false;
    }
  }

  /**
   * @param {MovieForm} form
   * @param {HTMLVideoElement} video
   * @returns {Promise<boolean>} Whether there may be more to do.
   */
  async step(form, video) {
    const { source, loaded } = this;
    if (!source || source.readyState === 'closed') return false;
    const removable = removableSpan(form, this.ranges(), video.currentTime);
    if (removable) {
      await this.remove(form, removable);
      return true;
    }
    const later = timeAfterGap(form, loaded, this.ranges(), video.currentTime);
    if (later !== null) video.currentTime = later;
    const number = nextFragment(form, loaded, this.ranges(), video.currentTime);
    if (number === null) {
      if (source.readyState === 'open' && isLoadedToEnd(form, loaded, this.ranges(), video.currentTime)) source.endOfStream();
      return false;
    }
    if (/** @type {any} */ (source).streaming === false) return false;
    this.loading = number;
    this.request = new AbortController();
    const { signal } = this.request;
    try {
      const bytes = await this.ask(() => api.moviePart(this.item.id, form, String(number), signal), signal);
      await this.append(form, number, bytes);
    } catch (error) {
      // The visitor went to another place: the next step loads that.
      if (!signal.aborted || this.isClosed) throw error;
    } finally {
      this.loading = -1;
    }
    return true;
  }

  /**
   * @param {MovieForm} form
   * @param {number} number
   * @param {ArrayBuffer} bytes
   */
  async append(form, number, bytes) {
    try {
      await this.change((buffer) => buffer.appendBuffer(bytes));
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
      // The browser keeps less than is kept here: only what is played now stays.
      const start = spanOf(form, fragmentAt(form, this.video.currentTime))[0];
      if (start > 0) await this.remove(form, [0, start]);
      await this.remove(form, [spanOf(form, number)[0], Infinity]);
      await this.change((buffer) => buffer.appendBuffer(bytes));
    }
    this.loaded.set(number, overlap(this.ranges(), spanOf(form, number)));
  }

  /**
   * @param {MovieForm} form
   * @param {Span} span
   */
  async remove(form, [start, end]) {
    await this.change((buffer) => buffer.remove(start, end));
    for (const number of [...this.loaded.keys()]) {
      const [first, last] = spanOf(form, number);
      if (first < end && last > start) this.loaded.delete(number);
    }
  }

  /**
   * Changes what the browser has, and waits until it is done.
   * @param {(buffer: SourceBuffer) => void} change
   */
  async change(change) {
    this.endIfClosed();
    const { buffer } = this;
    if (!buffer) return;
    const done = new Promise((resolve, reject) => {
      buffer.onupdateend = resolve;
      buffer.onerror = () => reject(new RequestError(0, 'cannotPlay', ''));
    });
    change(buffer);
    await done;
    this.endIfClosed();
  }

  /**
   * Asks the server, again as long as it makes other movies or cannot be reached for a moment.
   * @template Answer
   * @param {() => Promise<Answer>} ask
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  async ask(ask, signal = this.request.signal) {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await ask();
        this.endIfClosed();
        return answer;
      } catch (error) {
        this.endIfClosed();
        // A connection that ends within an answer is an error of the language, and one that brings nothing more runs out of time.
        const isBroken = error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
        const refusal = isBroken ? new RequestError(0, 'unreachable', '') : error;
        const seconds = refusal instanceof RequestError ? secondsUntilRetry(refusal, tries) : null;
        if (seconds === null) throw refusal;
        await pause(seconds * 1000, signal);
      }
    }
  }

  /** @returns {Span[]} What the browser has. */
  ranges() {
    const { buffered } = this.video;
    return Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)]);
  }

  endIfClosed() {
    if (this.isClosed) throw new Ended();
  }

  /** @param {unknown} error */
  report(error) {
    if (!this.isClosed) this.end(error instanceof RequestError ? error.word : 'cannotPlay');
  }

  /** @param {string} word */
  end(word) {
    this.close();
    this.onProblem(word);
  }

  /** Lets go of everything; the element can be used for another movie. */
  close() {
    if (this.isClosed) return;
    this.isClosed = true;
    this.request.abort();
    const { video } = this;
    video.removeEventListener('seeking', this.seek);
    for (const event of ['timeupdate', 'waiting', 'play']) video.removeEventListener(event, this.look);
    video.removeEventListener('error', this.fail);
    video.removeAttribute('src');
    video.load();
    if (this.address) URL.revokeObjectURL(this.address);
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal Ends the pause with an error.
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted?.();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('', 'AbortError'));
    }, { once: true });
  });
}
