/**
 * Owns the element `photo-grid`: it shows a list of photos of any length with a bounded number of elements. What it shows is
 * one value (`view.js`); tiles, pictures and the scroller belong to the objects of the parts beside this file.
 *
 * It tells by events: `photo-open` and `photo-position` (with an index), `photo-select` (with a selection), `photo-resize`
 * (with 1 for larger photos and -1 for smaller ones).
 */

import { amount } from '../core/amounts.js';
import { t } from '../core/texts.js';
import { containsAll, drawn, extended, NOTHING, toggled, toggledRange } from '../list/selection.js';
import { dayRange } from '../list/shape.js';
import { anchorAfter, anchorAt, positionOf } from './anchor.js';
import { fade, glideAll, placesOnScreen } from './follow.js';
import { followPointer } from './gestures.js';
import { STICKY } from './headings.js';
import { makeParts } from './parts.js';
import { markTile } from './picked.js';
import { indexBeforeGrid, pressInGrid } from './press.js';
import { insetOf } from './sizes.js';
import { emptyView, isLong, laidOut, movedTo, photoAt, positionToReveal, positionToShow } from './view.js';

/** @typedef {import('../list/list.js').PhotoList} PhotoList */
/** @typedef {import('../list/list.js').ListNews} ListNews */
/** @typedef {import('../list/selection.js').Selected} Selected */
/** @typedef {{index: number, offset: number}} Place */

export class PhotoGrid extends HTMLElement {
  constructor() {
    super();
    /** What the grid shows. Replaced, and never changed. */
    this.view = emptyView();
    /**
     * The objects that own the rest, where the grid is in the document.
     * @type {import('./parts.js').Parts | null}
     */
    this.parts = null;
    this.selected = NOTHING;
    /** Whether the page is starting, so that of a long list only the beginning is laid out. */
    this.isStarting = true;
    this.canSelect = true;
    this.canReorder = false;
    /**
     * What picks photos in place of the selection; null for the page of the library.
     * @type {import('./picked.js').GridPicks | null}
     */
    this.picks = null;
    /**
     * What a finger draws: the selection before, and the photo where it began.
     * @type {{before: Selected, from: number} | null}
     */
    this.drawing = null;
    /** What was drawn last, so that nothing is drawn twice. */
    this.drawnKey = '';
    /**
     * Where the list is shown first.
     * @type {Place | null}
     */
    this.wish = null;
  }

  connectedCallback() {
    if (this.parts) return;
    this.parts = makeParts(this, {
      view: () => this.view,
      mark: (tile) => markTile(tile, this.selected, this.picks),
      moved: () => this.draw(),
      rested: () => this.rested(),
    });
    this.followPerson(this.parts.frame, this.parts.rows);
    const { headings } = this.parts.frame;
    headings.isSelected = (first) => this.selected.ranges.length > 0 && first < this.view.shape.count && containsAll(this.selected, dayRange(this.view.shape, first));
    headings.onDay = (first) => this.toggleDay(first);
    new ResizeObserver(() => this.measure()).observe(this);
    this.measure();
  }

  /**
   * @param {import('./frame.js').Frame} frame
   * @param {import('./rows.js').TileRows} rows
   */
  followPerson({ scroll, layer }, rows) {
    const acts = {
      open: (/** @type {number} */ index) => this.tell('photo-open', index),
      enter: (/** @type {number} */ index) => (this.picks ? this.picks.toggle(index) : this.tell('photo-open', index)),
      toggle: (/** @type {number} */ index) => this.toggle(index),
      extend: (/** @type {number} */ index) => this.extend(index),
      choose: (/** @type {Selected} */ selected) => this.choose(selected),
      focus: (/** @type {number} */ index) => this.focusOn(index, false),
      focusOn: (/** @type {number} */ index) => this.focusOn(index),
      indexOf: (/** @type {EventTarget | null} */ target) => rows.indexOf(target),
      indexAt: (/** @type {number} */ x, /** @type {number} */ y) => this.indexAt(x, y),
      isSelecting: () => this.picks !== null || this.selected.ranges.length > 0,
      startDrawing: (/** @type {number} */ from) => this.startDrawing(from),
      drawTo: (/** @type {number} */ to) => this.drawTo(to),
      edges: () => this.getBoundingClientRect(),
      scrollBy: (/** @type {number} */ distance) => this.scroller?.jump(this.position + distance),
      resize: (/** @type {-1 | 1} */ step) => this.tell('photo-resize', step),
      toggleDay: (/** @type {number} */ index) => this.toggleDay(index),
    };
    // Fingers also begin between the tiles, which the layer does not see: it has no size of its own.
    followPointer(scroll, acts);
    layer.addEventListener('keydown', (event) => pressInGrid(event, this.view, rows.indexOf(event.target), this.selected, acts));
    layer.addEventListener('focusin', (event) => {
      const index = rows.indexOf(event.target);
      if (index < 0) return;
      rows.focusIndex = index;
      rows.updateTabStop(this.view);
    });
  }

  get list() {
    return this.view.list;
  }

  get layout() {
    return this.view.layout;
  }

  get size() {
    return this.view.size;
  }

  get width() {
    return this.view.width;
  }

  /** The height of the screen. */
  get height() {
    return this.view.height;
  }

  get scroller() {
    return this.parts?.scroller;
  }

  get position() {
    return this.parts?.scroller.position ?? 0;
  }

  /** The tiles by the index of their photo. */
  get tiles() {
    return this.parts?.rows.tiles ?? new Map();
  }

  /** The photo that keys start from. */
  get focusIndex() {
    return this.parts?.rows.focusIndex ?? 0;
  }

  /** The tile with the focus. */
  focusedTile() {
    return this.parts?.rows.focused();
  }

  /**
   * The photo whose tile a target is or is inside of, or -1.
   * @param {EventTarget | null} target
   */
  indexOf(target) {
    return this.parts?.rows.indexOf(target) ?? -1;
  }

  /**
   * The photo at a point of the window, or the nearest one of the row there; -1 in an empty list.
   * @param {number} x
   * @param {number} y
   */
  indexAt(x, y) {
    const { left, top } = this.getBoundingClientRect();
    return photoAt(this.view, x - left, y - top);
  }

  /**
   * Shows a list, at a place where one is given.
   * @param {PhotoList} list
   * @param {Place | null} place
   */
  show(list, place) {
    if (this.parts) {
      const { frame, rows } = this.parts;
      // Of the first list the first screen is drawn already.
      if (frame.view !== list.view || place) rows.releaseAll();
      frame.view = '';
      rows.focusIndex = 0;
    }
    this.wish = place;
    this.view = { ...this.view, list, pin: -1, isBeginning: this.isStarting && !place && isLong(list) };
    this.arrange(place);
  }

  /** Lays out whole lists from now on, and the present one where only its beginning is. */
  layOutAll() {
    this.isStarting = false;
    if (!this.view.isBeginning) return;
    const place = this.place();
    this.view = { ...this.view, isBeginning: false };
    this.arrange(place);
  }

  /** @param {import('../core/router.js').Size} size */
  setSize(size) {
    if (this.size === size) return;
    const place = this.place();
    this.view = { ...this.view, size, pin: -1 };
    this.arrange(place);
  }

  measure() {
    const { clientWidth: width, clientHeight: height } = this;
    if (width === this.width && height === this.height) return;
    const place = this.width > 0 ? this.place() : this.wish;
    this.view = { ...this.view, width, height, pin: -1 };
    this.arrange(place);
  }

  /** The first photo on the screen and its distance from the top; null at the very top. */
  place() {
    const isCovered = this.parts?.frame.headings.sticky.hidden === false;
    return anchorAt(this.layout, this.position, isCovered ? STICKY : 0);
  }

  /**
   * Lays out everything and goes to a place.
   * @param {Place | null} place
   */
  arrange(place) {
    const { list, width, isBeginning } = this.view;
    if (!list || !this.parts || width === 0) return;
    this.layOut();
    this.goTo(place);
    this.draw(true);
    if (!isBeginning) this.showOnScrubber();
  }

  layOut() {
    const started = performance.now();
    this.view = laidOut(this.view);
    const { list, layout, width, isBeginning } = this.view;
    if (!list || !this.parts) return;
    const { frame: { table }, scrubber } = this.parts;
    this.style.setProperty('--inset', `${insetOf(width)}px`);
    table.setAttribute('aria-rowcount', String(isBeginning ? -1 : layout.rows));
    table.setAttribute('aria-colcount', String(layout.columns));
    // The first number in words costs some milliseconds, for which the first photos do not wait.
    if (!isBeginning) {
      scrubber.element.setAttribute('aria-label', t('scrubber.label'));
      table.setAttribute('aria-label', t('grid.label', { ...amount(list.count, list.videos) }));
    }
    performance.measure?.('photos-layout', { start: started });
  }

  showOnScrubber() {
    const { layout, shape, height } = this.view;
    this.parts?.scrubber.take(layout, shape, height);
  }

  /** @param {Place | null} place */
  goTo(place) {
    const { layout, height } = this.view;
    const index = place ? Math.min(place.index, layout.count - 1) : -1;
    const position = place && index >= 0 ? positionOf(layout, { index, offset: place.offset }) : 0;
    this.parts?.scroller.resize(layout.total, height, position);
  }

  /**
   * Goes to a photo, which then is in the upper part of the screen.
   * @param {number} index
   */
  jumpTo(index) {
    if (this.layout.rows > 0) this.scroller?.jump(positionToShow(this.view, index));
  }

  /**
   * Scrolls as little as necessary to show a photo.
   * @param {number} index
   */
  reveal(index) {
    const position = positionToReveal(this.view, index);
    if (position !== null) this.scroller?.jump(position);
  }

  /** Draws what the position shows. Nothing happens while the same rows are shown. */
  draw(isNew = false) {
    if (!this.list || !this.parts) return;
    const { scroller, scrubber, layers, rows, loading, frame: { headings } } = this.parts;
    const before = this.view;
    const view = movedTo(before, scroller.position, scroller.state.map.isExact, isNew);
    this.view = view;
    // The question is on its way while the tiles are placed.
    loading.want(Math.abs(view.position - before.position) > view.height);
    layers.place(view.origin + scroller.shift);
    const { layout, shape, window, origin } = view;
    const key = `${view.revision} ${window.first} ${window.end} ${origin}`;
    if (isNew || key !== this.drawnKey) {
      this.drawnKey = key;
      rows.draw(view);
      headings.show(layout, shape, window.first, window.end, origin);
    }
    headings.stick(layout, shape, view.position);
    scrubber.follow();
    loading.pump();
  }

  /**
   * Takes new knowledge about some photos.
   * @param {number} first
   * @param {number} end
   */
  itemsArrived(first, end) {
    if (!this.parts) return;
    const { rows, loading } = this.parts;
    const tiles = [...rows.tiles.values()].filter((tile) => tile.index >= first && tile.index < end);
    // The pictures are on their way while words are put to them.
    for (const tile of tiles) rows.askForPicture(this.view, tile);
    loading.pump();
    rows.fill(this.view, tiles);
  }

  /** Asks again for the pictures that could not be loaded. */
  retryPictures() {
    this.parts?.loading.retryAll();
  }

  /** Waits until the photos on the screen are there, and a frame has shown them. */
  async whenAllShown() {
    await this.parts?.loading.whenAllShown();
  }

  rested() {
    this.tell('photo-position', this.place());
    this.parts?.loading.sharpenLater();
  }

  /**
   * Follows a change of the list: what is on the screen stays where it is, and what changed is seen to move.
   * @param {ListNews} news
   */
  changed({ patch }) {
    // The photos that a finger draws over may have other places now.
    this.drawing = null;
    const { list, shape } = this.view;
    if (!list || !this.parts) return;
    const { rows, loading } = this.parts;
    if (!patch) {
      this.show(list, this.wish ?? this.place());
      return;
    }
    if (list.shape === shape) {
      // Every photo stays where it is: only what is known about some of them is old.
      loading.want(false);
      return;
    }
    const before = this.view;
    const focused = rows.focused();
    const anchor = this.place();
    const end = before.layout.first[before.window.seenEnd];
    const after = anchor && anchorAfter(anchor, patch, Math.max(end, anchor.index + 1));
    const places = placesOnScreen(before, rows.tiles.values());
    const gone = rows.follow(patch);
    this.view = { ...before, pin: after ? after.index : -1, isBeginning: false };
    this.layOut();
    this.goTo(after);
    // Tiles of removed photos stay until they have faded, and are free afterwards.
    for (const tile of gone) fade(tile, places, this.position, before.origin, (faded) => rows.release(faded));
    this.draw(true);
    glideAll(this.view, rows.tiles.values(), places);
    rows.fill(this.view, rows.tiles.values());
    if (focused && gone.includes(focused) && patch.count > 0) this.focusOn(rows.focusIndex, false);
    this.showOnScrubber();
    this.tell('photo-position', this.place());
  }

  /** @param {Selected} selected */
  setSelected(selected) {
    if (selected === this.selected) return;
    this.selected = selected;
    this.classList.toggle('selecting', this.picks !== null || selected.ranges.length > 0);
    this.markAll();
  }

  /** Shows on every tile whether its photo is selected or picked. */
  markAll() {
    this.parts?.rows.markAll();
    this.parts?.frame.headings.mark();
  }

  /** @param {number} from */
  startDrawing(from) {
    this.drawing = { before: this.selected, from };
    this.toggle(from);
  }

  /** @param {number} to */
  drawTo(to) {
    const { drawing } = this;
    if (drawing && !this.picks) this.choose(drawn(drawing.before, drawing.from, to));
    else this.extend(to);
  }

  /**
   * Selects all photos of a day, or no longer. Only lists by date have days.
   * @param {number} index One of the photos.
   */
  toggleDay(index) {
    const { list, shape } = this.view;
    if (list?.order === 'date' && !this.picks && index < shape.count) this.choose(toggledRange(this.selected, dayRange(shape, index)));
  }

  /** @param {number} index */
  toggle(index) {
    if (this.picks) this.picks.toggle(index);
    else this.choose(toggled(this.selected, index));
  }

  /** @param {number} index */
  extend(index) {
    if (this.picks) this.picks.extend(index);
    else this.choose(extended(this.selected, index));
  }

  /** @param {Selected} selected */
  choose(selected) {
    if (this.canSelect) this.tell('photo-select', selected);
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /**
   * Gives a photo the focus.
   * @param {number} index
   * @param {boolean} reveals Whether to scroll to it.
   */
  focusOn(index, reveals = true) {
    if (!this.parts) return;
    const { rows } = this.parts;
    rows.focusIndex = index;
    if (reveals) this.reveal(index);
    rows.draw(this.view);
    rows.tiles.get(index)?.element.focus({ preventScroll: true });
  }

  /**
   * Does what a key means while nothing has the focus.
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether the key did something.
   */
  pressBefore(event) {
    const next = this.parts ? indexBeforeGrid(event, this.view, this.parts.rows.tabStop(this.view)) : -1;
    if (next < 0) return false;
    this.focusOn(next);
    return true;
  }
}

customElements.define('photo-grid', PhotoGrid);
