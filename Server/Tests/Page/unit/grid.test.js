import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut, photosTop, rowOf } from '../../../../Page/js/grid/layout.js';
import { rowsToShow, TILE_BUDGET } from '../../../../Page/js/grid/window.js';
import { indexAfterKey } from '../../../../Page/js/grid/keys.js';
import { anchorAfter, anchorAt, positionOf } from '../../../../Page/js/grid/anchor.js';
import { emptyView, laidOut, movedTo, photoAt, positionToReveal, positionToShow } from '../../../../Page/js/grid/view.js';
import { patchOf, patchShape } from '../../../../Page/js/list/patch.js';
import { library, options, random } from './support.js';

const shape = library(20000);
const layout = layOut(shape, options);

test('the window covers the screen and stays within its budget', () => {
  const next = random(5);
  for (let round = 0; round < 500; round++) {
    const position = next() * (layout.total - 900);
    const shown = rowsToShow(layout, position, 900, next() - 0.5);
    assert.ok(layout.top[shown.first] <= position);
    assert.ok(layout.top[shown.end] >= Math.min(position + 900, layout.top[layout.rows]));
    assert.ok(layout.first[shown.end] - layout.first[shown.first] <= TILE_BUDGET + 24);
  }
  assert.deepEqual(rowsToShow(layOut(library(0), options), 0, 900).end, 0);
});

test('arrow keys reach every photo, and up undoes down in straight rows', () => {
  const next = random(6);
  for (let round = 0; round < 500; round++) {
    const index = Math.floor(next() * shape.count);
    const key = (name, more = {}) => indexAfterKey(layout, shape, index, { key: name, ...more }, 900);
    assert.equal(key('ArrowRight'), Math.min(shape.count - 1, index + 1));
    assert.equal(key('ArrowLeft'), Math.max(0, index - 1));
    const row = rowOf(layout, index);
    if (row + 1 < layout.rows) assert.equal(rowOf(layout, key('ArrowDown')), row + 1);
    if (row > 0) assert.equal(rowOf(layout, key('ArrowUp')), row - 1);
    assert.equal(key('Home'), layout.first[row]);
    assert.equal(key('End', { ctrlKey: true }), shape.count - 1);
    assert.ok(rowOf(layout, key('PageDown')) >= Math.min(row + 1, layout.rows - 1));
    assert.equal(key('x'), -1);
  }
});

test('the first row on the screen does not move when photos above and below change', () => {
  const next = random(8);
  for (let round = 0; round < 300; round++) {
    const position = Math.floor(1 + next() * (layout.total - 1000));
    const anchor = anchorAt(layout, position);
    const removed = [];
    for (let at = 0, step = 0; step < 5; step++) {
      at += Math.floor(next() * 4000);
      if (at >= shape.count || at === anchor.index) break;
      removed.push([at, 1]);
      at += 1;
    }
    const change = { removed, inserted: [[0, 3]], moved: [], insertedShapes: btoa('\x90\x70\x80'), insertedDays: [[shape.days[0], 3]], changed: [] };
    const patch = patchOf(change, shape.count);
    const after = anchorAfter(anchor, patch, shape.count);
    const changed = layOut(patchShape(shape, patch, change), { ...options, pin: after.index });
    const newPosition = positionOf(changed, after);
    const row = rowOf(changed, after.index);
    assert.equal(changed.first[row], after.index);
    // The row may gain or lose a heading above it; its photos stay.
    assert.equal(photosTop(changed, row) - newPosition, anchor.offset);
  }
});

test('nothing is held at the very top', () => {
  assert.equal(anchorAt(layout, 0), null);
});

/** A view of 20,000 photos on a desktop. */
function view(values = {}) {
  const list = { shape, count: shape.count, order: 'date' };
  return laidOut({ ...emptyView(), list, width: 1200, height: 900, ...values });
}

test('a view is replaced by a layout or a movement, and stays as it was', () => {
  const empty = Object.freeze(emptyView());
  assert.equal(laidOut(empty), empty);
  const before = Object.freeze(view());
  assert.equal(before.revision, 1);
  const down = Object.freeze(movedTo(before, 5000, true, false));
  const up = movedTo(down, 4000, true, false);
  assert.ok(before.position === 0 && down.direction === 5000 && up.direction === -1000 && movedTo(up, 4000, true, false).direction === -1000);
  assert.ok(down.window.first > 0 && down.layout === before.layout);
  assert.equal(view({ isBeginning: true }).layout.count, 1000);
});

test('places count from a near position where the grid is higher than the scroller', () => {
  const before = view();
  assert.equal(movedTo(before, 900_000, false, false).origin, 0);
  const far = movedTo(before, 2_000_000.4, false, false);
  assert.equal(far.origin, 2_000_000);
  assert.equal(movedTo(far, 2_000_100, false, true).origin, 2_000_000);
  assert.equal(movedTo(far, 2_000_100, true, true).origin, 0);
});

test('a photo is found at its point, and shown by the positions that lead to it', () => {
  const next = random(11);
  for (let round = 0; round < 300; round++) {
    const index = Math.floor(next() * shape.count);
    const before = movedTo(view(), next() * (layout.total - 900), true, false);
    const shown = movedTo(before, positionToShow(before, index), true, false);
    const row = rowOf(shown.layout, index);
    assert.ok(row >= shown.window.seenFirst && row < shown.window.seenEnd);
    assert.equal(rowOf(shown.layout, photoAt(shown, 600, photosTop(shown.layout, row) + 5 - shown.position)), row);
    const position = positionToReveal(before, index);
    if (position !== null) assert.equal(positionToReveal(movedTo(before, position, true, false), index), row === 0 ? 0 : null);
  }
  assert.equal(photoAt(emptyView(), 0, 0), -1);
});
