/**
 * Owns the timeline of what happened in the library: days with what came, went and changed, and through which program.
 */

import { reasonOf } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { isOwner, store } from '../actions/state.js';
import { api, previewAddress } from '../core/api.js';
import { h, icon, render } from '../core/dom.js';
import { go } from '../core/navigation.js';
import { oneAtATime } from '../core/oneatatime.js';
import { locale, t } from '../core/texts.js';
import { labelOf } from '../list/labels.js';
import { activityIcon, activityWords } from './activitywords.js';
import { askUploads, uploadRows } from './outgoing.js';

/** @typedef {import('../core/types.js').ActivityEntry} ActivityEntry */

/** @type {ActivityEntry[]} */
let entries = [];
/** @type {string | null} */
let next = null;
let state = /** @type {'loading' | 'ready' | 'failed'} */ ('loading');
let problem = '';
let revision = -1;

/** @param {HTMLElement} root */
export function show(root) {
  if (revision !== store.state.activityRevision) {
    revision = store.state.activityRevision;
    void fetchNewest(root);
  }
  draw(root);
}

/** Asks for the newest entries, which come above those that are shown. */
const askNewest = oneAtATime(async () => {
  try {
    const answer = await api.activity(null);
    const known = entries.findIndex(({ token }) => token === answer.entries[answer.entries.length - 1]?.token);
    entries = known >= 0 ? [...answer.entries, ...entries.slice(known + 1)] : answer.entries;
    if (known < 0) next = answer.next ?? null;
    state = 'ready';
  } catch (error) {
    problem = reasonOf(error);
    if (entries.length === 0) state = 'failed';
  }
});

/** Asks for the entries below those that are shown. */
const askOlder = oneAtATime(async () => {
  if (!next) return;
  const before = next;
  try {
    const answer = await api.activity(before);
    // The newest entries may have taken the place of all others meanwhile.
    if (next !== before) return;
    entries = [...entries, ...answer.entries];
    next = answer.next ?? null;
  } catch (error) {
    say({ text: reasonOf(error), kind: 'failed' });
  }
});

/** @param {HTMLElement} root */
async function fetchNewest(root) {
  await Promise.all([askNewest(), isOwner() ? askUploads() : undefined]);
  if (store.state.route.page === 'activity') draw(root);
}

/** @param {HTMLElement} root */
async function fetchOlder(root) {
  await askOlder();
  if (store.state.route.page === 'activity') draw(root);
}

/** @param {HTMLElement} root */
function draw(root) {
  /** @type {Map<string, ActivityEntry[]>} */
  const days = new Map();
  for (const entry of entries) {
    const day = entry.date === undefined ? t('photo.undated') : new Date(entry.date).toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  render(root, h('div.page-body.timeline', null,
    state === 'loading' ? h('p.quiet', { role: 'status' }, t('loading')) : null,
    state === 'failed' ? h('div.note-box', null, h('p', null, problem), h('button', { type: 'button', onclick: () => void fetchNewest(root) }, t('state.again'))) : null,
    state === 'ready' && entries.length === 0 ? h('div.state', null, h('div.picture', null, icon('clock')), h('h2', null, t('activity.none')), h('p', null, t('activity.noneText'))) : null,
    state === 'ready' && isOwner() ? uploadRows() : null,
    [...days].map(([day, list]) => h('section', { key: day }, h('h2', null, day), h('ol', null, list.map(row)))),
    next ? h('button.more-button', { key: 'more', type: 'button', onclick: () => void fetchOlder(root) }, t('activity.more')) : null));
}

/** @param {ActivityEntry} entry */
function row(entry) {
  return h('li', { key: entry.token },
    h('span.dot', null, icon(activityIcon(entry.events))),
    h('div', null,
      h('p', null, h('strong', null, activityWords(entry.events))),
      h('p.quiet', null, [entry.date === undefined ? '' : new Date(entry.date).toLocaleTimeString(locale, { timeStyle: 'short' }), entry.author].filter(Boolean).join(' · ')),
      entry.samples.length > 0 ? h('ul.samples', null, entry.samples.map((item) => h('li', { key: item.id }, isOwner()
        ? h('button', { type: 'button', 'aria-label': labelOf(item), onclick: () => go({ page: 'photos', view: item.daysLeft !== undefined ? 'trash' : 'all', photo: item.id, at: item.id }) }, h('img', { alt: '', src: previewAddress(item, 'grid'), loading: 'lazy' }))
        : h('img', { alt: labelOf(item), src: previewAddress(item, 'grid'), loading: 'lazy' })))) : null));
}
