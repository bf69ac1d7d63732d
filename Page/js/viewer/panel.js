/**
 * Owns the panel beside a photo: its facts with the tag each came from, what can be edited, its files and albums, and what
 * happened to it.
 */

import { act, run } from '../actions/actions.js';
import { canChange, isOwner, store } from '../actions/state.js';
import { whenLoaded } from '../actions/whenloaded.js';
import { api, originalAddress } from '../core/api.js';
import { instantWords, timeWords, zoneWords } from '../core/dates.js';
import { h, icon, iconButton, render } from '../core/dom.js';
import { go } from '../core/navigation.js';
import { errorWords } from '../core/servertexts.js';
import { bytesWords, listWords, locale, number, t } from '../core/texts.js';
import { albumWith } from '../features/places.js';
import { factRows, placeWords } from './facts.js';
import { historyRows, presentOf, titleOf } from './history.js';

/** @typedef {import('../core/types.js').Item} Item */
/** @typedef {import('../core/types.js').Details} Details */
/** @typedef {import('../core/types.js').HistoryEntry} HistoryEntry */
/** @typedef {import('../core/dom.js').Child} Child */

/** What is known about the photo of the panel. */
let shownID = '';
/** @type {Details | null} */
let details = null;
/** @type {{entries: HistoryEntry[], complete: boolean} | null} */
let history = null;
let problem = '';
let revision = -1;
/** The revision at which `details` were asked for: the answer to an earlier question may come after a later one. */
let detailsRevision = -1;

/**
 * @param {HTMLElement} element
 * @param {Item} item
 */
export function drawPanel(element, item) {
  const { activityRevision } = store.state;
  if (item.id !== shownID) {
    shownID = item.id;
    details = null;
    history = null;
    problem = '';
    revision = -1;
    detailsRevision = -1;
  }
  if (revision !== activityRevision) {
    revision = activityRevision;
    void fetchDetails(element, item);
  }
  draw(element, item);
}

/** Asks again for what is known of the photo that shows. */
function refresh() {
  store.set({ activityRevision: store.state.activityRevision + 1 });
}

/**
 * @param {HTMLElement} element
 * @param {Item} item
 */
async function fetchDetails(element, item) {
  const asked = revision;
  try {
    const [known, entries] = await Promise.all([api.details(item.id), isOwner() ? api.history(item.id).catch(() => null) : null]);
    if (shownID !== item.id || asked < detailsRevision) return;
    detailsRevision = asked;
    details = known;
    history = entries;
    problem = '';
  } catch (error) {
    if (shownID !== item.id || asked < detailsRevision) return;
    problem = errorWords(error) || t('error.unknown');
  }
  draw(element, item);
}

/**
 * @param {HTMLElement} element
 * @param {Item} item
 */
function draw(element, item) {
  const { panel } = store.state;
  const tab = (/** @type {'facts' | 'history'} */ id, /** @type {string} */ label) => h('button', {
    type: 'button', role: 'tab', id: `tab-${id}`, 'aria-selected': String(panel === id), 'aria-controls': 'panel-body', tabIndex: panel === id ? 0 : -1, onclick: () => store.set({ panel: id }),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.stopPropagation();
      store.set({ panel: id === 'facts' ? 'history' : 'facts' });
      element.querySelector(`#tab-${id === 'facts' ? 'history' : 'facts'}`)?.dispatchEvent(new Event('focus'));
      /** @type {HTMLElement | null} */ (element.querySelector(`#tab-${id === 'facts' ? 'history' : 'facts'}`))?.focus();
    },
  }, label);
  element.setAttribute('aria-label', t('viewer.facts'));
  render(element,
    h('header', null,
      !isOwner() ? h('strong', null, t('viewer.facts')) : h('div.tabs', { role: 'tablist', 'aria-label': t('viewer.facts') }, tab('facts', t('viewer.facts')), tab('history', t('viewer.history'))),
      iconButton('close', t('close'), () => store.set({ panel: '' }))),
    h('div.panel-body', { id: 'panel-body', role: !isOwner() ? null : 'tabpanel', 'aria-labelledby': !isOwner() ? null : `tab-${panel}`, tabIndex: 0, key: `${item.id} ${panel}` },
      problem && !details ? h('p.quiet', null, problem) : !details ? h('p.quiet', null, t('loading')) : panel === 'history' ? historyOf(details) : factsOf(details)));
}

/**
 * @param {Details} known
 * @returns {Child[]}
 */
function factsOf(known) {
  const { item } = known;
  const may = canChange();
  const rows = factRows(known.facts);
  const set = (/** @type {Record<string, unknown>} */ values) => void act('set', { ids: [known.id] }, values);
  return [
    known.title ? h('h3.file-title', null, known.title) : null,
    known.headline ? h('p.headline', null, known.headline) : null,
    may ? editable('caption', t('facts.caption'), known.caption ?? '', (caption) => set({ caption })) : known.caption ? h('p', null, known.caption) : null,
    h('div.stars', { role: 'group', 'aria-label': t('facts.rating') }, [1, 2, 3, 4, 5].map((stars) =>
      may ? h('button', { key: stars, type: 'button', class: stars <= known.rating ? 'on' : '', 'aria-label': t('facts.stars', { count: stars }), 'aria-pressed': String(stars === known.rating), title: t('facts.stars', { count: stars }), onclick: () => set({ rating: stars === known.rating ? 0 : stars }) }, icon(stars <= known.rating ? 'star-full' : 'star'))
        : stars <= known.rating ? icon('star-full') : null)),
    known.rejected ? h('p.rejected', null, t('facts.rejected')) : null,
    section(t('facts.date'), h('p', null, item.time ? timeWords(item.time, locale) : t('photo.undated'),
      known.zone !== undefined && known.zone !== null && item.time ? h('span.quiet', null, ` ${zoneWords(known.zone)}${known.zoneAssumed ? ` (${t('facts.zoneAssumed')})` : ''}`) : null),
    may ? iconButton('edit', t('facts.changeDate'), () => void whenLoaded(import('../features/edit.js'), ({ askDate }) => askDate({ on: { ids: [known.id] }, count: 1, videos: null }, item.time))) : null),
    section(t('facts.place'), known.place ? h('p', null, known.place.name && known.place.town ? [h('button.link', { type: 'button', title: t('facts.searchFor', { word: known.place.town }), onclick: () => go({ page: 'photos', view: searchFor('place', known.place?.town ?? ''), photo: '', at: '' }) }, known.place.name), h('br')] : null, placeWords(known.place.latitude, known.place.longitude), known.place.altitude === undefined ? null : h('span.quiet', null, ` ${number(Math.round(known.place.altitude))} m`)) : h('p.quiet', null, t('facts.noPlace')),
      may ? iconButton('edit', t('facts.changePlace'), () => void whenLoaded(import('../features/edit.js'), ({ askPlace }) => askPlace({ on: { ids: [known.id] }, count: 1, videos: null }, known.place ?? null))) : null),
    known.placeNames?.length ? section(t('facts.placeNames'), h('p', null, known.placeNames.join(', '))) : null,
    known.creators?.length ? section(t('fact.creators'), h('p', null, known.creators.join(', '))) : null,
    section(t('facts.keywords'), h('ul.chips', null, known.keywords.map((word) => h('li', { key: word },
      h('button', { type: 'button', title: t('facts.searchFor', { word }), onclick: () => go({ page: 'photos', view: searchFor('keyword', word), photo: '', at: '' }) }, word),
      may ? h('button.remove', { type: 'button', 'aria-label': t('facts.removeKeyword', { word }), title: t('facts.removeKeyword', { word }), onclick: () => set({ keywords: { add: [], remove: [word] } }) }, icon('close')) : null)),
    may ? h('li', { key: '+' }, h('form', { onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem('keyword'));
      const words = input.value.split(',').map((word) => word.trim()).filter(Boolean);
      input.value = '';
      if (words.length > 0) set({ keywords: { add: words, remove: [] } });
    } }, h('input', { name: 'keyword', placeholder: t('facts.addKeyword'), 'aria-label': t('facts.addKeyword'), autocomplete: 'off' }))) : null)),
    known.albums.length > 0 ? section(t('facts.albums'), h('ul.plain-list', null, known.albums.map(({ id, title }) => h('li', { key: id }, h('button.link', { type: 'button', onclick: () => go({ page: 'photos', view: `album:${id}`, photo: '', at: '' }) }, icon('album'), title || t('album.untitled')))))) : null,
    section(t('facts.files'), h('ul.plain-list', null, known.files.map((file) => h('li', { key: file.resource },
      h('div', null, file.name ? [h('span.file-name', null, file.name), h('br')] : null, h('span.quiet', null, [t(`file.${file.type}`), file.pixels?.length === 2 ? `${number(file.pixels[0])} × ${number(file.pixels[1])}` : '', file.bytes === undefined ? '' : bytesWords(file.bytes), file.elsewhere ? t('facts.fileElsewhere') : ''].filter(Boolean).join(' · '))),
      store.state.session?.canDownloadOriginals && !file.elsewhere ? h('a.icon-button', { href: originalAddress(known.id, file.resource), download: file.name, 'aria-label': t('facts.downloadFile', { name: file.name }), title: t('do.download') }, icon('download')) : null)))),
    known.files.some(({ elsewhere }) => elsewhere) ? elsewhereOf(known) : null,
    known.source ? section(t('facts.source'), h('p', null, known.source, item.flags.includes('offline') ? h('span.quiet', null, ` — ${t('facts.offline')}`) : null)) : null,
    rows.length > 0 ? section(t('facts.camera'), h('dl', null, rows.map((row) => h('div', { key: row.name }, h('dt', null, row.label), h('dd', null, wordsOfRow(row), row.tag ? h('span.quiet', { title: t('facts.from', { tag: row.tag }) }, row.tag) : null))))) : null,
  ];
}

/**
 * Where the files are that left this disk, and the button that brings them back.
 * @param {Details} known
 */
function elsewhereOf(known) {
  const text = known.remotes?.length ? t('facts.elsewhereIn', { names: listWords(known.remotes) }) : t('facts.elsewhere');
  return section(t('facts.elsewhereTitle'), h('p', null, text),
    isOwner() && canChange() ? h('button', { type: 'button', onclick: () => void run(() => api.fetchFiles(known.id), ({ bytes }) => t('done.fetched', { size: bytesWords(bytes) }), t('facts.fetching')).then((answer) => answer && refresh()) }, t('facts.fetch')) : null);
}

/**
 * @param {import('./facts.js').Row} row
 * @returns {Child[]}
 */
function wordsOfRow({ words, search }) {
  if (!search) return words;
  return words.map((word) => h('button.link', { type: 'button', key: word, title: t('facts.searchFor', { word }), onclick: () => go({ page: 'photos', view: searchFor(search, word), photo: '', at: '' }) }, word));
}

/**
 * The list of the photos with the same words.
 * @param {string} text The text that has them, such as `keyword`.
 * @param {string} words
 */
function searchFor(text, words) {
  return `search:${text}:"${words.replace(/"/g, ' ').trim()}"`;
}

/**
 * @param {string} title
 * @param {...Child} children
 */
function section(title, ...children) {
  return h('section', { key: title }, h('h2', null, title), h('div', null, children));
}

/**
 * A line that looks like text until somebody writes into it; it is saved when it is left.
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} save
 */
function editable(name, label, value, save) {
  return h('textarea.editable', {
    key: name, name, rows: 2, 'aria-label': label, placeholder: label, autocomplete: 'off', maxlength: 5000,
    value, 'data-value': value,
    onblur: (/** @type {Event} */ event) => {
      const input = /** @type {HTMLTextAreaElement} */ (event.target);
      if (input.value !== input.dataset.value) save(input.value);
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const input = /** @type {HTMLTextAreaElement} */ (event.target);
      if (event.key === 'Escape') input.value = input.dataset.value ?? '';
      if (event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)) {
        event.preventDefault();
        input.blur();
      }
      event.stopPropagation();
    },
  });
}

/**
 * @param {Details} known
 * @returns {Child[]}
 */
function historyOf(known) {
  if (!history) return [h('p.quiet', null, t('history.none'))];
  const present = presentOf(known);
  return [
    h('ol.history', null, history.entries.map((entry, at) => {
      const rows = historyRows(entry, present);
      return h('li', { key: `${entry.token} ${at}` },
        h('strong', null, titleOf(entry, present, entry.album ? albumWith(entry.album)?.title || t('album.untitled') : '')),
        h('span.quiet', null, [entry.date ? instantWords(entry.date, locale) : '', entry.author].filter(Boolean).join(' · ')),
        rows.length > 0 ? h('ul', null, rows.map(({ name, label, before, after }) => h('li', { key: name }, `${label}: `, h('del', null, before), ' → ', h('ins', null, after)))) : null);
    })),
    history.complete ? null : h('p.quiet', null, t('history.incomplete')),
  ];
}
