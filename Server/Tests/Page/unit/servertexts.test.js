import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { serverWords, useServerTexts } from '../../../../Page/js/core/servertexts.js';

const german = JSON.parse(await readFile(new URL('../../../../Page/texts/de-server.json', import.meta.url), 'utf8'));
const sources = new URL('../../../../Server/Sources/', import.meta.url);

async function swiftFiles(folder = sources) {
  const files = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) files.push(...await swiftFiles(new URL(`${entry.name}/`, folder)));
    else if (entry.name.endsWith('.swift')) files.push(await readFile(new URL(entry.name, folder), 'utf8'));
  }
  return files;
}

/** The sentences of files that refuse requests, with {1} and so on in place of values. */
function sentencesOf(code) {
  const literals = code.matchAll(/"((?:\\\((?:[^()]|\([^()]*(?:\([^()]*\))?[^()]*\))*\)|\\.|[^"\\\n])+)"/g);
  return [...literals].map(([, text]) => {
    let number = 0;
    return text.replace(/\\\((?:[^()]|\([^()]*(?:\([^()]*\))?[^()]*\))*\)/g, () => `{${++number}}`).replaceAll('\\"', '"');
  }).filter((text) => /^[A-Z"{]/.test(text) && text.includes(' ') && /[.?!]$/.test(text));
}

test('every sentence with which the server refuses something is translated, and no other', async () => {
  const files = (await swiftFiles()).filter((code) => /\bProblem\b|JSONAnswer\.bytes/.test(code) && !/\bServerError\(/.test(code));
  const written = new Set(files.flatMap(sentencesOf));
  assert.ok(written.size > 100);
  assert.deepEqual([...written].filter((sentence) => !(sentence in german.sentences)), []);
  assert.deepEqual(Object.keys(german.sentences).filter((sentence) => !written.has(sentence)), []);
});

test('a translated sentence has the values of the sentence', () => {
  const values = (text) => (text.match(/\{\d\}/g) ?? []).sort();
  for (const [sentence, words] of Object.entries(german.sentences)) assert.deepEqual(values(words), values(sentence), sentence);
});

test('sentences are found with their values, and those of the library by the word of the error', () => {
  const sentence = 'Too many attempts. Wait 12 seconds.';
  assert.equal(serverWords(sentence), sentence);
  useServerTexts(german);
  assert.equal(serverWords(sentence), 'Zu viele Versuche. Warte 12 Sekunden.');
  assert.equal(serverWords('"count" must be a whole number from 1 to 50.'), '„count“ muss eine ganze Zahl von 1 bis 50 sein.');
  assert.equal(serverWords('Sign in first.', 'signed-out'), 'Melde dich zuerst an.');
  assert.equal(serverWords('These duplicates were not merged. Search again.', 'changed-meanwhile'), german.codes['changed-meanwhile']);
  assert.equal(serverWords('Something new.', 'new'), 'Something new.');
  useServerTexts({ sentences: {}, codes: {} });
});
