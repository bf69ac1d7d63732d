import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { use } from '../../../../Page/js/core/texts.js';
import { planWords } from '../../../../Page/js/pages/mergewords.js';

use(JSON.parse(await readFile(new URL('../../../../Page/texts/en.json', import.meta.url), 'utf8')), 'en-GB');

const member = (name, kind = 'image', stays = false) => ({ name, stays, item: { id: name, kind } });
const nothing = { keywords: [], favorite: false, albums: [], persons: [], creators: [], placeNames: [], pinned: false, programs: [], contested: [], removed: 1 };
const group = (gets, members = [member('a.jpg'), member('b.jpg')]) => ({ id: 'a.jpg', kind: 'bytes', members, gets });

test('the plan says which file stays and how many go', () => {
  assert.deepEqual(planWords(group(nothing)), ['a.jpg stays.', '1 photo moves to Recently Deleted.']);
  assert.deepEqual(planWords(group({ ...nothing, removed: 2 }, [member('a.mov', 'video'), member('b.mov', 'video'), member('c.mov', 'video')])), ['a.mov stays.', '2 videos move to Recently Deleted.']);
  assert.deepEqual(planWords({ ...group(nothing), gets: undefined, reason: 'No.' }), []);
});

test('the plan names all that the photo gets', () => {
  const gets = {
    ...nothing, caption: 'x', keywords: ['lake', 'boat'], rating: 4, favorite: true, albums: ['Italy'], date: '2024-06-01T12:00:00Z', place: { latitude: 46, longitude: 9 },
    title: 'T', headline: 'H', persons: ['Anna'], creators: ['Ben'], placeNames: ['Como'], pinned: true, programs: ['frame'],
  };
  const [, words] = planWords(group(gets));
  for (const part of ['the caption', 'the title “T”', 'the headline “H”', 'the keywords lake, boat', '4 stars', 'the mark of a favorite', 'a place in Italy', 'the date', '2024', 'the place 46° 0′ 0″ N, 9° 0′ 0″ E', 'the place names Como', 'the persons Anna', 'the creators Ben', 'the pin', 'visibility for frame']) {
    assert.ok(words.includes(part), `${part} in ${words}`);
  }
});

test('the plan says what is lost', () => {
  const words = planWords(group({ ...nothing, contested: ['date', 'place'] }));
  assert.equal(words.at(-1), 'Other values of these are lost: date and place.');
});
