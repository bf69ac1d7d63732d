import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { use } from '../../../../Page/js/core/texts.js';
import { factRows } from '../../../../Page/js/viewer/facts.js';

use(JSON.parse(await readFile(new URL('../../../../Page/texts/en.json', import.meta.url), 'utf8')), 'en-GB');

const rows = (facts) => Object.fromEntries(factRows(Object.entries(facts).map(([name, value]) => ({ name, value }))).map(({ label, words }) => [label, words.join(' | ')]));

test('the facts of a photo are words and numbers with units', () => {
  assert.deepEqual(rows({
    type: 'public.jpeg', pixelWidth: 512, pixelHeight: 848, orientation: 6, creationDate: '2007-12-06T05:33:18Z', timeZoneOffset: 32400,
    latitude: 47.37, longitude: -8.5, altitude: 408.4, horizontalAccuracy: 4.8, direction: 134.6, speed: 10,
    cameraModel: 'FinePix S3Pro', exposureTime: 0.0333, aperture: 6.7, iso: 100, focalLength: 90, flash: 16, keywords: ['a', 'b'], panorama: true,
  }), {
    Format: 'JPEG', Orientation: 'turned right', Date: '6 December 2007 at 14:33 UTC+09:00',
    Place: '47° 22′ 12″ N, 8° 30′ 0″ W', Altitude: '408 m', Accuracy: '± 5 m', Direction: '135°', Speed: '36 km/h',
    Camera: 'FinePix S3Pro', Exposure: '1/30 s', Aperture: 'f/6.7', ISO: '100', 'Focal length': '90 mm', Flash: 'did not fire, switched off', Keywords: 'a, b', Panorama: 'yes',
  });
});

test('what says nothing to a person has no row', () => {
  assert.deepEqual(rows({ orientation: 1, contentIdentifier: '0A1B', burstIdentifier: '2C', embeddedMovieOffset: 1, embeddedMovieLength: 2, caption: '' }), {});
});

test('an assumed zone is not stated, and a date without a zone is that of Greenwich', () => {
  assert.deepEqual(rows({ creationDate: '2012-08-05T11:39:59Z', timeZoneOffset: 0, isZoneAssumed: true }), { Date: '5 August 2012 at 11:39' });
  assert.deepEqual(rows({ creationDate: '2012-08-05T11:39:59Z' }), { Date: '5 August 2012 at 11:39 UTC+00:00' });
});

test('formats have the names that people know', () => {
  const names = { 'public.heic': 'HEIC', 'public.mpeg-4': 'MPEG-4', 'org.webmproject.webp': 'WebP', 'com.apple.quicktime-movie': 'QuickTime', 'com.canon.cr3-raw-image': 'CR3', 'com.adobe.raw-image': 'RAW' };
  for (const [type, name] of Object.entries(names)) assert.equal(rows({ type }).Format, name);
});

test('a search goes by each person and by the whole name of a camera', () => {
  const found = factRows([{ name: 'persons', value: ['Anna', 'Ben'] }, { name: 'lensModel', value: '23 mm f/2', tag: 'EXIF LensModel' }]);
  assert.deepEqual(found.map(({ words, search, tag }) => [words, search, tag]), [[['Anna', 'Ben'], 'person', undefined], [['23 mm f/2'], 'lens', 'EXIF LensModel']]);
});

test('a rejected photo has words instead of stars, and its words have rows', () => {
  assert.deepEqual(rows({ title: 'Wedding of Eve', headline: 'The day', rating: -1, city: 'Vienna' }), { Title: 'Wedding of Eve', Headline: 'The day', Rating: 'Rejected', Town: 'Vienna' });
});

test('the number of the flash says whether it fired and how the camera was set', () => {
  const words = { 0: 'did not fire', 1: 'fired', 9: 'fired, switched on', 16: 'did not fire, switched off', 24: 'did not fire, automatic', 25: 'fired, automatic', 32: 'no flash', 73: 'fired, switched on, against red eyes' };
  for (const [flash, expected] of Object.entries(words)) assert.equal(rows({ flash: Number(flash) }).Flash, expected, flash);
});

test('the sensitivity has no separator of thousands', () => {
  assert.equal(rows({ iso: 12800 }).ISO, '12800');
});
