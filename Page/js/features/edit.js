/**
 * Owns the dialogs that change what is written about photos: caption, keywords, rating, date and place, of one photo or of
 * thousands.
 */

import { act } from '../actions/actions.js';
import { amount } from '../core/amounts.js';
import { ask, field } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { placeField } from './placenames.js';

/** @typedef {import('../core/types.js').Selection} Selection */

/**
 * Asks what to change; fields that stay empty change nothing.
 * @param {{on: Selection, count: number, videos: number | null, item?: import('../core/types.js').Item}} what
 */
export async function edit(what) {
  const answer = await ask({
    title: t('edit.title', { ...amount(what.count, what.videos) }),
    body: [
      h('p.quiet', null, t('edit.hint')),
      field(t('facts.caption'), h('textarea', { name: 'caption', rows: 3, maxlength: 5000 })),
      h('div.two', null,
        field(t('edit.addKeywords'), h('input', { name: 'add', autocomplete: 'off', placeholder: t('edit.commas') })),
        field(t('edit.removeKeywords'), h('input', { name: 'remove', autocomplete: 'off', placeholder: t('edit.commas') }))),
      field(t('facts.rating'), h('select', { name: 'rating', value: '' }, h('option', { value: '' }, t('edit.unchanged')), [0, 1, 2, 3, 4, 5].map((stars) => h('option', { value: String(stars), key: stars }, stars === 0 ? t('edit.noStars') : t('facts.stars', { count: stars }))))),
      h('div.two', null,
        h('button', { type: 'submit', value: 'date' }, t('facts.changeDate')),
        h('button', { type: 'submit', value: 'place' }, t('facts.changePlace'))),
    ],
    choices: [{ label: t('save'), kind: 'primary', value: 'save' }],
  });
  if (!answer) return;
  if (answer.choice === 'date') return askDate(what, what.item?.time);
  if (answer.choice === 'place') return askPlace(what, null);
  const { caption, add, remove, rating } = answer.values;
  /** @type {Record<string, unknown>} */
  const values = {};
  if (caption) values.caption = caption;
  if (add || remove) values.keywords = { add: split(add), remove: split(remove) };
  if (rating) values.rating = Number(rating);
  if (Object.keys(values).length > 0) await act('set', what.on, values);
}

/** @param {string} text */
function split(text) {
  return text.split(',').map((word) => word.trim()).filter(Boolean);
}

/**
 * Sets the date, or shifts the dates of many photos by the same time.
 * @param {import('../core/types.js').Subject} what
 * @param {string | undefined} time
 */
export async function askDate({ on, count, videos }, time) {
  const isOne = count === 1;
  const answer = await ask({
    title: t('date.title', { ...amount(count, videos) }),
    body: [
      isOne ? null : h('p.quiet', null, t('date.shiftHint')),
      isOne
        ? field(t('date.new'), h('input', { name: 'date', type: 'datetime-local', step: 1, value: time ? time.slice(0, 19) : '', required: true }), t('date.zoneHint'))
        : h('div.three', null,
          field(t('date.days'), h('input', { name: 'days', type: 'number', value: '0', step: 1 })),
          field(t('date.hours'), h('input', { name: 'hours', type: 'number', value: '0', step: 1 })),
          field(t('date.minutes'), h('input', { name: 'minutes', type: 'number', value: '0', step: 1 }))),
    ],
    choices: [{ label: t('save'), kind: 'primary', value: 'save' }],
  });
  if (!answer) return;
  if (isOne) {
    const zone = time?.slice(19) ?? '';
    const written = answer.values.date.length === 16 ? `${answer.values.date}:00` : answer.values.date;
    await act('set', on, { date: `${written}${zone || 'Z'}` });
    return;
  }
  const seconds = Number(answer.values.days) * 86400 + Number(answer.values.hours) * 3600 + Number(answer.values.minutes) * 60;
  if (seconds !== 0) await act('set', on, { shiftSeconds: seconds });
}

/**
 * @param {import('../core/types.js').Subject} what
 * @param {{latitude: number, longitude: number} | null} place
 */
export async function askPlace({ on, count, videos }, place) {
  const written = placeField(place);
  const answer = await ask({
    title: t('place.title', { ...amount(count, videos) }),
    body: written.body,
    check: written.check,
    choices: [...(place ? [{ label: t('place.remove'), value: 'remove' }] : []), { label: t('save'), kind: /** @type {const} */ ('primary'), value: 'save' }],
  });
  if (!answer) return;
  const chosen = answer.choice === 'remove' ? null : written.chosen(answer.form);
  if (chosen || answer.choice === 'remove') await act('set', on, { place: chosen });
}
