import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Loading } from '../../../../Page/js/grid/loading.js';
import { PictureQueue } from '../../../../Page/js/grid/pictures.js';

const refusal = (status, error) => ({ ok: false, status, json: async () => ({ error }) });

function tileOf(index, kind = 'image') {
  const element = { dataset: {}, label: '', setAttribute(_, value) { this.label = value; } };
  return { element, index, address: `/preview/${index}`, attempt: 0, shown: false, item: { id: String(index), kind, flags: [], day: -1 } };
}

/** A grid whose pictures all failed, with the answers of the server to why. */
function failing(tiles, answerOf) {
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return answerOf(address);
  };
  const queue = new PictureQueue();
  queue.pump = () => {};
  for (const tile of tiles) queue.failed.add(tile);
  // The pictures of the first screen fail before there is somebody who looks for the reason.
  const loading = new Loading({ tiles: new Map() }, queue, () => ({ list: null }));
  return { loading, queue, asked };
}

test('each missing picture tells why, sound has none, and pictures that come take the reason away', async () => {
  const tiles = [tileOf(0), tileOf(1), tileOf(2), tileOf(3, 'audio')];
  const answers = [refusal(422, 'unsuitable-file'), refusal(404, 'no-file'), refusal(502, 'remote-fails'), refusal(422, 'unsuitable-file')];
  const { loading, queue } = failing(tiles, (address) => answers[Number(address.split('/').pop())]);
  await loading.answered;
  assert.deepEqual(tiles.map(({ element }) => element.dataset.problem), ['damaged', 'offline', 'elsewhere', undefined]);
  assert.match(tiles[0].element.label, /problem\.damaged$/);
  loading.retryAll();
  assert.equal(queue.failed.size, 0);
  assert.equal(queue.waiting.size, 4);
  queue.onLoaded(tiles[1], true);
  assert.equal(tiles[1].element.dataset.problem, undefined);
  assert.doesNotMatch(tiles[1].element.label, /problem/);
  clearTimeout(loading.retryTimer);
});

test('where the library is away, the server is asked once for a whole screen', async () => {
  const tiles = Array.from({ length: 60 }, (_, index) => tileOf(index));
  const { loading, queue, asked } = failing(tiles, () => refusal(503, 'offline'));
  await loading.answered;
  assert.equal(asked.length, 1);
  assert.ok(tiles.every(({ element }) => element.dataset.problem === undefined));
  assert.ok(Number.isFinite(loading.retryAt) && queue.failed.size === 60);
  clearTimeout(loading.retryTimer);
});

test('one photo that is gone keeps no other from its reason', async () => {
  const tiles = [tileOf(0), tileOf(1)];
  const answers = [refusal(404, 'not-found'), refusal(422, 'unsuitable-file')];
  const { loading } = failing(tiles, (address) => answers[Number(address.split('/').pop())]);
  await loading.answered;
  assert.deepEqual(tiles.map(({ element }) => element.dataset.problem), [undefined, 'damaged']);
  clearTimeout(loading.retryTimer);
});

test('a tile that shows another photo meanwhile gets no reason', async () => {
  const tile = tileOf(0);
  let answer = () => {};
  const { loading } = failing([tile], () => new Promise((resolve) => { answer = () => resolve(refusal(422, 'unsuitable-file')); }));
  await Promise.resolve();
  tile.address = '/preview/other';
  answer();
  await loading.answered;
  assert.equal(tile.element.dataset.problem, undefined);
  assert.equal(loading.retryAt, Infinity);
});
