/**
 * Owns the mock server: the HTTP interface of photokit-serve over a generated library, for developing and testing the page.
 *
 *     node server.js --port 8123 --count 1000000
 *
 * Code "letmein", password "password", link "link". Requests below /mock/ make other programs' changes and faults.
 */

import { createServer } from 'node:http';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Library } from './library.js';
import { picture } from './pictures.js';
import { Picking } from './picking.js';

const page = fileURLToPath(new URL('../../../../Page', import.meta.url));
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.json': 'application/json', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1] ?? true;
}

const library = new Library({ count: Number(option('count', 1000)), perDay: Number(option('per-day', 0)), oneDay: process.argv.includes('--one-day'), empty: process.argv.includes('--empty') });
const pictures = option('pictures', '') ? await Promise.all((await readdir(option('pictures'))).sort().map((name) => readFile(join(option('pictures'), name)))) : [];
const movie = option('movie', '') ? await readFile(option('movie')) : null;
/** A movie in fragments: the file `form.json`, and a file for each part. */
const made = option('made', '');
const sessions = new Map();
const streams = new Set();
const uploads = new Map();
const downloads = new Map();
/** The choices of the downloads that were asked for. */
const asked = [];
const shapes = new WeakMap();
/** The question of the next session that comes with the code "pick". */
const picking = new Picking(library);
const faults = { delay: 0, fail: null, offline: false, conflict: false, busy: 0 };
/** The answers that are held back until they are released: those of addresses that begin with this path. */
let heldBack = { path: '', released: Promise.resolve(), release: () => {} };
let nextID = 1;

class Refusal extends Error {
  constructor(status, word, message, detail) { super(message); this.status = status; this.word = word; this.detail = detail; }
}

function send(response, status, body, headers = {}) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers });
  response.end(bytes);
}
function body(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}
const json = async (request) => JSON.parse((await body(request)).toString() || '{}');
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const namedPlaces = [
  { name: 'Springfield', around: ['Sangamon County', 'Illinois', 'United States'], latitude: 39.80172, longitude: -89.64371 },
  { name: 'Springfield', around: ['Hampden County', 'Massachusetts', 'United States'], latitude: 42.10148, longitude: -72.58981 },
  { name: 'Zermatt', around: ['Visp', 'Valais', 'Switzerland'], latitude: 46.01998, longitude: 7.74863 },
];

/** Holds the answers of a path back from now on, and releases those that were held before. */
function hold(path) {
  heldBack.release();
  let release = () => {};
  const released = new Promise((resolve) => { release = resolve; });
  heldBack = { path, released, release };
}

function sessionOf(request) {
  const cookie = /session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  return sessions.get(cookie);
}
function photo(id) {
  const found = library.photoOf(id);
  if (found < 0) throw new Refusal(404, 'not-found', 'This photo is no longer in the library.');
  return found;
}
function view(key, session) {
  if (session.isPicker && ['hidden', 'trash', 'offline'].includes(key)) throw new Refusal(404, 'no-view', 'There is no such list of photos.');
  if (key === 'hidden' && !session.unlocked) throw new Refusal(403, 'locked', 'Hidden photos are locked.');
  if (key.startsWith('search:') && Buffer.byteLength(key) > 4007) throw new Refusal(400, 'long-search', 'A search has up to 4000 bytes. Write fewer words.');
  const known = library.open(key);
  if (!known) throw new Refusal(404, 'not-found', 'There is no such list of photos.');
  return known;
}
function owner(session) { if (session.readOnly) throw new Refusal(403, 'read-only', 'This access only allows looking.'); }

/** The links of the first questions, as the real server writes them; here for the list of all photos alone. */
function firstQuestions() {
  const { list, version } = library.open('all');
  const addresses = ['api/session', 'api/views/all', ...(list.length ? [`api/views/all/items?version=${version}&amp;from=0&amp;count=${Math.min(50, list.length)}`] : [])];
  const pictures = Array.from(list.slice(0, 18), (number) => library.item(number));
  return [...addresses.map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`), ...pictures.map(({ p, id }) => `<link rel="preload" as="image" href="preview/${p}/${id}/grid.jpg">`)].join('\n');
}

async function staticFile(path, response, hasQuestions) {
  const name = path === '/' ? '/index.html' : normalize(path);
  try {
    let bytes = await readFile(join(page, name));
    if (name === '/index.html' && hasQuestions) bytes = Buffer.from(bytes.toString().replace('<!-- first questions -->', firstQuestions()));
    send(response, 200, bytes, { 'Content-Type': types[extname(name)] ?? 'application/octet-stream', 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Resource-Policy': 'same-origin', 'Cache-Control': 'no-cache' });
  } catch { send(response, 404, { error: 'not-found', message: 'There is no such page.' }); }
}

/** An animation of two frames with a pixel each. */
const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
const animation = Buffer.from([...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, ...frame, ...frame, 0x3b]);

function refuseBroken(number) {
  const problem = library.broken.get(number);
  if (problem) throw new Refusal(problem.status, problem.word, 'The picture cannot be made.');
}

function previewBytes(number, size) {
  const [w, h] = library.size(number);
  const scale = size / Math.max(w, h);
  return picture(number, Math.max(1, Math.round(w * scale)), Math.max(1, Math.round(h * scale)));
}

function ranged(request, response, bytes, type) {
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (!range) return send(response, 200, bytes, { 'Content-Type': type, 'Accept-Ranges': 'bytes' });
  const start = range[1] ? Number(range[1]) : bytes.length - Number(range[2]);
  const end = range[1] && range[2] ? Math.min(Number(range[2]), bytes.length - 1) : bytes.length - 1;
  return send(response, 206, bytes.subarray(start, end + 1), { 'Content-Type': type, 'Accept-Ranges': 'bytes', 'Content-Range': `bytes ${start}-${end}/${bytes.length}` });
}

async function madePart(name) {
  if (!made) throw new Refusal(501, 'no-movie-maker', 'This server cannot make movies for browsers.');
  return readFile(join(made, name)).catch(() => { throw new Refusal(404, 'no-fragment', 'The movie has no such part.'); });
}

/** The checksum of ZIP; Node has its own only since version 20.15. */
function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function zip(files) {
  const parts = []; const central = []; let offset = 0;
  for (const { name, bytes } of files) {
    const title = Buffer.from(name); const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0); head.writeUInt16LE(20, 4); head.writeUInt32LE(crc32(bytes), 14); head.writeUInt32LE(bytes.length, 18); head.writeUInt32LE(bytes.length, 22); head.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0); entry.writeUInt16LE(20, 4); entry.writeUInt16LE(20, 6); head.copy(entry, 16, 14, 30); entry.writeUInt16LE(title.length, 28); entry.writeUInt32LE(offset, 42);
    parts.push(head, title, bytes); central.push(entry, title); offset += 30 + title.length + bytes.length;
  }
  const directory = Buffer.concat(central); const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0); end.writeUInt16LE(files.length, 8); end.writeUInt16LE(files.length, 10); end.writeUInt32LE(directory.length, 12); end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

async function act(request, session) {
  owner(session);
  const { do: verb, on, ...more } = await json(request);
  return named(await actOn(verb, on, more), verb, more.album ? library.album(more.album)?.title : null);
}

async function actOn(verb, on, more) {
  const photos = library.resolve(on);
  if (!photos) throw new Refusal(409, 'changed-meanwhile', 'The list changed meanwhile. Select the photos again.');
  if (photos.includes(-1)) throw new Refusal(409, 'changed-meanwhile', 'One of the photos is no longer in the library.');
  const set = (title, valuesOf, options) => ({ count: photos.length, videos: library.videosIn(photos), undo: library.setValues(photos, valuesOf, { title, ...options }) });
  const album = more.album ? library.album(more.album) : null;
  if (more.album && !album?.photos) throw new Refusal(404, 'not-found', 'This album is no longer in the library.');
  switch (verb) {
    case 'favorite': case 'unfavorite': return set('Changed', () => ({ favorite: verb === 'favorite' }));
    case 'hide': case 'unhide': return set('Changed', () => ({ hidden: verb === 'hide' }), { albums: true });
    case 'delete': return { count: photos.length, videos: library.videosIn(photos), undo: library.setTrash(photos, true) };
    case 'restore': return { count: photos.length, videos: library.videosIn(photos), undo: library.setTrash(photos, false) };
    case 'purge':
      if (!more.confirm) throw new Refusal(400, 'confirm', 'Deleting for good needs a confirmation.');
      library.purge(photos);
      return { count: photos.length, videos: library.videosIn(photos), undo: null };
    case 'addToAlbum': { const known = new Set(album.photos); return { count: photos.length, videos: library.videosIn(photos), undo: library.setAlbum(album, [...album.photos, ...photos.filter((number) => !known.has(number))], 'Changed') }; }
    case 'removeFromAlbum': { const gone = new Set(photos); return { count: photos.length, videos: library.videosIn(photos), undo: library.setAlbum(album, album.photos.filter((number) => !gone.has(number)), 'Changed') }; }
    case 'moveInAlbum': {
      const gone = new Set(photos); const shown = album.photos.filter((number) => !gone.has(number));
      shown.splice(Math.min(shown.length, more.to), 0, ...photos);
      return { count: photos.length, videos: library.videosIn(photos), undo: library.setAlbum(album, shown, 'Changed') };
    }
    case 'set': return set('Changed', (number) => {
      const values = {}; const details = library.details(number);
      for (const name of ['caption', 'rating', 'place']) if (name in more) values[name] = more[name];
      if (more.keywords) values.keywords = [...new Set([...details.keywords.filter((word) => !more.keywords.remove?.includes(word)), ...(more.keywords.add ?? [])])];
      const time = library.time(number);
      let moved = more.date ? more.date : null;
      if (more.shiftSeconds && time) moved = new Date(Date.parse(`${time.slice(0, 19)}Z`) + more.shiftSeconds * 1000).toISOString();
      if (moved) { values.day = Math.floor(Date.parse(`${moved.slice(0, 10)}T00:00:00Z`) / 86400000); values.clock = moved.slice(11, 19) || '12:00:00'; }
      return values;
    });
    case 'rotate': return set('Edited', (number) => { const own = library.changed.get(number); return { turned: ((own?.turned ?? 0) + more.degrees) % 360, edited: true, picture: (own?.picture ?? 0) + 1 }; });
    case 'crop': return set('Edited', (number) => ({ crop: { width: more.width, height: more.height }, edited: true, picture: (library.changed.get(number)?.picture ?? 0) + 1 }));
    case 'trim': return set('Edited', (number) => ({ edited: true, picture: (library.changed.get(number)?.picture ?? 0) + 1 }));
    case 'revert': return set('Edited', (number) => ({ turned: 0, crop: undefined, edited: false, picture: (library.changed.get(number)?.picture ?? 0) + 1 }));
    default: throw new Refusal(400, 'unknown', 'The server does not know this action.');
  }
}

/** Names what a step did, as the server does; something new ends what could be made again. */
function named(answer, action, title = null) {
  const step = library.undos.get(answer.undo);
  if (step) {
    step.did = { did: action, count: answer.count ?? 1, videos: answer.videos, title };
    for (const [id, other] of library.undos) if (other.isUndone) library.undos.delete(id);
  }
  return answer;
}

function undo(asked, isRedo) {
  const id = asked ?? [...library.undos.keys()].findLast((key) => library.undos.get(key).isUndone === isRedo);
  if (!id) throw new Refusal(409, 'nothing-to-undo', 'There is nothing to take back.');
  const step = library.undos.get(id);
  if (!step || faults.conflict) throw new Refusal(409, 'cannot-undo', 'This can no longer be undone, because somebody changed the same photos since.');
  library.undos.delete(id);
  return { ...step.did, [isRedo ? 'undo' : 'redo']: library.commit({ ...step, isUndone: !isRedo }) };
}

async function albums(request, session, id) {
  if (request.method === 'GET') return { version: library.albumsVersion, folders: [...library.albumTree(), ...library.smart()] };
  owner(session);
  if (request.method === 'POST') {
    const { title, kind, parent, search } = await json(request);
    const made = { id: `NEW${nextID++}`, title, kind, canEdit: true, ...(kind === 'folder' ? { children: [] } : kind === 'search' ? { search } : { photos: [] }) };
    const undoID = library.setTree(() => { (parent ? library.album(parent).children : library.tree).push(made); }, 'Made an album');
    return named({ id: made.id, undo: undoID }, kind === 'folder' ? 'madeFolder' : kind === 'search' ? 'savedSearch' : 'madeAlbum', title);
  }
  const found = library.walk().find(({ node }) => node.id === id);
  if (!found) throw new Refusal(404, 'not-found', 'This album is no longer in the library.');
  if (request.method === 'DELETE') return named({ undo: library.setTree(() => { found.nodes.splice(found.at, 1); }, 'Deleted an album') }, 'deletedAlbum', found.node.title);
  const change = await json(request);
  if (change.parent && library.walk(found.node.children ?? []).concat([found]).some(({ node }) => node.id === change.parent)) throw new Refusal(409, 'inside-itself', 'A folder cannot be put into itself.');
  return named({ undo: library.setTree(() => {
    if (change.title !== undefined) found.node.title = change.title;
    if (change.parent !== undefined || change.position !== undefined) {
      found.nodes.splice(found.at, 1);
      const target = change.parent === undefined ? found.nodes : change.parent === null ? library.tree : library.album(change.parent).children;
      target.splice(change.position ?? target.length, 0, found.node);
    }
  }, 'Changed albums') }, change.title === undefined ? 'movedAlbum' : 'renamed', change.title ?? found.node.title);
}

function events(request, response, url, session) {
  const keys = url.searchParams.getAll('view');
  if (keys.includes('hidden') && !session.unlocked) throw new Refusal(403, 'locked', 'Hidden photos are locked.');
  const views = new Set(keys);
  const position = keys.map((key) => library.open(key)?.version ?? 0);
  const since = request.headers['last-event-id'] ?? url.searchParams.get('since') ?? '';
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  const write = ({ event, data }) => {
    if ((event === 'view' || event === 'reload') && !views.has(data.view)) return;
    if (event === 'view') position[keys.indexOf(data.view)] = data.to;
    response.write(`id: ${position.join(',')}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  response.write(': hello\n\n');
  const versions = since.split(',').map(Number);
  library.log.filter(({ event, data }) => event === 'view' && data.to > (versions[keys.indexOf(data.view)] ?? Infinity)).forEach(write);
  write({ event: 'state', data: { albums: library.albumsVersion, activity: library.sequence, offline: Boolean(faults.offline) } });
  library.listeners.add(write);
  streams.add(response);
  const beat = setInterval(() => response.write(': beat\n\n'), 15000);
  request.on('close', () => { clearInterval(beat); library.listeners.delete(write); streams.delete(response); });
}

async function api(request, response, url, session) {
  const parts = url.pathname.split('/').slice(2).map(decodeURIComponent);
  const [area, key, action] = parts;
  const route = `${request.method} ${area}`;
  switch (route) {
    case 'GET session': return { role: 'owner', readOnly: session.readOnly, library: library.name, canDownload: !session.isLink && !session.isPicker, canAdd: false, canDownloadOriginals: !session.isLink && !session.isPicker, trashDays: 30, ...(session.isPicker ? { isPicker: true } : {}), name: session.name, isLink: session.isLink, ...(session.isLink ? { title: 'A day at the lake' } : {}), hasPassword: true, actions: ['favorite', 'unfavorite', 'hide', 'unhide', 'delete', 'restore', 'purge', 'addToAlbum', 'removeFromAlbum', 'moveInAlbum', 'set', 'revert', 'rotate', 'crop', 'trim'], ...(session.isLink ? { role: 'limited' } : {}) };
    case 'DELETE session': for (const [cookie, other] of sessions) if (other === session) sessions.delete(cookie); return {};
    case 'GET sessions': return [...sessions.values()].map(({ id, name, created, kind }) => ({ id, name, created, lastUsed: new Date().toISOString(), isCurrent: id === session.id, kind }));
    case 'GET contributions': return { guests: [] };
    case 'DELETE sessions': for (const [cookie, other] of sessions) if (other.id === key) sessions.delete(cookie); return {};
    case 'POST devices': { const { name } = await json(request); const id = `D${nextID++}`; sessions.set(`device-${id}`, { id, name, created: new Date().toISOString(), kind: 'device' }); return { id, token: `opk_${'0123456789abcdef'.repeat(2)}` }; }
    case 'POST links': if (action === 'copies') return { id: key, url: '/#link=link' }; { const { title } = await json(request); const id = `L${nextID++}`; sessions.set(`link-${id}`, { id, name: title, created: new Date().toISOString(), kind: 'link', isLink: true, readOnly: true }); return { id, url: '/#link=link' }; }
    case 'POST unlock': { const { password, confirm } = await json(request); if (password !== undefined && password !== 'password') throw new Refusal(401, 'wrong', 'The password is not right.'); session.unlocked = confirm || password === 'password'; return {}; }
    case 'GET pick': case 'POST pick': case 'DELETE pick':
      if (!session.isPicker) throw new Refusal(404, 'not-found', 'There is no such address.');
      if (key === 'leave') { picking.left += 1; return {}; }
      return picking.route(request.method, request.method === 'POST' ? await json(request) : {}, Refusal);
    case 'GET views': {
      const known = view(key, session);
      if (!action) return { view: key, title: library.title(key), version: known.version, shape: known.version, count: known.list.length, videos: library.videosIn(known.list), order: library.order(key), canReorder: key.startsWith('album:') && !session.readOnly, token: String(known.version), ...(key.startsWith('search:') ? { search: library.understood(key.slice(7)) } : {}) };
      const version = Number(url.searchParams.get('version'));
      const list = known.held.get(version);
      if (!list) throw new Refusal(410, 'gone', 'This version of the list is no longer held.');
      if (action === 'items') {
        const from = Number(url.searchParams.get('from'));
        const count = Math.min(500, Number(url.searchParams.get('count')));
        return { version, from, items: Array.from(list.slice(from, from + count), (number) => library.item(number)) };
      }
      // A real server holds the compressed shape of each version, too.
      const held = shapes.get(list);
      if (held) { send(response, 200, held, { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'gzip' }); return undefined; }
      const sections = [];
      for (const number of list) { const day = library.sectionDay(key, number); const last = sections[sections.length - 1]; if (last && last[0] === day) last[1] += 1; else sections.push([day, 1]); }
      const bytes = Buffer.alloc(20 + sections.length * 8 + list.length);
      bytes.write('OPKV', 0); bytes.writeUInt32LE(1, 4); bytes.writeUInt32LE(version, 8); bytes.writeUInt32LE(list.length, 12); bytes.writeUInt32LE(sections.length, 16);
      sections.forEach(([day, count], at) => { bytes.writeInt32LE(day, 20 + at * 8); bytes.writeUInt32LE(count, 24 + at * 8); });
      list.forEach((number, at) => { bytes[20 + sections.length * 8 + at] = library.shape(number); });
      shapes.set(list, gzipSync(bytes, { level: 1 }));
      send(response, 200, shapes.get(list), { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'gzip' });
      return undefined;
    }
    case 'GET find': {
      const { list } = view(url.searchParams.get('view'), session);
      if (url.searchParams.has('id')) {
        const index = list.indexOf(library.photoOf(url.searchParams.get('id')));
        if (index < 0) throw new Refusal(404, 'not-found', 'This photo is not in the list.');
        return { index };
      }
      const day = Math.floor(Date.parse(`${url.searchParams.get('date')}T00:00:00Z`) / 86400000);
      let best = 0;
      for (let index = 0; index < list.length; index++) if (Math.abs(library.day(list[index]) - day) < Math.abs(library.day(list[best]) - day)) best = index;
      return { index: best };
    }
    case 'GET photos': {
      const number = photo(key);
      if (action === 'movie') return JSON.parse((await madePart('form.json')).toString());
      if (action === 'history') return { complete: true, entries: [...library.history.filter((entry) => entry.photo === number).reverse(), { token: '1', date: new Date(Date.now() - 40 * 86400000).toISOString(), author: 'Camera import', work: 'imported', kind: 'inserted', changes: [] }, ...(library.flag(number, 'favorite') ? [{ token: '2', date: new Date(Date.now() - 20 * 86400000).toISOString(), author: 'Photos', work: 'edit', kind: 'updated', changes: [{ property: 'isFavorite', before: false, after: true }] }] : [])] };
      return library.details(number);
    }
    case 'POST actions': return act(request, session);
    case 'POST undo': owner(session); return undo((await json(request)).undo, false);
    case 'POST redo': owner(session); return undo((await json(request)).redo, true);
    case 'GET albums': case 'POST albums': case 'PATCH albums': case 'DELETE albums': return albums(request, session, key);
    case 'GET activity': {
      if (key === 'uploads') return {
        programs: [{ name: 'photo-uploader', isPaused: false, isRefused: false, waiting: 12, pending: 2, sent: 3, failed: 1 }],
        failures: [{ name: 'photo-uploader', filename: 'IMG_0042.JPG', host: 'cloud.example.org', date: '2026-06-14T09:30:00Z', status: 413, reason: 'size' }],
      };
      const before = url.searchParams.get('before');
      const start = before ? library.activity.findIndex(({ token }) => token === before) + 1 : 0;
      const entries = library.activity.slice(start, start + Number(url.searchParams.get('count') ?? 50));
      return { entries: entries.map(({ photos, ...entry }) => ({ ...entry, events: library.constructor.events(entry.counts, entry.work), samples: photos.filter((number) => library.isShown(number)).slice(0, 12).map((number) => library.item(number)) })), next: start + entries.length < library.activity.length ? entries[entries.length - 1]?.token ?? null : null };
    }
    case 'GET duplicates': case 'POST duplicates': case 'DELETE duplicates': {
      owner(session);
      if (key === 'merge') return named(library.merge(await json(request), Refusal), 'merge');
      if (key === 'keeper') return library.keep(await json(request), Refusal);
      if (key === 'different') return library.callDifferent(await json(request), Refusal);
      if (request.method === 'POST') library.duplicates = { kind: (await json(request)).kind, begun: Date.now() };
      else if (request.method === 'DELETE') library.duplicates.isEnded = true;
      else return library.duplicateGroups(Number(url.searchParams.get('from') ?? 0), Number(url.searchParams.get('count') ?? 20));
      return {};
    }
    case 'POST photos': {
      owner(session);
      const number = photo(key);
      library.elsewhere.delete(number);
      return { count: 1, bytes: 2400000 };
    }
    case 'GET suggestions': {
      const text = url.searchParams.get('text') ?? '';
      const last = text.split(/\s/).pop()?.toLowerCase() ?? '';
      return { suggestions: last ? library.suggestions(last).map(({ word, count, subject }) => ({ text: text.slice(0, text.length - last.length) + word, word, count, subject })) : [] };
    }
    case 'GET places': {
      const name = (url.searchParams.get('name') ?? '').toLowerCase();
      return { hasTable: true, places: namedPlaces.filter((place) => place.name.toLowerCase().startsWith(name)) };
    }
    case 'GET sources': return [{ id: 'S1', path: '/media/Archive', isOffline: true, count: library.list('offline').length }, { id: 'S2', path: '/home/anna/Pictures', isOffline: false, count: 1200 }];
    case 'GET remotes': {
      const amount = (/** @type {number} */ count) => ({ count, bytes: count * 3_400_000 });
      return {
        remotes: [
          { id: 'R1', name: 'Disk in the cellar', address: '/media/cellar/photos', isEncrypted: false, isComplete: true, wanted: amount(1200), proved: amount(1200), problems: [], databaseDate: '2026-06-14T09:30:00Z' },
          { id: 'R2', name: 'Bucket', address: 's3://family-photos/library', isEncrypted: true, isComplete: false, wanted: amount(1200), proved: amount(1180), problems: [{ message: 'The service has no more room. Make room there, or choose another remote.', count: 3 }] },
        ],
        space: { local: amount(900), elsewhere: amount(300), limit: 5_000_000_000 },
      };
    }
    case 'POST uploads': {
      owner(session);
      if (!key) { const id = `UP${nextID++}`; uploads.set(id, []); return { id }; }
      const files = uploads.get(key) ?? [];
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      const refused = files.filter(({ path }) => /\.txt$/.test(path)).map(({ path }) => ({ path, message: 'This file is not a photo or a video.' }));
      const good = files.filter(({ path }) => !/\.txt$/.test(path));
      const damaged = good.filter(({ path }) => /damaged/.test(path)).map(({ path }) => ({ path, message: 'The file ends in the middle.' }));
      for (let done = 1; done <= good.length; done++) { await wait(20); response.write(`${JSON.stringify({ files: done, of: good.length })}\n`); }
      if (good.length) library.insert(good.length, 20620, 'Photos');
      response.end(`${JSON.stringify({ done: true, imported: good.length, joined: 0, known: 0, inSource: 0, refused, damaged, remarked: [] })}\n`);
      return undefined;
    }
    case 'PUT uploads': { const bytes = await body(request); uploads.get(key)?.push({ path: url.searchParams.get('path'), bytes: bytes.length }); return {}; }
    case 'DELETE uploads': uploads.delete(key); return {};
    case 'POST downloads': { const { on, ...choice } = await json(request); const photos = library.resolve(on); const id = `Z${nextID++}`; downloads.set(id, photos.slice(0, 50)); asked.push({ count: photos.length, ...choice }); return { url: `/downloads/${id}`, remaining: choice.without?.includes('places') ? photos.length : 0 }; }
    default: throw new Refusal(404, 'not-found', 'There is no such address.');
  }
}

async function mock(request, url) {
  const command = url.pathname.slice(6);
  const data = await json(request);
  switch (command) {
    case 'insert': return { ids: library.insert(data.count ?? 1, data.day, data.author).map((number) => library.id(number)) };
    case 'remove': { const list = library.list(data.view ?? 'all'); library.setTrash(data.indexes.map((index) => list[index]), true); return {}; }
    case 'rotate': { const list = library.list('all'); library.setValues(data.indexes.map((index) => list[index]), (number) => ({ turned: ((library.changed.get(number)?.turned ?? 0) + 90) % 360, picture: (library.changed.get(number)?.picture ?? 0) + 1 })); return {}; }
    case 'redate': { const list = library.list('all'); library.setValues([list[data.index]], () => ({ day: data.day })); return {}; }
    case 'random': {
      for (let step = 0; step < data.count; step++) {
        const list = library.all; const pick = () => list[Math.floor(Math.random() * list.length)]; const chance = Math.random();
        if (chance < 0.35 || list.length < 30) library.insert(1 + Math.floor(Math.random() * 4), list.length ? library.day(pick()) : 20000);
        else if (chance < 0.65) library.setTrash([...new Set([pick(), pick()])], true);
        else if (chance < 0.75 && library.trash.size) library.setTrash([[...library.trash.keys()][0]], false);
        else if (chance < 0.9) library.setValues([pick()], () => ({ day: library.day(pick()) }));
        else library.setValues([pick()], (number) => ({ turned: 90, picture: (library.changed.get(number)?.picture ?? 0) + 1 }));
        if (data.pause) await wait(data.pause);
      }
      return { version: library.views.get('all')?.version, ids: data.ids ? Array.from(library.all, (number) => library.id(number)) : [] };
    }
    case 'animate': library.setValues(data.indexes.map((index) => library.all[index]), () => ({ animated: true })); return {};
    case 'break': for (const index of data.indexes) library.broken.set(library.all[index], data); return {};
    case 'mend': library.broken.clear(); library.tell('sources', {}); return {};
    case 'leave': library.elsewhere = new Set(data.indexes.map((index) => library.all[index])); return {};
    case 'downloads': return { asked };
    case 'drop': for (const stream of streams) stream.destroy(); return {};
    case 'ask': picking.ask(data); return {};
    case 'picked': return picking.outcome();
    case 'faults': Object.assign(faults, data); if ('offline' in data) library.tell(data.offline ? 'offline' : 'online', {}); return {};
    case 'hold': hold(data.path); return {};
    case 'release': heldBack.release(); heldBack.path = ''; return {};
    case 'reload': { const known = library.open(data.view ?? 'all'); library.tell('reload', { view: known.view, version: known.version, count: known.list.length }); return {}; }
    case 'access': sessions.clear(); library.tell('access', {}); return {};
    case 'lock': for (const session of sessions.values()) session.unlocked = false; return {};
    case 'streams': return { count: streams.size };
    case 'list': return { version: library.open('all').version, ids: Array.from(library.list(data.view ?? 'all'), (number) => library.id(number)) };
    default: throw new Refusal(404, 'not-found', command);
  }
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, `http://${request.headers.host}`);
  try {
    if (url.pathname.startsWith('/mock/')) return send(response, 200, await mock(request, url));
    if ([faults.fail ?? []].flat().some((path) => url.pathname.startsWith(path))) return faults.drop ? response.destroy() : send(response, 503, { error: 'broken', message: 'The library cannot be read at the moment.' });
    if (url.pathname === '/api/session' && request.method === 'POST') {
      const { code, password, link } = await json(request);
      if (code === 'elsewhere') throw new Refusal(401, 'code-elsewhere', 'Type the code that the terminal shows.');
      if (code !== 'letmein' && code !== 'pick' && password !== 'password' && link !== 'link') throw new Refusal(401, 'wrong', password !== undefined ? 'The password is not right.' : 'This code is no longer valid.');
      const cookie = `c${nextID}-${Math.random().toString(36).slice(2)}`;
      sessions.set(cookie, { id: `SE${nextID++}`, name: link ? 'Shared photos' : 'Chromium on Linux', created: new Date().toISOString(), kind: link ? 'link' : 'session', readOnly: !!link || code === 'pick', isLink: !!link, isPicker: code === 'pick' });
      return send(response, 200, {}, { 'Set-Cookie': `session=${cookie}; HttpOnly; SameSite=Strict; Path=/` });
    }
    const isStatic = /^\/(index\.html|js\/|style\/|icons\/|texts\/|$)/.test(url.pathname);
    if (isStatic && request.method === 'GET') {
      const session = sessionOf(request);
      return await staticFile(url.pathname, response, session && !session.isPicker && url.search === '');
    }
    const session = sessionOf(request);
    if (!session) throw new Refusal(401, 'no-session', 'Sign in to see the photos.');
    if (faults.delay) await wait(faults.delay);
    if (heldBack.path && url.pathname.startsWith(heldBack.path)) await heldBack.released;
    if (url.pathname === '/api/events') return events(request, response, url, session);
    if (url.pathname.startsWith('/api/')) { const result = await api(request, response, url, session); if (result !== undefined) send(response, 200, result); return undefined; }
    const [, area, ...rest] = url.pathname.split('/');
    if (area === 'preview') {
      const number = photo(rest[1]);
      refuseBroken(number);
      if (pictures.length) return send(response, 200, pictures[number % pictures.length], { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, max-age=31536000, immutable' });
      return send(response, 200, previewBytes(number, rest[2] === 'grid.jpg' ? 256 : 1024), { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=31536000, immutable' });
    }
    if (area === 'photos') {
      const number = photo(rest[0]);
      if (rest[1] === 'tiles') {
        const [width, height] = library.size(number);
        return rest.length === 2 ? send(response, 200, { width, height, side: 1024 }) : send(response, 200, picture(number, 1024, 1024), { 'Content-Type': 'image/svg+xml' });
      }
      if (rest[1] === 'original' && library.flag(number, 'animated')) return ranged(request, response, animation, 'image/gif');
      if (rest[1] === 'picture') {
        refuseBroken(number);
        const [w, h] = library.size(number);
        return send(response, 200, picture(number, w, h), { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=600' });
      }
      if (rest[1] === 'movie' && rest[2]) {
        if (faults.busy > 0) { faults.busy--; return send(response, 503, { error: 'busy', message: 'Other movies are being made.' }, { 'Retry-After': '1' }); }
        return send(response, 200, await madePart(rest[2]), { 'Content-Type': 'video/mp4' });
      }
      if (rest[1] === 'movie' && session.isLink) throw new Refusal(403, 'no-originals', 'Originals may not be downloaded here.');
      if (rest[1] === 'movie') return movie ? ranged(request, response, movie, 'video/webm') : send(response, 415, { error: 'cannot-play', message: 'This browser cannot play this video.' });
      return ranged(request, response, Buffer.from(previewBytes(number, 1024)), 'application/octet-stream');
    }
    if (area === 'downloads') {
      const photos = downloads.get(rest[0]);
      if (!photos) throw new Refusal(404, 'not-found', 'This download is no longer valid.');
      downloads.delete(rest[0]);
      return send(response, 200, zip(photos.map((number) => ({ name: `IMG_${number}.svg`, bytes: Buffer.from(previewBytes(number, 1024)) }))), { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment; filename="Photos.zip"' });
    }
    throw new Refusal(404, 'not-found', 'There is no such address.');
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    if (response.headersSent) return response.destroy();
    return send(response, error.status ?? 500, { error: error.word ?? 'broken', message: error.message, detail: error.detail });
  }
});
server.keepAliveTimeout = 60000;
server.listen(Number(option('port', 8123)), '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}/#code=letmein with ${library.count} photos`));
