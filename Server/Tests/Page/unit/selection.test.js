import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as selection from '../../../../Page/js/list/selection.js';
import { dayRange } from '../../../../Page/js/list/shape.js';
import { patchOf } from '../../../../Page/js/list/patch.js';
import { random } from './support.js';

test('10,000 random steps agree with a set', () => {
  const next = random(9);
  let selected = selection.NOTHING;
  const set = new Set();
  for (let round = 0; round < 10000; round++) {
    const index = Math.floor(next() * 60);
    if (next() < 0.7) {
      selected = selection.toggled(selected, index);
      if (!set.delete(index)) set.add(index);
    } else {
      const anchor = selected.anchor < 0 ? index : selected.anchor;
      selected = selection.extended(selected, index);
      for (let at = Math.min(anchor, index); at <= Math.max(anchor, index); at++) set.add(at);
    }
    if (next() < 0.02) { selected = selection.NOTHING; set.clear(); }
    assert.equal(selection.countOf(selected), set.size);
    for (let at = 0; at < 60; at++) assert.equal(selection.contains(selected, at), set.has(at));
    selected.ranges.forEach(([first, length], position) => {
      assert.ok(length > 0);
      if (position) assert.ok(first > selected.ranges[position - 1][0] + selected.ranges[position - 1][1]);
    });
  }
});

test('everything but three photos of a million is a short query', () => {
  let selected = selection.everything(1_000_000);
  for (const index of [5, 77, 999_999]) selected = selection.toggled(selected, index);
  assert.equal(selection.countOf(selected), 999_997);
  assert.deepEqual(selection.query(selected, 'all', 17, 1_000_000),
    { view: 'all', version: 17, all: true, except: [[5, 1], [77, 1], [999_999, 1]] });
  assert.deepEqual(selection.query(selection.toggled(selection.NOTHING, 3), 'all', 17, 10), { view: 'all', version: 17, ranges: [[3, 1]] });
});

test('a selection follows a change of the list', () => {
  const patch = patchOf({ removed: [[2, 2]], inserted: [[0, 5]], moved: [] }, 10);
  const followed = selection.followed({ ranges: [[1, 3], [8, 1]], anchor: 8 }, patch);
  assert.deepEqual(followed, { ranges: [[6, 1], [11, 1]], anchor: 11 });
});

test('a day is selected with its neighbours, and no longer where all of it is', () => {
  const shape = { count: 6, shapes: new Uint8Array(6), days: Int32Array.from([9, 8, 8, 8, 7, 8]) };
  assert.deepEqual(dayRange(shape, 2), [1, 3]);
  assert.deepEqual(dayRange(shape, 5), [5, 1]);
  const one = selection.toggled(selection.NOTHING, 2);
  assert.equal(selection.containsAll(one, [1, 3]), false);
  const day = selection.toggledRange(one, [1, 3]);
  assert.deepEqual(day, { ranges: [[1, 3]], anchor: 1 });
  assert.ok(selection.containsAll(day, [1, 3]));
  assert.deepEqual(selection.toggledRange(day, [1, 3]).ranges, []);
});

test('a finger that draws back takes back what it drew, and takes away what began selected', () => {
  const before = selection.toggled(selection.NOTHING, 20);
  const far = selection.drawn(before, 3, 9);
  assert.deepEqual(far.ranges, [[3, 7], [20, 1]]);
  assert.deepEqual(selection.drawn(before, 3, 4).ranges, [[3, 2], [20, 1]]);
  assert.deepEqual(selection.drawn(before, 3, 1).ranges, [[1, 3], [20, 1]]);
  assert.deepEqual(selection.drawn(far, 5, 30).ranges, [[3, 2]]);
});
