import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FITTED, fittedSize, largestScale, pictureWidth, trueScale, within, zoomAt } from '../../../../Page/js/viewer/zoom.js';
import { parsePlace } from '../../../../Page/js/features/coordinates.js';
import { random } from './support.js';

const stage = { width: 1400, height: 900 };

test('a photo fits the window, small ones are not enlarged, and the thinnest can be seen', () => {
  assert.deepEqual(fittedSize({ width: 6000, height: 4000 }, stage, 1), { width: 1350, height: 900 });
  assert.deepEqual(fittedSize({ width: 300, height: 200 }, stage, 1), { width: 300, height: 200 });
  const thin = fittedSize({ width: 1, height: 10000 }, stage, 1);
  assert.equal(thin.height, 900);
  assert.ok(thin.width >= 3);
});

test('the point under the pointer stays under it while zooming', () => {
  const next = random(4);
  for (let round = 0; round < 500; round++) {
    const zoom = { scale: 1 + next() * 5, x: next() * 400 - 200, y: next() * 400 - 200 };
    const [px, py] = [next() * 1000 - 500, next() * 800 - 400];
    const zoomed = zoomAt(zoom, 1 + next() * 9, px, py);
    assert.ok(Math.abs((px - zoom.x) / zoom.scale - (px - zoomed.x) / zoomed.scale) < 1e-9);
    assert.ok(Math.abs((py - zoom.y) / zoom.scale - (py - zoomed.y) / zoomed.scale) < 1e-9);
  }
});

test('an enlarged photo keeps covering the window', () => {
  const fitted = { width: 1350, height: 900 };
  assert.deepEqual(within({ scale: 2, x: 9999, y: -9999 }, fitted, stage), { scale: 2, x: 650, y: -450 });
  assert.deepEqual(within({ scale: 1, x: 50, y: 50 }, fitted, stage), FITTED);
});

test('original pixels are one to one with the screen, and as many are asked for as are seen', () => {
  const photo = { width: 6000, height: 4000 };
  const fitted = fittedSize(photo, stage, 2);
  assert.ok(Math.abs(fitted.width * trueScale(photo, fitted, 2) * 2 - 6000) < 1);
  assert.ok(largestScale(photo, fitted, 2) > trueScale(photo, fitted, 2));
  assert.equal(pictureWidth(photo, fitted, 1, 1), 2048);
  assert.equal(pictureWidth(photo, fitted, 1, 2), 4096);
  assert.equal(pictureWidth(photo, fitted, 4, 2), 6000);
  assert.equal(pictureWidth({ width: 900, height: 600 }, { width: 900, height: 600 }, 1, 1), 900);
});

test('places are read as maps write them', () => {
  assert.deepEqual(parsePlace('47.3769, 8.5417'), { latitude: 47.3769, longitude: 8.5417 });
  assert.deepEqual(parsePlace('33.8° S 151.2° E'), { latitude: -33.8, longitude: 151.2 });
  assert.equal(parsePlace('91, 8'), null);
  assert.equal(parsePlace('Zürich'), null);
});
