/**
 * Owns the tiles of the large picture that lies enlarged in the window: they are made once, appear when they are decoded, and
 * are asked for again where they fail.
 */

import { api, statusOf, tileAddress } from '../core/api.js';
import { delayAfter } from '../core/retries.js';
import { isTriedAgain, pictureProblemOf } from '../list/problems.js';
import { tilesInView } from './tiles.js';

/** @typedef {import('../core/types.js').Item} Item */

/** Tiles out of sight stay until there are more than this. */
const MOST_KEPT = 64;

export class TileLayer {
  /**
   * @param {HTMLElement} frame
   * @param {Item} item
   * @param {(isLoading: boolean) => void} changed
   */
  constructor(frame, item, changed) {
    this.item = item;
    this.changed = changed;
    this.element = frame.appendChild(document.createElement('div'));
    this.element.className = 'tiles';
    /** @type {import('../core/types.js').TileGrid | null} */
    this.grid = null;
    this.isAsking = false;
    this.isOver = false;
    /** The attempts that failed since something came. */
    this.attempts = 0;
    /** Until the next attempt; 0 where none is planned. */
    this.timer = 0;
    /** @type {Map<string, HTMLImageElement>} */
    this.shown = new Map();
    /** @type {() => void} */
    this.draw = () => {};
  }

  /**
   * Shows the tiles that the window shows, now and when they have been made.
   * @param {import('./zoom.js').Size} fitted
   * @param {import('./zoom.js').Zoom} zoom
   * @param {import('./zoom.js').Size} stage
   */
  show(fitted, zoom, stage) {
    this.draw = () => this.grid && this.place(tilesInView(this.grid, fitted, zoom, stage));
    if (this.grid) this.draw();
    // After a failure, the next attempt has its time.
    else if (this.attempts === 0) void this.ask();
  }

  async ask() {
    if (this.isAsking || this.isOver || this.grid) return;
    this.isAsking = true;
    this.changed(true);
    try {
      this.grid = await api.tiles(this.item);
      this.attempts = 0;
    } catch (error) {
      this.tryLater(isTriedAgain(pictureProblemOf(statusOf(error), ''), this.attempts + 1));
    }
    if (this.isOver) return;
    this.isAsking = false;
    this.changed(false);
    this.draw();
  }

  /** @param {import('./tiles.js').Tile[]} tiles */
  place(tiles) {
    const names = new Set(tiles.map(({ column, row }) => `${column} ${row}`));
    for (const [name, picture] of this.shown) {
      if (this.shown.size <= MOST_KEPT) break;
      if (!names.has(name)) this.drop(name, picture);
    }
    for (const { column, row, left, top, width, height } of tiles) {
      const name = `${column} ${row}`;
      if (this.shown.has(name)) continue;
      const picture = new Image();
      picture.alt = '';
      picture.draggable = false;
      Object.assign(picture.style, { left: `${left * 100}%`, top: `${top * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` });
      picture.src = tileAddress(this.item, column, row);
      this.shown.set(name, picture);
      picture.decode().then(() => {
        if (this.shown.get(name) !== picture) return;
        this.attempts = 0;
        this.element.append(picture);
      }, () => {
        if (this.shown.get(name) !== picture) return;
        this.drop(name, picture);
        this.tryLater();
      });
    }
  }

  /**
   * @param {string} name
   * @param {HTMLImageElement} picture
   */
  drop(name, picture) {
    this.shown.delete(name);
    picture.remove();
    picture.removeAttribute('src');
  }

  /**
   * Plans the next attempt. Tiles that fail together are one attempt.
   * @param {boolean} [isUseful] Whether there is one.
   */
  tryLater(isUseful = true) {
    if (this.isOver || this.timer) return;
    this.attempts += 1;
    if (isUseful) this.timer = setTimeout(() => this.tryAgain(), delayAfter(this.attempts));
  }

  /** Asks again for what is missing. */
  tryAgain() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.grid) this.draw();
    else void this.ask();
  }

  remove() {
    this.isOver = true;
    clearTimeout(this.timer);
    // Nobody waits for the answer any longer.
    if (this.isAsking) this.changed(false);
    for (const [name, picture] of this.shown) this.drop(name, picture);
    this.element.remove();
  }
}
