import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.location ??= /** @type {any} */ ({ search: '' });
const { moved } = await import('../../../../Page/js/features/suggestions.js');

test('arrows go through the suggestions and back to the field', () => {
  const keys = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'];
  let active = -1;
  const seen = keys.map((key) => (active = moved(key, active, 3)));
  assert.deepEqual(seen, [0, 1, 2, -1, 2, 1]);
  assert.equal(moved('ArrowUp', 0, 3), -1);
  assert.equal(moved('ArrowDown', -1, 1), 0);
});
