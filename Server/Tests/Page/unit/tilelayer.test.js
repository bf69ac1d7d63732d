import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { TileLayer } from '../../../../Page/js/viewer/tilelayer.js';

const fitted = { width: 1200, height: 900 };
const zoom = { scale: 10, x: 0, y: 0 };

const { setTimeout, clearTimeout } = globalThis;
/** What waits for its time, which does not pass here. */
let timers = [];

beforeEach(() => {
  timers = [];
  globalThis.setTimeout = (run, delay) => timers.push({ run, delay });
  globalThis.clearTimeout = (number) => { if (number > 0) timers[number - 1].run = () => {}; };
});
afterEach(() => Object.assign(globalThis, { setTimeout, clearTimeout }));

/** Waits until what is on its way without a timer has come. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Tiles over a photo; `answer` says what the server answers, and `comes` whether a tile is decoded. */
function makeLayer(answer, comes = () => true) {
  const asked = [];
  const states = [];
  const frame = { appendChild: (element) => element };
  globalThis.document = { createElement: () => ({ append() {}, remove() {} }) };
  globalThis.Image = class {
    style = {};
    decode() { return comes(this.src) ? Promise.resolve() : Promise.reject(new Error('broken')); }
    remove() {}
    removeAttribute() {}
  };
  globalThis.fetch = async (address) => {
    asked.push(address);
    const { status, body } = await answer(asked.length);
    return { ok: status === 200, status, headers: new Map([['Content-Type', 'application/json']]), json: async () => body };
  };
  return { layer: new TileLayer(frame, { id: 'a', p: '1' }, (isLoading) => states.push(isLoading)), asked, states };
}

const cut = { status: 200, body: { width: 12000, height: 9000, side: 1024 } };

test('tiles that fail together are one attempt, and come with the next', async () => {
  let works = false;
  const { layer } = makeLayer(() => cut, () => works);
  layer.show(fitted, zoom, fitted);
  await settle();
  assert.equal(layer.attempts, 1);
  works = true;
  assert.deepEqual(timers.map(({ delay }) => delay), [2000]);
  timers[0].run();
  await settle();
  assert.equal(layer.attempts, 0);
  assert.ok(layer.shown.size >= 4);
  layer.remove();
});

test('moving a photo asks for nothing before its time, and a damaged file is asked for a few times', async () => {
  const { layer, asked } = makeLayer(() => ({ status: 422, body: { error: 'unsuitable-file' } }));
  for (const count of [1, 2, 3]) {
    layer.show(fitted, zoom, fitted);
    await settle();
    layer.show(fitted, zoom, fitted);
    await settle();
    assert.equal(asked.length, count);
    timers[count - 1]?.run();
    await settle();
  }
  assert.equal(asked.length, 3);
  assert.deepEqual(timers.map(({ delay }) => delay), [2000, 8000]);
  // Something is back.
  layer.tryAgain();
  await settle();
  assert.equal(asked.length, 4);
  layer.remove();
});

test('who leaves before the tiles are there no longer sees that they are being made', async () => {
  const { layer, states } = makeLayer(() => new Promise(() => {}));
  layer.show(fitted, zoom, fitted);
  layer.remove();
  await settle();
  assert.deepEqual(states, [true, false]);
});
