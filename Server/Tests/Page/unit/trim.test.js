import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEnd } from '../../../../Page/js/viewer/trim.js';

test('the ends of a part stay within the video, and half a second apart', () => {
  const whole = { start: 0, end: 10 };
  assert.deepEqual(withEnd(whole, 'start', 4, 10), { start: 4, end: 10 });
  assert.deepEqual(withEnd(whole, 'start', -1, 10), whole);
  assert.deepEqual(withEnd(whole, 'start', 12, 10), { start: 9.5, end: 10 });
  assert.deepEqual(withEnd({ start: 4, end: 10 }, 'end', 2, 10), { start: 4, end: 4.5 });
  assert.deepEqual(withEnd(whole, 'end', 11, 10), whole);
});

test('a video shorter than half a second keeps its ends', () => {
  const whole = { start: 0, end: 0.2 };
  assert.deepEqual(withEnd(whole, 'start', 0.1, 0.2), whole);
  assert.deepEqual(withEnd(whole, 'end', 0.1, 0.2), whole);
});
