import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { use } from '../../../../Page/js/core/texts.js';
import { historyRows, presentOf, titleOf } from '../../../../Page/js/viewer/history.js';

use(JSON.parse(await readFile(new URL('../../../../Page/texts/en.json', import.meta.url), 'utf8')), 'en-GB');

const present = presentOf({
  id: 'A', caption: 'Now', zone: 7200, rating: 3, keywords: ['a'], files: [{ name: 'IMG_1.jpg' }], place: { latitude: 47.37, longitude: 8.5 },
  item: { w: 900, h: 1200, flags: ['edited', 'favorite'], time: '2010-01-02T03:04:00+02:00' },
});
const entry = (changes, kind = 'updated') => ({ token: 't', kind, changes: Object.entries(changes).map(([property, values]) => ({ property, before: values[0], ...(values.length > 1 ? { after: values[1] } : {}) })) });
const told = (changes) => [titleOf(entry(changes), present, ''), ...historyRows(entry(changes), present).map(({ label, before, after }) => `${label}: ${before} → ${after}`)];

test('an edit is one word and the new size', () => {
  const edit = { adjustmentDate: [null], adjustmentFormat: [null], adjustmentVersion: [null], adjustmentsState: [0], contentVersion: [1], pixelHeight: [900], pixelWidth: [1200] };
  assert.deepEqual(told(edit), ['Edited', 'Size: 1,200 × 900 → 900 × 1,200']);
});

test('a revert is named, and an edit of an edit is an edit', () => {
  assert.deepEqual(told({ adjustmentsState: [2, 0], adjustmentDate: ['2026-01-01T00:00:00Z', null] }), ['Reverted to the original']);
  assert.deepEqual(told({ adjustmentDate: ['2026-01-01T00:00:00Z'], contentVersion: [2] }), ['Edited']);
  assert.deepEqual(told({ contentVersion: [1] }), ['The file changed']);
});

test('what the history does not know any more is as it is now', () => {
  assert.deepEqual(told({ caption: ['Before'], isFavorite: [false], rating: [0, 5], keywords: [[]] }), ['Changed', 'Caption: Before → Now', 'Favorite: no → yes', 'Keywords: nothing → a', 'Rating: 0 → 5']);
});

test('dates have their zone, and places are one row', () => {
  assert.deepEqual(
    told({ creationDate: ['2007-12-06T05:33:18Z'], creationZone: [32400], dateSource: ['Exif'], latitude: [null], longitude: [null], altitude: [null], speed: [null] }),
    ['Changed', 'Date: 6 December 2007 at 14:33 UTC+09:00 → 2 January 2010 at 03:04 UTC+02:00', 'Place: nothing → 47° 22′ 12″ N, 8° 30′ 0″ E'],
  );
});

test('a file that goes missing and comes back is told', () => {
  assert.deepEqual([told({ traits: [0, 8] }), told({ traits: [10] })], [['Its file is missing'], ['Its file is back']]);
});

test('how the library keeps a photo has no row', () => {
  assert.deepEqual(told({ traits: [0], dateSource: ['file'], burstSelection: [0], modificationDate: [null] }), ['Changed']);
});
