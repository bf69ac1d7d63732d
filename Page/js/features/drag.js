/**
 * Owns dragging photos out of the grid: onto an album, or to another place within an album that has an order of its own.
 */

import { act } from '../actions/actions.js';
import { albumShown, canChange, store } from '../actions/state.js';
import { amountWords } from '../core/amounts.js';
import { videosIn } from '../list/kinds.js';
import { contains, countOf, query, toggled, NOTHING } from '../list/selection.js';

/** @typedef {import('../grid/grid.js').PhotoGrid} PhotoGrid */
/** @typedef {import('../core/types.js').Selection} Selection */

/** The type of dragged photos; what they are stays in the page. */
export const DRAG_TYPE = 'application/x-photos-selection';

/** @type {Selection | null} */
let dragged = null;
/** @type {import('../list/selection.js').Selected} */
let draggedRanges = NOTHING;

export function draggedSelection() {
  return dragged;
}

/** @param {PhotoGrid} grid */
export function dragPhotos(grid) {
  const marker = document.createElement('div');
  marker.className = 'drop-marker';
  marker.hidden = true;
  grid.append(marker);
  /** The index before which photos would be dropped; -1 for nowhere. */
  let place = -1;

  grid.addEventListener('dragstart', (event) => {
    const { list, selected } = store.state;
    const index = grid.indexOf(event.target);
    if (!list || index < 0 || !canChange() || !event.dataTransfer) {
      event.preventDefault();
      return;
    }
    draggedRanges = contains(selected, index) ? selected : toggled(NOTHING, index);
    dragged = query(draggedRanges, list.view, list.version, list.count);
    const count = countOf(draggedRanges);
    event.dataTransfer.setData(DRAG_TYPE, String(count));
    event.dataTransfer.effectAllowed = 'copyMove';
    const label = document.createElement('div');
    label.className = 'drag-label';
    label.textContent = amountWords(count, videosIn(list, draggedRanges.ranges));
    document.body.append(label);
    event.dataTransfer.setDragImage(label, -12, -12);
    setTimeout(() => label.remove());
  });

  grid.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes(DRAG_TYPE) || !grid.canReorder) return;
    const index = grid.indexOf(document.elementFromPoint(event.clientX, event.clientY));
    const tile = index >= 0 ? grid.tiles.get(index)?.element : null;
    if (!tile) return;
    event.preventDefault();
    const box = tile.getBoundingClientRect();
    const frame = grid.getBoundingClientRect();
    const isAfter = event.clientX > box.left + box.width / 2;
    place = index + (isAfter ? 1 : 0);
    marker.hidden = false;
    marker.style.transform = `translate(${(isAfter ? box.right : box.left) - frame.left - 3}px, ${box.top - frame.top}px)`;
    marker.style.height = `${box.height}px`;
  });

  const end = () => {
    marker.hidden = true;
    place = -1;
  };
  grid.addEventListener('dragleave', (event) => event.target === grid && end());
  grid.addEventListener('dragend', () => {
    end();
    dragged = null;
  });
  grid.addEventListener('drop', (event) => {
    if (place < 0 || !dragged) return;
    event.preventDefault();
    const leaving = draggedRanges.ranges.reduce((sum, [first, length]) => sum + Math.max(0, Math.min(length, place - first)), 0);
    void moveInAlbum(dragged, place - leaving);
    end();
  });
}

/**
 * Moves the selected photos, or the one with the focus, one place to the left or right in an album.
 * @param {PhotoGrid} grid
 * @param {number} steps
 */
export async function moveBy(grid, steps) {
  const { list, selected } = store.state;
  if (!list || !grid.canReorder) return;
  const what = countOf(selected) > 0 ? selected : toggled(NOTHING, grid.focusIndex);
  const [first] = what.ranges[0];
  const count = countOf(what);
  const to = Math.min(list.count - count, Math.max(0, first + steps));
  await moveInAlbum(query(what, list.view, list.version, list.count), to);
}

/**
 * Moves photos within the album that is shown.
 * @param {Selection} on
 * @param {number} to The index in the list without these photos.
 */
function moveInAlbum(on, to) {
  return act('moveInAlbum', on, { album: albumShown(), to });
}
