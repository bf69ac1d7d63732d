/**
 * Owns what pointers do in the grid: a click opens, the corner selects, Shift extends, a long press selects and then
 * extends by drawing, which scrolls at the edges, two fingers change the size, and photos can be dragged to albums.
 */

import { edgeSpeed, pinchStep } from './touch.js';

const LONG_PRESS = 450;
/** The corner of a tile that selects. */
const CORNER = 40;

/**
 * @typedef {object} GridActs
 * @property {(target: EventTarget | null) => number} indexOf The photo of an element; -1 for none.
 * @property {(x: number, y: number) => number} indexAt The photo at a point of the window.
 * @property {() => boolean} isSelecting
 * @property {(index: number) => void} open
 * @property {(index: number) => void} toggle
 * @property {(index: number) => void} extend
 * @property {(index: number) => void} focus
 * @property {(from: number) => void} startDrawing Begins to draw a selection from a photo, which changes at once.
 * @property {(to: number) => void} drawTo
 * @property {() => {top: number, bottom: number}} edges The edges of the grid in the window.
 * @property {(distance: number) => void} scrollBy
 * @property {(step: -1 | 1) => void} resize Shows larger or smaller photos.
 */

/**
 * @param {HTMLElement} element
 * @param {GridActs} acts
 */
export function followPointer(element, acts) {
  let timer = 0;
  let isDrawing = false;
  let ignoreClick = false;
  let startX = 0;
  let startY = 0;
  let pressed = -1;
  /** Where the finger is that draws. */
  let drawX = 0;
  let drawY = 0;
  /** When the grid was last scrolled by drawing, in milliseconds; 0 until the finger that draws has moved. */
  let scrolled = 0;
  /** The distance of two fingers when their last step began; 0 where there are no two. */
  let pinched = 0;

  element.addEventListener('click', (event) => {
    if (ignoreClick) {
      ignoreClick = false;
      return;
    }
    const index = acts.indexOf(event.target);
    if (index < 0) return;
    const tile = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest('.tile'));
    const box = tile.getBoundingClientRect();
    const isCorner = event.clientX - box.left < CORNER && event.clientY - box.top < CORNER;
    acts.focus(index);
    if (event.shiftKey) acts.extend(index);
    else if (isCorner || event.ctrlKey || event.metaKey || acts.isSelecting()) acts.toggle(index);
    else acts.open(index);
  });

  // Only a mouse drags photos out; with a finger, a long press selects.
  element.addEventListener('pointerdown', (event) => {
    const tile = event.target instanceof Element ? event.target.closest('.tile') : null;
    if (tile instanceof HTMLElement) tile.draggable = event.pointerType === 'mouse';
  });

  const stop = () => {
    clearTimeout(timer);
    isDrawing = false;
    scrolled = 0;
    pinched = 0;
    element.classList.remove('drawing');
  };
  const draw = () => {
    const index = acts.indexAt(drawX, drawY);
    if (index < 0 || index === pressed) return;
    pressed = index;
    acts.drawTo(index);
  };
  /** Scrolls while the finger that draws rests near an edge. */
  const scroll = (/** @type {number} */ now) => {
    if (!isDrawing || scrolled === 0) return;
    const { top, bottom } = acts.edges();
    const speed = edgeSpeed(drawY, top, bottom);
    if (speed !== 0) {
      // After a long frame the grid does not leap.
      acts.scrollBy(speed * Math.min(50, now - scrolled));
      draw();
    }
    scrolled = now;
    requestAnimationFrame(scroll);
  };
  element.addEventListener('touchstart', (event) => {
    stop();
    ignoreClick = false;
    if (event.touches.length === 2) pinched = distanceOf(event.touches);
    if (event.touches.length !== 1) return;
    const touch = event.touches[0];
    pressed = acts.indexOf(event.target);
    if (pressed < 0) return;
    startX = touch.clientX;
    startY = touch.clientY;
    timer = setTimeout(() => {
      isDrawing = true;
      ignoreClick = true;
      element.classList.add('drawing');
      navigator.vibrate?.(10);
      acts.focus(pressed);
      acts.startDrawing(pressed);
    }, LONG_PRESS);
  }, { passive: true });
  element.addEventListener('touchmove', (event) => {
    if (pinched > 0 && event.touches.length === 2) {
      // A movement that scrolls already goes on.
      if (event.cancelable) event.preventDefault();
      const step = pinchStep(pinched, distanceOf(event.touches));
      if (step === 0) return;
      pinched = distanceOf(event.touches);
      acts.resize(step);
      return;
    }
    const touch = event.touches[0];
    if (!isDrawing) {
      if (Math.hypot(touch.clientX - startX, touch.clientY - startY) > 10) clearTimeout(timer);
      return;
    }
    // While the finger draws a selection, the grid must not scroll.
    event.preventDefault();
    drawX = touch.clientX;
    drawY = touch.clientY;
    draw();
    if (scrolled > 0 || Math.hypot(drawX - startX, drawY - startY) <= 10) return;
    scrolled = performance.now();
    requestAnimationFrame(scroll);
  }, { passive: false });
  element.addEventListener('touchend', (event) => {
    if (isDrawing) event.preventDefault();
    stop();
    setTimeout(() => (ignoreClick = false), 400);
  });
  element.addEventListener('touchcancel', stop);
  element.addEventListener('contextmenu', (event) => {
    if (timer && (isDrawing || ignoreClick)) event.preventDefault();
  });
}

/**
 * @param {TouchList} touches Of two fingers.
 */
function distanceOf([a, b]) {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
