import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AHEAD, BEHIND, fragmentAt, isLoadedToEnd, mayPlayLater, movieSide, nextFragment, overlap, removableSpan, secondsUntilRetry, spanOf, timeAfterGap } from '../../../../Page/js/viewer/fragments.js';
import { random } from './support.js';

const form = { tag: '1.1', side: 1280, duration: 61, fragmentDuration: 2, fragmentCount: 31, width: 1280, height: 720, type: 'video/mp4', hasSound: true };

test('a movie is asked for in the size that the screen shows, and never larger than it is', () => {
  const screen = { width: 1440, height: 900 };
  const wide = { width: 3840, height: 2160 };
  assert.equal(movieSide(wide, screen, 1), 1920);
  assert.equal(movieSide(wide, { width: 1366, height: 768 }, 1), 1280);
  assert.equal(movieSide(wide, { width: 360, height: 640 }, 1), 640);
  assert.equal(movieSide(wide, { width: 390, height: 844 }, 3), 1280);
  assert.equal(movieSide({ width: 2160, height: 3840 }, { width: 390, height: 844 }, 3), 1920);
  assert.equal(movieSide({ width: 320, height: 180 }, screen, 2), 640);
  assert.equal(movieSide({ width: 0, height: 0 }, screen, 1), 640);
});

test('fragments follow each other without gaps, and the last one ends with the movie', () => {
  for (let number = 1; number < form.fragmentCount; number++) assert.equal(spanOf(form, number)[0], spanOf(form, number - 1)[1]);
  assert.deepEqual(spanOf(form, 30), [60, 61]);
  assert.equal(fragmentAt(form, 0), 0);
  assert.equal(fragmentAt(form, 3.99), 1);
  assert.equal(fragmentAt(form, 4), 2);
  assert.equal(fragmentAt(form, 999), 30);
  assert.equal(fragmentAt(form, -1), 0);
});

test('the fragment of the time comes first, then those of the next twenty seconds', () => {
  assert.equal(nextFragment(form, new Map(), [], 0), 0);
  assert.equal(nextFragment(form, new Map(), [], 31), 15);
  const loaded = new Map();
  const numbers = [];
  for (;;) {
    const number = nextFragment(form, loaded, [[10, 10 + loaded.size * 2]], 10.5);
    if (number === null) break;
    numbers.push(number);
    loaded.set(number, 2);
  }
  assert.deepEqual(numbers, [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  assert.ok(spanOf(form, 16)[0] > 10.5 + AHEAD);
});

test('what the browser has removed is loaded again, and what begins late is not loaded for ever', () => {
  const loaded = new Map([[0, 0.5], [1, 2]]);
  assert.equal(nextFragment({ ...form, fragmentCount: 2 }, loaded, [[1.5, 4]], 0), null);
  assert.equal(nextFragment({ ...form, fragmentCount: 2 }, loaded, [[1.5, 2.5]], 0), 1);
  assert.equal(nextFragment({ ...form, fragmentCount: 2 }, loaded, [[2, 4]], 0), 0);
  // A fragment without a picture has nothing at all.
  assert.equal(nextFragment({ ...form, fragmentCount: 1 }, new Map([[0, 0]]), [], 0), null);
});

test('what was played twenty seconds ago is removed, and what is too far ahead after a jump back', () => {
  assert.equal(removableSpan(form, [[0, 40]], 20), null);
  assert.deepEqual(removableSpan(form, [[0, 50]], 31), [0, 10]);
  assert.equal(removableSpan(form, [[10, 50]], 31), null);
  assert.deepEqual(removableSpan(form, [[0, 4], [30, 52]], 1), [22, Infinity]);
  assert.equal(removableSpan(form, [[0, 24]], 1), null);
  assert.equal(removableSpan(form, [], 40), null);
});

test('a time at which there is nothing is left, if nothing comes any more', () => {
  const both = new Map([[0, 0.5], [1, 2]]);
  assert.equal(timeAfterGap(form, both, [[1.5, 4]], 0), 1.501);
  assert.equal(timeAfterGap(form, both, [[1.5, 4]], 2), null);
  assert.equal(timeAfterGap(form, new Map([[1, 2]]), [[2, 4]], 0), null);
  assert.equal(timeAfterGap(form, both, [], 0), null);
  assert.equal(timeAfterGap(form, both, [[0, 1], [1.5, 4]], 0.98), 1.501);
  // After the last range the movie waits, or has ended.
  assert.equal(timeAfterGap(form, both, [[0, 4]], 4), null);
});

test('the browser is told that the movie ends when its last part is there', () => {
  const last = new Map([[29, 2], [30, 1]]);
  assert.ok(isLoadedToEnd(form, last, [[58, 61]], 59));
  assert.ok(!isLoadedToEnd(form, last, [[58, 61]], 55));
  assert.ok(!isLoadedToEnd(form, last, [[58, 61]], 3));
  assert.ok(!isLoadedToEnd(form, new Map([[29, 2]]), [[58, 60]], 59));
});

test('a busy server is asked again for a minute, and a lost connection a few times', () => {
  assert.equal(secondsUntilRetry({ status: 503, word: 'busy', retryAfter: 2 }, 1), 2);
  assert.equal(secondsUntilRetry({ status: 503, word: 'busy' }, 59), 1);
  assert.equal(secondsUntilRetry({ status: 503, word: 'busy', retryAfter: 1 }, 60), null);
  assert.equal(secondsUntilRetry({ status: 429, word: 'too-many', retryAfter: 5 }, 1), 5);
  assert.equal(secondsUntilRetry({ status: 0, word: 'unreachable' }, 4), 1);
  assert.equal(secondsUntilRetry({ status: 0, word: 'unreachable' }, 5), null);
  for (const [status, word] of [[0, 'cannotPlay'], [503, 'slow-movie'], [503, 'offline'], [501, 'no-movie-maker'], [404, 'no-file'], [409, 'changed-meanwhile'], [422, 'damaged-movie']]) {
    assert.equal(secondsUntilRetry({ status, word }, 1), null, word);
  }
});

/** A browser that has what was appended, minus what was removed. */
class Buffer {
  constructor(form) {
    this.form = form;
    this.held = new Set();
    this.loaded = new Map();
  }

  ranges() {
    const ranges = [];
    for (const number of [...this.held].sort((a, b) => a - b)) {
      const [start, end] = spanOf(this.form, number);
      if (ranges.length && ranges.at(-1)[1] === start) ranges.at(-1)[1] = end;
      else ranges.push([start, end]);
    }
    return ranges;
  }

  step(time) {
    const removed = removableSpan(this.form, this.ranges(), time);
    if (removed) {
      for (const number of [...this.held]) {
        const [start, end] = spanOf(this.form, number);
        if (start >= removed[1] || end <= removed[0]) continue;
        this.held.delete(number);
        this.loaded.delete(number);
      }
      return true;
    }
    const number = nextFragment(this.form, this.loaded, this.ranges(), time);
    if (number === null) return false;
    this.held.add(number);
    this.loaded.set(number, overlap(this.ranges(), spanOf(this.form, number)));
    return true;
  }
}

test('wherever a visitor jumps, the time can be played, little else is kept, and the work ends', () => {
  const next = random(11);
  for (const [duration, fragmentCount] of [[61, 31], [0.4, 1], [2, 1], [3600.5, 1801]]) {
    const movie = { ...form, duration, fragmentCount };
    const buffer = new Buffer(movie);
    for (let jump = 0; jump < 200; jump++) {
      const time = next() * duration;
      let steps = 0;
      while (buffer.step(time)) assert.ok(++steps < 40, `${duration} ${time}`);
      assert.ok(buffer.ranges().some(([start, end]) => start <= time && time <= end));
      // Now and then the browser has too little memory.
      if (next() < 0.3) buffer.held.delete([...buffer.held][0]);
      const seconds = buffer.ranges().reduce((sum, [start, end]) => sum + end - start, 0);
      assert.ok(seconds <= AHEAD + BEHIND + 8, `${seconds} at ${time}`);
    }
  }
});

test('a movie whose file or server is back is tried again, and one that is damaged or unknown is not', () => {
  for (const word of ['no-file', 'offline', 'unreachable', 'busy', 'changed-meanwhile', '']) assert.ok(mayPlayLater(word), word);
  for (const word of ['damaged-movie', 'no-movie', 'slow-movie', 'cannotPlay']) assert.ok(!mayPlayLater(word), word);
});
