/**
 * Owns trimming: two handles for the start and the end of the video in the viewer. The original stays as it is.
 */

import { act } from '../actions/actions.js';
import { lengthWords } from '../core/dates.js';
import { h, render } from '../core/dom.js';
import { t } from '../core/texts.js';

/** @typedef {import('./viewer.js').PhotoViewer} PhotoViewer */
/** @typedef {{start: number, end: number}} Part Seconds of the video as it is shown. */

/** What is left at least, in seconds. */
const SHORTEST = 0.5;
const STEP = 0.1;

/**
 * Moves one end of a part, and keeps it within the video and clear of the other end.
 * @param {Part} part
 * @param {'start' | 'end'} which
 * @param {number} seconds
 * @param {number} duration
 * @returns {Part}
 */
export function withEnd(part, which, seconds, duration) {
  const shortest = Math.min(SHORTEST, duration);
  if (which === 'start') return { ...part, start: Math.max(0, Math.min(seconds, part.end - shortest)) };
  return { ...part, end: Math.min(duration, Math.max(seconds, part.start + shortest)) };
}

/** @param {PhotoViewer} viewer */
export function openTrimmer(viewer) {
  const { item } = viewer;
  const movie = viewer.current()?.movie;
  if (!movie || !item || item.kind !== 'video' || viewer.querySelector('.cropper')) return;
  const { duration } = movie;
  if (!(duration > 0)) {
    movie.addEventListener('loadedmetadata', () => viewer.current()?.movie === movie && openTrimmer(viewer), { once: true });
    return;
  }
  movie.pause();
  movie.controls = false;
  viewer.classList.add('cropping');
  const root = document.createElement('div');
  root.className = 'cropper trimmer';
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', t('do.trim'));
  const bar = root.appendChild(document.createElement('div'));
  bar.className = 'crop-bar';
  viewer.append(root);
  /** @type {Part} */
  let part = { start: 0, end: duration };

  /** @param {'start' | 'end'} which */
  const handle = (which) => {
    const input = document.createElement('input');
    input.type = 'range';
    input.className = which;
    input.min = '0';
    input.max = String(duration);
    input.step = String(STEP);
    input.setAttribute('aria-label', t(`trim.${which}`));
    input.addEventListener('input', () => {
      // The last step would leave out what is behind it.
      const seconds = Number(input.value) > duration - STEP ? duration : Number(input.value);
      part = withEnd(part, which, seconds, duration);
      movie.currentTime = part[which];
      draw();
    });
    return input;
  };
  const handles = { start: handle('start'), end: handle('end') };
  const track = document.createElement('div');
  track.className = 'trim-track';
  track.append(handles.start, handles.end);
  const words = document.createElement('span');
  words.className = 'words';

  const draw = () => {
    for (const which of /** @type {const} */ (['start', 'end'])) {
      handles[which].value = String(part[which]);
      handles[which].setAttribute('aria-valuetext', lengthWords(part[which]));
      track.style.setProperty(`--${which}`, String(part[which] / duration));
    }
    words.textContent = lengthWords(part.end - part.start);
  };
  const close = () => {
    viewer.classList.remove('cropping');
    root.remove();
    movie.controls = true;
    viewer.stage?.focus({ preventScroll: true });
  };
  const save = () => {
    close();
    const { start, end } = part;
    if (start > 0 || end < duration) void act('trim', { ids: [item.id] }, end < duration ? { start, end } : { start });
  };
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const cancel = document.createElement('div');
  const done = document.createElement('div');
  render(cancel, h('button', { type: 'button', onclick: close }, t('cancel')));
  render(done, h('button.primary', { type: 'button', onclick: save }, t('do.trim')));
  bar.append(cancel, track, words, done);
  draw();
  handles.start.focus();
}
