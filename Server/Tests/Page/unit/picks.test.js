import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendedPicks, isFull, numberOf, picksOf, toggledPick } from '../../../../Page/js/picking/picks.js';

test('picks keep the order of picking, and close the gap of one that is taken away', () => {
  let picks = picksOf([], 0);
  for (const id of ['c', 'a', 'b']) picks = toggledPick(picks, id);
  assert.deepEqual(picks.ids, ['c', 'a', 'b']);
  assert.equal(numberOf(picks, 'b'), 3);
  picks = toggledPick(picks, 'a');
  assert.deepEqual(picks.ids, ['c', 'b']);
  assert.equal(numberOf(picks, 'b'), 2);
  assert.equal(numberOf(picks, 'a'), 0);
});

test('the limit refuses further photos and nothing else', () => {
  const full = picksOf(['a', 'b'], 2);
  assert.ok(isFull(full));
  assert.equal(toggledPick(full, 'c'), full);
  assert.deepEqual(toggledPick(full, 'a').ids, ['b']);
  assert.ok(!isFull(picksOf(['a', 'b'], 0)));
});

test('one photo takes the place of another where one is asked for', () => {
  assert.deepEqual(toggledPick(picksOf(['a'], 1), 'b').ids, ['b']);
  assert.deepEqual(toggledPick(picksOf(['a'], 1), 'a').ids, []);
});

test('picks at the start are each counted once, and never more than the limit', () => {
  assert.deepEqual(picksOf(['a', 'a', 'b', 'c'], 2).ids, ['a', 'b']);
  assert.deepEqual(picksOf(['a', 'a', 'b', 'c'], 0).ids, ['a', 'b', 'c']);
});

test('a range adds what the limit allows', () => {
  assert.deepEqual(extendedPicks(picksOf(['b'], 3), ['a', 'b', 'c', 'd']), { picks: { ids: ['b', 'a', 'c'], limit: 3 }, isCut: true });
  assert.deepEqual(extendedPicks(picksOf(['b'], 0), ['a', 'b']), { picks: { ids: ['b', 'a'], limit: 0 }, isCut: false });
});
