import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapRanges, nearestNewIndex, newIndexOf, oldIndexOf, patchOf, patchShape } from '../../../../Page/js/list/patch.js';
import { random } from './support.js';

/** The meaning of a change, step by step as PhotoKit documents it. */
function applied(list, change, inserted) {
  const result = [...list];
  for (const [first, length] of [...change.removed].reverse()) result.splice(first, length);
  let next = 0;
  for (const [first, length] of change.inserted) {
    for (let step = 0; step < length; step++) result.splice(first + step, 0, inserted[next++]);
  }
  const moved = change.moved.map(([from, to]) => ({ photo: result[from], to }));
  const leaving = new Set(change.moved.map(([from]) => from));
  const rest = result.filter((_, index) => !leaving.has(index));
  for (const { photo, to } of moved.sort((a, b) => a.to - b.to)) rest.splice(to, 0, photo);
  return rest;
}

/** Random indexes below `limit` as ranges. */
function ranges(next, limit, most) {
  const chosen = new Set();
  for (let step = Math.floor(next() * most); step > 0; step--) chosen.add(Math.floor(next() * limit));
  const result = [];
  for (const index of [...chosen].sort((a, b) => a - b)) {
    const last = result[result.length - 1];
    if (last && last[0] + last[1] === index) last[1] += 1;
    else result.push([index, 1]);
  }
  return result;
}

test('10,000 random changes give the same list as the steps that PhotoKit documents', () => {
  const next = random(7);
  let name = 0;
  let list = Array.from({ length: 30 }, () => name++);
  for (let round = 0; round < 10000; round++) {
    const removed = list.length ? ranges(next, list.length, list.length > 60 ? 30 : 6) : [];
    const left = list.length - removed.reduce((sum, [, length]) => sum + length, 0);
    const count = Math.floor(next() * 8);
    const inserted = [];
    let total = left;
    const wanted = ranges(next, left + count, count);
    for (const [first, length] of wanted) {
      if (first <= total) { inserted.push([first, length]); total += length; }
    }
    const news = Array.from({ length: total - left }, () => name++);
    const moved = [];
    const movable = Math.min(4, Math.floor(next() * 5), total);
    const froms = [...new Set(Array.from({ length: movable }, () => Math.floor(next() * total)))];
    const tos = [...new Set(Array.from({ length: 20 }, () => Math.floor(next() * Math.max(1, total))))];
    froms.forEach((from, at) => { if (at < tos.length) moved.push([from, tos[at]]); });
    const change = { removed, inserted, moved };
    const expected = applied(list, change, news);
    const patch = patchOf(change, list.length);
    assert.equal(patch.count, expected.length);
    const shape = patchShape(
      { count: list.length, shapes: Uint8Array.from(list, (photo) => photo % 256), days: Int32Array.from(list) },
      patch,
      { insertedShapes: btoa(String.fromCharCode(...news.map((photo) => photo % 256))), insertedDays: news.map((photo) => [photo, 1]), changed: [] },
    );
    assert.deepEqual([...shape.days], expected, `round ${round}`);
    assert.deepEqual([...shape.shapes], expected.map((photo) => photo % 256));
    list.forEach((photo, index) => assert.equal(newIndexOf(patch, index), expected.indexOf(photo)));
    expected.forEach((photo, index) => assert.equal(oldIndexOf(patch, index), list.indexOf(photo)));
    const some = ranges(next, Math.max(1, list.length), 6).filter(([first]) => first < list.length);
    const mapped = mapRanges(patch, some).flatMap(([first, length]) => expected.slice(first, first + length));
    const kept = some.flatMap(([first, length]) => list.slice(first, first + length)).filter((photo) => expected.includes(photo));
    assert.deepEqual(mapped.sort((a, b) => a - b), kept.sort((a, b) => a - b));
    list = expected;
  }
});

test('changed photos get their new shape and day', () => {
  const patch = patchOf({ removed: [], inserted: [], moved: [] }, 3);
  const shape = patchShape({ count: 3, shapes: Uint8Array.of(1, 2, 3), days: Int32Array.of(7, 7, 7) }, patch,
    { insertedShapes: '', insertedDays: [], changed: [[1, 200, 8]] });
  assert.deepEqual([...shape.shapes], [1, 200, 3]);
  assert.deepEqual([...shape.days], [7, 8, 7]);
});

test('a removed photo leads to the next one that stays', () => {
  const patch = patchOf({ removed: [[2, 3]], inserted: [], moved: [] }, 8);
  assert.equal(newIndexOf(patch, 3), -1);
  assert.equal(nearestNewIndex(patch, 3), 2);
  assert.equal(nearestNewIndex(patchOf({ removed: [[6, 2]], inserted: [], moved: [] }, 8), 7), 5);
  assert.equal(nearestNewIndex(patchOf({ removed: [[0, 8]], inserted: [], moved: [] }, 8), 7), -1);
});

test('a change of a million photos keeps all others', () => {
  const count = 1_000_000;
  const list = { count, shapes: new Uint8Array(count), days: new Int32Array(count) };
  const change = { removed: [[500, 3], [700000, 1]], inserted: [[0, 2], [900000, 1]], moved: [[12, 800000]], insertedShapes: 'AAEC', insertedDays: [[1, 3]], changed: [] };
  const result = patchShape(list, patchOf(change, count), change);
  assert.equal(result.count, count - 1);
  assert.equal(result.days.length, result.count);
  assert.equal(result.days.reduce((sum, day) => sum + day, 0), 3);
});

test('a change of a mark keeps the shape, and any other change makes a new one', () => {
  const list = { count: 3, shapes: Uint8Array.of(10, 20, 30), days: Int32Array.of(5, 5, 4) };
  const change = (values) => ({ removed: [], inserted: [], moved: [], insertedShapes: '', insertedDays: [], changed: [], ...values });
  const after = (values) => patchShape(list, patchOf(change(values), list.count), change(values));
  assert.equal(after({ changed: [[1, 20, 5]] }), list);
  for (const values of [{ changed: [[1, 21, 5]] }, { changed: [[1, 20, 6]] }, { moved: [[0, 2]] }, { removed: [[2, 1]] }, { inserted: [[3, 1]], insertedShapes: 'AA==', insertedDays: [[4, 1]] }]) {
    assert.notEqual(after(values), list, JSON.stringify(values));
  }
});
