import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { choose, t, use } from '../../../../Page/js/core/texts.js';

const page = new URL('../../../../Page/', import.meta.url);
const texts = async (language) => JSON.parse(await readFile(new URL(`texts/${language}.json`, page), 'utf8'));

async function sources(folder = new URL('js/', page)) {
  let all = '';
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) all += await sources(new URL(`${entry.name}/`, folder));
    else all += await readFile(new URL(entry.name, folder), 'utf8');
  }
  return all;
}

test('every language has the same texts with the same values', async () => {
  const [en, de] = [await texts('en'), await texts('de')];
  assert.deepEqual(Object.keys(de), Object.keys(en));
  const forms = (text) => (typeof text === 'string' ? [text] : [text.other]);
  for (const key of Object.keys(en)) {
    const names = (text) => forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []).sort();
    assert.deepEqual(names(de[key]), names(en[key]), key);
  }
});

test('every text that the page asks for exists, and every text is asked for', async () => {
  const en = await texts('en');
  const code = await sources();
  for (const [, key] of code.matchAll(/\bt\(\s*'([^']+)'/g)) assert.ok(key in en, key);
  for (const [, a, b] of code.matchAll(/\bt\([\w.() ='"!]+ \? '([^']+)' : '([^']+)'/g)) assert.ok(a in en && b in en, `${a} ${b}`);
  const families = [...code.matchAll(/\bt\([^`']*`(\w+\.\w*)\$\{/g)].map(([, prefix]) => prefix);
  for (const key of Object.keys(en)) {
    assert.ok(code.includes(`'${key}'`) || families.some((prefix) => key.startsWith(prefix)), `unused: ${key}`);
  }
});

test('German says du', async () => {
  const all = [await texts('de'), await texts('de-server')];
  const words = all.flatMap(function strings(value) { return typeof value === 'string' ? [value] : Object.values(value).flatMap(strings); });
  // "Sie" at the beginning of a sentence may be "they": "Sie werden kopiert".
  const formal = /[^.:!?] Sie\b|\b(Ihr|Ihre|Ihren|Ihrem|Ihrer|Ihnen)\b|\b\w+en Sie\b/;
  assert.deepEqual(words.filter((text) => formal.test(text)), []);
});

test('plurals and numbers follow the language', async () => {
  use(await texts('de'), 'de');
  assert.equal(t('photos.count', { count: 1 }), '1 Foto');
  assert.equal(t('photos.count', { count: 1000000 }), '1.000.000 Fotos');
  use(await texts('en'), 'en-GB');
  assert.equal(t('select.count', { count: 12345 }), '12,345 selected');
  assert.equal(t('no such text'), 'no such text');
});

test('the first language that the reader knows and that exists is chosen', () => {
  assert.deepEqual(choose(['fr-FR', 'de-CH', 'en']), { language: 'de', locale: 'de-CH' });
  assert.deepEqual(choose(['fr']), { language: 'en', locale: 'en' });
});

test('every icon that the page names is drawn', async () => {
  const drawn = [...(await readFile(new URL('style/icons.css', page), 'utf8')).matchAll(/^\.icon-([\w-]+) /gm)].map(([, id]) => id);
  const code = await sources();
  for (const [, name] of code.matchAll(/\bicon(?:Button)?\('([^']+)'/g)) assert.ok(drawn.includes(name), name);
  for (const [, name] of code.matchAll(/\bicon: '([^']+)'/g)) assert.ok(drawn.includes(name), name);
});

test('the page loads the modules of its first screen at once, and the others after it', async () => {
  const html = await readFile(new URL('index.html', page), 'utf8');
  const [before, rest] = html.split('<template id="rest">');
  const listed = (part) => [...part.matchAll(/modulepreload" href="js\/([^"]+)"/g)].map(([, path]) => path).sort();
  const needed = async (start) => {
    const found = new Set();
    async function walk(path) {
      if (found.has(path)) return;
      found.add(path);
      const code = await readFile(new URL(`js/${path}`, page), 'utf8');
      for (const [, name] of code.matchAll(/^(?:import|export) (?:[^;']*? from )?'(\.[^']+)';/gm)) {
        await walk(new URL(name, `file:///${path}`).pathname.slice(1));
      }
    }
    await walk(start);
    return [...found].sort();
  };
  const first = await needed('app/first.js');
  assert.deepEqual(listed(before), first.filter((path) => path !== 'app/first.js'));
  assert.deepEqual(listed(rest), (await needed('app/main.js')).filter((path) => !first.includes(path)));
  assert.deepEqual([...html.matchAll(/<script[^>]* src="js\/([^"]+)"/g)].map(([, path]) => path), ['app/first.js']);
  assert.ok(!/<script(?![^>]*src=)|\sstyle=|\son\w+=/.test(html), 'nothing inline');
});

test('each style sheet is in the page, or is loaded with its part', async () => {
  const html = await readFile(new URL('index.html', page), 'utf8');
  const inPage = [...html.matchAll(/rel="stylesheet" href="style\/([\w-]+)\.css"/g)].map(([, name]) => name);
  const withParts = [...(await sources()).matchAll(/\bloadStyle\('([\w-]+)'\)/g)].map(([, name]) => name);
  const files = (await readdir(new URL('style/', page))).map((name) => name.replace('.css', ''));
  assert.deepEqual([...inPage, ...new Set(withParts)].sort(), files.sort());
});
