/**
 * Owns the page of duplicates: the search for them, and groups whose photos lie side by side and are merged.
 */

import { reasonOf, run } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { canChange, store } from '../actions/state.js';
import { amount } from '../core/amounts.js';
import { api, previewAddress } from '../core/api.js';
import { timeWords } from '../core/dates.js';
import { confirm } from '../core/dialogs.js';
import { h, icon, render } from '../core/dom.js';
import { go } from '../core/navigation.js';
import { oneAtATime } from '../core/oneatatime.js';
import { serverWords } from '../core/servertexts.js';
import { bytesWords, listWords, locale, number, t } from '../core/texts.js';
import { differing } from './differences.js';
import { planWords } from './mergewords.js';

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
    isDone && canChange() && known && known.kinds.length > 0 ? h('div.merge-all', { key: 'all' }, known.kinds.map((sum) => h('button', { type: 'button', key: sum.kind, onclick: () => void mergeAll(root, sum) }, t(`duplicates.allOf.${sum.kind}`, { count: sum.groups })))) : null,
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
  if (phase === 'failed') return [h('span', { key: 'failed' }, serverWords(known.reason ?? '') || t('error.unknown'))];
  if (phase === 'cancelled') return [h('span', { key: 'cancelled' }, t('duplicates.cancelled'))];
  if (phase !== 'done') return [];
  const words = [t('duplicates.found', { count: known.count }), t('duplicates.compared', { ...amount(known.compared) })];
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
  const { gets, members } = group;
  return h('div.duplicate-group', { key: group.id, role: 'group', 'aria-labelledby': `group-${group.id}` },
    h('h2', { id: `group-${group.id}`, tabIndex: -1 }, t(`duplicates.group.${group.kind}`, { ...amount(members.length, videosAmong(group)) })),
    h('ul.side-by-side', null, members.map((member, place) => memberOf(root, group, place, rows))),
    h('div.merge-line', null,
      h('p', null, gets ? planWords(group).join(' ') : serverWords(group.reason ?? '')),
      canChange() ? h('button', { type: 'button', key: 'different', 'aria-describedby': `group-${group.id}`, onclick: () => void callDifferent(root, group, at) }, t('duplicates.different')) : null,
      gets && canChange() ? h('button.primary', { type: 'button', key: 'merge', 'aria-describedby': `group-${group.id}`, onclick: () => void merge(root, { group: group.id }, at) }, t('duplicates.merge')) : null));
}

/**
 * @param {HTMLElement} root
 * @param {Group} group
 * @param {number} place
 * @param {{name: string, words: string[], differs: boolean}[]} rows
 */
function memberOf(root, group, place, rows) {
  const member = group.members[place];
  const { item } = member;
  // The reasons are those of the search, which put another photo first than a person may have chosen.
  const isChosen = group.members[0].item.id !== group.id;
  return h('li', { key: item.id },
    h('button.duplicate-picture', { type: 'button', 'aria-label': t('duplicates.open', { name: member.name }), title: member.name, onclick: () => go({ page: 'photos', view: 'all', photo: item.id, at: item.id, offset: 0 }) },
      h('img', { alt: '', src: previewAddress(item, 'screen'), loading: 'lazy' })),
    h('p.duplicate-reason', null, place === 0 ? h('strong.state-word.good', null, t('duplicates.kept')) : null,
      place === 0 || (isChosen && !member.reason) ? null : h('span', null, member.reason ? t(`duplicates.reason.${member.reason}`) : t('duplicates.noReason')),
      member.stays ? h('span.state-word.warning', null, t('duplicates.stays')) : null),
    h('dl', null, rows.map(({ name, words, differs }) => h('div', { key: name, class: differs ? 'differs' : '' }, h('dt', null, t(`duplicates.fact.${name}`)), h('dd', null, words[place] || '–')))),
    place > 0 && canChange() ? h('button', { type: 'button', key: 'keep', 'aria-label': t('duplicates.keepOf', { name: member.name }), onclick: () => void keep(root, group, member) }, t('duplicates.keep')) : null);
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

/**
 * Merges a group, or all groups of a kind, and says what stays.
 * @param {HTMLElement} root
 * @param {{group: string} | {kind: string}} what
 * @param {number} at The place of the group whose successor gets the focus.
 */
async function merge(root, what, at) {
  const answer = await run(() => api.mergeDuplicates(what), ({ count, videos, left, reason = '' }) => [
    t('done.merge', { ...amount(count, videos) }),
    left > 0 ? t('duplicates.left', { count: left, reason: serverWords(reason) }) : '',
  ].filter(Boolean).join(' '));
  await fetchGroups(root);
  if (answer) focusGroup(root, at);
}

/**
 * Merges all groups of a kind, after a question with their number.
 * @param {HTMLElement} root
 * @param {{kind: 'bytes' | 'pixels' | 'alike', groups: number, others: number}} sum
 */
async function mergeAll(root, { kind: name, groups: count, others }) {
  const title = `${t(`duplicates.allOf.${name}`, { count })}?`;
  if (await confirm(title, t('duplicates.allText', { count: others }), t('duplicates.merge'))) await merge(root, { kind: name }, 0);
}

/** @param {Group} group */
const videosAmong = ({ members }) => members.filter(({ item }) => item.kind === 'video').length;

/**
 * @param {HTMLElement} root
 * @param {Group} group
 * @param {number} at
 */
async function callDifferent(root, group, at) {
  const takeBack = async () => {
    await run(() => api.callDifferent(group.id, false), () => t('duplicates.differentUndone'));
    await fetchGroups(root);
  };
  try {
    const { count } = await api.callDifferent(group.id, true);
    say({ text: t('duplicates.differentDone', { ...amount(count, count === group.members.length ? videosAmong(group) : null) }), kind: 'done', action: { label: t('undo'), act: () => void takeBack() } });
  } catch (error) {
    say({ text: reasonOf(error), kind: 'failed' });
    return;
  }
  await fetchGroups(root);
  focusGroup(root, at);
}

/**
 * @param {HTMLElement} root
 * @param {Group} group
 * @param {Member} member
 */
async function keep(root, group, member) {
  await run(() => api.chooseKeeper(group.id, member.item.id), () => '');
  await fetchGroups(root);
  /** @type {HTMLElement | null} */ (root.querySelector(`#group-${group.id}`))?.focus();
}

/**
 * The next group takes the place of one that is gone, and gets the focus.
 * @param {HTMLElement} root
 * @param {number} at
 */
function focusGroup(root, at) {
  const next = groups[Math.min(at, groups.length - 1)];
  const section = next ? root.querySelector(`#group-${next.id}`)?.closest('.duplicate-group') : null;
  /** @type {HTMLElement | null} */ (section?.querySelector('.merge-line .primary') ?? section?.querySelector('h2') ?? root.querySelector('.duplicate-tools .primary'))?.focus();
}
