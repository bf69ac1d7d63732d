/**
 * Owns the part of a dialog in which somebody says where photos were taken: two numbers, or a name, and the choice among the
 * places that are called so.
 */

import { api } from '../core/api.js';
import { field } from '../core/dialogs.js';
import { h, render } from '../core/dom.js';
import { errorWords } from '../core/servertexts.js';
import { t } from '../core/texts.js';
import { parsePlace } from './coordinates.js';

/** @typedef {import('../core/types.js').NamedPlace} NamedPlace */
/** @typedef {{hasTable: boolean, places: NamedPlace[]}} Found */

/** Milliseconds without a key until places are searched. */
const PAUSE = 200;

/**
 * Which of the places somebody means who has not seen the list: a single one, or the only one with exactly this name; -1 where
 * that is open. Pure.
 * @param {string} name
 * @param {NamedPlace[]} places
 */
export function placeMeant(name, places) {
  if (places.length === 1) return 0;
  const same = (/** @type {NamedPlace} */ place) => place.name.localeCompare(name, undefined, { sensitivity: 'base' }) === 0;
  const first = places.findIndex(same);
  return first >= 0 && places.filter(same).length === 1 ? first : -1;
}

/** @param {{latitude: number, longitude: number} | null} place The present place. */
export function placeField(place) {
  const list = document.createElement('div');
  list.setAttribute('aria-live', 'polite');
  let timer = 0;
  let asked = '';
  /** @type {Promise<Found>} */
  let answer = Promise.resolve({ hasTable: true, places: [] });
  /** @type {NamedPlace[]} The places in the list. */
  let shown = [];
  let shownFor = '';

  /** @param {string} name */
  function find(name) {
    if (name !== asked) {
      asked = name;
      answer = api.places(name);
      // Whoever waits for the answer tells of the error; the next question asks again.
      answer.catch(() => { if (asked === name) asked = ''; });
    }
    return answer;
  }

  /**
   * @param {string} name
   * @param {NamedPlace[]} places
   */
  function show(name, places) {
    [shownFor, shown] = [name, places];
    // A list for other words is another list, so that its first place is marked.
    render(list, places.length === 0 ? null : h('div', { key: name, role: 'radiogroup', 'aria-label': t('place.found') },
      places.map(({ name: own, around }, at) => h('label.check', { key: at },
        h('input', { type: 'radio', name: 'found', value: String(at), checked: at === Math.max(0, placeMeant(name, places)) }),
        h('span', null, own, ' ', h('span.quiet', null, around.join(', ')))))));
  }

  /** @param {string} written */
  async function look(written) {
    const name = written.trim();
    if (name === '' || parsePlace(name)) {
      asked = '';
      show('', []);
      return;
    }
    const found = await find(name).catch(() => null);
    if (found && name === asked) show(name, found.places);
  }

  return {
    body: [
      h('p.quiet', null, t('place.hint')),
      field(t('place.coordinates'), h('input', {
        name: 'place', autocomplete: 'off', maxlength: 100, placeholder: t('place.example'), value: place ? `${place.latitude}, ${place.longitude}` : '',
        oninput: (/** @type {InputEvent} */ event) => {
          const { value } = /** @type {HTMLInputElement} */ (event.target);
          clearTimeout(timer);
          timer = setTimeout(() => void look(value), PAUSE);
        },
      })),
      list,
    ],
    /**
     * Why the place cannot be taken; empty where it can.
     * @param {HTMLFormElement} form
     */
    async check(form) {
      const name = /** @type {HTMLInputElement} */ (form.elements.namedItem('place')).value.trim();
      if (name === '' || parsePlace(name)) return '';
      clearTimeout(timer);
      const wasShown = shownFor === name;
      let found;
      try {
        found = await find(name);
      } catch (error) {
        return errorWords(error) || t('error.unreachable');
      }
      if (!wasShown) show(name, found.places);
      if (!found.hasTable) return t('place.noNames');
      if (found.places.length === 0) return t('place.wrong', { name });
      return wasShown || placeMeant(name, found.places) >= 0 ? '' : t('place.choose');
    },
    /**
     * The place that was written or chosen; null for none.
     * @param {HTMLFormElement} form
     * @returns {{latitude: number, longitude: number} | null}
     */
    chosen(form) {
      const data = new FormData(form);
      const written = parsePlace(String(data.get('place')));
      const found = data.get('found');
      const named = written || found === null ? null : shown[Number(found)];
      return written ?? (named ? { latitude: named.latitude, longitude: named.longitude } : null);
    },
  };
}
