import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { use } from '../../../../Page/js/core/texts.js';
import { uploadLists, uploadWords, videosAdded } from '../../../../Page/js/features/uploadwords.js';

use(JSON.parse(await readFile(new URL('../../../../Page/texts/en.json', import.meta.url), 'utf8')), 'en-GB');
const file = (path) => ({ path, message: `About ${path}.` });

test('damaged files were added, and are told apart from those that were not', () => {
  const answer = { imported: 12, known: 0, refused: [], damaged: [file('a.jpg')], remarked: [] };
  assert.equal(uploadWords(answer, [], 0), '12 photos added. 1 of them is damaged.');
  assert.equal(uploadWords(answer, [file('notes.txt')], 0), '12 photos added. 1 of them is damaged. 1 file was not added.');
  assert.deepEqual(uploadLists(answer, [file('notes.txt')]).map(({ title, files }) => [title, files.map(({ path }) => path)]), [['Not added', ['notes.txt']], ['Added, but damaged', ['a.jpg']]]);
});

test('what was there already and what was refused is said', () => {
  assert.equal(uploadWords({ imported: 0, known: 2, refused: [] }, [], 0), '2 were in the library already.');
  assert.equal(uploadWords({ imported: 0, known: 0, refused: [] }, [], 0), '0 photos added.');
  assert.equal(uploadWords({ imported: 0, known: 0, refused: [] }, [file('a')], 0), '0 photos added. 1 file was not added.');
  assert.equal(uploadWords({ imported: 1, known: 0, refused: [], remarked: [file('a')] }, [], 1), '1 video added. 1 has a remark.');
  assert.deepEqual(uploadLists({ imported: 1, known: 0, refused: [] }, []), []);
});

test('the kind of what was added follows from the types of all files', () => {
  const sent = (...files) => files.map(([name, type]) => ({ name, type }));
  assert.equal(videosAdded(sent(['a.jpg', 'image/jpeg'], ['b.heic', '']), 2), 0);
  assert.equal(videosAdded(sent(['a.mp4', 'video/mp4'], ['b.mov', 'video/quicktime']), 1), 1);
  assert.equal(videosAdded(sent(['a.mp4', 'video/mp4'], ['b.jpg', 'image/jpeg']), 2), null);
  // Many browsers know no type of a camcorder's files.
  assert.equal(videosAdded(sent(['00001.MTS', '']), 1), 1);
  assert.equal(videosAdded(sent(['00001.MTS', ''], ['b.heic', '']), 2), null);
});
