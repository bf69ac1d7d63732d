/**
 * Owns the messages at the bottom of the page: what was done (with its undo), what takes longer, and what failed.
 */

import { h, icon, render } from '../core/dom.js';
import { t } from '../core/texts.js';
import { store } from './state.js';

/** @typedef {import('./state.js').Message} Message */

const SECONDS = { done: 6, failed: 10, pending: 0 };
let made = 0;
/** @type {Map<number, number>} */
const timers = new Map();

/**
 * Shows a message, and takes it away after some seconds.
 * @param {Omit<Message, 'id'>} message
 * @returns {number}
 */
export function say(message) {
  const id = ++made;
  const kept = store.state.messages.filter(({ kind }) => kind === 'pending').slice(-2);
  store.set({ messages: [...kept, { ...message, id }] });
  expire(id, SECONDS[message.kind]);
  return id;
}

/**
 * @param {number} id
 * @param {number} seconds
 */
function expire(id, seconds) {
  clearTimeout(timers.get(id));
  if (seconds > 0) timers.set(id, setTimeout(() => unsay(id), seconds * 1000));
}

/**
 * @param {number} id
 * @param {Partial<Message>} values
 */
export function change(id, values) {
  store.set({ messages: store.state.messages.map((message) => (message.id === id ? { ...message, ...values } : message)) });
}

/** @param {number} id */
export function unsay(id) {
  timers.delete(id);
  if (store.state.messages.some((message) => message.id === id)) {
    store.set({ messages: store.state.messages.filter((message) => message.id !== id) });
  }
}

/** @param {HTMLElement} root */
export function showMessages(root) {
  // While the pointer or the focus is on a message, it stays.
  const pause = (/** @type {boolean} */ isPaused) => store.state.messages.forEach(({ id, kind }) => isPaused ? clearTimeout(timers.get(id)) : expire(id, SECONDS[kind]));
  root.onpointerenter = root.onfocus = () => pause(true);
  root.onpointerleave = root.onblur = () => pause(false);
  store.draw(({ messages }) => [messages], () => {
    render(root, store.state.messages.map((message) => h('div.message', { key: message.id, class: message.kind },
      message.kind === 'pending' ? h('span.spinner', { 'aria-hidden': 'true' }) : message.kind === 'failed' ? icon('warning') : null,
      h('span.words', null, message.text),
      message.progress === undefined ? null : h('progress', { value: message.progress, max: 1, 'aria-label': message.text }),
      message.action ? h('button.plain', { type: 'button', onclick: () => { unsay(message.id); message.action?.act(); } }, message.action.label) : null,
      message.kind === 'pending' ? null : h('button.icon-button', { type: 'button', 'aria-label': t('close'), title: t('close'), onclick: () => unsay(message.id) }, icon('close')),
    )));
  });
}
