import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ItemCache } from '../../../../Page/js/list/items.js';
import { patchOf } from '../../../../Page/js/list/patch.js';

/** A cache whose requests are answered by hand. */
function cache() {
  /** @type {{from: number, count: number, signal: AbortSignal, answer: () => void}[]} */
  const asked = [];
  const items = new ItemCache(
    (version, from, count, signal) => new Promise((resolve) => asked.push({
      from, count, signal,
      answer: () => resolve({ version, from, items: Array.from({ length: count }, (_, offset) => /** @type {any} */ ({ id: `${version}.${from + offset}` })) }),
    })),
    () => {},
    () => assert.fail(),
  );
  items.reset(1, 5000);
  return { items, asked };
}

/**
 * A cache of which the first photos were asked for before and after another program changed the list.
 * @param {import('../../../../Page/js/list/patch.js').Range[]} removed
 */
function cacheWithLateAnswer(removed) {
  const { items, asked } = cache();
  items.want(0, 40);
  items.follow(patchOf({ removed, inserted: [], moved: [] }, 5000), 1, 2, [7]);
  items.want(0, 40);
  const [late, present] = asked;
  const arrive = async (/** @type {{answer: () => void}} */ { answer }) => {
    answer();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { items, late: () => arrive(late), present: () => arrive(present) };
}

test('the photo with the focus is fetched where it is out of sight, once', async () => {
  const { items, asked } = cache();
  items.want(0, 40, 3000);
  items.want(0, 40, 3000);
  assert.deepEqual(asked.map(({ from, count }) => [from, count]).at(-1), [3000, 1]);
  const amount = asked.length;
  assert.ok(asked.every(({ signal }) => !signal.aborted));
  for (const { answer } of asked) answer();
  await new Promise((resolve) => setTimeout(resolve));
  items.want(0, 40, 3000);
  assert.equal(asked.length, amount);
  // Another program changed it.
  items.follow(patchOf({ removed: [], inserted: [], moved: [] }, 5000), 1, 2, [3000]);
  items.want(0, 40, 3000);
  assert.deepEqual([asked.length, asked.at(-1)?.from, asked.at(-1)?.count], [amount + 1, 3000, 1]);
  asked.at(-1)?.answer();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(items.get(3000)?.id, '2.3000');
});

test('no photo is fetched for a focus that is nowhere, and none twice where it is in sight', () => {
  const { items, asked } = cache();
  items.want(0, 40);
  const amount = asked.length;
  for (const focus of [-1, 5000, 20]) {
    items.want(0, 40, focus);
    assert.equal(asked.length, amount);
  }
});

test('a late answer takes no photo back to an earlier state', async () => {
  const { items, late, present } = cacheWithLateAnswer([[0, 1]]);
  await present();
  await late();
  assert.equal(items.get(7)?.id, '2.7');
  assert.equal(items.stale.size, 0);
});

test('a late answer that comes first shows what it knows, and what has changed since is still fetched', async () => {
  const { items, late, present } = cacheWithLateAnswer([[0, 1]]);
  await late();
  assert.equal(items.get(7)?.id, '1.8');
  assert.deepEqual([...items.stale], [7]);
  await present();
  assert.equal(items.get(7)?.id, '2.7');
  assert.equal(items.stale.size, 0);
});

test('a photo that was forgotten counts as out of date where a late answer brings its old state', async () => {
  const { items, late, present } = cacheWithLateAnswer([]);
  await present();
  items.known.delete(7);
  await late();
  assert.equal(items.get(7)?.id, '1.7');
  assert.deepEqual([...items.stale], [7]);
});
