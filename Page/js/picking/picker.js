/**
 * Owns picking photos for a program: the picks, the bar with its buttons, and the end.
 */

import { reasonOf } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { isOutside, store } from '../actions/state.js';
import { api, placeOf, RequestError } from '../core/api.js';
import { h, render } from '../core/dom.js';
import { router } from '../core/navigation.js';
import { t } from '../core/texts.js';
import { askForAccess } from './access.js';
import { lookCloser } from './closer.js';
import { showEnd } from './ending.js';
import { extendedPicks, isFull, numberOf, picksOf, toggledPick } from './picks.js';

/** @typedef {import('../grid/grid.js').PhotoGrid} PhotoGrid */
/** @typedef {import('../core/types.js').Question} Question */
/** @typedef {import('./picks.js').Picks} Picks */

/** Where the picks are kept over a reload. */
const KEPT = 'picks';
/** After this time without a connection, the program that asked is looked for. */
const PATIENCE = 2500;

/**
 * Turns the page into a picker.
 * @param {PhotoGrid} grid
 * @param {() => void} stop Ends the events of the server, when the question is answered.
 */
export async function startPicking(grid, stop) {
  let question;
  try {
    question = await api.question();
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 409) throw error;
    showEnd('over');
    return;
  }
  if (question.kind === 'pick' && question.search && router.current.view === 'all') router.replace({ view: `search:${question.search}` });
  new Picker(question, grid, stop).start();
}

class Picker {
  /**
   * @param {Question} question
   * @param {PhotoGrid} grid
   * @param {() => void} stop
   */
  constructor(question, grid, stop) {
    this.question = question;
    this.grid = grid;
    this.stop = stop;
    /** @type {Picks} */
    this.picks = picksOf(keptPicks() ?? question.preselected, question.limit);
    this.isBusy = false;
    this.isOver = false;
    this.anchor = -1;
    this.root = document.createElement('header');
    this.root.id = 'picker';
  }

  start() {
    const { grid, question } = this;
    document.body.classList.add('picking');
    document.getElementById('skip')?.after(this.root);
    grid.canSelect = false;
    grid.picks = {
      numberOf: (id) => numberOf(this.picks, id),
      isOrdered: question.ordered,
      toggle: (index) => this.toggle(index),
      extend: (index) => this.extend(index),
    };
    grid.classList.add('selecting');
    this.draw();
    this.followLooks();
    this.followPerson();
    this.followServer();
    if (question.kind === 'access') askForAccess(question, (decision) => void this.decide(decision));
  }

  /** @param {number} index */
  toggle(index) {
    const item = store.state.list?.items.get(index);
    if (!item) return;
    this.anchor = index;
    this.toggleID(item.id);
  }

  /** @param {string} id */
  toggleID(id) {
    const next = toggledPick(this.picks, id);
    if (next === this.picks) this.refuse();
    else this.set(next);
  }

  /**
   * Picks everything between the last photo and this one, as far as it is known.
   * @param {number} index
   */
  extend(index) {
    const { list } = store.state;
    const anchor = this.anchor < 0 ? index : this.anchor;
    const step = index < anchor ? -1 : 1;
    const ids = [];
    for (let at = anchor; at !== index + step; at += step) {
      const item = list?.items.get(at);
      if (item) ids.push(item.id);
    }
    const { picks, isCut } = extendedPicks(this.picks, ids);
    this.set(picks);
    if (isCut) this.refuse();
  }

  /** @param {Picks} picks */
  set(picks) {
    this.picks = picks;
    sessionStorage.setItem(KEPT, JSON.stringify(picks.ids));
    this.grid.markAll();
    this.draw();
  }

  /**
   * Shows one photo larger.
   * @param {number} index
   */
  look(index) {
    const { list } = store.state;
    if (!list || index < 0) return;
    lookCloser(list, index, {
      isPicked: (id) => numberOf(this.picks, id) > 0,
      toggle: (id) => this.toggleID(id),
      closed: (last) => {
        if (this.isOver || store.state.list !== list || last >= list.count) return;
        this.grid.reveal(last);
        this.grid.focusOn(last, false);
      },
    });
  }

  refuse() {
    say({ text: t('picking.full', { count: this.question.limit }), kind: 'failed' });
  }

  draw() {
    const { question, picks } = this;
    const count = picks.ids.length;
    const isAccess = question.kind === 'access';
    render(this.root,
      h('button', { key: 'cancel', type: 'button', disabled: this.isBusy, onclick: () => void (isAccess ? this.back() : this.cancel()) }, t(isAccess ? 'picking.back' : 'cancel')),
      h('div.words', { key: 'words' }, h('h1', { title: titleOf(question) }, titleOf(question)), h('p.quiet', null, [question.prompt, effectOf(question)].filter(Boolean).join(' – '))),
      h('span.count', { key: 'count', role: 'status', class: isFull(picks) && question.limit > 1 ? 'full' : '' }, question.limit > 1 ? t('picking.countOf', { count, limit: question.limit }) : count > 0 ? t('select.count', { count }) : ''),
      h('button.primary', { key: 'add', type: 'button', disabled: count === 0 || this.isBusy, title: t('picking.keys'), 'aria-keyshortcuts': 'Control+Enter', onclick: () => void this.add() }, count > 0 ? t('picking.add', { count }) : t('pick.add')));
  }

  async add() {
    if (this.picks.ids.length === 0) return;
    const ids = [...this.picks.ids];
    await this.send(() => this.question.kind === 'access' ? api.answer({ decision: 'limited', ids }) : api.answer({ ids }), 'added', ids.length);
  }

  cancel() {
    return this.send(() => api.cancelQuestion(), 'cancelled');
  }

  /** @param {'allowed' | 'limited' | 'denied' | 'later'} decision */
  async decide(decision) {
    // The photos are chosen in the grid behind the question.
    if (decision === 'limited') return;
    if (decision === 'later') await this.cancel();
    else await this.send(() => api.answer({ decision }), decision);
  }

  /** Asks the question about access again. */
  back() {
    askForAccess(this.question, (decision) => void this.decide(decision));
  }

  /**
   * @param {() => Promise<unknown>} request
   * @param {string} end What the page says afterwards.
   * @param {number} [count]
   */
  async send(request, end, count = 0) {
    if (this.isBusy || this.isOver) return;
    this.isBusy = true;
    this.draw();
    try {
      await request();
      this.end(end, count);
    } catch (error) {
      this.isBusy = false;
      this.draw();
      if (error instanceof RequestError && error.word === 'over') this.end('over');
      else say({ text: reasonOf(error), kind: 'failed' });
    }
  }

  /**
   * @param {string} kind
   * @param {number} [count]
   */
  end(kind, count = 0) {
    if (this.isOver) return;
    this.isOver = true;
    sessionStorage.removeItem(KEPT);
    this.stop();
    showEnd(kind, { count, name: this.question.name });
  }

  /** A click on the corner with the lens, and the key v, show a photo larger. */
  followLooks() {
    const { grid } = this;
    grid.addEventListener('click', (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('.lens')) return;
      event.stopPropagation();
      this.look(grid.indexOf(event.target));
    }, true);
    grid.addEventListener('keydown', (event) => {
      const tile = grid.focusedTile();
      if (event.key !== 'v' || !tile || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.look(tile.index);
    });
  }

  /** Tells the server when the person leaves the page, and when they are back. */
  followPerson() {
    addEventListener('pagehide', () => !this.isOver && navigator.sendBeacon(placeOf('/api/pick/leave')));
    addEventListener('pageshow', ({ persisted }) => persisted && void this.seek());
    addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter' || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      void this.add();
    });
  }

  /** Ends where the program no longer asks. */
  followServer() {
    let timer = 0;
    store.follow(({ phase }) => phase, (phase) => isOutside(phase) && this.end('over'));
    store.follow(({ isConnected }) => isConnected, (isConnected) => {
      clearTimeout(timer);
      if (!isConnected) timer = setTimeout(() => void this.seek(), PATIENCE);
    });
  }

  /** Asks whether the program still waits. */
  async seek() {
    try {
      await api.question();
    } catch (error) {
      if (error instanceof RequestError && [0, 401, 409].includes(error.status)) this.end('over');
    }
  }
}

/** @returns {string[] | null} */
function keptPicks() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : null;
  } catch {
    return null;
  }
}

/** @param {Question} question */
function titleOf({ limit, name }) {
  if (limit === 1) return t('picking.titleOne', { name });
  return limit === 0 ? t('picking.titleAny', { name }) : t('picking.title', { count: limit, name });
}

/** @param {Question} question */
function effectOf({ effect, name }) {
  if (effect === 'selection') return t('picking.selection', { name });
  return effect === 'copies' ? t('picking.copies', { name }) : '';
}
