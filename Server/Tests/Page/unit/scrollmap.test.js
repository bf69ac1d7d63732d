import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScrollPosition, scrollMap, LARGEST_HEIGHT } from '../../../../Page/js/grid/scrollmap.js';
import { random } from './support.js';

test('a small grid scrolls as the browser does', () => {
  const map = scrollMap(50000, 800);
  assert.equal(map.height, 50000);
  assert.equal(map.toTrue(1234), 1234);
  assert.equal(map.toScroll(49200), 49200);
});

test('both ends of a large grid are reached, and positions rise with the scroller', () => {
  for (const total of [4_000_001, 5_000_000, 80_000_000, 900_000_000]) {
    const map = scrollMap(total, 900);
    assert.equal(map.height, LARGEST_HEIGHT);
    assert.equal(map.toTrue(0), 0);
    assert.equal(map.toTrue(map.lastScroll), map.lastTrue);
    let before = -1;
    for (let place = 0; place <= map.lastScroll; place += 9973) {
      const position = map.toTrue(place);
      assert.ok(position > before);
      assert.ok(Math.abs(map.toScroll(position) - place) < 1e-3);
      before = position;
    }
  }
});

test('steps move by exactly their pixels wherever they begin', () => {
  const next = random(3);
  const state = new ScrollPosition(scrollMap(80_000_000, 900));
  for (let round = 0; round < 2000; round++) {
    state.jump(Math.floor(next() * 80_000_000));
    for (let step = 0; step < 20; step++) {
      const distance = Math.round((next() - 0.5) * 600);
      const before = state.position;
      const place = state.scroll + distance;
      if (place < 0 || place > state.map.lastScroll) break;
      state.moved(place);
      assert.equal(state.position, Math.min(state.map.lastTrue, Math.max(0, before + distance)));
    }
  }
});

test('scrolling up step by step always arrives at the first pixel', () => {
  const state = new ScrollPosition(scrollMap(80_000_000, 900));
  state.jump(2_000_000);
  let steps = 0;
  while (state.position > 0 && steps < 40000) {
    state.moved(Math.max(0, state.scroll - 100));
    if (steps % 50 === 49) state.settle();
    steps += 1;
  }
  assert.equal(state.position, 0);
  assert.equal(state.scroll, 0);
  assert.ok(steps <= 20001, String(steps));
});

test('a movement of the scroll bar leads to the place in proportion', () => {
  const state = new ScrollPosition(scrollMap(80_000_000, 900));
  state.moved(2_000_000);
  assert.ok(Math.abs(state.position - 40_000_000) < 20000);
  state.moved(state.map.lastScroll);
  assert.equal(state.position, state.map.lastTrue);
});

test('the shift is a whole number after coming to rest', () => {
  const state = new ScrollPosition(scrollMap(80_000_000, 900));
  for (const position of [31_234_567, 1_000_001, 399_000, 79_900_003]) {
    state.jump(position);
    assert.equal(state.shift, Math.round(state.shift));
  }
});

test('the scroller comes to rest at places that Firefox keeps exactly, and the position stays', () => {
  const state = new ScrollPosition(scrollMap(80_000_000, 900));
  const next = random(5);
  for (let round = 0; round < 1000; round++) {
    const position = 500_000 + next() * 79_000_000;
    state.jump(position);
    assert.equal(state.position, position);
    assert.equal(Math.fround(state.scroll * 60), state.scroll * 60);
    assert.ok(Math.abs(state.scroll - state.map.toScroll(position)) <= 8);
  }
});

test('a grid that grows keeps the position', () => {
  const state = new ScrollPosition(scrollMap(3_900_000, 900));
  state.jump(1_000_000);
  state.resize(scrollMap(80_000_000, 900));
  assert.equal(state.position, 1_000_000);
  state.resize(scrollMap(5000, 900));
  assert.equal(state.position, 4100);
});
