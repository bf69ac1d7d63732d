/**
 * Owns cropping: a frame over the photo that is drawn with the pointer or set with the keys. The original stays as it is.
 */

import { act } from '../actions/actions.js';
import { h, render } from '../core/dom.js';
import { t } from '../core/texts.js';

/** @typedef {import('./viewer.js').PhotoViewer} PhotoViewer */
/** @typedef {{x: number, y: number, width: number, height: number}} Crop From 0 to 1. */

const SMALLEST = 0.05;

/**
 * Moves some edges of a crop, and keeps it within the photo.
 * @param {Crop} crop
 * @param {string} edges Some of n, e, s, w; empty moves the whole crop.
 * @param {number} dx
 * @param {number} dy
 * @returns {Crop}
 */
export function moved(crop, edges, dx, dy) {
  let left = crop.x;
  let top = crop.y;
  let right = crop.x + crop.width;
  let bottom = crop.y + crop.height;
  if (edges === '') {
    const x = Math.min(1 - crop.width, Math.max(0, crop.x + dx));
    const y = Math.min(1 - crop.height, Math.max(0, crop.y + dy));
    return { ...crop, x, y };
  }
  if (edges.includes('w')) left = Math.min(right - SMALLEST, Math.max(0, left + dx));
  if (edges.includes('e')) right = Math.max(left + SMALLEST, Math.min(1, right + dx));
  if (edges.includes('n')) top = Math.min(bottom - SMALLEST, Math.max(0, top + dy));
  if (edges.includes('s')) bottom = Math.max(top + SMALLEST, Math.min(1, bottom + dy));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** @param {PhotoViewer} viewer */
export function openCropper(viewer) {
  const slide = viewer.current();
  const { item } = viewer;
  if (!slide || !item || item.kind !== 'image' || viewer.querySelector('.cropper')) return;
  viewer.movement?.setZoom({ scale: 1, x: 0, y: 0 });
  viewer.classList.add('cropping');
  const root = document.createElement('div');
  root.className = 'cropper';
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', t('do.crop'));
  const shade = root.appendChild(document.createElement('div'));
  shade.className = 'crop-area';
  const bar = root.appendChild(document.createElement('div'));
  bar.className = 'crop-bar';
  viewer.append(root);
  /** @type {Crop} */
  let crop = { x: 0, y: 0, width: 1, height: 1 };

  const place = () => {
    const box = slide.frame.getBoundingClientRect();
    const outer = viewer.getBoundingClientRect();
    const { style } = shade;
    style.left = `${box.left - outer.left}px`;
    style.top = `${box.top - outer.top}px`;
    style.width = `${box.width}px`;
    style.height = `${box.height}px`;
    for (const [name, value] of Object.entries({ '--x': crop.x, '--y': crop.y, '--w': crop.width, '--h': crop.height })) style.setProperty(name, String(value));
    size.textContent = `${Math.round(crop.width * item.w)} × ${Math.round(crop.height * item.h)}`;
  };
  const frame = shade.appendChild(document.createElement('div'));
  frame.className = 'crop-frame';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'application');
  frame.setAttribute('aria-label', t('crop.frame'));
  for (const edges of ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']) {
    const handle = frame.appendChild(document.createElement('span'));
    handle.className = `handle ${edges}`;
    handle.dataset.edges = edges;
  }
  const size = document.createElement('span');
  size.className = 'words';

  frame.addEventListener('pointerdown', (down) => {
    down.preventDefault();
    frame.focus();
    frame.setPointerCapture(down.pointerId);
    const edges = /** @type {HTMLElement} */ (down.target).dataset.edges ?? '';
    const start = crop;
    const move = (/** @type {PointerEvent} */ event) => {
      crop = moved(start, edges, (event.clientX - down.clientX) / shade.clientWidth, (event.clientY - down.clientY) / shade.clientHeight);
      place();
    };
    frame.addEventListener('pointermove', move);
    frame.addEventListener('pointerup', () => frame.removeEventListener('pointermove', move), { once: true });
  });
  frame.addEventListener('keydown', (event) => {
    const step = 0.01;
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (!way) return;
    event.preventDefault();
    crop = moved(crop, event.shiftKey ? 'se' : event.altKey ? 'nw' : '', way[0], way[1]);
    place();
  });
  const close = () => {
    observer.disconnect();
    viewer.classList.remove('cropping');
    root.remove();
    viewer.stage?.focus({ preventScroll: true });
  };
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === frame) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const save = () => {
    close();
    if (crop.width < 0.999 || crop.height < 0.999) void act('crop', { ids: [item.id] }, { ...crop });
  };
  render(bar, h('button', { type: 'button', onclick: close }, t('cancel')), size, h('button.primary', { type: 'button', onclick: save }, t('do.crop')));
  const observer = new ResizeObserver(place);
  observer.observe(viewer);
  // The photo becomes smaller, so that its edges and their handles are clear of the bar and of the window's edges.
  observer.observe(slide.frame);
  place();
  frame.focus();
}
