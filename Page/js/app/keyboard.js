/**
 * Owns the keys that work everywhere. Keys of the grid and the viewer belong to those.
 */

import { undo, redo } from '../actions/actions.js';
import { canChange, store } from '../actions/state.js';
import { whenLoaded } from '../actions/whenloaded.js';
import { go } from '../core/navigation.js';
import { SIZES } from '../core/router.js';
import { clearSelection, runKey } from '../features/commands.js';
import { moveBy } from '../features/drag.js';
import { countOf, everything } from '../list/selection.js';
import { askDay, setSize } from './topbar.js';

/** @typedef {import('../grid/grid.js').PhotoGrid} PhotoGrid */
/** @typedef {import('./live.js').Live} Live */

/** @param {EventTarget | null} target */
function isWriting(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || (target instanceof HTMLInputElement && !/^(checkbox|radio|button|range)$/.test(target.type)));
}

/** Whether a dialog is open, so that keys belong to it. */
function isAsking() {
  return document.querySelector('dialog[open]') !== null;
}

/**
 * @param {PhotoGrid} grid
 * @param {Live} live
 */
export function followKeys(grid, live) {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isAsking() || isWriting(event.target) || store.state.phase !== 'ready' || document.querySelector('.cropper')) return;
    if (press(event, grid, live)) event.preventDefault();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {PhotoGrid} grid
 * @param {Live} live
 * @returns {boolean} Whether the key did something.
 */
function press(event, grid, live) {
  const { key } = event;
  const { route, selected, list } = store.state;
  const viewer = live.viewer?.isOpen ? live.viewer : null;
  const isGrid = route.page === 'photos' && !viewer;
  const onButton = event.target instanceof HTMLElement && event.target.closest('button, a, [role=treeitem], [role=scrollbar]') !== null;
  if (isGrid && event.target === document.body && !event.altKey && /^(Arrow|Home|End|Page)/.test(key)) return grid.pressBefore(event);
  if (event.ctrlKey || event.metaKey) {
    if (key === 'a' && isGrid && list?.status === 'ready' && list.count > 0 && grid.canSelect) {
      store.set({ selected: everything(list.count) });
      return true;
    }
    if (key.toLowerCase() === 'z' && canChange()) {
      void (event.shiftKey ? redo() : undo());
      return true;
    }
    if (key === 'y' && canChange()) {
      void redo();
      return true;
    }
    return false;
  }
  if (event.altKey) {
    if (isGrid && grid.canReorder && canChange() && (key === 'ArrowLeft' || key === 'ArrowRight') && grid.contains(/** @type {Node} */ (event.target))) {
      void moveBy(grid, key === 'ArrowLeft' ? -1 : 1);
      return true;
    }
    return false;
  }
  if (viewer && !(onButton && (key === 'Enter' || key === ' ')) && viewer.press(event)) return true;
  switch (key) {
    case '/': {
      const field = /** @type {HTMLInputElement | null} */ (document.querySelector('#search'));
      if (viewer || !field) return false;
      if (route.page === 'photos' || field.offsetParent) field.focus();
      else go({ page: 'search', view: 'all', at: '', photo: '' });
      field.select();
      return true;
    }
    case '?':
      void whenLoaded(import('../features/help.js'), ({ showHelp }) => showHelp());
      return true;
    case 'z':
    case 'Z':
      if (!canChange()) return false;
      void (event.shiftKey ? redo() : undo());
      return true;
    case 'g':
      if (!isGrid) return false;
      void askDay(grid);
      return true;
    case 'Escape':
      if (countOf(selected) === 0) return false;
      clearSelection();
      return true;
    case '+':
    case '=':
    case '-': {
      if (!isGrid) return false;
      const next = SIZES[SIZES.indexOf(route.size) + (key === '-' ? -1 : 1)];
      if (next) setSize(next);
      return true;
    }
    default:
      if (route.page !== 'photos' || (onButton && /^(Delete|Backspace)$/.test(key) && !viewer)) return false;
      // A key that is held down acts once.
      return /^([a-z#]|Delete|Backspace)$/.test(key) && (event.repeat || runKey(key));
  }
}
