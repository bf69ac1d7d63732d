/**
 * Owns going to a day of a list that is ordered by date.
 */

import { reasonOf } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { store } from '../actions/state.js';
import { api } from '../core/api.js';
import { dayOfISO, isoOfDay } from '../core/dates.js';
import { ask, field } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { NO_DAY } from '../list/shape.js';

/** @typedef {import('../grid/grid.js').PhotoGrid} PhotoGrid */

/**
 * Asks for a day, and goes there.
 * @param {PhotoGrid} grid
 */
export async function askForDay(grid) {
  const { list } = store.state;
  if (!list || list.order !== 'date' || list.count === 0) return;
  const days = list.shape.days.filter((day) => day !== NO_DAY);
  const newest = days.length > 0 ? isoOfDay(days[0]) : '';
  const oldest = days.length > 0 ? isoOfDay(days[days.length - 1]) : '';
  const top = list.shape.days[grid.place()?.index ?? 0];
  const answer = await ask({
    title: t('date.go'),
    body: [field(t('date.day'), h('input', { type: 'date', name: 'day', required: true, value: top === NO_DAY ? newest : isoOfDay(top), min: oldest || null, max: newest || null }))],
    choices: [{ label: t('date.show'), kind: 'primary', value: 'go' }],
  });
  if (!answer || Number.isNaN(dayOfISO(answer.values.day))) return;
  try {
    const { index } = await api.find(list.view, { date: answer.values.day });
    grid.jumpTo(index);
    grid.focusOn(index, false);
  } catch (error) {
    say({ text: reasonOf(error), kind: 'failed' });
  }
}
