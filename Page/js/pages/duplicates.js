/**
 * Owns the page of duplicates: the search for them, and groups whose photos lie side by side and are merged.
 */

import { reasonOf, run } from '../actions/actions.js';
import { canChange, store } from '../actions/state.js';
import { api, previewAddress } from '../core/api.js';
import { timeWords } from '../core/dates.js';
import { h, icon, render } from '../core/dom.js';
import { go } from '../core/navigation.js';
import { oneAtATime } from '../core/oneatatime.js';
import { bytesWords, listWords, locale, number, t } from '../core/texts.js';
import { differing } from './differences.js';

/** @typedef {import('../core/types.js').Duplicates} Duplicates */
/** @typedef {import('../core/types.js').DuplicateGroup} Group */
/** @typedef {import('../core/types.js').DuplicateMember} Member */

/** The groups that are fetched at once, and those that a press on the button adds. */
const PIECE = 20;
/** Milliseconds between questions while a search runs. */
const PAUSE = 400;
const KINDS = /** @type {const} */ (['alike', 'pixels', 'bytes']);

/** @type {Duplicates | null} */
let known = null;
/** @type {Group[]} */
let groups = [];
let wanted = PIECE;
/** @type {'alike' | 'pixels' | 'bytes'} */
let kind = 'alike';
let problem = '';
let revision = -1;
let timer = 0;

/** @param {HTMLElement} root */
export function show(root) {
  if (revision !== store.state.activityRevision) {
    revision = store.state.activityRevision;
    void fetchGroups(root);
  }
  draw(root);
}

/** Lets the page ask again the next time it is opened: a search goes on without it. */
export function leave() {
  revision = -1;
}

const isSearching = () => known !== null && ['hashing', 'comparing'].includes(known.phase);

const askGroups = oneAtATime(async () => {
  try {
    /** @type {Group[]} */
    const fresh = [];
    let answer = await api.duplicates(0, PIECE);
    fresh.push(...answer.groups);
    while (fresh.length < Math.min(wanted, answer.count) && answer.groups.length > 0) {
      answer = await api.duplicates(fresh.length, PIECE);
      fresh.push(...answer.groups);
    }
    if (known === null || answer.phase !== 'none') kind = answer.phase === 'none' ? kind : answer.kind;
    known = answer;
    groups = fresh;
    problem = '';
  } catch (error) {
    problem = reasonOf(error);
  }
});

/** @param {HTMLElement} root */
async function fetchGroups(root) {
  await askGroups();
  if (store.state.route.page !== 'duplicates') return;
  draw(root);
  clearTimeout(timer);
  if (isSearching()) timer = setTimeout(() => void fetchGroups(root), PAUSE);
}

/**
 * @param {HTMLElement} root
 * @param {() => Promise<unknown>} request
 */
async function ask(root, request) {
  try {
    await request();
    problem = '';
  } catch (error) {
    problem = reasonOf(error);
  }
  await fetchGroups(root);
}

/** @param {HTMLElement} root */
function draw(root) {
  const phase = known?.phase ?? 'none';
  const isDone = phase === 'done';
  render(root, h('div.page-body.duplicates', null,
    h('p.quiet', null, t('duplicates.text')),
    h('div.duplicate-tools', null,
      h('div.kinds', { role: 'group', 'aria-label': t('duplicates.kinds') }, KINDS.map((name) => h('button', {
        type: 'button', key: name, 'aria-pressed': String(kind === name), class: kind === name ? 'on' : '', disabled: isSearching(), title: t(`duplicates.kindText.${name}`),
        onclick: () => {
          kind = name;
          draw(root);
        },
      }, t(`duplicates.kind.${name}`)))),
      isSearching() ? h('button', { type: 'button', key: 'stop', onclick: () => void ask(root, api.endDuplicates) }, t('cancel'))
        : h('button.primary', { type: 'button', key: 'start', onclick: () => void ask(root, () => api.searchDuplicates(kind)) }, t(isDone ? 'duplicates.again' : 'duplicates.start'))),
    problem ? h('p.problem', { role: 'alert', key: 'problem' }, problem) : null,
    h('div.duplicate-state', { role: 'status', key: 'status' }, stateOf(phase)),
    isDone && groups.length === 0 ? h('div.state', { key: 'none' }, h('div.picture', null, icon('duplicates')), h('h2', null, t('duplicates.none')), h('p', null, t('duplicates.noneText'))) : null,
    groups.map((group, at) => groupOf(root, group, at)),
    known && known.count > groups.length ? h('button.more-button', { type: 'button', key: 'more', onclick: () => {
      wanted += PIECE;
      void fetchGroups(root);
    } }, t('duplicates.more', { count: known.count - groups.length })) : null));
}

/** @param {string} phase */
function stateOf(phase) {
  if (!known) return [];
  if (isSearching()) {
    return [
      h('span', { key: 'words' }, t(`duplicates.${phase}`, { done: number(known.done), all: number(known.all) })),
      h('progress', { key: 'bar', value: known.done, max: Math.max(1, known.all), 'aria-label': t('duplicates.progress') }),
    ];
  }
  if (phase === 'failed') return [h('span', { key: 'failed' }, known.reason || t('error.unknown'))];
  if (phase === 'cancelled') return [h('span', { key: 'cancelled' }, t('duplicates.cancelled'))];
  if (phase !== 'done') return [];
  const words = [t('duplicates.found', { count: known.count }), t('duplicates.compared', { count: known.compared })];
  if (known.failures > 0) words.push(t('duplicates.failures', { count: known.failures }));
  return [h('span', { key: 'done' }, words.join(' '))];
}

/**
 * @param {HTMLElement} root
 * @param {Group} group
 * @param {number} at
 */
function groupOf(root, group, at) {
  const rows = rowsOf(group.members);
  const { gets } = group;
  return h('div.duplicate-group', { key: group.id, role: 'group', 'aria-labelledby': `group-${group.id}` },
    h('h2', { id: `group-${group.id}`, tabIndex: -1 }, t(`duplicates.group.${group.kind}`, { count: group.members.length })),
    h('ul.side-by-side', null, group.members.map((member, place) => memberOf(member, place, rows))),
    h('div.merge-line', null,
      h('p', null, gets ? gainWords(gets) : group.reason ?? ''),
      gets && canChange() ? h('button.primary', { type: 'button', 'aria-describedby': `group-${group.id}`, onclick: () => void merge(root, group, at) }, t('duplicates.merge')) : null));
}

/**
 * @param {Member} member
 * @param {number} place
 * @param {{name: string, words: string[], differs: boolean}[]} rows
 */
function memberOf(member, place, rows) {
  const { item } = member;
  return h('li', { key: item.id },
    h('button.duplicate-picture', { type: 'button', 'aria-label': t('duplicates.open', { name: member.name }), title: member.name, onclick: () => go({ page: 'photos', view: 'all', photo: item.id, at: item.id, offset: 0 }) },
      h('img', { alt: '', src: previewAddress(item, 'screen'), loading: 'lazy' })),
    h('p.duplicate-reason', null, place === 0 ? h('strong.state-word.good', null, t('duplicates.best')) : null,
      place === 0 ? null : h('span', null, member.reason ? t(`duplicates.reason.${member.reason}`) : t('duplicates.noReason')),
      member.stays ? h('span.state-word.warning', null, t('duplicates.stays')) : null),
    h('dl', null, rows.map(({ name, words, differs }) => h('div', { key: name, class: differs ? 'differs' : '' }, h('dt', null, t(`duplicates.fact.${name}`)), h('dd', null, words[place] || '–')))));
}

/**
 * What is known of the photos of a group: what is always shown, and whatever differs.
 * @param {Member[]} members
 */
function rowsOf(members) {
  const flags = (/** @type {Member} */ { item }) => listWords(['favorite', 'live', 'raw', 'edited'].filter((flag) => item.flags.includes(flag)).map((flag) => t(`duplicates.flag.${flag}`)));
  return differing(members, [
    { name: 'name', isAlways: true, words: ({ name }) => name },
    { name: 'pixels', isAlways: true, words: ({ item }) => `${number(item.w)} × ${number(item.h)}` },
    { name: 'bytes', isAlways: true, words: ({ bytes }) => (bytes === undefined ? '' : bytesWords(bytes)) },
    { name: 'date', isAlways: true, words: ({ item }) => (item.time ? timeWords(item.time, locale) : '') },
    { name: 'type', words: ({ contentType }) => contentType.replace(/^\w+\/(x-)?/, '').toUpperCase() },
    { name: 'camera', words: ({ camera }) => camera ?? '' },
    { name: 'place', words: ({ hasPlace }) => t(hasPlace ? 'yes' : 'no') },
    { name: 'marks', words: flags },
    { name: 'rating', words: ({ rating }) => (rating > 0 ? t('facts.stars', { count: rating }) : '') },
    { name: 'caption', words: ({ caption }) => caption ?? '' },
    { name: 'keywords', words: ({ keywords }) => keywords.join(', ') },
    { name: 'albums', words: ({ albums }) => albums.join(', ') },
  ]);
}

/** @param {NonNullable<Group['gets']>} gets */
function gainWords(gets) {
  const gains = [
    gets.caption === undefined ? '' : t('duplicates.gain.caption'),
    gets.keywords.length > 0 ? t('duplicates.gain.keywords', { words: gets.keywords.join(', ') }) : '',
    gets.rating === undefined ? '' : t('facts.stars', { count: gets.rating }),
    gets.favorite ? t('duplicates.gain.favorite') : '',
    gets.albums.length > 0 ? t('duplicates.gain.albums', { words: gets.albums.join(', ') }) : '',
  ].filter(Boolean);
  const removed = t('duplicates.removed', { count: gets.removed });
  return gains.length > 0 ? `${t('duplicates.gains', { words: listWords(gains) })} ${removed}` : removed;
}

/**
 * @param {HTMLElement} root
 * @param {Group} group
 * @param {number} at
 */
async function merge(root, group, at) {
  const answer = await run(() => api.mergeDuplicates(group.id), ({ count }) => t('done.merge', { count }));
  await fetchGroups(root);
  if (!answer) return;
  // The next group takes the place of the merged one, and gets the focus.
  const next = groups[Math.min(at, groups.length - 1)];
  const section = next ? root.querySelector(`#group-${next.id}`)?.closest('.duplicate-group') : null;
  /** @type {HTMLElement | null} */ (section?.querySelector('.merge-line button') ?? section?.querySelector('h2') ?? root.querySelector('.duplicate-tools .primary'))?.focus();
}
