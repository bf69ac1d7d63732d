import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionAfterTab } from '../../../../Page/js/core/focustrap.js';
import { edgeSpeed, pinchStep } from '../../../../Page/js/grid/touch.js';

test('the grid scrolls near its edges alone, faster towards them and never faster than at them', () => {
  assert.equal(edgeSpeed(400, 50, 800), 0);
  assert.equal(edgeSpeed(122, 50, 800), 0);
  assert.ok(edgeSpeed(100, 50, 800) < 0 && edgeSpeed(60, 50, 800) < edgeSpeed(100, 50, 800));
  assert.ok(edgeSpeed(790, 50, 800) > edgeSpeed(750, 50, 800) && edgeSpeed(750, 50, 800) > 0);
  assert.equal(edgeSpeed(-500, 50, 800), edgeSpeed(50, 50, 800));
  assert.equal(edgeSpeed(2000, 50, 800), edgeSpeed(800, 50, 800));
  assert.equal(edgeSpeed(5, 5, 5), 0);
});

test('fingers that move apart enlarge the photos by one size, and those that close make them smaller', () => {
  assert.equal(pinchStep(100, 130), 0);
  assert.equal(pinchStep(100, 140), 1);
  assert.equal(pinchStep(100, 80), 0);
  assert.equal(pinchStep(100, 70), -1);
  assert.equal(pinchStep(0, 70), 0);
});

test('the Tab key goes round, and the browser finds the way between the edges', () => {
  assert.equal(positionAfterTab(5, 4, false), 0);
  assert.equal(positionAfterTab(5, 0, true), 4);
  assert.equal(positionAfterTab(5, 2, false), -1);
  assert.equal(positionAfterTab(5, 2, true), -1);
  // Nothing that the key reaches has the focus, such as the photo itself.
  assert.equal(positionAfterTab(5, -1, false), 0);
  assert.equal(positionAfterTab(5, -1, true), 4);
  assert.equal(positionAfterTab(1, 0, false), 0);
  assert.equal(positionAfterTab(0, -1, false), -1);
});
