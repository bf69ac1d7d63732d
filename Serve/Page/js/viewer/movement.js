/**
 * Owns how the photo in the viewer moves: zoom and pan within it, the swipe to its neighbours, and the pull that closes it.
 */

import { FITTED, largestScale, trueScale, within, zoomAt } from './zoom.js';

/** @typedef {import('./viewer.js').PhotoViewer} PhotoViewer */

/**
 * @param {PhotoViewer} viewer
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 */
export function zoomBy(viewer, factor, x, y) {
  const slide = viewer.current();
  if (!slide?.item || slide.item.kind !== 'image') return;
  const photo = { width: slide.item.w, height: slide.item.h };
  const largest = largestScale(photo, slide.fitted, devicePixelRatio);
  const scale = Math.min(largest, Math.max(1, slide.zoom.scale * factor));
  setZoom(viewer, scale <= 1.001 ? FITTED : zoomAt(slide.zoom, scale, x, y));
}

/**
 * Between the whole photo and its original pixels.
 * @param {PhotoViewer} viewer
 * @param {number} x
 * @param {number} y
 */
export function zoomToggle(viewer, x = 0, y = 0) {
  const slide = viewer.current();
  if (!slide?.item || slide.item.kind !== 'image') return;
  const full = trueScale({ width: slide.item.w, height: slide.item.h }, slide.fitted, devicePixelRatio);
  const isFitted = slide.zoom.scale < 1.01;
  slide.frame.classList.add('easing');
  setTimeout(() => slide.frame.classList.remove('easing'), 200);
  setZoom(viewer, isFitted ? zoomAt(slide.zoom, full > 1.2 ? full : 2, x, y) : FITTED);
}

/**
 * @param {PhotoViewer} viewer
 * @param {number} dx
 * @param {number} dy
 */
export function pan(viewer, dx, dy) {
  const slide = viewer.current();
  if (slide) setZoom(viewer, { ...slide.zoom, x: slide.zoom.x + dx, y: slide.zoom.y + dy });
}

/**
 * @param {PhotoViewer} viewer
 * @param {import('./zoom.js').Zoom} zoom
 */
export function setZoom(viewer, zoom) {
  const slide = viewer.current();
  if (!slide) return;
  slide.zoom = within(zoom, slide.fitted, slide.stage);
  slide.place();
  viewer.classList.toggle('zoomed', slide.zoom.scale > 1.01);
  clearTimeout(viewer.sharpTimer);
  viewer.sharpTimer = setTimeout(() => void slide.sharpen(), 120);
}

/**
 * @param {PhotoViewer} viewer
 * @param {number} distance
 */
export function swipe(viewer, distance) {
  const isEnd = (distance > 0 && viewer.index === 0) || (distance < 0 && viewer.index === (viewer.list?.count ?? 0) - 1);
  viewer.stage?.classList.add('dragging');
  viewer.swipeBy = isEnd ? distance / 4 : distance;
  viewer.placeSlides();
}

/**
 * @param {PhotoViewer} viewer
 * @param {-1 | 0 | 1} steps
 */
export function swiped(viewer, steps) {
  viewer.swipeBy = 0;
  viewer.stage?.classList.remove('dragging');
  viewer.stage?.classList.add('gliding');
  setTimeout(() => viewer.stage?.classList.remove('gliding'), 220);
  if (steps !== 0) viewer.step(steps);
  viewer.placeSlides();
}

/**
 * @param {PhotoViewer} viewer
 * @param {number} distance
 */
export function pull(viewer, distance) {
  const slide = viewer.current();
  if (!slide) return;
  slide.frame.style.transform = `translateY(${distance}px) scale(${1 - Math.min(0.3, distance / 1200)})`;
  viewer.style.setProperty('--pulled', String(Math.min(1, distance / 300)));
}

/**
 * @param {PhotoViewer} viewer
 * @param {boolean} closes
 */
export function pulled(viewer, closes) {
  viewer.style.removeProperty('--pulled');
  viewer.current()?.place();
  if (closes) viewer.dispatchEvent(new CustomEvent('viewer-close'));
}
