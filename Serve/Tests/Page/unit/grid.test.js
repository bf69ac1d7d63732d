import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut, photosTop, rowOf } from '../../../Page/js/grid/layout.js';
import { rowsToShow, TILE_BUDGET } from '../../../Page/js/grid/window.js';
import { indexAfterKey } from '../../../Page/js/grid/keys.js';
import { anchorAfter, anchorAt, positionOf } from '../../../Page/js/grid/anchor.js';
import { patchOf, patchShape } from '../../../Page/js/list/patch.js';
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
