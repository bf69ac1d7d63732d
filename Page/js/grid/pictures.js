/**
 * Owns the loading of pictures into tiles: those on the screen first, a bounded number at a time, given up when the tile
 * shows another photo. A picture appears only when it is decoded, so that it never flashes or draws from top to bottom.
 */

/**
 * The most pictures that are asked for and not there yet. Stored pictures come so quickly that nothing waits for them, and the
 * browser has the next address at hand as soon as a connection is free. While pictures are being made over HTTP/1.1, one of
 * the six connections carries the events and one more stays free for requests, which must not wait for pictures.
 */
const MOST_STORED = 24;
const MOST_MADE = protocol() === 'http/1.1' ? 4 : 24;
/** Milliseconds in which the next stored picture comes, also where the browser is slow itself. */
const STORED = 200;

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
    /**
     * Tiles whose picture is on its way or being decoded.
     * @type {Set<Tile>}
     */
    this.pending = new Set();
    /**
     * Tiles whose picture could not be loaded.
     * @type {Set<Tile>}
     */
    this.failed = new Set();
    /** Whether pictures take so long that they are probably being made. */
    this.isSlow = false;
    /** When the last picture came, in milliseconds. */
    this.lastArrival = 0;
    this.timer = 0;
    /** @type {() => void} */
    this.onShown = () => {};
    /**
     * Told of each picture that was loaded, or could not be.
     * @type {(tile: Tile, isThere: boolean) => void}
     */
    this.onLoaded = () => {};
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
    this.pending.delete(tile);
    this.failed.delete(tile);
    tile.address = '';
    tile.shown = keepsOld && tile.shown;
    if (!keepsOld) {
      tile.picture.removeAttribute('src');
      tile.picture.classList.remove('shown', 'quick');
    }
  }

  /**
   * Asks again for a picture that could not be loaded.
   * @param {Tile} tile
   */
  tryAgain(tile) {
    if (this.failed.delete(tile)) this.waiting.add(tile);
  }

  /** @param {(tile: Tile) => boolean} isSeen */
  pump(isSeen) {
    if (this.waiting.size > 0) this.start(isSeen);
    this.watch();
  }

  /** @param {(tile: Tile) => boolean} isSeen */
  start(isSeen) {
    const seen = [...this.waiting].filter(isSeen);
    for (const tile of seen) {
      if (this.isFull) return;
      void this.load(tile);
    }
    // What is not on the screen waits until everything on the screen is there and decoded.
    if ([...this.pending].some(isSeen)) return;
    for (const tile of this.waiting) {
      if (this.isFull) return;
      void this.load(tile);
    }
  }

  /** @param {Tile} tile */
  async load(tile) {
    const { address } = tile;
    this.waiting.delete(tile);
    this.loading.add(tile);
    this.pending.add(tile);
    const attempt = (tile.attempt += 1);
    const started = performance.now();
    let isThere = true;
    if (tile.shown) {
      // The picture before stays on the screen while the next one is decoded elsewhere.
      const next = new Image();
      next.src = address;
      next.onload = next.onerror = () => this.arrived(tile, attempt, started);
      isThere = await next.decode().then(() => true, () => false);
      if (tile.address === address && isThere) tile.picture.src = address;
    } else {
      tile.picture.src = address;
      tile.picture.onload = tile.picture.onerror = () => this.arrived(tile, attempt, started);
      isThere = await tile.picture.decode().then(() => true, () => false);
    }
    if (tile.address !== address || tile.attempt !== attempt) return;
    tile.picture.onload = tile.picture.onerror = null;
    this.loading.delete(tile);
    this.pending.delete(tile);
    tile.shown = isThere;
    tile.element.classList.toggle('no-picture', !isThere);
    tile.picture.classList.toggle('quick', performance.now() - started < QUICK);
    tile.picture.classList.toggle('shown', isThere);
    if (isThere) this.failed.delete(tile);
    else this.failed.add(tile);
    this.onLoaded(tile, isThere);
    this.onShown();
  }

  /**
   * Makes room for the next picture as soon as this one came, while it is being decoded.
   * @param {Tile} tile
   * @param {number} attempt
   * @param {number} started
   */
  arrived(tile, attempt, started) {
    const now = performance.now();
    this.isSlow = now - Math.max(started, this.lastArrival) > STORED;
    this.lastArrival = now;
    if (tile.attempt === attempt && this.loading.delete(tile)) this.onShown();
  }

  /** Notices that pictures are being made, because the next one does not come. */
  watch() {
    clearTimeout(this.timer);
    if (this.loading.size > MOST_MADE) this.timer = setTimeout(() => this.yield(), STORED);
  }

  /** Takes requests back that wait for others, so that connections are free for the rest of the page. */
  yield() {
    this.isSlow = true;
    for (const tile of [...this.loading].slice(MOST_MADE)) {
      // A picture that replaces another one is loaded beside the tile, and rarely.
      if (tile.shown) continue;
      this.loading.delete(tile);
      this.pending.delete(tile);
      tile.attempt += 1;
      tile.picture.onload = tile.picture.onerror = null;
      tile.picture.removeAttribute('src');
      this.waiting.add(tile);
    }
  }

  /** The number of pictures that are not there yet. */
  get missing() {
    return this.waiting.size + this.loading.size;
  }
}
