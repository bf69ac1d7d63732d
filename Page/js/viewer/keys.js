/** Owns what keys do while one photo fills the window. */

import { store } from '../actions/state.js';
import { FITTED } from './zoom.js';

/**
 * The viewer, as far as keys act on it.
 * @typedef {object} PressedViewer
 * @property {import('../list/list.js').PhotoList | null} list
 * @property {import('../core/types.js').Item} [item]
 * @property {import('./movement.js').Movement} [movement]
 * @property {number} clientWidth
 * @property {() => import('./slide.js').Slide | undefined} current
 * @property {(steps: number) => void} step
 * @property {(index: number) => void} setIndex
 * @property {(panel: 'facts' | 'history') => void} togglePanel
 * @property {(event: Event) => boolean} dispatchEvent
 */

/**
 * @param {PressedViewer} viewer
 * @param {KeyboardEvent} event
 * @returns {boolean} Whether the key was meant for the viewer.
 */
export function pressInViewer(viewer, event) {
  const inMovie = event.target instanceof HTMLVideoElement;
  switch (event.key) {
    case 'ArrowRight':
      if (inMovie) return false;
      viewer.step(1);
      return true;
    case 'ArrowLeft':
      if (inMovie) return false;
      viewer.step(-1);
      return true;
    case 'Home':
      viewer.setIndex(0);
      return true;
    case 'End':
      viewer.setIndex((viewer.list?.count ?? 1) - 1);
      return true;
    case 'Escape':
      if (store.state.panel && viewer.clientWidth < 700) store.set({ panel: '' });
      else if ((viewer.movement?.scale ?? 1) > 1.01) viewer.movement?.setZoom(FITTED);
      else viewer.dispatchEvent(new CustomEvent('viewer-close'));
      return true;
    case ' ': {
      const slide = viewer.current();
      if (inMovie) return false;
      if (slide?.movie) slide.movie.paused ? void slide.movie.play().catch(() => {}) : slide.movie.pause();
      else if (slide?.canMove) slide.toggleAnimation();
      else if (viewer.item?.flags.includes('live')) slide?.playLive();
      else viewer.step(event.shiftKey ? -1 : 1);
      return true;
    }
    case 'Enter':
      viewer.movement?.zoomToggle();
      return true;
    case '+':
    case '=':
      viewer.movement?.zoomBy(1.5, 0, 0);
      return true;
    case '-':
      viewer.movement?.zoomBy(1 / 1.5, 0, 0);
      return true;
    case '0':
      viewer.movement?.setZoom(FITTED);
      return true;
    case '1':
      if ((viewer.movement?.scale ?? 1) < 1.01) viewer.movement?.zoomToggle();
      return true;
    case 'i':
      viewer.togglePanel('facts');
      return true;
    case 'F11':
      return false;
    default:
      return false;
  }
}
