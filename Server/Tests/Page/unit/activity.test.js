import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { use } from '../../../../Page/js/core/texts.js';
import { activityIcon, activityWords } from '../../../../Page/js/pages/activitywords.js';

const texts = async (language) => JSON.parse(await readFile(new URL(`../../../../Page/texts/${language}.json`, import.meta.url), 'utf8'));
const events = [
  [[{ what: 'madeAlbum', title: 'Trip' }, { what: 'addedToAlbum', count: 3, title: 'Trip' }], 'Album “Trip” made and 3 put into “Trip”', 'Album „Trip“ angelegt und 3 in „Trip“ gelegt'],
  [[{ what: 'newFiles', count: 1, videos: 0 }, { what: 'madeFolder', title: '2024' }], 'New files of 1 photo and folder “2024” made', 'Neue Dateien: 1 Foto und Ordner „2024“ angelegt'],
  [[{ what: 'favorite', count: 3, videos: 0 }], '3 favorites', '3 Favoriten'],
  [[{ what: 'added', count: 12, videos: 0 }], '12 photos added', '12 Fotos hinzugefügt'],
  [[{ what: 'added', count: 12, videos: 2 }], '10 photos and 2 videos added', '10 Fotos und 2 Videos hinzugefügt'],
  [[{ what: 'deleted', count: 5 }], '5 items deleted', '5 Aufnahmen gelöscht'],
  [[{ what: 'captions', count: 1, videos: 0 }, { what: 'keywords', count: 2, videos: 0 }, { what: 'places', count: 1, videos: 1 }], '1 caption changed, keywords of 2 photos changed and places of 1 video changed', '1 Beschreibung geändert, Schlagwörter geändert: 2 Fotos und Ort geändert: 1 Video'],
  [[{ what: 'deletedAlbum' }], '“Untitled” deleted', '„Ohne Titel“ gelöscht'],
  [[], 'The library changed', 'Die Mediathek hat sich geändert'],
];

test('a change of the library is told by what it did', async () => {
  use(await texts('en'), 'en-GB');
  for (const [change, words] of events) assert.equal(activityWords(change), words);
  use(await texts('de'), 'de');
  for (const [change, , words] of events) assert.equal(activityWords(change), words);
});

test('everything that the server tells has words in every language', async () => {
  const swift = await readFile(new URL('../../../../Server/Sources/ServeRules/Activity/ActivityEvent.swift', import.meta.url), 'utf8');
  const list = swift.slice(swift.indexOf('enum What'), swift.indexOf('/// What was done.', swift.indexOf('enum What')));
  const names = [...list.matchAll(/case ([^\n]+)/g)].flatMap(([, line]) => line.split(',').map((name) => name.trim()));
  assert.ok(names.length > 20 && names.includes('madeAlbum') && names.includes('purged'));
  for (const language of ['en', 'de']) {
    const known = await texts(language);
    for (const name of names) assert.ok(`activity.${name}` in known, `${language} ${name}`);
  }
});

test('the icon is that of the most striking thing', () => {
  assert.equal(activityIcon([{ what: 'favorite' }, { what: 'added' }]), 'plus');
  assert.equal(activityIcon([{ what: 'deletedAlbum' }]), 'trash');
  assert.equal(activityIcon([{ what: 'restored' }]), 'restore');
  assert.equal(activityIcon([]), 'edit');
});
