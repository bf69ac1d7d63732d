/**
 * Owns the scroller of the grid: an element of bounded height whose movements become positions in a grid of any height.
 */

import { scrollMap, ScrollPosition } from './scrollmap.js';

const REST = 140;

export class Scroller {
  /**
   * @param {HTMLElement} element The element that scrolls.
   * @param {HTMLElement} spacer Its content, which gets the bounded height.
   * @param {() => void} moved Called after each movement.
   * @param {() => void} rested Called when the movement ended.
   */
  constructor(element, spacer, moved, rested) {
    this.element = element;
    this.spacer = spacer;
    this.moved = moved;
    this.rested = rested;
    this.state = new ScrollPosition(scrollMap(0, 0));
    this.timer = 0;
    this.isTouched = false;
    element.addEventListener('scroll', () => this.scrolled(), { passive: true });
    element.addEventListener('scrollend', () => this.rest(), { passive: true });
    element.addEventListener('touchstart', () => (this.isTouched = true), { passive: true });
    for (const name of ['touchend', 'touchcancel']) {
      element.addEventListener(name, () => {
        this.isTouched = false;
        this.waitForRest();
      }, { passive: true });
    }
  }

  /** The position in the grid. */
  get position() {
    return this.state.position;
  }

  get viewport() {
    return this.state.map.viewport;
  }

  /** What to add to a position in the grid to get its place in the scroller. */
  get shift() {
    return this.state.shift;
  }

  get last() {
    return this.state.map.lastTrue;
  }

  scrolled() {
    const place = this.element.scrollTop;
    if (Math.abs(place - this.state.scroll) < 0.01) return;
    if (this.state.moved(place)) this.write();
    this.moved();
    this.waitForRest();
  }

  waitForRest() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), REST);
  }

  rest() {
    clearTimeout(this.timer);
    if (this.isTouched) return;
    // A movement that is not told yet must not be taken back.
    if (Math.abs(this.element.scrollTop - this.state.scroll) >= 1) {
      this.scrolled();
      return;
    }
    if (!this.state.map.isExact && this.state.settle()) {
      this.write();
      this.moved();
    }
    this.rested();
  }

  /**
   * Goes to a position at once.
   * @param {number} position
   */
  jump(position) {
    this.state.jump(Math.round(position));
    this.write();
    this.moved();
    this.waitForRest();
  }

  /**
   * Takes the height of the grid and of the screen, and goes to a position without telling anybody.
   * @param {number} total
   * @param {number} viewport
   * @param {number} position
   */
  resize(total, viewport, position) {
    const map = scrollMap(total, viewport);
    const height = `${map.height}px`;
    if (this.spacer.style.height !== height) this.spacer.style.height = height;
    this.state.resize(map);
    this.state.jump(position);
    this.write();
  }

  write() {
    if (Math.abs(this.element.scrollTop - this.state.scroll) < 0.01) return;
    this.element.scrollTop = this.state.scroll;
    // Browsers round to their pixels, Firefox far down to other parts of a pixel. The photos keep to their position: the shift
    // takes the difference.
    this.state.scroll = this.element.scrollTop;
    if (this.state.map.isExact) this.state.position = this.state.scroll;
  }
}
