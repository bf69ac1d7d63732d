/**
 * Owns what pointers do in the grid: a click opens, the corner selects, Shift extends, a long press selects and then
 * extends by drawing, and photos can be dragged to albums.
 */

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
    element.classList.remove('drawing');
  };
  element.addEventListener('touchstart', (event) => {
    stop();
    ignoreClick = false;
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
      acts.toggle(pressed);
    }, LONG_PRESS);
  }, { passive: true });
  element.addEventListener('touchmove', (event) => {
    const touch = event.touches[0];
    if (!isDrawing) {
      if (Math.hypot(touch.clientX - startX, touch.clientY - startY) > 10) clearTimeout(timer);
      return;
    }
    // While the finger draws a selection, the grid must not scroll.
    event.preventDefault();
    const index = acts.indexAt(touch.clientX, touch.clientY);
    if (index >= 0 && index !== pressed) {
      pressed = index;
      acts.extend(index);
    }
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
