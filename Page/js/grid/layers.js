/**
 * Owns where the layers of tiles and headings are in the scroller.
 */

export class Layers {
  /** @param {HTMLElement[]} elements */
  constructor(elements) {
    this.elements = elements;
    this.placed = NaN;
  }

  /**
   * Places the layers. A transform has 24 bits, which are whole pixels where the grid is high, so `top` has the rest.
   * @param {number} place
   */
  place(place) {
    // The difference of two large numbers has noise in its last digits.
    place = Math.round(place * 1024) / 1024;
    if (place === this.placed) return;
    this.placed = place;
    const whole = Math.round(place);
    for (const { style } of this.elements) {
      style.transform = `translateY(${whole}px)`;
      style.top = `${place - whole}px`;
    }
  }
}
