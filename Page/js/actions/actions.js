/**
 * Owns what is done to photos and albums: the request, the message while it takes long, and the undo afterwards.
 */

import { amount } from '../core/amounts.js';
import { api, placeOf, RequestError } from '../core/api.js';
import { errorWords } from '../core/servertexts.js';
import { t } from '../core/texts.js';
import { change, say, unsay } from './messages.js';
import { store } from './state.js';

/** @typedef {import('../core/types.js').Selection} Selection */

/** After this time without an answer, an action says that it is on its way. */
const PATIENCE = 100;

/**
 * Requests without an answer yet; what they did can be undone only afterwards.
 * @type {Set<Promise<unknown>>}
 */
const onTheirWay = new Set();

/** An action waits at most so long for the one before, whose answer may never come. */
const LONGEST_TURN = 10_000;

/** @type {Promise<unknown>} */
let lastAction = Promise.resolve();

/**
 * Sends actions one after the other, so that they are undone in the order in which they were asked for.
 * @template R
 * @param {() => Promise<R>} request
 */
function inTurn(request) {
  const sent = Promise.race([lastAction, new Promise((resolve) => setTimeout(resolve, LONGEST_TURN))]).then(request);
  lastAction = sent.catch(() => {});
  return sent;
}

/**
 * Why a request failed, as a sentence.
 * @param {unknown} error
 */
export function reasonOf(error) {
  if (error instanceof RequestError) {
    if (error.status === 0) return t('error.unreachable');
    // The library is there, and does something else.
    if (error.word === 'busy') return errorWords(error) || t('error.unknown');
    if (error.status === 429) return t('error.tooMany', { count: error.retryAfter ?? 60 });
    if (error.status === 503) return t('error.libraryOffline');
    return errorWords(error) || t('error.unknown');
  }
  return t('error.unknown');
}

/**
 * Runs a request with its messages. The answer's `undo` becomes the action of the last message.
 * @template {object} R
 * @param {() => Promise<R>} request
 * @param {(answer: R) => string} words What was done.
 * @param {string} [pending]
 * @returns {Promise<R | null>} null where the request failed; the person has been told.
 */
export async function run(request, words, pending = t('working')) {
  let waiting = 0;
  const timer = setTimeout(() => {
    waiting = say({ text: pending, kind: 'pending' });
  }, PATIENCE);
  const sent = request();
  onTheirWay.add(sent);
  try {
    const answer = await sent;
    const text = words(answer);
    if (text) say({ text, kind: 'done', action: undoing(/** @type {{undo?: string | null}} */ (answer).undo) });
    return answer;
  } catch (error) {
    say({ text: reasonOf(error), kind: 'failed' });
    return null;
  } finally {
    onTheirWay.delete(sent);
    clearTimeout(timer);
    if (waiting) unsay(waiting);
  }
}

/**
 * Runs one step of undoing after the requests and the steps before it.
 * @param {() => Promise<void>} step
 */
function inOrder(step) {
  const result = Promise.allSettled(onTheirWay).then(step);
  onTheirWay.add(result);
  void result.finally(() => onTheirWay.delete(result));
  return result;
}

/**
 * The action of a message that says what was done.
 * @param {string | null | undefined} step
 */
export function undoing(step) {
  return step ? { label: t('undo'), act: () => void undo(step) } : undefined;
}

/**
 * Takes back what was done; without a step the last thing of this session, in whatever tab.
 * @param {string} [step]
 */
export function undo(step) {
  return inOrder(async () => {
    try {
      const answer = await api.undo(step);
      say({ text: t('undo.done', { text: wordsOf(answer) }), kind: 'done', action: answer.redo ? { label: t('redo'), act: () => void redo(answer.redo) } : undefined });
    } catch (error) {
      refused(error, 'undo.nothing');
    }
  });
}

/**
 * Does again what was taken back; without a step the last thing of this session.
 * @param {string | null} [step]
 */
export function redo(step) {
  return inOrder(async () => {
    try {
      const answer = await api.redo(step);
      say({ text: wordsOf(answer), kind: 'done', action: undoing(answer.undo) });
    } catch (error) {
      refused(error, 'redo.nothing');
    }
  });
}

/**
 * What the server says was taken back or made again, in words.
 * @param {{did: string, count: number, videos?: number, title?: string | null}} answer
 */
function wordsOf({ did, count, videos, title }) {
  return t(`done.${did}`, { ...amount(count, videos), title: title || t('album.untitled'), album: title || t('album.untitled'), days: trashDays() });
}

/**
 * @param {unknown} error
 * @param {string} nothing The words where there is nothing to reverse.
 */
function refused(error, nothing) {
  if (error instanceof RequestError && error.word === 'nothing-to-undo') say({ text: t(nothing), kind: 'done' });
  else say({ text: reasonOf(error), kind: 'failed' });
}

function trashDays() {
  return store.state.session?.trashDays ?? 30;
}

/**
 * Does something to photos.
 * @param {string} verb
 * @param {Selection} on
 * @param {Record<string, unknown>} [more]
 * @param {Record<string, string | number>} [values] For the words of the message.
 */
export function act(verb, on, more = {}, values = {}) {
  return run(() => inTurn(() => api.act(verb, on, more)), (answer) => t(`done.${verb}`, { ...amount(answer.count, answer.videos), days: trashDays(), ...values }));
}

/**
 * Downloads photos as one file.
 * @param {Selection} on
 * @param {import('../core/types.js').DownloadChoice} choice
 * @param {(count: number) => Promise<boolean>} accepts Whether so many photos may still state what was to be left out.
 */
export async function download(on, choice, accepts) {
  const waiting = say({ text: t('download.preparing'), kind: 'pending' });
  try {
    const { url, remaining } = await api.download(on, choice);
    if (remaining > 0 && !(await accepts(remaining))) {
      unsay(waiting);
      return;
    }
    follow(placeOf(url));
    change(waiting, { text: t('download.started'), kind: 'done' });
    setTimeout(() => unsay(waiting), 4000);
  } catch (error) {
    unsay(waiting);
    say({ text: reasonOf(error), kind: 'failed' });
  }
}

/**
 * Lets the browser save what is at an address.
 * @param {string} address
 */
export function follow(address) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
