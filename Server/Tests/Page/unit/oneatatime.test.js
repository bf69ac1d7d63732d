import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneAtATime } from '../../../../Page/js/core/oneatatime.js';

test('a question is asked once more where it was asked meanwhile, never beside itself', async () => {
  /** @type {(() => void)[]} */
  const answers = [];
  const ask = oneAtATime(() => new Promise((resolve) => answers.push(resolve)));
  const first = ask();
  const second = ask();
  void ask();
  assert.equal(answers.length, 1);
  answers[0]();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(answers.length, 2);
  answers[1]();
  await Promise.all([first, second]);
  assert.equal(answers.length, 2);
  void ask();
  assert.equal(answers.length, 3);
});

test('a question that failed is told, and can be asked again', async () => {
  let count = 0;
  const ask = oneAtATime(async () => {
    count += 1;
    if (count === 1) throw new Error('away');
  });
  await assert.rejects(ask(), /away/);
  await ask();
  assert.equal(count, 2);
  // The failure of a question is no answer to the next one.
  count = 0;
  await Promise.all([ask(), ask()]);
  assert.equal(count, 2);
});
