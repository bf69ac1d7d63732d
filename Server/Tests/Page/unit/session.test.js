import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { changeHeaders, findSession, followSession, forgetSession, hasLostToken, keepSession, knownBrowser, placeOf, previewAddress, wasGuest } from '../../../../Page/js/core/request.js';
import { addressOf, parseRoute } from '../../../../Page/js/core/router.js';

const home = `/~${'0123456789abcdef'.repeat(2)}/`;
const other = `/~${'f'.repeat(32)}/`;

/** Opens an address in a browser that keeps some values. */
function open(address, kept = {}) {
  const values = new Map(Object.entries(kept));
  globalThis.localStorage = { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value), removeItem: (key) => values.delete(key) };
  const go = (to) => (globalThis.location = new URL(to, 'http://127.0.0.1:8086'));
  globalThis.history = { state: null, replaceState: (state, title, to) => go(to) };
  go(address);
  findSession();
}

const here = () => location.pathname + location.search + location.hash;

beforeEach(() => open('/'));

test('a session lies below its home, and its changes have the token', () => {
  open('/?view=favorites#code=x');
  assert.equal(placeOf('/api/session'), '/api/session');
  assert.deepEqual(changeHeaders(), {});
  keepSession({ home, token: 'T', browser: 'B', isLink: false });
  assert.equal(here(), `${home}?view=favorites#code=x`);
  assert.equal(placeOf('/api/session'), `${home}api/session`);
  assert.equal(previewAddress({ p: '1', id: 'A' }, 'grid'), `${home}preview/1/A/grid.jpg`);
  assert.equal(addressOf(parseRoute('view=trash')), `${home}?view=trash`);
  assert.deepEqual(changeHeaders(), { 'Photokit-Token': 'T' });
  assert.equal(knownBrowser(), 'B');
  assert.ok(!wasGuest() && !hasLostToken());
});

test('the bare address and those of earlier sessions lead to the home', () => {
  const session = JSON.stringify({ home, token: 'T', isGuest: true });
  for (const address of ['/', other]) {
    open(`${address}?page=albums`, { session });
    assert.equal(here(), `${home}?page=albums`);
    assert.ok(wasGuest());
  }
  forgetSession();
  assert.ok(!wasGuest() && placeOf('/') === '/');
});

test('with TLS there is one home, and no token', () => {
  keepSession({ home: '/' });
  assert.equal(here(), '/');
  assert.deepEqual(changeHeaders(), {});
  assert.ok(!hasLostToken());
});

test('a browser that has lost what it kept asks again', () => {
  for (const session of ['', '{', 'null', JSON.stringify({ home: '//evil.example/' })]) {
    open(home, { session });
    assert.equal(placeOf('/api/session'), `${home}api/session`);
    assert.ok(hasLostToken());
  }
});

test('a session that another tab opened is taken over', () => {
  /** @type {(event: {key: string}) => void} */
  let tell = () => {};
  globalThis.addEventListener = (type, listener) => (tell = listener);
  open(`${home}?view=trash`, { session: JSON.stringify({ home, token: 'T' }) });
  followSession();
  localStorage.setItem('session', JSON.stringify({ home: other, token: 'U' }));
  tell({ key: 'theme' });
  assert.deepEqual(changeHeaders(), { 'Photokit-Token': 'T' });
  tell({ key: 'session' });
  assert.equal(here(), `${other}?view=trash`);
  assert.deepEqual(changeHeaders(), { 'Photokit-Token': 'U' });
});
