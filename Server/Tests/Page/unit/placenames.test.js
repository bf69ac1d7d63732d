import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeMeant } from '../../../../Page/js/features/placenames.js';

const places = (...names) => names.map((name) => ({ name, around: [], latitude: 0, longitude: 0 }));

test('a place is meant that is the only one, or the only one with exactly this name', () => {
  assert.equal(placeMeant('zer', places('Zermatt')), 0);
  assert.equal(placeMeant('bern', places('Bern', 'Bernau', 'Bernina')), 0);
  assert.equal(placeMeant('zurich', places('Zürich', 'Zürichberg')), 0);
  assert.equal(placeMeant('springfield', places('Springfield', 'Springfield', 'Springfield Park')), -1);
  assert.equal(placeMeant('spring', places('Springfield', 'Springdale')), -1);
  assert.equal(placeMeant('x', []), -1);
});
