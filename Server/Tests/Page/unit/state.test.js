import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canSelect, store } from '../../../../Page/js/actions/state.js';

test('whoever may change or download something selects photos, in a copy or as they are', () => {
  const nothing = { readOnly: true, canDownload: false, canDownloadOriginals: false };
  store.set({ session: null });
  assert.equal(canSelect(), false);
  store.set({ session: nothing });
  assert.equal(canSelect(), false);
  for (const may of [{ readOnly: false }, { canDownload: true }, { canDownloadOriginals: true }]) {
    store.set({ session: { ...nothing, ...may } });
    assert.equal(canSelect(), true, JSON.stringify(may));
    store.set({ session: { ...nothing, ...may, isPicker: true } });
    assert.equal(canSelect(), false);
  }
});
