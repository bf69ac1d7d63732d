/**
 * Owns the mapping between the scroller of the browser and the true position in the grid.
 *
 * Browsers limit the height of an element (Chromium to 33,554,428 px, half of that at pixel ratio 2; Firefox shows nothing
 * above 17,895,697 px), and a million photos are higher. The scroller therefore has a bounded height. Wheel, keys and touch
 * move the position by exactly the pixels that the scroller moved. A jump of the scroll bar is mapped in proportion. When the
 * scroller comes to rest, it is set to the place that corresponds to the position, so that the scroll bar tells the truth and
 * every photo can be reached. Near both ends, one pixel of the scroller is one pixel of the grid.
 */

/** The largest height of the scroller: small enough that positions stay exact in 32-bit floats at a pixel ratio of 4. */
export const LARGEST_HEIGHT = 4_000_000;
/** The part at each end in which scroller and grid agree pixel by pixel. */
const EXACT_ENDS = 400_000;
/**
 * Between the ends the scroller is set to multiples of this number of pixels. Firefox counts sixtieths of a pixel in 32-bit
 * floats, and keeps exactly these places up to 17 million.
 */
const STEP = 16;

/** @typedef {ReturnType<typeof scrollMap>} ScrollMap */

/**
 * @param {number} total The height of the grid.
 * @param {number} viewport The height that is seen.
 */
export function scrollMap(total, viewport, largest = LARGEST_HEIGHT, ends = EXACT_ENDS) {
  const height = Math.min(Math.max(total, viewport), largest);
  const lastTrue = Math.max(0, total - viewport);
  const lastScroll = Math.max(0, height - viewport);
  const isExact = lastTrue === lastScroll;
  const scale = isExact ? 1 : (lastTrue - 2 * ends) / (lastScroll - 2 * ends);
  return {
    /** The height of the scroller's content. */
    height,
    total,
    viewport,
    lastTrue,
    lastScroll,
    isExact,
    ends,
    /**
     * The position in the grid for a place of the scroller.
     * @param {number} scroll
     */
    toTrue(scroll) {
      const place = Math.min(lastScroll, Math.max(0, scroll));
      if (isExact || place <= ends) return place;
      if (place >= lastScroll - ends) return lastTrue - (lastScroll - place);
      return ends + (place - ends) * scale;
    },
    /**
     * The place of the scroller for a position in the grid.
     * @param {number} position
     */
    toScroll(position) {
      const place = Math.min(lastTrue, Math.max(0, position));
      if (isExact || place <= ends) return place;
      if (place >= lastTrue - ends) return lastScroll - (lastTrue - place);
      return ends + (place - ends) / scale;
    },
  };
}

/** Follows a scroller: what each movement of the scroller means for the position. */
export class ScrollPosition {
  /** @param {ScrollMap} map */
  constructor(map) {
    this.map = map;
    /** The position in the grid. */
    this.position = 0;
    /** Where the scroller is. */
    this.scroll = 0;
  }

  /** What to add to a position of the grid to get its place in the scroller. */
  get shift() {
    return this.scroll - this.position;
  }

  /**
   * Takes a movement of the scroller. Movements of more than two screens in one event come from the scroll bar.
   * @param {number} scroll
   * @returns {boolean} Whether the scroller has to be set to `scroll` again, because it reached an end too early or too late.
   */
  moved(scroll) {
    const distance = scroll - this.scroll;
    if (distance === 0) return false;
    if (this.map.isExact) {
      this.scroll = scroll;
      this.position = scroll;
      return false;
    }
    if (Math.abs(distance) > Math.max(2 * this.map.viewport, 2000)) {
      this.scroll = scroll;
      this.position = Math.round(this.map.toTrue(scroll));
      return false;
    }
    const wanted = this.position + distance;
    this.position = Math.min(this.map.lastTrue, Math.max(0, wanted));
    this.scroll = scroll;
    const margin = 4 * this.map.viewport;
    const isNearEnd = scroll < margin || scroll > this.map.lastScroll - margin;
    if (wanted !== this.position || isNearEnd) return this.settle();
    return false;
  }

  /**
   * Goes to a position.
   * @param {number} position
   */
  jump(position) {
    this.position = Math.min(this.map.lastTrue, Math.max(0, position));
    this.settle();
  }

  /**
   * Lets the scroller correspond to the position again.
   * @returns {boolean} Whether the place of the scroller changed.
   */
  settle() {
    const before = this.scroll;
    const { map, position } = this;
    const place = map.toScroll(position);
    const isBetween = !map.isExact && place > map.ends && place < map.lastScroll - map.ends;
    const rounded = isBetween ? Math.round(place / STEP) * STEP : position + Math.round(place - position);
    // Firefox keeps no other place near the lower end than the one that it has chosen.
    if (!isBetween && Math.abs(rounded - before) < 1) return false;
    this.scroll = Math.min(map.lastScroll, Math.max(0, rounded));
    return this.scroll !== before;
  }

  /**
   * Follows a grid of another height; the position is kept as far as it exists.
   * @param {ScrollMap} map
   */
  resize(map) {
    this.map = map;
    this.jump(this.position);
  }
}
