/**
 * Owns the loading of pictures into tiles: those on the screen first, a bounded number at a time, given up when the tile
 * shows another photo. A picture appears only when it is decoded, so that it never flashes or draws from top to bottom.
 */

/**
 * Over HTTP/1.1 a browser opens six connections: one carries the events. While pictures are being made, one more stays free
 * for requests, which must not wait for them; pictures that are stored come so quickly that nothing waits.
 */
const IS_OLD_PROTOCOL = protocol() === 'http/1.1';
const MOST_STORED = IS_OLD_PROTOCOL ? 5 : 24;
const MOST_MADE = IS_OLD_PROTOCOL ? 4 : 24;
/** Milliseconds in which a stored picture comes. */
const STORED = 60;

function protocol() {
  const [entry] = typeof performance === 'undefined' ? [] : performance.getEntriesByType('navigation');
  return /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.nextHopProtocol || 'http/1.1';
}

/** @typedef {import('./tiles.js').Tile} Tile */

/** Whether a picture appears at once rather than in 120 ms. */
const QUICK = 40;

export class PictureQueue {
  constructor() {
    /** @type {Set<Tile>} */
    this.waiting = new Set();
    /** @type {Set<Tile>} */
    this.loading = new Set();
    /** Whether the last picture took so long that it was probably made. */
    this.isSlow = false;
    /** @type {() => void} */
    this.onShown = () => {};
  }

  get isFull() {
    return this.loading.size >= (this.isSlow ? MOST_MADE : MOST_STORED);
  }

  /**
   * Lets a tile show the picture at an address; an empty address shows the colour alone.
   * @param {Tile} tile
   * @param {string} address
   * @param {boolean} keepsOld Whether the picture before stays until the new one is decoded.
   */
  show(tile, address, keepsOld = false) {
    if (tile.address === address) return;
    this.cancel(tile, keepsOld);
    tile.address = address;
    if (!address) return;
    this.waiting.add(tile);
  }

  /**
   * @param {Tile} tile
   * @param {boolean} [keepsOld]
   */
  cancel(tile, keepsOld = false) {
    this.waiting.delete(tile);
    this.loading.delete(tile);
    tile.address = '';
    tile.shown = keepsOld && tile.shown;
    if (!keepsOld) {
      tile.picture.removeAttribute('src');
      tile.picture.classList.remove('shown', 'quick');
    }
  }

  /** @param {(tile: Tile) => boolean} isSeen */
  pump(isSeen) {
    if (this.waiting.size === 0) return;
    const seen = [...this.waiting].filter(isSeen);
    for (const tile of seen) {
      if (this.isFull) return;
      void this.load(tile);
    }
    // What is not on the screen waits until everything on the screen is there.
    for (const tile of this.waiting) {
      if (seen.length > 0 || this.isFull) return;
      void this.load(tile);
    }
  }

  /** @param {Tile} tile */
  async load(tile) {
    const { address } = tile;
    this.waiting.delete(tile);
    this.loading.add(tile);
    const started = performance.now();
    let isThere = true;
    if (tile.shown) {
      // The picture before stays on the screen while the next one is decoded elsewhere.
      const next = new Image();
      next.src = address;
      next.onload = next.onerror = () => this.arrived(tile, address, started);
      isThere = await next.decode().then(() => true, () => false);
      if (tile.address === address && isThere) tile.picture.src = address;
    } else {
      tile.picture.src = address;
      tile.picture.onload = tile.picture.onerror = () => this.arrived(tile, address, started);
      isThere = await tile.picture.decode().then(() => true, () => false);
    }
    if (tile.address !== address) return;
    tile.picture.onload = tile.picture.onerror = null;
    this.loading.delete(tile);
    tile.shown = isThere;
    tile.element.classList.toggle('no-picture', !isThere);
    tile.picture.classList.toggle('quick', performance.now() - started < QUICK);
    tile.picture.classList.toggle('shown', isThere);
    this.onShown();
  }

  /**
   * Makes room for the next picture as soon as this one came, while it is being decoded.
   * @param {Tile} tile
   * @param {string} address
   * @param {number} started
   */
  arrived(tile, address, started) {
    this.isSlow = performance.now() - started > STORED;
    if (tile.address === address && this.loading.delete(tile)) this.onShown();
  }

  /** The number of pictures that are not there yet. */
  get missing() {
    return this.waiting.size + this.loading.size;
  }
}
