/**
 * Owns the scrubber at the edge: a scroll bar over the whole list with the years beside it, and year and month under the
 * thumb while it is dragged.
 */

import { civil, shortMonthWords } from '../core/dates.js';
import { locale, t } from '../core/texts.js';
import { NO_DAY } from '../list/shape.js';
import { monthTitle } from './headings.js';
import { rowAt } from './layout.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('../list/shape.js').ListShape} ListShape */

/**
 * Where the years begin, from 0 to 1 of the scroll range, at least `apart` from each other.
 * @param {Layout} layout
 * @param {ListShape} shape
 * @param {number} last The last position.
 * @param {number} apart
 * @returns {{at: number, year: number}[]}
 */
function yearMarks(layout, shape, last, apart) {
  /** @type {{at: number, year: number}[]} */
  const marks = [];
  let year = NaN;
  for (const row of layout.months) {
    const day = shape.days[layout.first[row]];
    if (day === NO_DAY || last <= 0) continue;
    const next = civil(day).year;
    if (next === year) continue;
    year = next;
    const at = Math.min(1, layout.top[row] / last);
    if (marks.length === 0 || at - marks[marks.length - 1].at >= apart) marks.push({ at, year });
  }
  return marks;
}

export class Scrubber {
  /**
   * @param {HTMLElement} element
   * @param {{position: () => number, last: () => number, go: (position: number) => void, step: (key: string) => void}} scroll
   */
  constructor(element, scroll) {
    this.element = element;
    this.scroll = scroll;
    this.years = element.appendChild(document.createElement('div'));
    this.years.className = 'years';
    this.years.setAttribute('aria-hidden', 'true');
    this.thumb = element.appendChild(document.createElement('div'));
    this.thumb.className = 'thumb';
    this.label = this.thumb.appendChild(document.createElement('span'));
    this.label.setAttribute('aria-hidden', 'true');
    element.setAttribute('role', 'scrollbar');
    element.setAttribute('aria-orientation', 'vertical');
    element.setAttribute('aria-valuemin', '0');
    element.setAttribute('aria-valuemax', '100');
    element.setAttribute('aria-valuenow', '0');
    element.tabIndex = 0;
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {ListShape | null} */
    this.shape = null;
    this.height = 0;
    this.timer = 0;
    this.frame = 0;
    element.addEventListener('pointerdown', (event) => this.grab(event));
    element.addEventListener('pointermove', (event) => this.hover(event));
    element.addEventListener('pointerleave', () => element.classList.remove('hovered'));
    element.addEventListener('keydown', (event) => {
      if (!['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].includes(event.key)) return;
      event.preventDefault();
      scroll.step(event.key);
    });
  }

  /**
   * @param {Layout} layout
   * @param {ListShape} shape
   * @param {number} height The height of the screen.
   */
  take(layout, shape, height) {
    this.layout = layout;
    this.shape = shape;
    this.height = height;
    const last = this.scroll.last();
    this.element.hidden = last < height;
    const track = this.track();
    const marks = yearMarks(layout, shape, last, 28 / Math.max(1, track));
    while (this.years.childElementCount > marks.length) this.years.lastElementChild?.remove();
    marks.forEach(({ at, year }, position) => {
      const mark = /** @type {HTMLElement} */ (this.years.children[position] ?? this.years.appendChild(document.createElement('span')));
      mark.textContent = String(year);
      mark.style.transform = `translateY(${Math.round(at * track)}px)`;
    });
    this.follow();
  }

  track() {
    return Math.max(1, this.height - 64);
  }

  /** Puts the thumb to the place of the position. */
  follow() {
    const { layout, shape } = this;
    if (!layout || !shape || this.element.hidden) return;
    const last = this.scroll.last();
    const share = last > 0 ? this.scroll.position() / last : 0;
    this.thumb.style.transform = `translateY(${Math.round(share * this.track())}px)`;
    const words = this.words(this.scroll.position());
    if (this.label.textContent !== words) this.label.textContent = words;
    this.element.classList.add('moving');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.element.classList.remove('moving');
      this.element.setAttribute('aria-valuenow', String(Math.round(share * 100)));
      this.element.setAttribute('aria-valuetext', words);
    }, 1000);
  }

  /** @param {number} position */
  words(position) {
    const { layout, shape } = this;
    if (!layout || !shape || layout.rows === 0) return '';
    const row = rowAt(layout, position + 8);
    const index = layout.first[row];
    if (layout.options.grouping === 'none') return t('scrubber.number', { index: index + 1, count: layout.count });
    const day = shape.days[index];
    return day === NO_DAY ? monthTitle(day) : shortMonthWords(day, locale);
  }

  /** @param {PointerEvent} event */
  place(event) {
    const share = (event.clientY - this.element.getBoundingClientRect().top - 32) / this.track();
    return Math.min(1, Math.max(0, share)) * this.scroll.last();
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== 'mouse') return;
    this.element.classList.add('hovered');
  }

  /** @param {PointerEvent} down */
  grab(down) {
    if (down.button !== 0) return;
    down.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(down.pointerId);
    this.element.classList.add('dragged');
    let latest = down;
    const go = () => {
      this.frame = 0;
      this.scroll.go(this.place(latest));
    };
    const move = (/** @type {PointerEvent} */ event) => {
      latest = event;
      this.frame ||= requestAnimationFrame(go);
    };
    const end = () => {
      this.element.classList.remove('dragged');
      this.element.removeEventListener('pointermove', move);
    };
    this.element.addEventListener('pointermove', move);
    this.element.addEventListener('pointerup', end, { once: true });
    this.element.addEventListener('pointercancel', end, { once: true });
    go();
  }
}

