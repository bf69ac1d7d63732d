import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differing } from '../../../../Page/js/pages/differences.js';

test('what is always shown and what differs is shown', () => {
  const photos = [{ name: 'a', size: 1, camera: 'X' }, { name: 'b', size: 1, camera: 'X' }, { name: 'a', size: 1, camera: '' }];
  const rows = differing(photos, [
    { name: 'name', words: ({ name }) => name },
    { name: 'size', isAlways: true, words: ({ size }) => String(size) },
    { name: 'camera', isAlways: true, words: ({ camera }) => camera },
    { name: 'same', words: ({ size }) => String(size) },
  ]);
  assert.deepEqual(rows, [
    { name: 'name', words: ['a', 'b', 'a'], differs: true },
    { name: 'size', words: ['1', '1', '1'], differs: false },
    { name: 'camera', words: ['X', 'X', ''], differs: true },
  ]);
});
