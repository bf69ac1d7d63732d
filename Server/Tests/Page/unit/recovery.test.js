import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayAfter } from '../../../../Page/js/core/retries.js';
import { isTriedAgain, pictureProblemOf } from '../../../../Page/js/list/problems.js';

test('a damaged photo is damaged, and no other is', () => {
  assert.equal(pictureProblemOf(422, 'unsuitable-file'), 'damaged');
  assert.equal(pictureProblemOf(404, 'no-file'), 'offline');
  assert.equal(pictureProblemOf(502, 'remote-fails'), 'elsewhere');
  for (const [status, word] of [[0, ''], [503, 'offline'], [503, 'busy'], [500, 'internal'], [404, 'not-found'], [200, '']]) {
    assert.equal(pictureProblemOf(status, word), 'away', `${status} ${word}`);
  }
});

test('what can come back is asked for without end, less and less often; a damaged file a few times', () => {
  for (const problem of ['offline', 'elsewhere', 'away']) assert.ok(isTriedAgain(problem, 1000));
  assert.deepEqual([1, 2, 3, 4].map((attempts) => isTriedAgain('damaged', attempts)), [true, true, false, false]);
  const delays = [1, 2, 3, 4, 5, 6, 100].map(delayAfter);
  assert.ok(delays.every((delay, at) => delay > 0 && (at === 0 || delay >= delays[at - 1])));
  assert.equal(delays[6], delays[5]);
});
