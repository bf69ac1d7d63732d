/**
 * Owns the suggestions below the search field: words that complete what is typed, with their numbers of photos, chosen by
 * keys, mouse and touch as ARIA describes it for a combobox with a list.
 */

import { store } from '../actions/state.js';
import { api } from '../core/api.js';
import { h, icon } from '../core/dom.js';
import { number, t } from '../core/texts.js';

/** @typedef {import('../actions/state.js').Suggestion} Suggestion */

/** The text whose suggestions are wanted. */
let wanted = '';
let asked = '';
let isAsking = false;

/**
 * Asks for suggestions for a text. One question is on its way at a time; the last text is asked for at the end.
 * @param {string} text
 */
export async function suggest(text) {
  const { session } = store.state;
  if (!session || session.isLink || session.isPicker) return;
  wanted = text;
  if (isAsking) return;
  isAsking = true;
  while (asked !== wanted) {
    asked = wanted;
    const found = asked.trim() ? await api.suggestions(asked).catch(() => []) : [];
    if (asked === wanted) show(found.filter(({ text: full }) => full.toLowerCase() !== asked.toLowerCase()));
  }
  isAsking = false;
}

/** @param {Suggestion[]} items */
function show(items) {
  if (items.length === 0 && store.state.suggestions.items.length === 0) return;
  store.set({ suggestions: { items, active: -1 } });
}

/** Takes the suggestions away; answers that are on their way are not shown. */
export function closeSuggestions() {
  wanted = asked = '';
  show([]);
}

/**
 * The next active suggestion for a key: from the field down to the first, and from the last back to the field.
 * @param {string} key
 * @param {number} active
 * @param {number} count
 */
export function moved(key, active, count) {
  if (key === 'ArrowDown') return active + 1 >= count ? -1 : active + 1;
  return active < 0 ? count - 1 : active - 1;
}

/**
 * Follows a key of the search field.
 * @param {KeyboardEvent} event
 * @param {(text: string) => void} choose
 * @returns {boolean} Whether the key was for the suggestions.
 */
export function suggestionKey(event, choose) {
  const { items, active } = store.state.suggestions;
  if (items.length === 0 || event.isComposing) return false;
  if (event.key === 'Tab') closeSuggestions();
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    store.set({ suggestions: { items, active: moved(event.key, active, items.length) } });
    queueMicrotask(() => document.querySelector('#suggestions [aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }));
  } else if (event.key === 'Enter' && active >= 0) choose(items[active].text);
  else if (event.key === 'Escape') closeSuggestions();
  else return false;
  if (event.key === 'Tab') return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** What the search field says of its suggestions. */
export function fieldProps() {
  const { items, active } = store.state.suggestions;
  const isOpen = items.length > 0;
  return { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': String(isOpen), 'aria-controls': isOpen ? 'suggestions' : null, 'aria-activedescendant': active >= 0 ? `suggestion-${active}` : null };
}

/** @param {(text: string) => void} choose */
export function suggestionList(choose) {
  const { items, active } = store.state.suggestions;
  if (items.length === 0) return null;
  // A press keeps the focus in the field, so that the list stays until the press is over.
  return h('ul.suggestions', { id: 'suggestions', key: 'suggestions', role: 'listbox', 'aria-label': t('search.suggestions'), onmousedown: (/** @type {Event} */ event) => event.preventDefault() },
    items.map(({ text, count, subject }, at) => {
      const named = subject ? t(`subject.${subject}`) : '';
      return h('li', { key: text, id: `suggestion-${at}`, role: 'option', 'aria-selected': String(at === active), 'aria-label': [t('search.suggestion', { word: text, count }), named].filter(Boolean).join(', '), onclick: () => choose(text) },
        icon('search'), h('span.name', null, text), named ? h('span.count', null, named) : null, h('span.count', null, number(count)));
    }));
}
