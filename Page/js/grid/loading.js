/**
 * Owns what the photos on the screen wait for: their items, their pictures, larger pictures when the position rests, and
 * pictures that could not be loaded.
 */

import { askWhyMissing, previewAddress } from '../core/api.js';
import { delayAfter } from '../core/retries.js';
import { isTriedAgain, pictureProblemOf } from '../list/problems.js';
import { tellProblem } from './description.js';
import { isSeen } from './view.js';

/** @typedef {import('./tiles.js').Tile} Tile */
/** @typedef {import('./view.js').GridView} GridView */

/** Requests for items wait this long while the position moves by more than a screen in a frame, in milliseconds. */
const PAUSE = 70;
/** Larger pictures are asked for when the position has rested this long, in milliseconds. */
const REST = 250;
/** What the server says of one picture holds so long for the others, where the library is away, in milliseconds. */
const AWAY = 2000;

export class Loading {
  /**
   * @param {import('./rows.js').TileRows} rows
   * @param {import('./pictures.js').PictureQueue} queue
   * @param {() => GridView} view What the grid shows now.
   */
  constructor(rows, queue, view) {
    this.rows = rows;
    this.queue = queue;
    this.view = view;
    /** When items were asked for. */
    this.asked = 0;
    this.askTimer = 0;
    this.sharpTimer = 0;
    /** @type {(() => void) | null} */
    this.onAllShown = null;
    /**
     * The attempts that failed, by tile, for an address, and when the next one is due.
     * @type {WeakMap<Tile, {address: string, attempts: number, due: number}>}
     */
    this.failures = new WeakMap();
    /** Ends when the server has said why the last picture is missing. One question is on its way at a time. */
    this.answered = Promise.resolve();
    /** When the server last said that the library is away. */
    this.away = -Infinity;
    this.retryTimer = 0;
    /** When pictures are asked for again. */
    this.retryAt = Infinity;
    queue.onShown = () => this.pump();
    queue.onLoaded = (tile, isThere) => (isThere ? tellProblem(tile, null) : this.failed(tile));
    // The first screen was drawn before.
    for (const tile of queue.failed) this.failed(tile);
  }

  /**
   * Finds out why a tile has no picture, and asks for it again later.
   * @param {Tile} tile
   */
  failed(tile) {
    const { address } = tile;
    const before = this.failures.get(tile);
    const attempts = before?.address === address ? before.attempts + 1 : 1;
    const failure = { address, attempts, due: Infinity };
    this.failures.set(tile, failure);
    const isGone = () => tile.address !== address || !this.queue.failed.has(tile);
    this.answered = this.answered.then(async () => {
      if (isGone()) return;
      const isAway = performance.now() - this.away < AWAY;
      const { status, word } = isAway ? { status: 0, word: '' } : await askWhyMissing(address);
      if (isGone()) return;
      // Sound has no picture, and nothing is wrong with it.
      if ((tile.item ?? this.view().list?.items.get(tile.index))?.kind === 'audio') return;
      const problem = pictureProblemOf(status, word);
      if (!isAway && (status === 0 || status === 503)) this.away = performance.now();
      tellProblem(tile, problem === 'away' ? null : problem);
      if (!isTriedAgain(problem, attempts)) return;
      failure.due = performance.now() + delayAfter(attempts);
      this.retryAtLatest(failure.due);
    });
  }

  /** @param {number} at */
  retryAtLatest(at) {
    if (this.retryAt <= at) return;
    clearTimeout(this.retryTimer);
    this.retryAt = at;
    this.retryTimer = setTimeout(() => this.retryDue(), at - performance.now());
  }

  /** Asks again for the pictures whose next attempt is due. */
  retryDue() {
    this.retryAt = Infinity;
    const now = performance.now();
    for (const tile of [...this.queue.failed]) {
      const due = this.failures.get(tile)?.due ?? Infinity;
      if (due <= now + 1) this.queue.tryAgain(tile);
      else if (due < Infinity) this.retryAtLatest(due);
    }
    this.pump();
  }

  /** Asks again for all pictures that could not be loaded, because something is back. */
  retryAll() {
    this.failures = new WeakMap();
    this.away = -Infinity;
    for (const tile of [...this.queue.failed]) this.queue.tryAgain(tile);
    this.pump();
  }

  /** Starts the next pictures, those on the screen first, and tells who waits for all of them. */
  pump() {
    const view = this.view();
    this.queue.pump((tile) => isSeen(view, tile, 40));
    if (this.onAllShown && this.isAllShown(view)) {
      this.onAllShown();
      this.onAllShown = null;
    }
  }

  /** Waits until the photos on the screen are there, and a frame has shown them. */
  async whenAllShown() {
    await new Promise((resolve) => {
      this.onAllShown = () => requestAnimationFrame(() => setTimeout(resolve));
      this.pump();
    });
  }

  /**
   * Asks for the items of the photos that have tiles; while the position flies, only now and then.
   * @param {boolean} isFlying
   */
  want(isFlying) {
    if (this.view().layout.rows === 0) return;
    if (!isFlying || performance.now() - this.asked > PAUSE) this.ask();
    else if (!this.askTimer) this.askTimer = setTimeout(() => this.ask(), PAUSE);
  }

  ask() {
    clearTimeout(this.askTimer);
    this.askTimer = 0;
    this.asked = performance.now();
    const { list, layout, window } = this.view();
    // Out of sight, the tile with the focus still tells readers about its photo.
    list?.items.want(layout.first[window.first], layout.first[window.end], this.rows.focused()?.index);
  }

  /** Replaces pictures on the screen that are too small for their tile, some time after the last call. */
  sharpenLater() {
    clearTimeout(this.sharpTimer);
    this.sharpTimer = setTimeout(() => {
      if (this.queue.missing > 0) this.sharpenLater();
      else this.sharpen();
    }, REST);
  }

  sharpen() {
    const view = this.view();
    for (const tile of this.rows.tiles.values()) {
      const pixels = Math.max(tile.width, tile.height) * devicePixelRatio;
      if (isSeen(view, tile) && tile.item && tile.shown && pixels > 256 * 1.4) {
        this.queue.show(tile, previewAddress(tile.item, 'screen'), true);
      }
    }
    this.pump();
  }

  /**
   * Whether each photo on the screen shows its picture, or has none.
   * @param {GridView} view
   */
  isAllShown(view) {
    const seen = [...this.rows.tiles.values()].filter((tile) => isSeen(view, tile));
    return seen.length > 0 && seen.every((tile) => tile.shown || tile.element.classList.contains('no-picture'));
  }
}
