import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexAfterLeaving, indexBeside, Leaving } from '../../../../Page/js/list/leaving.js';

test('three deletions one after the other are of three photos', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const leaving = new Leaving();
  const isLeaving = (index) => leaving.has(ids[index]);
  const shown = [];
  let index = 1;
  for (let press = 0; press < 4; press++) {
    shown.push(ids[index]);
    void leaving.add(ids[index], new Promise(() => {}));
    index = indexAfterLeaving(index, ids.length, isLeaving);
  }
  assert.deepEqual(shown, ['b', 'c', 'd', 'a']);
  assert.equal(index, -1);
});

test('arrows pass over photos that leave, and stay where there is no other', () => {
  const isLeaving = (index) => index === 2 || index === 3 || index === 0;
  assert.equal(indexBeside(1, 1, 6, isLeaving), 4);
  assert.equal(indexBeside(4, -1, 6, isLeaving), 1);
  assert.equal(indexBeside(1, -1, 6, isLeaving), 1);
  assert.equal(indexBeside(1, 3, 6, isLeaving), 5);
});

test('a photo stays that the server did not delete, and one that was taken back is as before', async () => {
  const leaving = new Leaving();
  await leaving.add('refused', Promise.resolve(false));
  assert.equal(leaving.has('refused'), false);
  const done = leaving.add('deleted', Promise.resolve(true));
  leaving.settle();
  assert.equal(leaving.has('deleted'), true);
  await done;
  leaving.settle();
  assert.equal(leaving.has('deleted'), false);
  assert.equal(leaving.has(undefined), false);
});
