/**
 * Owns how the photo in the viewer moves: zoom and pan within it, the swipe to its neighbours, and the pull that closes it.
 */

import { FITTED, largestScale, trueScale, within, zoomAt } from './zoom.js';

/** @typedef {import('./slide.js').Slide} Slide */

/**
 * What moves, and what a movement leads to.
 * @typedef {object} Moved
 * @property {HTMLElement} viewer
 * @property {HTMLElement} stage
 * @property {() => Slide | undefined} slide The photo that fills the window.
 * @property {(steps: number) => boolean} hasNeighbour
 * @property {(steps: number) => void} step
 * @property {() => void} placeSlides
 */

export class Movement {
  /** @param {Moved} moved */
  constructor(moved) {
    this.moved = moved;
    /** How far a finger has moved the photos to the right. */
    this.swipeBy = 0;
    this.sharpTimer = 0;
  }

  get scale() {
    return this.moved.slide()?.zoom.scale ?? 1;
  }

  /**
   * @param {number} factor
   * @param {number} x From the middle of the stage.
   * @param {number} y
   */
  zoomBy(factor, x, y) {
    const slide = this.moved.slide();
    if (!slide?.item || slide.item.kind !== 'image') return;
    const photo = { width: slide.item.w, height: slide.item.h };
    const largest = largestScale(photo, slide.fitted, devicePixelRatio);
    const scale = Math.min(largest, Math.max(1, slide.zoom.scale * factor));
    this.setZoom(scale <= 1.001 ? FITTED : zoomAt(slide.zoom, scale, x, y));
  }

  /**
   * Between the whole photo and its original pixels.
   * @param {number} x
   * @param {number} y
   */
  zoomToggle(x = 0, y = 0) {
    const slide = this.moved.slide();
    if (!slide?.item || slide.item.kind !== 'image') return;
    const full = trueScale({ width: slide.item.w, height: slide.item.h }, slide.fitted, devicePixelRatio);
    const isFitted = slide.zoom.scale < 1.01;
    slide.frame.classList.add('easing');
    setTimeout(() => slide.frame.classList.remove('easing'), 200);
    this.setZoom(isFitted ? zoomAt(slide.zoom, full > 1.2 ? full : 2, x, y) : FITTED);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    const slide = this.moved.slide();
    if (slide) this.setZoom({ ...slide.zoom, x: slide.zoom.x + dx, y: slide.zoom.y + dy });
  }

  /** @param {import('./zoom.js').Zoom} zoom */
  setZoom(zoom) {
    const slide = this.moved.slide();
    if (!slide) return;
    slide.zoom = within(zoom, slide.fitted, slide.stage);
    slide.place();
    this.moved.viewer.classList.toggle('zoomed', slide.zoom.scale > 1.01);
    clearTimeout(this.sharpTimer);
    this.sharpTimer = setTimeout(() => void slide.sharpen(), 120);
  }

  /** @param {number} distance To the right, while the finger moves. */
  swipe(distance) {
    const isEnd = distance !== 0 && !this.moved.hasNeighbour(distance > 0 ? -1 : 1);
    this.moved.stage.classList.add('dragging');
    this.swipeBy = isEnd ? distance / 4 : distance;
    this.moved.placeSlides();
  }

  /** @param {-1 | 0 | 1} steps When the finger leaves. */
  swiped(steps) {
    const { stage } = this.moved;
    this.swipeBy = 0;
    stage.classList.remove('dragging');
    stage.classList.add('gliding');
    setTimeout(() => stage.classList.remove('gliding'), 220);
    if (steps !== 0) this.moved.step(steps);
    this.moved.placeSlides();
  }

  /** @param {number} distance Downwards, while the finger moves. */
  pull(distance) {
    const slide = this.moved.slide();
    if (!slide) return;
    slide.frame.style.transform = `translateY(${distance}px) scale(${1 - Math.min(0.3, distance / 1200)})`;
    this.moved.viewer.style.setProperty('--pulled', String(Math.min(1, distance / 300)));
  }

  /** @param {boolean} closes */
  pulled(closes) {
    this.moved.viewer.style.removeProperty('--pulled');
    this.moved.slide()?.place();
    if (closes) this.moved.viewer.dispatchEvent(new CustomEvent('viewer-close'));
  }
}
