import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { reasonOf } from '../../../../Page/js/actions/actions.js';
import { RequestError } from '../../../../Page/js/core/request.js';
import { use } from '../../../../Page/js/core/texts.js';
import { movieProblem } from '../../../../Page/js/viewer/moviestream.js';

const en = JSON.parse(await readFile(new URL('../../../../Page/texts/en.json', import.meta.url), 'utf8'));

before(() => use(en, 'en-GB'));

test('a busy server is not told as a library that is away', () => {
  assert.equal(reasonOf(new RequestError(503, 'busy', 'The server is busy. Try again.', 5)), 'The server is busy. Try again.');
  assert.equal(reasonOf(new RequestError(503, 'busy', '')), en['error.unknown']);
  assert.equal(reasonOf(new RequestError(503, 'offline', 'The library is offline.')), en['error.libraryOffline']);
  assert.equal(reasonOf(new RequestError(0, 'unreachable', '')), en['error.unreachable']);
});

test('each reason why a movie cannot be played has a sentence of its own', () => {
  const words = ['damaged-movie', 'no-file', 'busy', 'slow-movie', 'no-movie-maker', 'changed-meanwhile', 'not-found', 'signed-out', 'unreachable', 'no-movie'];
  const sentences = words.map(movieProblem);
  assert.equal(new Set(sentences).size, words.length);
  assert.ok(!sentences.includes(en['error.unknown']));
  assert.equal(movieProblem('internal'), en['error.unknown']);
});
