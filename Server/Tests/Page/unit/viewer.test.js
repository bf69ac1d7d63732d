import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FITTED, fittedSize, keptZoom, largestScale, needsTiles, pictureWidth, showsPixels, trueScale, within, zoomAt } from '../../../../Page/js/viewer/zoom.js';
import { tilesInView } from '../../../../Page/js/viewer/tiles.js';
import { parsePlace } from '../../../../Page/js/features/coordinates.js';
import { random } from './support.js';

const stage = { width: 1400, height: 900 };

test('a photo fits the window, small ones use it up to three times their pixels, and the thinnest can be seen', () => {
  assert.deepEqual(fittedSize({ width: 6000, height: 4000 }, stage, 1), { width: 1350, height: 900 });
  assert.deepEqual(fittedSize({ width: 300, height: 200 }, stage, 1), { width: 900, height: 600 });
  assert.deepEqual(fittedSize({ width: 300, height: 200 }, stage, 2), { width: 450, height: 300 });
  assert.deepEqual(fittedSize({ width: 1000, height: 600 }, stage, 1), { width: 1400, height: 840 });
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

test('an edited photo stays enlarged, no further than its pixels go and within its new edges', () => {
  const upright = fittedSize({ width: 4000, height: 6000 }, stage, 1);
  assert.deepEqual(upright, { width: 600, height: 900 });
  assert.deepEqual(keptZoom({ scale: 2, x: 650, y: -450 }, 8, upright, stage), { scale: 2, x: 0, y: -450 });
  assert.deepEqual(keptZoom({ scale: 16, x: 0, y: -2000 }, 8, upright, stage), { scale: 8, x: 0, y: -1000 });
  assert.deepEqual(keptZoom(FITTED, 8, upright, stage), FITTED);
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

test('a small photo that fits the window is smooth, and shows its pixels where somebody enlarges it', () => {
  const photo = { width: 300, height: 200 };
  const fitted = fittedSize(photo, stage, 1);
  assert.equal(showsPixels(photo, fitted, 1, 1), false);
  assert.equal(showsPixels(photo, fitted, 2, 1), true);
  const large = { width: 6000, height: 4000 };
  assert.equal(showsPixels(large, fittedSize(large, stage, 1), 4, 1), false);
});

test('a photo of 100 megapixels comes in tiles where it is enlarged, and others whole', () => {
  const photo = { width: 11648, height: 8736 };
  const fitted = fittedSize(photo, stage, 1);
  assert.equal(pictureWidth(photo, fitted, 1, 1), 2048);
  assert.equal(pictureWidth(photo, fitted, 9, 1), 4096);
  assert.equal(needsTiles(photo, fitted, 4, 1), false);
  assert.equal(needsTiles(photo, fitted, trueScale(photo, fitted, 1), 1), true);
  const usual = { width: 8192, height: 6144 };
  assert.equal(needsTiles(usual, fittedSize(usual, stage, 1), 9, 1), false);
  assert.equal(pictureWidth(usual, fittedSize(usual, stage, 1), 9, 1), 8192);
});

test('the tiles cover what the window shows, and no more than one tile beyond', () => {
  const next = random(12);
  const photo = { width: 11648, height: 8736 };
  const grid = { ...photo, side: 1024 };
  const fitted = fittedSize(photo, stage, 1);
  for (let round = 0; round < 300; round++) {
    const zoom = within({ scale: 4 + next() * 20, x: next() * 9000 - 4500, y: next() * 9000 - 4500 }, fitted, stage);
    const tiles = tilesInView(grid, fitted, zoom, stage);
    const left = (part) => fitted.width * zoom.scale * (part - 0.5) + zoom.x;
    const top = (part) => fitted.height * zoom.scale * (part - 0.5) + zoom.y;
    for (const tile of tiles) {
      assert.ok(left(tile.left) < stage.width / 2 && left(tile.left + tile.width) > -stage.width / 2);
      assert.ok(top(tile.top) < stage.height / 2 && top(tile.top + tile.height) > -stage.height / 2);
      assert.ok(tile.left + tile.width <= 1 + 1e-9 && tile.top + tile.height <= 1 + 1e-9);
    }
    for (const [x, y] of [[-699, -449], [699, 449], [0, 0], [-699, 449]]) {
      const [fx, fy] = [0.5 + (x - zoom.x) / (fitted.width * zoom.scale), 0.5 + (y - zoom.y) / (fitted.height * zoom.scale)];
      if (fx < 0 || fy < 0 || fx >= 1 || fy >= 1) continue;
      assert.ok(tiles.some((tile) => fx >= tile.left && fx < tile.left + tile.width && fy >= tile.top && fy < tile.top + tile.height));
    }
    assert.ok(tiles.length <= 120);
  }
  assert.deepEqual(tilesInView({ width: 1000, height: 10, side: 1024 }, fitted, FITTED, stage), [{ column: 0, row: 0, left: 0, top: 0, width: 1, height: 1 }]);
});

test('places are read as maps write them', () => {
  assert.deepEqual(parsePlace('47.3769, 8.5417'), { latitude: 47.3769, longitude: 8.5417 });
  assert.deepEqual(parsePlace('33.8° S 151.2° E'), { latitude: -33.8, longitude: 151.2 });
  assert.equal(parsePlace('91, 8'), null);
  assert.equal(parsePlace('Zürich'), null);
});
