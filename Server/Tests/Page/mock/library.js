/** Owns the mock library: generated photos, albums, changes with undo, and the differences of the lists that are shown. */

import { hash, meanColor } from './pictures.js';
import { byteOfRatio } from '../../../../Page/js/list/shape.js';

const sizes = [[6000, 4000], [4032, 3024], [3024, 4032], [4000, 6000], [3840, 2160], [2160, 3840], [3000, 3000], [6000, 4000], [4032, 3024]];
const words = ['lake', 'mountain', 'birthday', 'garden', 'beach', 'harbour', 'winter', 'train', 'market', 'school', 'forest', 'concert', 'kitchen', 'snow', 'river', 'castle'];
const places = [[47.37, 8.54], [52.52, 13.4], [41.9, 12.5], [59.33, 18.06], [38.72, -9.14], [64.14, -21.94]];
const DAY = 86400000;

export class Library {
  constructor({ count = 1000, perDay = 0, oneDay = false, empty = false } = {}) {
    this.name = 'Family';
    this.capacity = count + 200000;
    this.days = new Int32Array(this.capacity);
    this.count = empty ? 0 : count;
    const today = Math.floor(Date.parse('2026-06-14') / DAY);
    const rate = perDay || Math.max(6, count / 5500);
    let day = today;
    for (let photo = 0; photo < this.count; photo++) {
      if (!oneDay && (hash(photo, 1) % 10000) / 10000 < 1 / rate) day -= 1 + (hash(photo, 2) % 9 === 0 ? hash(photo, 3) % 20 : hash(photo, 3) % 3);
      this.days[photo] = day;
    }
    for (let photo = Math.max(0, this.count - 4); photo < this.count && count > 50; photo++) this.days[photo] = -1;
    this.changed = new Map();
    this.trash = new Map();
    this.duplicates = {};
    /** The photo that a person put first in a group of duplicates. */
    this.keepers = new Map();
    /** The groups that a person called different. */
    this.different = new Set();
    /** The photos whose files are in a remote alone. */
    this.elsewhere = new Set();
    /** The status and the word that the server answers in place of a photo's pictures. */
    this.broken = new Map();
    this.purged = new Set();
    this.hiddenUnlocked = false;
    this.all = Int32Array.from({ length: this.count }, (_, photo) => photo);
    this.sequence = 17;
    this.views = new Map();
    this.listeners = new Set();
    this.log = [];
    this.history = [];
    this.activity = [];
    this.undos = new Map();
    this.fresh = new Map();
    this.albumsVersion = 1;
    this.makeAlbums();
    if (count > 50) {
      for (let photo = 40; photo < 52; photo++) this.trash.set(photo * 7 % count, Date.now() - (photo - 39) * 2.4 * DAY);
      for (let photo = 60; photo < 65; photo++) this.set(photo * 3, { hidden: true });
      this.all = this.all.filter((photo) => !this.trash.has(photo) && !this.flag(photo, 'hidden'));
    }
    this.makeActivity();
  }

  id(photo) {
    return `${photo.toString(16).padStart(8, '0').toUpperCase()}-A1B2-4C3D-8E4F-${(hash(photo, 9) & 0xffffff).toString(16).padStart(12, '0').toUpperCase()}`;
  }
  photoOf(id) {
    const photo = parseInt(String(id).slice(0, 8), 16);
    return photo < this.count && this.id(photo) === id && !this.purged.has(photo) ? photo : -1;
  }
  set(photo, values) { this.changed.set(photo, { ...this.changed.get(photo), ...values }); }

  size(photo) {
    const special = hash(photo, 4) % 400;
    const own = this.changed.get(photo);
    let [w, h] = special === 0 ? [1, 10000] : special === 1 ? [12000, 2400] : sizes[hash(photo, 5) % sizes.length];
    if (own?.turned % 180) [w, h] = [h, w];
    return own?.crop ? [Math.max(1, Math.round(w * own.crop.width)), Math.max(1, Math.round(h * own.crop.height))] : [w, h];
  }
  shape(photo) { const [w, h] = this.size(photo); return byteOfRatio(w / h); }
  isVideo(photo) { return hash(photo, 6) % 14 === 0; }
  flag(photo, name) {
    const own = this.changed.get(photo);
    if (own && name in own) return own[name];
    switch (name) {
      case 'favorite': return hash(photo, 7) % 41 === 0;
      case 'live': return !this.isVideo(photo) && hash(photo, 8) % 11 === 0;
      case 'raw': return !this.isVideo(photo) && hash(photo, 10) % 33 === 0;
      case 'screenshot': return hash(photo, 11) % 50 === 0;
      case 'offline': return hash(photo, 12) % 120 === 0;
      case 'pano': { const [w, h] = this.size(photo); return w / h > 3; }
      default: return false;
    }
  }
  day(photo) { return this.changed.get(photo)?.day ?? this.days[photo]; }
  time(photo) {
    if (this.day(photo) < 0) return undefined;
    const minute = 600 + (hash(photo, 13) % 700);
    const shift = this.changed.get(photo)?.clock;
    const clock = shift ?? `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
    return `${new Date(this.day(photo) * DAY).toISOString().slice(0, 10)}T${clock}+02:00`;
  }
  /** Photos are listed newest first; undated ones come last. */
  sortKey(photo) { return this.day(photo) < 0 ? -1e9 : this.fresh.has(photo) ? this.day(photo) + this.fresh.get(photo) / 1e6 : this.day(photo); }
  item(photo) {
    const [w, h] = this.size(photo);
    const flags = ['favorite', 'live', 'raw', 'hidden', 'offline', 'edited', 'pano', 'screenshot', 'animated'].filter((name) => this.flag(photo, name));
    const own = this.changed.get(photo);
    const item = { id: this.id(photo), w, h, kind: this.isVideo(photo) ? 'video' : 'image', flags, day: this.day(photo), time: this.time(photo), p: `t${own?.picture ?? 0}`, color: meanColor(photo) };
    const caption = this.caption(photo);
    if (caption) item.caption = caption;
    if (this.isVideo(photo)) item.seconds = 3 + (hash(photo, 14) % 180);
    if (this.trash.has(photo)) item.daysLeft = Math.max(0, Math.ceil(30 - (Date.now() - this.trash.get(photo)) / DAY));
    return item;
  }
  caption(photo) { return this.changed.get(photo)?.caption ?? (hash(photo, 20) % 4 === 0 ? `At the ${this.words(photo)[0]}` : ''); }
  words(photo) { return [words[hash(photo, 15) % words.length], words[hash(photo, 16) % words.length]]; }
  details(photo) {
    const own = this.changed.get(photo) ?? {};
    const item = this.item(photo);
    const place = own.place === undefined ? (hash(photo, 17) % 3 === 0 ? { latitude: places[hash(photo, 18) % 6][0], longitude: places[hash(photo, 18) % 6][1], altitude: 408, town: 'Zermatt', name: 'Zermatt, Valais, Switzerland' } : null) : own.place;
    const name = `IMG_${String(photo % 10000).padStart(4, '0')}`;
    const files = [{ resource: 0, type: item.kind === 'video' ? 'video' : 'photo', name: `${name}.${item.kind === 'video' ? 'MOV' : 'HEIC'}`, contentType: item.kind === 'video' ? 'video/quicktime' : 'image/heic', bytes: 1800000 + (hash(photo, 19) % 9000000), pixels: [item.w, item.h], elsewhere: this.elsewhere.has(photo) }];
    if (item.flags.includes('live')) files.push({ resource: 1, type: 'pairedVideo', name: `${name}.MOV`, contentType: 'video/quicktime', bytes: 3100000 });
    if (item.flags.includes('raw')) files.push({ resource: 2, type: 'alternatePhoto', name: `${name}.DNG`, contentType: 'image/x-adobe-dng', bytes: 24100000, pixels: [item.w, item.h] });
    return {
      id: item.id, item, caption: this.caption(photo), keywords: own.keywords ?? this.words(photo), rating: own.rating ?? (hash(photo, 21) % 6),
      created: item.time ? new Date(item.time).toISOString() : undefined, zone: item.time ? 7200 : undefined, zoneAssumed: hash(photo, 22) % 9 === 0, place, files,
      facts: this.elsewhere.has(photo) ? [] : [{ name: 'cameraModel', value: 'Fujifilm X100V', tag: 'EXIF Model' }, { name: 'lensModel', value: '23 mm f/2', tag: 'EXIF LensModel' }, { name: 'exposureTime', value: 0.004, tag: 'EXIF ExposureTime' }, { name: 'aperture', value: 5.6, tag: 'EXIF FNumber' }, { name: 'iso', value: 160, tag: 'EXIF PhotographicSensitivity' }, { name: 'persons', value: ['Anna Arnold', 'Ben'], tag: 'XMP PersonInImage' }, { name: 'creationDate', value: item.time ?? 'none', tag: 'EXIF DateTimeOriginal' }, { name: 'timeZoneOffset', value: 7200, tag: 'EXIF OffsetTimeOriginal' }],
      ...(this.elsewhere.has(photo) ? { remotes: ['Archive in Bern'] } : {}),
      albums: this.albumList().filter((album) => album.photos.includes(photo)).map(({ id, title }) => ({ id, title })),
      playable: true, source: item.flags.includes('offline') ? '/media/Archive' : undefined,
    };
  }

  /** The keywords of the first photos that begin with some letters. */
  suggestions(start) {
    const counts = new Map();
    for (const photo of this.all.slice(0, 2000)) for (const word of this.changed.get(photo)?.keywords ?? this.words(photo)) if (word.startsWith(start)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8).map(([word, count]) => ({ word, count, ...(word === 'harbour' ? { subject: 'place' } : {}) }));
  }
  /** Every second pair of the first photos is a group of duplicates, once a search has run for half a second. */
  duplicateGroups(from, count) {
    const { kind = 'alike', begun = 0, isEnded = false } = this.duplicates;
    const time = Date.now() - begun;
    const phase = !begun ? 'none' : isEnded ? 'cancelled' : time < 250 ? 'hashing' : time < 500 ? 'comparing' : 'done';
    const state = { kind, phase, done: Math.min(time, 500), all: 500, compared: phase === 'done' ? this.all.length : 0, failures: phase === 'done' ? 2 : 0 };
    if (phase !== 'done') return { ...state, count: 0, kinds: [], from, groups: [] };
    const groups = this.presentPairs();
    const kinds = ['bytes', 'pixels', 'alike'].map((kind) => [kind, groups.filter((pair) => this.kindOf(pair) === kind)]).filter(([, pairs]) => pairs.length > 0);
    return { ...state, count: groups.length, kinds: kinds.map(([kind, pairs]) => ({ kind, groups: pairs.length, others: pairs.reduce((sum, pair) => sum + pair.length - 1, 0) })), from, groups: groups.slice(from, from + count).map((pair, at) => this.duplicateGroup(pair, from + at)) };
  }
  presentPairs() {
    return this.pairs().filter((pair) => pair.every((photo) => this.isShown(photo)) && !this.different.has(this.id(pair[0])));
  }
  kindOf(pair) { return ['alike', 'pixels', 'bytes'][this.pairs().indexOf(pair) % 3]; }
  pairs() {
    this.madePairs ??= Array.from({ length: Math.min(30, Math.floor(this.all.length / 4)) }, (_, at) => [this.all[at * 4], this.all[at * 4 + 1], ...(at % 5 === 1 ? [this.all[at * 4 + 2]] : [])]);
    return this.madePairs;
  }
  duplicateGroup(pair, at) {
    const { id, kind } = { id: this.id(pair[0]), kind: this.kindOf(pair) };
    const keeper = this.keepers.get(id);
    if (keeper !== undefined) pair = [keeper, ...pair.filter((photo) => photo !== keeper)];
    const reasons = ['morePixels', 'moreFacts', 'addedEarlier', 'largerFile', 'original'];
    const stays = at % 6 === 5;
    return {
      id, kind,
      members: pair.map((photo, place) => {
        const known = this.details(photo);
        return { item: known.item, name: known.files[0].name, contentType: known.files[0].contentType, bytes: known.files[0].bytes, caption: known.caption, keywords: known.keywords, rating: known.rating, albums: known.albums.map(({ title }) => title), camera: place === 0 ? 'Fujifilm X100V' : undefined, hasPlace: Boolean(known.place), ...(place === 0 ? {} : { kind: 'alike', reason: reasons[at % 5] }), stays: stays && place > 0 };
      }),
      ...(stays ? { reason: 'Each of these photos has files that the best one lacks, so all of them stay.' } : { gets: { caption: at % 2 ? 'At the lake' : undefined, keywords: this.words(pair[1]).slice(0, 2), favorite: false, albums: at % 2 ? ['Switzerland'] : [], persons: [], creators: [], placeNames: [], pinned: false, programs: [], contested: at % 4 === 2 ? ['place'] : [], removed: pair.length - 1 } }),
    };
  }
  pairNamed(group, Refusal) {
    const pair = this.pairs().find(([first]) => this.id(first) === group);
    if (!pair) throw new Refusal(404, 'no-group', 'There is no such group. Search again.');
    return pair;
  }
  keep({ group, photo }, Refusal) {
    const keeper = this.pairNamed(group, Refusal).find((member) => this.id(member) === photo);
    if (keeper === undefined) throw new Refusal(404, 'not-found', 'There is no such photo.');
    this.keepers.set(group, keeper);
    return {};
  }
  callDifferent({ group, isDifferent = true }, Refusal) {
    const pair = this.pairNamed(group, Refusal);
    if (isDifferent) this.different.add(group); else this.different.delete(group);
    return { count: pair.length };
  }
  merge({ group, kind }, Refusal) {
    const pairs = group ? [this.pairNamed(group, Refusal)] : this.presentPairs().filter((pair) => this.kindOf(pair) === kind);
    if (!pairs.every((pair) => pair.every((photo) => this.isShown(photo)))) throw new Refusal(409, 'changed-meanwhile', 'These duplicates were not merged. One of the photos was deleted since then. Search for duplicates again.');
    const stay = pairs.filter((pair) => !this.duplicateGroup(pair, this.pairs().indexOf(pair)).gets);
    const photos = pairs.filter((pair) => !stay.includes(pair)).flatMap((pair) => pair.filter((photo) => photo !== (this.keepers.get(this.id(pair[0])) ?? pair[0])));
    return { count: photos.length, videos: 0, groups: pairs.length - stay.length, left: stay.length, ...(stay.length > 0 ? { reason: 'Each of these photos has files that the best one lacks or has in a source alone, so all of them stay.' } : {}), undo: this.setTrash(photos, true) };
  }

  makeAlbums() {
    let albums = 1;
    let folders = 1;
    const some = (seed, length) => this.count === 0 ? [] : [...new Set(Array.from({ length: Math.min(length, this.count) }, (_, step) => hash(step, seed) % Math.min(this.count, 5000)))];
    const album = (title, seed, length) => ({ id: `AL${albums++}`, title, kind: 'album', photos: some(seed, length), canEdit: true });
    const folder = (title, children) => ({ id: `FO${folders++}`, title, kind: 'folder', children, canEdit: true });
    this.tree = [
      folder('Travel', [folder('2024', [album('Iceland', 101, 180), album('Lisbon', 102, 64)]), album('Switzerland', 103, 340)]),
      folder('Family', [album('Birthdays', 104, 90), album('Grandparents', 105, 31)]),
      album('Best of the year', 106, 48), album('For printing', 107, 7), album('Empty album', 108, 0),
      album('A title that goes on for much longer than any side bar is wide because somebody pasted the whole description of the trip into the field of the title and never came back to it, which happens to everyone once', 109, 20),
    ];
  }
  walk(nodes = this.tree, parent = null, result = []) {
    nodes.forEach((node, at) => { result.push({ node, parent, nodes, at }); if (node.children) this.walk(node.children, node, result); });
    return result;
  }
  albumList() { return this.walk().map(({ node }) => node).filter((node) => node.kind === 'album'); }
  album(id) { return this.walk().find(({ node }) => node.id === id)?.node; }
  albumTree(nodes = this.tree) {
    return nodes.map((node) => node.kind === 'folder'
      ? { id: node.id, title: node.title, kind: 'folder', children: this.albumTree(node.children), canEdit: true }
      : node.kind === 'search'
        ? { id: node.id, title: node.title, kind: 'search', key: `album:${node.id}`, count: this.search(node.search).length, canEdit: true }
        : { id: node.id, title: node.title, kind: 'album', key: `album:${node.id}`, count: node.photos.filter((photo) => this.isShown(photo)).length, cover: node.photos.length ? this.item(node.photos[0]) : undefined, canEdit: true });
  }
  smart() {
    return [['videos', 'Videos'], ['screenshots', 'Screenshots'], ['live', 'Live Photos'], ['panoramas', 'Panoramas'], ['raw', 'RAW']]
      .map(([name]) => ({ id: `smart:${name}`, title: name, kind: 'smart', key: `smart:${name}`, count: this.list(`smart:${name}`).length, canEdit: false }));
  }
  isShown(photo) { return !this.trash.has(photo) && !this.purged.has(photo) && !this.flag(photo, 'hidden'); }

  /** The photos of a view in its order, or null where there is no such view. */
  list(view) {
    const [kind, ...rest] = view.split(':');
    const name = rest.join(':');
    switch (kind) {
      case 'all': return this.all;
      case 'favorites': return this.all.filter((photo) => this.flag(photo, 'favorite'));
      case 'offline': return this.all.filter((photo) => this.flag(photo, 'offline'));
      case 'hidden': return [...this.changed].filter(([photo, own]) => own.hidden && !this.trash.has(photo) && !this.purged.has(photo)).map(([photo]) => photo).sort((a, b) => a - b);
      case 'trash': return [...this.trash].sort((a, b) => b[1] - a[1]).map(([photo]) => photo);
      case 'videos': return this.list('smart:videos');
      case 'screenshots': return this.list('smart:screenshots');
      case 'smart': {
        const tests = { videos: (photo) => this.isVideo(photo), screenshots: (photo) => this.flag(photo, 'screenshot'), live: (photo) => this.flag(photo, 'live'), panoramas: (photo) => this.flag(photo, 'pano'), raw: (photo) => this.flag(photo, 'raw') };
        return tests[name] ? this.all.filter(tests[name]) : null;
      }
      case 'album': { const album = this.album(name); if (album?.search) return this.search(album.search); return album?.photos ? album.photos.filter((photo) => this.isShown(photo)) : null; }
      case 'search': return this.search(name);
      default: return null;
    }
  }
  /** A small part of the language of searches: words, years, `-word`, and `2019-13` as a date that is none. */
  understood(text) {
    const parts = text.split(/\s+/).filter(Boolean);
    const wrong = parts.filter((part) => /^\d{4}-(1[3-9]|[2-9]\d)$/.test(part));
    return {
      understood: parts.filter((part) => part !== 'the').map((part) => /^(19|20)\d\d$/.test(part) ? `taken in ${part}` : part.startsWith('-') ? `without ${part.slice(1)}…` : `${part.replace(/"/g, '')}…`),
      problems: wrong.map((part) => ({ text: part, message: `“${part}” is not a date, so it is searched as a word.` })),
      leftOut: parts.filter((part) => part === 'the'),
    };
  }
  search(text) {
    const asked = text.toLowerCase().replace(/\w+:"([^"]*)"/g, '$1').split(/\s+/).filter((word) => word && word !== 'the');
    return this.all.filter((photo) => asked.every((word) => {
      const own = this.changed.get(photo);
      if (/^(19|20)\d\d$/.test(word)) return new Date(this.day(photo) * DAY).getUTCFullYear() === Number(word);
      return (own?.keywords ?? this.words(photo)).some((known) => known.startsWith(word)) || own?.caption?.toLowerCase().includes(word);
    }));
  }
  title(view) {
    const [kind, name] = [view.split(':')[0], view.slice(view.indexOf(':') + 1)];
    if (kind === 'album') return this.album(name)?.title ?? '';
    if (kind === 'search') return name;
    return { all: 'Photos', favorites: 'Favorites', hidden: 'Hidden', trash: 'Recently Deleted', offline: 'Offline' }[kind] ?? this.smart().find(({ key }) => key === view)?.title ?? kind;
  }
  order(view) { return view.startsWith('album:') ? 'manual' : view === 'trash' ? 'trash' : 'date'; }
  open(view) {
    let known = this.views.get(view);
    if (!known) {
      const list = this.list(view);
      if (!list) return null;
      known = { view, version: this.sequence, list, held: new Map([[this.sequence, list]]) };
      this.views.set(view, known);
    }
    return known;
  }

  /** Applies a change and tells the listeners what became of each list. `touched` are photos whose content changed. */
  commit({ apply, undo, touched = [], title = 'Changed', author = 'Photos', counts = {}, albums = false, silent = false, did = null, isUndone = false }) {
    apply();
    this.sequence += 1;
    const touchedSet = new Set(touched);
    if (touched.length) {
      const taken = new Set(touched);
      const rest = this.all.some((photo) => taken.has(photo)) ? this.all.filter((photo) => !taken.has(photo)) : this.all;
      const back = touched.filter((photo) => this.isShown(photo)).sort((a, b) => this.sortKey(b) - this.sortKey(a) || a - b);
      this.all = this.merged(rest, back);
    }
    for (const known of this.views.values()) this.advance(known, touchedSet);
    if (albums) { this.albumsVersion += 1; this.tell('albums', { number: this.albumsVersion }); }
    if (!silent) {
      this.activity.unshift({ token: String(this.sequence), date: new Date().toISOString(), author, work: title, counts, photos: touched.slice(0, 12), albums: [] });
      for (const photo of touched.slice(0, 500)) this.history.push({ photo, token: String(this.sequence), date: new Date().toISOString(), author, work: title, kind: counts.inserted ? 'inserted' : counts.deleted ? 'trashed' : 'updated', changes: [] });
      this.tell('activity', { number: this.sequence });
    }
    if (!undo) return null;
    const id = `U${this.sequence}`;
    this.undos.set(id, { apply: undo, undo: apply, touched, title, albums, author, counts, did, isUndone });
    return id;
  }
  merged(rest, back) {
    if (back.length === 0) return rest instanceof Int32Array ? rest : Int32Array.from(rest);
    const result = new Int32Array(rest.length + back.length);
    const key = (photo) => this.sortKey(photo);
    let from = 0; let at = 0;
    for (const photo of back) {
      // Binary search for the first photo that comes after this one.
      let low = from; let high = rest.length;
      while (low < high) { const middle = (low + high) >> 1; if (key(rest[middle]) > key(photo) || (key(rest[middle]) === key(photo) && rest[middle] < photo)) low = middle + 1; else high = middle; }
      result.set(rest.subarray(from, low), at);
      at += low - from; from = low;
      result[at++] = photo;
    }
    result.set(rest.subarray(from), at);
    return result;
  }
  advance(known, touched) {
    const before = known.list;
    const after = this.list(known.view) ?? [];
    let start = 0;
    while (start < before.length && start < after.length && before[start] === after[start]) start++;
    let tail = 0;
    while (tail < before.length - start && tail < after.length - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
    const changed = [];
    if (touched.size) after.forEach((photo, index) => { if (touched.has(photo)) changed.push(index); });
    const from = known.version;
    if (start + tail >= Math.max(before.length, after.length) && before.length === after.length && !changed.length) return;
    known.list = after;
    known.version = this.sequence;
    known.held.set(known.version, after);
    if (known.held.size > 12) known.held.delete(known.held.keys().next().value);
    const oldSet = new Set(Array.prototype.slice.call(before, start, before.length - tail));
    const newSet = new Set(Array.prototype.slice.call(after, start, after.length - tail));
    const removed = []; const inserted = [];
    for (let index = start; index < before.length - tail; index++) if (!newSet.has(before[index])) removed.push(index);
    for (let index = start; index < after.length - tail; index++) if (!oldSet.has(after[index])) inserted.push(index);
    // Moves: photos that stay in the list but at another place than the kept photos fill in their old order.
    const insertedSet = new Set(inserted);
    const kept = []; for (let index = start; index < before.length - tail; index++) if (newSet.has(before[index])) kept.push(before[index]);
    const free = []; for (let index = start; index < after.length - tail; index++) if (!insertedSet.has(index)) free.push(index);
    const moved = [];
    const between = new Map(kept.map((photo, order) => [photo, free[order]]));
    const wrong = free.filter((index) => between.get(after[index]) !== index);
    if (wrong.length > 2 && inserted.length === 0) {
      // One block that moved: the shorter side is moved.
      const olds = wrong.map((index) => between.get(after[index]));
      const jumps = olds.findIndex((old, order) => order > 0 && old !== olds[order - 1] + 1);
      const isRotation = jumps > 0 && olds.slice(jumps + 1).every((old, order) => old === olds[jumps + order] + 1) && wrong.every((index, order) => order === 0 || index === wrong[order - 1] + 1);
      const movers = isRotation ? (jumps <= olds.length - jumps ? wrong.slice(0, jumps) : wrong.slice(jumps)) : wrong;
      for (const index of movers) moved.push([between.get(after[index]), index]);
    } else for (const index of wrong) moved.push([between.get(after[index]), index]);
    const ranges = (indexes) => indexes.reduce((result, index) => { const last = result[result.length - 1]; if (last && last[0] + last[1] === index) last[1] += 1; else result.push([index, 1]); return result; }, []);
    const event = { view: known.view, from, to: known.version, count: after.length, videos: this.videosIn(after), removed: ranges(removed), inserted: ranges(inserted), insertedShapes: Buffer.from(inserted.map((index) => this.shape(after[index]))).toString('base64'), insertedDays: inserted.map((index) => [this.sectionDay(known.view, after[index]), 1]), changed: changed.filter((index) => !insertedSet.has(index)).map((index) => [index, this.shape(after[index]), this.sectionDay(known.view, after[index])]), moved };
    const entries = event.removed.length + event.inserted.length + event.changed.length + event.moved.length + event.insertedDays.length;
    if (entries > 2000) this.tell('reload', { view: known.view, version: known.version, count: after.length });
    else this.tell('view', event);
  }
  sectionDay(view, photo) { return this.order(view) === 'date' ? this.day(photo) : -1; }
  tell(event, data) {
    const entry = { event, data };
    this.log.push(entry);
    for (const listener of this.listeners) listener(entry);
  }

  /** The number of videos in a list; undefined for a long one, whose count takes too long here. */
  videosIn(list) {
    return list.length > 50000 ? undefined : list.reduce((sum, photo) => sum + (this.isVideo(photo) ? 1 : 0), 0);
  }

  /** What a change did, as the server tells it: these are changes of photos, and `albums` of one album. */
  static events(counts, title) {
    const words = { inserted: 'added', updated: 'changed', deleted: 'deleted', trashed: 'deleted' };
    return Object.entries(counts).map(([name, count]) => (name === 'albums' ? { what: 'arranged', title: 'Iceland' } : { what: name === 'updated' && title === 'Favorite' ? 'favorite' : words[name] ?? name, count, videos: 0 }));
  }

  /** The photos of a selection, or null where it is of a version that is no longer held. */
  resolve(selection) {
    if (selection.ids) return selection.ids.map((id) => this.photoOf(id));
    const list = this.open(selection.view)?.held.get(selection.version);
    if (!list) return null;
    const all = Array.from(list);
    const pick = (ranges) => ranges.flatMap(([first, length]) => all.slice(first, first + length));
    if (!selection.all) return pick(selection.ranges);
    const except = new Set(pick(selection.except ?? []));
    return all.filter((photo) => !except.has(photo));
  }

  /** Sets values of photos as a commit that can be undone. */
  setValues(photos, valuesOf, { title, counts, albums } = {}) {
    const before = photos.map((photo) => this.changed.get(photo));
    return this.commit({
      title, albums, touched: photos, counts: counts ?? { updated: photos.length },
      apply: () => photos.forEach((photo) => this.set(photo, valuesOf(photo))),
      undo: () => photos.forEach((photo, at) => { if (before[at]) this.changed.set(photo, before[at]); else this.changed.delete(photo); }),
    });
  }
  setTrash(photos, isTrashed) {
    const before = photos.map((photo) => this.trash.get(photo));
    return this.commit({
      title: isTrashed ? 'Deleted' : 'Restored', touched: photos, counts: isTrashed ? { deleted: photos.length } : { restored: photos.length }, albums: true,
      apply: () => photos.forEach((photo, at) => { if (isTrashed) this.trash.set(photo, Date.now() + at / 1000); else this.trash.delete(photo); }),
      undo: () => photos.forEach((photo, at) => { if (before[at]) this.trash.set(photo, before[at]); else this.trash.delete(photo); }),
    });
  }
  purge(photos) {
    this.commit({ title: 'Deleted for good', touched: photos, counts: { purged: photos.length }, albums: true, apply: () => photos.forEach((photo) => { this.purged.add(photo); this.trash.delete(photo); }) });
  }
  setAlbum(album, photos, title) {
    const before = album.photos;
    return this.commit({ title, albums: true, counts: { albums: 1 }, apply: () => { album.photos = photos; }, undo: () => { album.photos = before; } });
  }
  setTree(change, title) {
    const before = structuredClone(this.tree);
    let after = null;
    return this.commit({ title, albums: true, counts: { albums: 1 },
      apply: () => { if (after) this.tree = after; else change(); after = structuredClone(this.tree); }, undo: () => { this.tree = structuredClone(before); } });
  }
  insert(amount, day = 20700, author = 'Camera import') {
    const photos = Array.from({ length: amount }, () => { const photo = this.count++; this.days[photo] = day; this.fresh.set(photo, this.fresh.size + 1); return photo; });
    this.commit({ title: 'Imported', author, touched: photos, counts: { inserted: amount }, apply: () => {} });
    return photos;
  }
  makeActivity() {
    const kinds = [['Imported', { inserted: 14 }, 'photokit'], ['Deleted', { deleted: 2 }, 'Photos'], ['Changed', { updated: 5 }, 'Darktable'], ['Imported', { inserted: 203 }, 'Camera import'], ['Changed', { updated: 1, albums: 1 }, 'Photos']];
    for (let step = 0; step < 60 && this.count > 100; step++) {
      const [work, counts, author] = kinds[hash(step, 60) % kinds.length];
      this.activity.push({ token: String(-step), date: new Date(Date.now() - step * 0.31 * DAY - 3600000).toISOString(), author, work, counts, photos: Array.from({ length: Math.min(12, Object.values(counts)[0]) }, (_, at) => this.all[(step * 31 + at) % this.all.length]), albums: [] });
    }
  }
}
