/**
 * Owns the element `photo-grid`: it shows a list of photos of any length with a bounded number of elements. What it shows is
 * a function of the list, the layout and the position; the parts beside this file compute each of them.
 *
 * It tells by events: `photo-open` and `photo-position` (with an index), `photo-select` (with a selection).
 */

import { anchorAt, positionOf } from './anchor.js';
import { indexAt, indexOf, updateTabStop } from './focus.js';
import { followChange } from './follow.js';
import { followPointer } from './gestures.js';
import { frameOf } from './frame.js';
import { STICKY } from './headings.js';
import { layOut, photosTop, rowOf } from './layout.js';
import { pump, sharpenLater, want } from './loading.js';
import { PictureQueue } from './pictures.js';
import { pressInGrid, pressOnScrubber } from './press.js';
import { askForPicture, drawRows, fill, release } from './rows.js';
import { Scroller } from './scroller.js';
import { Scrubber } from './scrubber.js';
import { markTile } from './picked.js';
import { rowsToShow } from './window.js';
import { beginning } from '../list/shape.js';
import { groupingOf, insetOf, optionsFor } from './sizes.js';
import * as selection from '../list/selection.js';
import { t } from '../core/texts.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./tiles.js').Tile} Tile */
/** @typedef {import('../list/list.js').PhotoList} PhotoList */
/** @typedef {import('../list/list.js').ListNews} ListNews */
/** @typedef {import('../list/selection.js').Selected} Selected */
/** @typedef {import('../core/router.js').Size} Size */
/** @typedef {{index: number, offset: number}} Place */

/** Tiles that are further away than this get new coordinates, so that browsers need not compute with large numbers. */
const FAR = 1_000_000;
/** Of a long list the beginning is laid out first, so that the first pictures do not wait for the rest. */
const BEGINNING = 1000;

export class PhotoGrid extends HTMLElement {
  constructor() {
    super();
    /** @type {PhotoList | null} */
    this.list = null;
    /** @type {Size} */
    this.size = 'm';
    /** @type {Selected} */
    this.selected = selection.NOTHING;
    this.canSelect = true;
    this.canReorder = false;
    /**
     * What picks photos in place of the selection; null for the page of the library.
     * @type {import('./picked.js').GridPicks | null}
     */
    this.picks = null;
    /** The list of which the first screen is drawn already; empty for none. */
    this.drawnView = '';
    /** The photo that keys start from. */
    this.focusIndex = 0;
    this.pin = -1;
    this.origin = 0;
    /** Where the layers of tiles and headings are in the scroller. */
    this.placed = NaN;
    /** @type {Map<number, Tile>} */
    this.tiles = new Map();
    /** @type {Tile[]} */
    this.free = [];
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** @type {HTMLElement[]} */
    this.freeRows = [];
    this.queue = new PictureQueue();
    /** @type {(() => void) | null} */
    this.onAllShown = null;
    this.drawnKey = '';
    this.revision = 0;
    this.direction = 1;
    this.lastPosition = 0;
    this.lastWanted = 0;
    this.wantTimer = 0;
    this.sharpTimer = 0;
    this.width = 0;
    this.height = 0;
    /** @type {Place | null} */
    this.wish = null;
    /**
     * The shape that the layout is made of.
     * @type {import('../list/shape.js').ListShape | null}
     */
    this.laidOut = null;
    /** Whether only the beginning of the list is laid out. */
    this.isBeginning = false;
    this.window = { first: 0, end: 0, seenFirst: 0, seenEnd: 0 };
    /** @type {Layout} */
    this.layout = layOut({ count: 0, shapes: new Uint8Array(0), days: new Int32Array(0) }, optionsFor('m', 'none', 800, 600));
  }

  connectedCallback() {
    if (this.scroller) return;
    const frame = frameOf(this);
    const { scroll, spacer } = frame;
    this.table = frame.table;
    this.layer = frame.layer;
    this.headings = frame.headings;
    this.headingLayer = frame.headingLayer;
    // The first screen is drawn already; its tiles and pictures stay.
    this.tiles = frame.tiles;
    this.drawnView = frame.view;
    this.queue = frame.queue;
    this.queue.onShown = () => pump(this);
    this.scroller = new Scroller(scroll, spacer, () => this.draw(), () => this.rested());
    /** @type {Scrubber} */
    this.scrubber = new Scrubber(this.appendChild(document.createElement('div')), {
      position: () => this.position,
      last: () => this.scroller?.last ?? 0,
      go: (position) => this.scroller?.jump(position),
      step: (key) => pressOnScrubber(this, key),
    });
    this.scrubber.element.className = 'scrubber';
    this.scrubber.element.setAttribute('aria-controls', scroll.id);
    followPointer(this.layer, {
      indexOf: (target) => indexOf(this, target),
      indexAt: (x, y) => indexAt(this, x, y),
      isSelecting: () => this.picks !== null || this.selected.ranges.length > 0,
      open: (index) => this.tell('photo-open', index),
      toggle: (index) => this.toggle(index),
      extend: (index) => this.extend(index),
      focus: (index) => this.focusOn(index, false),
    });
    this.layer.addEventListener('keydown', (event) => pressInGrid(this, event));
    this.layer.addEventListener('focusin', (event) => {
      const index = indexOf(this, event.target);
      if (index < 0) return;
      this.focusIndex = index;
      updateTabStop(this);
    });
    new ResizeObserver(() => this.measure()).observe(this);
    this.measure();
  }

  get position() {
    return this.scroller?.position ?? 0;
  }

  /**
   * Shows a list, at a place where one is given.
   * @param {PhotoList} list
   * @param {Place | null} place
   */
  show(list, place) {
    this.list = list;
    this.pin = -1;
    this.focusIndex = 0;
    const isDrawn = this.drawnView === list.view && !place;
    this.drawnView = '';
    if (!isDrawn) {
      for (const tile of this.tiles.values()) release(this, tile);
      this.tiles.clear();
    }
    this.wish = place;
    this.isBeginning = !place && list.count > 30 * BEGINNING;
    this.arrange(place);
  }

  /** Lays out the whole list, where only its beginning is. */
  layOutAll() {
    if (!this.isBeginning) return;
    const place = this.place();
    this.isBeginning = false;
    this.arrange(place);
  }

  /** @param {Size} size */
  setSize(size) {
    if (this.size === size) return;
    const place = this.place();
    this.size = size;
    this.pin = -1;
    this.arrange(place);
  }

  /** The first photo on the screen and its distance from the top; null at the very top. */
  place() {
    return anchorAt(this.layout, this.position, this.covered());
  }

  /** The height that the sticking heading covers. */
  covered() {
    return this.headings?.sticky.hidden === false ? STICKY : 0;
  }

  measure() {
    const { clientWidth, clientHeight } = this;
    if (clientWidth === this.width && clientHeight === this.height) return;
    const place = this.width > 0 ? this.place() : this.wish;
    this.width = clientWidth;
    this.height = clientHeight;
    this.pin = -1;
    this.arrange(place);
  }

  /**
   * Lays out everything and goes to a place.
   * @param {Place | null} place
   */
  arrange(place) {
    if (!this.list || !this.scroller || this.width === 0) return;
    this.layOut();
    this.goTo(place);
    this.draw(true);
    if (!this.isBeginning) this.scrubber?.take(this.layout, this.list.shape, this.height);
  }

  layOut() {
    const { list } = this;
    if (!list) return;
    const started = performance.now();
    this.laidOut = this.isBeginning ? beginning(list.shape, BEGINNING) : list.shape;
    const inset = insetOf(this.width);
    const grouping = groupingOf(list.order, this.size);
    this.layout = layOut(this.laidOut, { ...optionsFor(this.size, grouping, this.width - 2 * inset, this.height), pin: this.pin });
    this.style.setProperty('--inset', `${inset}px`);
    this.revision += 1;
    this.table?.setAttribute('aria-rowcount', String(this.isBeginning ? -1 : this.layout.rows));
    this.table?.setAttribute('aria-colcount', String(this.layout.columns));
    // The first number in words costs some milliseconds, for which the first photos do not wait.
    if (!this.isBeginning) {
      this.scrubber?.element.setAttribute('aria-label', t('scrubber.label'));
      this.table?.setAttribute('aria-label', t('grid.label', { count: list.count }));
    }
    performance.measure?.('photos-layout', { start: started });
  }

  /** @param {Place | null} place */
  goTo(place) {
    const index = place ? Math.min(place.index, this.layout.count - 1) : -1;
    const position = place && index >= 0 ? positionOf(this.layout, { index, offset: place.offset }) : 0;
    this.scroller?.resize(this.layout.total, this.height, position);
  }

  /**
   * Goes to a photo, which then is in the upper part of the screen.
   * @param {number} index
   */
  jumpTo(index) {
    if (this.layout.rows === 0) return;
    const row = rowOf(this.layout, Math.min(index, this.layout.count - 1));
    this.scroller?.jump(photosTop(this.layout, row) - STICKY - this.layout.options.dayLead - 8);
  }

  /**
   * Scrolls as little as necessary to show a photo.
   * @param {number} index
   */
  reveal(index) {
    if (this.layout.rows === 0 || !this.scroller) return;
    const row = rowOf(this.layout, index);
    const top = photosTop(this.layout, row);
    const bottom = top + this.layout.height[row];
    const isFirst = row === 0;
    if (top - STICKY - 8 < this.position) this.scroller.jump(isFirst ? 0 : top - STICKY - 28);
    else if (bottom + 8 > this.position + this.height) this.scroller.jump(bottom + 24 - this.height);
  }

  /** Draws what the position shows. Nothing happens while the same rows are shown. */
  draw(isNew = false) {
    const { list, scroller, layout } = this;
    if (!list || !scroller || !this.layer || !this.headings) return;
    const { position } = scroller;
    const moved = position - this.lastPosition;
    if (moved !== 0) this.direction = moved;
    this.lastPosition = position;
    const shown = rowsToShow(layout, position, this.height, this.direction);
    this.window = shown;
    if (Math.abs(position - this.origin) > FAR || (isNew && scroller.state.map.isExact)) {
      this.origin = scroller.state.map.isExact ? 0 : Math.round(position);
      isNew = true;
    }
    // The question is on its way while the tiles are placed.
    want(this, Math.abs(moved) > this.height);
    this.placeLayers(this.origin + scroller.shift);
    const key = `${this.revision} ${shown.first} ${shown.end} ${this.origin}`;
    if (isNew || key !== this.drawnKey) {
      this.drawnKey = key;
      drawRows(this, shown.first, shown.end);
      this.headings.show(layout, list.shape, shown.first, shown.end, this.origin);
    }
    this.headings.stick(layout, list.shape, position);
    this.scrubber?.follow();
    pump(this);
  }

  /**
   * Places the layers of tiles and headings in the scroller. A transform has 24 bits, which are whole pixels where the grid
   * is high, so `top` has the rest.
   * @param {number} place
   */
  placeLayers(place) {
    // The difference of two large numbers has noise in its last digits.
    place = Math.round(place * 1024) / 1024;
    if (place === this.placed) return;
    this.placed = place;
    const whole = Math.round(place);
    for (const layer of [this.layer, this.headingLayer]) {
      if (!layer) continue;
      layer.style.transform = `translateY(${whole}px)`;
      layer.style.top = `${place - whole}px`;
    }
  }

  /**
   * Takes new knowledge about some photos.
   * @param {number} first
   * @param {number} end
   */
  itemsArrived(first, end) {
    const tiles = [...this.tiles.values()].filter((tile) => tile.index >= first && tile.index < end);
    // The pictures are on their way while words are put to them.
    for (const tile of tiles) askForPicture(this, tile);
    pump(this);
    for (const tile of tiles) fill(this, tile);
  }

  rested() {
    this.tell('photo-position', this.place());
    sharpenLater(this);
  }

  /**
   * Follows a change of the list.
   * @param {ListNews} news
   */
  changed(news) {
    followChange(this, news);
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
    for (const tile of this.tiles.values()) markTile(this, tile);
  }

  /** @param {number} index */
  toggle(index) {
    if (this.picks) this.picks.toggle(index);
    else this.choose(selection.toggled(this.selected, index));
  }

  /** @param {number} index */
  extend(index) {
    if (this.picks) this.picks.extend(index);
    else this.choose(selection.extended(this.selected, index));
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
    this.focusIndex = index;
    if (reveals) this.reveal(index);
    drawRows(this, this.window.first, this.window.end);
    this.tiles.get(index)?.element.focus({ preventScroll: true });
  }
}

customElements.define('photo-grid', PhotoGrid);
