import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut, photosTop, placesOf, rowAt, rowOf, MONTH, RAGGED } from '../../../../Page/js/grid/layout.js';
import { byteOfRatio, parseShape, RATIOS } from '../../../../Page/js/list/shape.js';
import { civil, dayOfISO } from '../../../../Page/js/core/dates.js';
import { library, options } from './support.js';

test('every photo is in exactly one row and rows follow each other without gaps', () => {
  for (const grouping of ['none', 'month', 'day']) {
    const shape = library(5000);
    const layout = layOut(shape, { ...options, grouping });
    assert.equal(layout.first[0], 0);
    assert.equal(layout.first[layout.rows], 5000);
    for (let row = 0; row < layout.rows; row++) {
      assert.ok(layout.first[row + 1] > layout.first[row]);
      const end = photosTop(layout, row) + layout.height[row] + options.gap;
      assert.equal(layout.top[row + 1], end);
    }
    assert.equal(layout.total, layout.top[layout.rows] + options.bottom);
  }
});

test('full rows end exactly at the right edge and photos do not overlap', () => {
  const shape = library(20000);
  const layout = layOut(shape, options);
  let ragged = 0;
  for (let row = 0; row < layout.rows; row++) {
    const places = placesOf(layout, shape, row);
    places.forEach((place, position) => {
      if (position > 0) assert.ok(place.x >= places[position - 1].x + places[position - 1].width + options.gap);
    });
    const last = places[places.length - 1];
    if (layout.flags[row] & RAGGED) {
      ragged += 1;
      assert.ok(last.x + last.width <= options.width);
    } else {
      assert.equal(last.x + last.width, options.width);
    }
  }
  assert.ok(ragged <= layout.months.length);
});

test('the shape of a photo differs from its ratio by less than two pixels', () => {
  const shape = library(3000);
  const layout = layOut(shape, options);
  for (let row = 0; row < layout.rows; row++) {
    placesOf(layout, shape, row).forEach(({ width }, position) => {
      const ratio = RATIOS[shape.shapes[layout.first[row] + position]];
      assert.ok(Math.abs(width - ratio * layout.height[row]) <= 0.5 * ratio + 1.001);
    });
  }
});

test('rows are close to the wanted height', () => {
  const shape = library(20000);
  const layout = layOut(shape, options);
  const heights = Array.from(layout.height).sort((a, b) => a - b);
  assert.ok(heights[Math.floor(heights.length * 0.02)] > 130, String(heights[0]));
  assert.ok(heights[heights.length - 1] <= 300, String(heights[heights.length - 1]));
});

test('each month begins a row and is listed', () => {
  const shape = library(5000);
  const layout = layOut(shape, options);
  let months = 0;
  let before = '';
  for (let index = 0; index < shape.count; index++) {
    const { year, month } = civil(shape.days[index]);
    if (`${year}-${month}` === before) continue;
    before = `${year}-${month}`;
    const row = rowOf(layout, index);
    assert.equal(layout.first[row], index);
    assert.ok(layout.flags[row] & MONTH);
    assert.equal(layout.months[months], row);
    months += 1;
  }
  assert.equal(layout.months.length, months);
});

test('a pinned photo begins a row, and the rows after it stay as they would be', () => {
  const shape = library(3000);
  const free = layOut(shape, options);
  const pin = free.first[40];
  const added = { count: 3001, shapes: Uint8Array.of(140, ...shape.shapes), days: Int32Array.of(shape.days[0], ...shape.days) };
  const layout = layOut(added, { ...options, pin: pin + 1 });
  const row = rowOf(layout, pin + 1);
  assert.equal(layout.first[row], pin + 1);
  for (let step = 0; step < 100; step++) {
    assert.equal(layout.first[row + step], free.first[40 + step] + 1);
    assert.deepEqual(placesOf(layout, added, row + step), placesOf(free, shape, 40 + step));
  }
});

test('rows are found by position and by photo', () => {
  const shape = library(2000);
  const layout = layOut(shape, options);
  for (let row = 0; row < layout.rows; row++) {
    assert.equal(rowAt(layout, layout.top[row]), row);
    assert.equal(rowAt(layout, layout.top[row + 1] - 1), row);
    assert.equal(rowOf(layout, layout.first[row]), row);
    assert.equal(rowOf(layout, layout.first[row + 1] - 1), row);
  }
  assert.equal(rowAt(layout, -5), 0);
});

test('one photo, no photo and extreme shapes are laid out', () => {
  assert.equal(layOut({ count: 0, shapes: new Uint8Array(0), days: new Int32Array(0) }, options).rows, 0);
  const tall = { count: 1, shapes: Uint8Array.of(0), days: Int32Array.of(-1) };
  const one = layOut(tall, options);
  assert.equal(one.rows, 1);
  assert.equal(one.height[0], options.target);
  const wide = { count: 2, shapes: Uint8Array.of(255, 255), days: Int32Array.of(5, 5) };
  const narrow = layOut(wide, { ...options, width: 380, target: 110 });
  assert.equal(narrow.rows, 2);
  assert.equal(placesOf(narrow, wide, 0)[0].width, 380);
});

test('two million photos are laid out to the last one', () => {
  const shape = library(2_000_000, { perDay: 150 });
  const layout = layOut(shape, options);
  assert.equal(layout.first[layout.rows], 2_000_000);
  for (let row = 1; row < layout.rows; row++) {
    if (!(layout.first[row] > layout.first[row - 1] && layout.top[row] > layout.top[row - 1])) assert.fail(`row ${row}`);
  }
});

test('a byte of ratio is read back within 1.1 percent', () => {
  for (const ratio of [0.5, 0.75, 1, 1.5, 16 / 9, 3]) {
    assert.ok(Math.abs(RATIOS[byteOfRatio(ratio)] / ratio - 1) < 0.011);
  }
  assert.equal(byteOfRatio(1 / 16), 0);
  assert.equal(byteOfRatio(0), 128);
});

test('the binary shape is read, and an incomplete one refused', () => {
  const bytes = new ArrayBuffer(20 + 16 + 5);
  const data = new DataView(bytes);
  'OPKV'.split('').forEach((letter, at) => data.setUint8(at, letter.charCodeAt(0)));
  [1, 17, 5, 2].forEach((number, at) => data.setUint32(4 + at * 4, number, true));
  data.setInt32(20, 19000, true);
  data.setUint32(24, 3, true);
  data.setInt32(28, -1, true);
  data.setUint32(32, 2, true);
  new Uint8Array(bytes, 36).set([1, 2, 3, 4, 5]);
  const shape = parseShape(bytes);
  assert.equal(shape.version, 17);
  assert.deepEqual([...shape.days], [19000, 19000, 19000, -1, -1]);
  assert.deepEqual([...shape.shapes], [1, 2, 3, 4, 5]);
  assert.throws(() => parseShape(bytes.slice(0, 39)));
  assert.throws(() => parseShape(new ArrayBuffer(3)));
});

test('days are converted as the calendar does', () => {
  for (const iso of ['1969-12-30', '1970-01-01', '2000-02-29', '2024-12-31', '1899-03-01']) {
    const { year, month, day } = civil(dayOfISO(iso));
    assert.equal(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`, iso);
  }
});
