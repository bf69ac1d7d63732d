/**
 * Owns the headings of months and days between the rows, and the one that sticks to the top. They are for the eye and the
 * pointer, which selects a day by the check in its heading: readers hear the date of each photo, and a key selects its day.
 */

import { dayWords, monthWords } from '../core/dates.js';
import { locale, t } from '../core/texts.js';
import { NO_DAY } from '../list/shape.js';
import { DAYS, MONTH, photosTop, placesOf, rowAt } from './layout.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('../list/shape.js').ListShape} ListShape */

/** The height of the heading that sticks. */
export const STICKY = 48;

export class Headings {
  /**
   * @param {HTMLElement} layer
   * @param {HTMLElement} sticky
   */
  constructor(layer, sticky) {
    this.layer = layer;
    this.sticky = sticky;
    this.stickyMonth = sticky.appendChild(document.createElement('span'));
    /** @type {Map<string, HTMLElement>} */
    this.shown = new Map();
    /** @type {HTMLElement[]} */
    this.free = [];
    this.said = '';
    /**
     * Whether all photos of a day are selected, by its first one.
     * @type {(first: number) => boolean}
     */
    this.isSelected = () => false;
    /** @type {(first: number) => void} */
    this.onDay = () => {};
    layer.addEventListener('click', ({ target }) => {
      const day = target instanceof Element && target.matches('.check') ? target.closest('.day') : null;
      if (day instanceof HTMLElement) this.onDay(Number(day.dataset.first));
    });
  }

  /**
   * Shows the headings of some rows.
   * @param {Layout} layout
   * @param {ListShape} shape
   * @param {number} first
   * @param {number} end
   * @param {number} origin
   */
  show(layout, shape, first, end, origin) {
    const before = this.shown;
    this.shown = new Map();
    /** @type {[string, string, string, number, number, number][]} */
    const wanted = [];
    for (let row = first; row < end; row++) {
      const flags = layout.flags[row];
      const start = layout.first[row];
      if (flags & MONTH) wanted.push(['month', `m${start}`, monthTitle(shape.days[start]), 0, layout.top[row], layout.options.width]);
      if (!(flags & DAYS)) continue;
      const top = photosTop(layout, row) - layout.options.dayLead;
      const places = placesOf(layout, shape, row);
      for (let index = start; index < layout.first[row + 1]; index++) {
        const day = shape.days[index];
        if (day === NO_DAY || (index > 0 && shape.days[index - 1] === day)) continue;
        let last = index;
        while (last + 1 < layout.first[row + 1] && shape.days[last + 1] === day) last += 1;
        const isLast = last + 1 === layout.first[row + 1];
        const right = isLast ? layout.options.width : places[last - start].x + places[last - start].width;
        wanted.push(['day', `d${index}`, dayWords(day, locale), places[index - start].x, top, right - places[index - start].x]);
      }
    }
    for (const [kind, key, words, x, y, width] of wanted) {
      const element = before.get(key) ?? this.free.pop() ?? this.layer.appendChild(makeHeading());
      before.delete(key);
      this.shown.set(key, element);
      if (element.className !== kind) element.className = kind;
      const text = /** @type {Text} */ (element.firstChild);
      if (text.data !== words) text.data = words;
      element.dataset.first = key.slice(1);
      element.style.transform = `translate(${x}px, ${y - origin}px)`;
      element.style.maxWidth = `${width}px`;
    }
    for (const element of before.values()) {
      element.className = 'unused';
      this.free.push(element);
    }
    this.mark();
  }

  /** Shows which days are selected. */
  mark() {
    for (const element of this.shown.values()) {
      element.toggleAttribute('data-selected', element.className === 'day' && this.isSelected(Number(element.dataset.first)));
    }
  }

  /**
   * Lets the sticking heading tell the month and day at the top; the next month pushes it away.
   * @param {Layout} layout
   * @param {ListShape} shape
   * @param {number} position
   */
  stick(layout, shape, position) {
    const isNeeded = layout.months.length > 0 && position > layout.top[layout.months[0]] + 12;
    if (this.sticky.hidden === isNeeded) this.sticky.hidden = !isNeeded;
    if (!isNeeded) return;
    const row = rowAt(layout, position + 8);
    const day = shape.days[layout.first[row]];
    const next = nextMonth(layout, row);
    const push = next < layout.rows ? Math.min(0, layout.top[next] - position - STICKY + 8) : 0;
    this.sticky.style.transform = push < 0 ? `translateY(${push}px)` : '';
    const said = `${day} ${layout.options.grouping}`;
    if (said === this.said) return;
    this.said = said;
    this.stickyMonth.textContent = monthTitle(day);
    // The day follows the month without an element, so that a longer month does not count as a shift of the layout.
    this.stickyMonth.dataset.day = layout.options.grouping === 'day' && day !== NO_DAY ? dayWords(day, locale) : '';
  }
}

/** The words of a heading, and the check that selects its day. */
function makeHeading() {
  const element = document.createElement('div');
  // The words are no element of their own: there are many headings, and the page is to have few elements.
  element.append(document.createTextNode(''));
  element.appendChild(document.createElement('i')).className = 'check';
  return element;
}

/** @param {number} day */
export function monthTitle(day) {
  return day === NO_DAY ? t('grid.undated') : monthWords(day, locale);
}

/**
 * The first row after a row that begins a month.
 * @param {Layout} layout
 * @param {number} row
 */
function nextMonth(layout, row) {
  let low = 0;
  let high = layout.months.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (layout.months[middle] <= row) low = middle + 1;
    else high = middle;
  }
  return low < layout.months.length ? layout.months[low] : layout.rows;
}
