import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cycles, loadedWith, modulesIn, namedBy, statedOrder, violations } from './layers.js';

const modules = await modulesIn(new URL('../../../../Page/js/', import.meta.url));
const order = statedOrder(await readFile(new URL('../../../../Documentation/Architecture.md', import.meta.url), 'utf8'));

test('no folder of the page names a module of a folder above it', () => {
  assert.deepEqual(violations(order, modules), []);
  const folders = new Set(modules.map(({ path }) => path.split('/')[0]));
  assert.deepEqual([...folders].sort(), [...order].sort());
});

test('no module of the page leads back to itself', () => {
  assert.deepEqual(cycles(modules), []);
});

test('a first visit loads no page, no viewer, no picker, no menu and no dialog', () => {
  const loaded = loadedWith(modules, ['app/first.js', 'app/main.js', 'app/shell.js']);
  const isForLater = (path) => /^(pages|viewer|picking)\//.test(path) || ['core/dialogs.js', 'core/menu.js'].includes(path);
  assert.deepEqual([...loaded].filter(isForLater), []);
  const planted = [{ path: 'app/a.js', text: "import './b.js';\nimport('./d.js');" }, { path: 'app/b.js', text: "export { c } from './c.js';" }, { path: 'app/c.js', text: '' }, { path: 'app/d.js', text: '' }];
  assert.deepEqual([...loadedWith(planted, ['app/a.js'])], ['app/a.js', 'app/b.js', 'app/c.js']);
});

test('planted: imports of every kind are found, and what only looks like one is not', () => {
  const text = `/** @typedef {import('./types.js').Item} Item */
    // import { far } from '../far.js';
    import './first.js';
    import {
      one,
      two,
    } from '../list/list.js';
    export { three } from './three.js';
    export const import3 = 'export';
    const later = () => import("../app/later.js").then(({ go }) => go('./no.js'));
    const computed = (name) => import(name);`;
  assert.deepEqual(namedBy({ path: 'grid/a.js', text }), ['app/later.js', 'grid/first.js', 'grid/three.js', 'grid/types.js', 'list/list.js', 'name']);
});

test('planted: what stands higher, is missing or is in no folder is found', () => {
  const planted = [
    { path: 'core/a.js', text: "import { b } from '../grid/b.js';" },
    { path: 'core/c.js', text: "const b = () => import('../grid/b.js');" },
    { path: 'core/d.js', text: "/** @typedef {import('../grid/b.js').B} B */" },
    { path: 'grid/b.js', text: "import { a } from '../core/a.js';\nimport x from './x.js';" },
    { path: 'e.js', text: '' },
  ];
  assert.deepEqual(violations(['core', 'grid'], planted), [
    'core/a.js names grid/b.js, which stands higher.',
    'core/c.js names grid/b.js, which stands higher.',
    'core/d.js names grid/b.js, which stands higher.',
    'grid/b.js names grid/x.js, which is no module of the page.',
    'e.js is in ., which is not in the order of the folders.',
  ]);
});

test('planted: a cycle is found, through types and through what is loaded when it is used, too', () => {
  const planted = [
    { path: 'grid/a.js', text: "import { b } from './b.js';" },
    { path: 'grid/b.js', text: "const c = () => import('./c.js');" },
    { path: 'grid/c.js', text: "/** @typedef {import('./a.js').A} A */" },
    { path: 'grid/d.js', text: "import { a } from './a.js';" },
  ];
  assert.deepEqual(cycles(planted), ['grid/a.js → grid/b.js → grid/c.js → grid/a.js']);
});

test('planted: an order may have several lines, and a document without one is refused', () => {
  assert.deepEqual(statedOrder('```layers\nA: B\n```\n```page-layers\nPage: core list\n  grid\n```\n'), ['core', 'list', 'grid']);
  assert.throws(() => statedOrder('```layers\nA: B\n```\n'));
});
