import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { amount, amountWords } from '../../../../Page/js/core/amounts.js';
import { t, use } from '../../../../Page/js/core/texts.js';
import { videosIn } from '../../../../Page/js/list/kinds.js';

const texts = async (language) => JSON.parse(await readFile(new URL(`../../../../Page/texts/${language}.json`, import.meta.url), 'utf8'));
use(await texts('en'), 'en-GB');

test('photos and videos are counted apart, and together where nobody knows', () => {
  assert.equal(amountWords(8, 8), '8 videos');
  assert.equal(amountWords(1, 1), '1 video');
  assert.equal(amountWords(8, 0), '8 photos');
  assert.equal(amountWords(8, 5), '3 photos and 5 videos');
  assert.equal(amountWords(2, 1), '1 photo and 1 video');
  assert.equal(amountWords(8, null), '8 items');
  assert.equal(amountWords(0, 0), '0 photos');
});

test('texts name what they are about', () => {
  assert.equal(t('delete.question', { ...amount(8, 8) }), 'Delete 8 videos?');
  assert.equal(t('delete.question', { ...amount(1, 1) }), 'Delete this video?');
  assert.equal(t('done.delete', { ...amount(1, 1) }), 'Video moved to Recently Deleted.');
  assert.equal(t('done.delete', { ...amount(1, 0) }), 'Photo moved to Recently Deleted.');
  assert.equal(t('share.title', { ...amount(3, null) }), 'Share a link to 3 items');
});

test('German names them, too', async () => {
  use(await texts('de'), 'de');
  assert.equal(t('delete.question', { ...amount(8, 8) }), '8 Videos löschen?');
  assert.equal(t('delete.question', { ...amount(1, 1) }), 'Dieses Video löschen?');
  assert.equal(t('share.title', { ...amount(1, 1) }), 'Link zu diesem Video teilen');
  assert.equal(t('place.title', { ...amount(8, 3) }), 'Ort von 5 Fotos und 3 Videos setzen');
  assert.equal(amountWords(8, undefined), '8 Aufnahmen');
  use(await texts('en'), 'en-GB');
});

test('the videos of a selection are counted where the list knows them', () => {
  const known = new Map([[0, 'image'], [1, 'video'], [2, 'video'], [5, 'image']].map(([index, kind]) => [index, { kind }]));
  const list = (videos) => ({ count: 10, videos, items: { get: (index) => known.get(index) } });
  assert.equal(videosIn(list(4), [[0, 3]]), 2);
  assert.equal(videosIn(list(4), [[0, 3], [5, 1]]), 2);
  assert.equal(videosIn(list(4), [[0, 4]]), null);
  assert.equal(videosIn(list(4), [[0, 10]]), 4);
  assert.equal(videosIn(list(0), [[3, 4]]), 0);
  assert.equal(videosIn(list(10), [[3, 4]]), 4);
  assert.equal(videosIn(list(null), [[1, 2]]), 2);
  assert.equal(videosIn(list(null), [[0, 10]]), null);
});
