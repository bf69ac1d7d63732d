/** Owns what several tests need: a repeatable random source and generated lists. */

import { byteOfRatio } from '../../../../Page/js/list/shape.js';

/** Mulberry32: numbers from 0 to 1 that depend on the seed alone. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const usual = [1.5, 1.333, 0.75, 0.667, 1.778, 0.5625, 1, 1.5, 1.333];

/** A list of photos, newest first, with about `perDay` photos on a day. */
export function library(count, { perDay = 20, seed = 1 } = {}) {
  const next = random(seed);
  const shapes = new Uint8Array(count);
  const days = new Int32Array(count);
  let day = 20000;
  for (let index = 0; index < count; index++) {
    shapes[index] = byteOfRatio(next() < 0.01 ? 0.05 + next() * 12 : usual[Math.floor(next() * usual.length)]);
    if (next() < 1 / perDay) day -= 1 + Math.floor(next() * 6);
    days[index] = day;
  }
  return { count, shapes, days };
}

export const options = {
  width: 1180, target: 200, gap: 4, grouping: 'day', dayGap: 20, monthLead: 56, dayLead: 28, top: 0, bottom: 24,
};
