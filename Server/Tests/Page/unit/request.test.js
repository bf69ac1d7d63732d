import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLimit } from '../../../../Page/js/core/request.js';

/** Waits until a signal ends what it is for, and returns why; node ends before a time limit that nothing else waits for. */
const endOf = async (signal) => {
  const waiting = setInterval(() => {}, 1000);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  clearInterval(waiting);
  return signal.reason.name;
};

test('a question ends after the longest time, also where the one who asked may end it', async () => {
  assert.equal(await endOf(withLimit(undefined, 1)), 'TimeoutError');
  // Node 18 cannot join signals either.
  if (AbortSignal.any) assert.equal(await endOf(withLimit(new AbortController().signal, 1)), 'TimeoutError');
});

test('the one who asked ends a question before that', async () => {
  const asker = new AbortController();
  const signal = withLimit(asker.signal, 3_600_000);
  assert.equal(signal.aborted, false);
  asker.abort();
  assert.equal(await endOf(signal), 'AbortError');
});

test('a browser that cannot join two signals keeps that of the one who asked', (context) => {
  const { any } = AbortSignal;
  context.after(() => (AbortSignal.any = any));
  AbortSignal.any = undefined;
  const { signal } = new AbortController();
  assert.equal(withLimit(signal), signal);
});
