/**
 * Owns what the photos on the screen wait for: their items, their pictures, and larger pictures when the position rests.
 */

import { previewAddress } from '../core/api.js';
import { isSeen } from './view.js';

/** @typedef {import('./tiles.js').Tile} Tile */
/** @typedef {import('./view.js').GridView} GridView */

/** Requests for items wait this long while the position moves by more than a screen in a frame, in milliseconds. */
const PAUSE = 70;
/** Larger pictures are asked for when the position has rested this long, in milliseconds. */
const REST = 250;

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
    queue.onShown = () => this.pump();
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
