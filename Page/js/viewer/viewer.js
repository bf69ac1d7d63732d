/**
 * Owns the element `photo-viewer`: one photo that fills the window, always dark. It shows the photo at an index of a list,
 * leads to the neighbours, and follows the list when it changes.
 *
 * It tells by events: `viewer-index` (another photo), `viewer-close`.
 */

import { store } from '../actions/state.js';
import { showMenu, whenLoaded } from '../actions/whenloaded.js';
import { api, originalAddress, previewAddress } from '../core/api.js';
import { longDayWords, clockWords } from '../core/dates.js';
import { h, icon, iconButton, render } from '../core/dom.js';
import { keepFocusIn } from '../core/focustrap.js';
import { locale, t } from '../core/texts.js';
import { viewerCommands, moreMenu } from '../features/commands.js';
import { prefersStillness } from '../grid/motion.js';
import { indexAfterLeaving, indexBeside, Leaving } from '../list/leaving.js';
import { nearestNewIndex, newIndexOf } from '../list/patch.js';
import { followViewerPointer } from './gestures.js';
import { pressInViewer } from './keys.js';
import { Movement } from './movement.js';
import { Slide } from './slide.js';
import { drawStrip, reach } from './strip.js';

/** @typedef {import('../list/list.js').PhotoList} PhotoList */
/** @typedef {import('../list/list.js').ListNews} ListNews */

const GAP = 24;

/** What is said of a photo without a picture, and drawn beside it. */
const PROBLEM_ICONS = { damaged: 'damaged', offline: 'folder', elsewhere: 'cloud', away: 'warning' };

export class PhotoViewer extends HTMLElement {
  constructor() {
    super();
    /** @type {PhotoList | null} */
    this.list = null;
    this.index = -1;
    /** @type {Map<number, Slide>} */
    this.slides = new Map();
    this.problem = '';
    /**
     * Why there is no picture, where that is the problem.
     * @type {import('../list/problems.js').PictureProblem | null}
     */
    this.cause = null;
    /** The photos that are on their way out of the list. */
    this.leaving = new Leaving();
    /**
     * Asks where the photo is in a list that was fetched again; null where nothing is asked.
     * @type {Promise<{index: number} | null> | null}
     */
    this.search = null;
    /**
     * Draws the panel beside the photo, where it was opened once.
     * @type {typeof import('./panel.js').drawPanel | null}
     */
    this.drawPanel = null;
    this.loadingTimer = 0;
    this.idleTimer = 0;
  }

  connectedCallback() {
    if (this.stage) return;
    this.setAttribute('role', 'dialog');
    this.setAttribute('aria-modal', 'true');
    const add = (/** @type {string} */ className) => {
      const element = this.appendChild(document.createElement('div'));
      element.className = className;
      return element;
    };
    this.stage = add('stage');
    this.stage.tabIndex = -1;
    this.bar = add('viewer-bar');
    this.sides = add('sides');
    this.note = add('note');
    this.note.setAttribute('role', 'status');
    this.strip = add('strip');
    this.panel = this.appendChild(document.createElement('aside'));
    this.panel.className = 'panel';
    const movement = new Movement({
      viewer: this,
      stage: this.stage,
      slide: () => this.current(),
      hasNeighbour: (steps) => this.index + steps >= 0 && this.index + steps < (this.list?.count ?? 0),
      step: (steps) => this.step(steps),
      placeSlides: () => this.placeSlides(),
    });
    this.movement = movement;
    followViewerPointer(this.stage, {
      scale: () => movement.scale,
      zoomBy: (factor, x, y) => movement.zoomBy(factor, x, y),
      zoomToggle: (x, y) => movement.zoomToggle(x, y),
      pan: (dx, dy) => movement.pan(dx, dy),
      swipe: (distance) => movement.swipe(distance),
      swiped: (steps) => movement.swiped(steps),
      pull: (distance) => movement.pull(distance),
      pulled: (closes) => movement.pulled(closes),
      tap: () => this.classList.toggle('bare'),
    });
    document.addEventListener('keydown', (event) => this.keepFocus(event));
    this.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && this.wake());
    new ResizeObserver(() => this.resized()).observe(this.stage);
    store.draw(({ panel, session, selected, theme, activityRevision }) => [panel, session, selected, theme, panel && activityRevision], () => this.isOpen && this.draw());
  }

  get isOpen() {
    return this.list !== null;
  }

  /** @returns {import('../core/types.js').Item | undefined} */
  get item() {
    return this.list?.items.get(this.index);
  }

  current() {
    return this.slides.get(this.index);
  }

  /**
   * @param {PhotoList} list
   * @param {number} index
   */
  open(list, index) {
    const wasOpen = this.isOpen;
    this.list = list;
    this.hidden = false;
    this.setIndex(index);
    if (!wasOpen) {
      this.stage?.focus({ preventScroll: true });
      if (!prefersStillness()) this.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 140, easing: 'ease-out' });
    }
    this.wake();
  }

  close() {
    if (!this.isOpen) return;
    this.search = null;
    this.list = null;
    for (const slide of this.slides.values()) {
      slide.leave();
      slide.remove();
    }
    this.slides.clear();
    this.index = -1;
    this.hidden = true;
    this.classList.remove('bare');
    if (document.fullscreenElement) void document.exitFullscreen();
  }

  /** @param {number} index */
  setIndex(index) {
    // Who goes to another photo does not come back to the one before.
    this.search = null;
    if (this.index !== index) {
      this.current()?.leave();
      this.problem = '';
      this.cause = null;
      this.setLoading(false);
    }
    this.index = index;
    const side = this.strip ? reach(this.clientWidth) : 2;
    this.list?.items.want(Math.max(0, index - side - 2), Math.min(this.list.count, index + side + 3));
    this.arrange();
    this.current()?.enter();
    this.draw();
    this.dispatchEvent(new CustomEvent('viewer-index', { detail: index }));
  }

  /** @param {number} steps */
  step(steps) {
    if (!this.list) return;
    const next = indexBeside(this.index, steps, this.list.count, (index) => this.isLeaving(index));
    if (next === this.index) return;
    this.setIndex(next);
  }

  /** @param {number} index */
  isLeaving(index) {
    return this.leaving.has(this.list?.items.get(index)?.id);
  }

  /** Goes on from a photo that leaves the list, before the list knows. */
  passOver() {
    if (!this.list) return;
    const next = indexAfterLeaving(this.index, this.list.count, (index) => this.isLeaving(index));
    if (next < 0) this.dispatchEvent(new CustomEvent('viewer-close'));
    else this.setIndex(next);
  }

  /** Gives the photo and its two neighbours a slide each. */
  arrange() {
    const { list, stage } = this;
    if (!list || !stage) return;
    const size = { width: stage.clientWidth, height: stage.clientHeight };
    for (const [index, slide] of this.slides) {
      if (Math.abs(index - this.index) <= 1 && index < list.count) continue;
      slide.remove();
      this.slides.delete(index);
    }
    for (const index of [this.index, this.index + 1, this.index - 1]) {
      if (index < 0 || index >= list.count) continue;
      let slide = this.slides.get(index);
      if (!slide) {
        slide = new Slide();
        this.slides.set(index, slide);
        stage.append(slide.element);
      }
      slide.isCurrent = index === this.index;
      slide.onState = (state, sentence) => slide?.isCurrent && this.slideState(state, sentence);
      // A photo whose item has not come again stays.
      slide.show(list.items.get(index) ?? slide.item, size);
    }
    this.placeSlides();
    // Another photo is not enlarged.
    this.classList.toggle('zoomed', (this.movement?.scale ?? 1) > 1.01);
    this.loadAhead();
  }

  placeSlides() {
    const width = (this.stage?.clientWidth ?? 0) + GAP;
    for (const [index, slide] of this.slides) {
      slide.element.style.transform = `translateX(${(index - this.index) * width + (this.movement?.swipeBy ?? 0)}px)`;
      slide.element.toggleAttribute('inert', index !== this.index);
    }
  }

  /** Loads the pictures after the next ones, so that stepping quickly shows no gap. */
  loadAhead() {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      for (const away of [2, -2, 3]) {
        const item = this.list?.items.get(this.index + away);
        if (item) new Image().src = previewAddress(item, 'screen');
      }
    }, 150);
  }

  /**
   * @param {'loading' | 'shown' | 'failed' | 'cannotPlay'} state
   * @param {string} [sentence] Why a movie cannot be played.
   */
  slideState(state, sentence = '') {
    this.setLoading(state === 'loading');
    const cause = state === 'failed' ? this.current()?.problem ?? 'away' : null;
    if (state !== 'loading') this.cause = cause;
    const problem = cause ? t(`noPicture.${cause}`) : state === 'cannotPlay' ? sentence : state === 'shown' ? '' : this.problem;
    if (problem !== this.problem) {
      this.problem = problem;
      this.draw();
    }
  }

  /** @param {boolean} isLoading */
  setLoading(isLoading) {
    clearTimeout(this.loadingTimer);
    if (!isLoading) this.classList.remove('loading');
    else this.loadingTimer = setTimeout(() => this.classList.add('loading'), 300);
  }

  resized() {
    const { stage } = this;
    if (!stage || !this.isOpen) return;
    for (const slide of this.slides.values()) {
      slide.resize({ width: stage.clientWidth, height: stage.clientHeight });
    }
    // A larger window shows more of a photo, and more of its pixels.
    void this.current()?.sharpen();
    this.placeSlides();
    this.draw();
  }

  draw() {
    const { list, bar, sides, note, strip, panel } = this;
    if (!list || !bar || !sides || !note || !strip || !panel) return;
    const { item } = this;
    const isLast = this.index >= list.count - 1;
    this.setAttribute('aria-label', t('viewer.label', { index: this.index + 1, count: list.count }));
    render(bar,
      iconButton('back', t('viewer.back'), () => this.dispatchEvent(new CustomEvent('viewer-close'))),
      h('div.when', null,
        h('strong', null, item ? (item.day === -1 ? t('photo.undated') : longDayWords(item.day, locale)) : ' '),
        h('span', null, [item?.time ? clockWords(item.time, locale) : '', t('viewer.position', { index: this.index + 1, count: list.count })].filter(Boolean).join(' · '))),
      h('div.tools', null,
        item?.flags.includes('live') ? h('button.live-button', { type: 'button', onclick: () => this.current()?.playLive(), title: t('viewer.playLive') }, icon('live'), t('badge.live')) : null,
        viewerCommands(item).map(({ id, icon: name, label, run, isOn, key }) => iconButton(name, label, run, { key: id, 'aria-pressed': isOn === undefined ? null : String(isOn), class: isOn ? 'on' : '', 'aria-keyshortcuts': key ?? null })),
        iconButton('info', t('viewer.facts'), () => this.togglePanel('facts'), { key: 'info', 'aria-pressed': String(store.state.panel !== ''), 'aria-keyshortcuts': 'i' }),
        item && moreMenu(item).length > 0 ? iconButton('more', t('more'), (event) => showMenu(event, moreMenu(item)), { key: 'more', 'aria-haspopup': 'menu' }) : null,
      ));
    render(sides,
      this.index > 0 ? iconButton('left', t('viewer.previous'), () => this.step(-1), { key: 'previous', class: 'previous' }) : null,
      isLast ? null : iconButton('right', t('viewer.next'), () => this.step(1), { key: 'next', class: 'next' }));
    render(note, this.problem ? h('div', null, icon(this.cause ? PROBLEM_ICONS[this.cause] : 'warning'), h('p', null, this.problem),
      item && store.state.session?.canDownloadOriginals && (!this.cause || this.cause === 'damaged') ? h('a.button', { href: originalAddress(item.id, 0), download: '' }, t('viewer.downloadInstead')) : null) : null);
    if (this.clientWidth >= 700) drawStrip(strip, list, this.index, (index) => this.setIndex(index));
    else render(strip);
    const isOpen = store.state.panel !== '' && item !== undefined;
    this.classList.toggle('with-panel', isOpen);
    panel.hidden = !isOpen;
    if (!item || !isOpen) return;
    if (this.drawPanel) this.drawPanel(panel, item);
    else void whenLoaded(import('./panel.js'), ({ drawPanel }) => {
      this.drawPanel = drawPanel;
      this.draw();
    });
  }

  /** @param {'facts' | 'history'} panel */
  togglePanel(panel) {
    store.set({ panel: store.state.panel === panel ? '' : panel });
  }

  /**
   * Does what a key means.
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether the key was meant for the viewer.
   */
  press(event) {
    return pressInViewer(this, event);
  }

  /**
   * Keeps the Tab key in the viewer, or in what lies over it, and at the messages.
   * @param {KeyboardEvent} event
   */
  keepFocus(event) {
    if (event.key !== 'Tab' || event.defaultPrevented || !this.isOpen || document.querySelector('dialog[open]')) return;
    const messages = document.getElementById('messages');
    keepFocusIn(event, [this.querySelector('.cropper') ?? this, ...(messages ? [messages] : [])]);
  }

  /** Asks again for the pictures that are missing. */
  retryPictures() {
    this.list?.items.want(Math.max(0, this.index - 3), Math.min(this.list.count, this.index + 4));
    for (const slide of this.slides.values()) slide.tryAgain();
  }

  /** Shows the bar again; it disappears when the pointer rests over the photo. */
  wake() {
    this.classList.remove('bare');
  }

  /**
   * Follows a change of the list: the same photo stays, and where it was removed the next one comes.
   * @param {ListNews} news
   */
  changed({ patch }) {
    if (!this.list) return;
    if (!patch || this.search) {
      void this.findAgain();
      return;
    }
    if (patch.count === 0) {
      this.dispatchEvent(new CustomEvent('viewer-close'));
      return;
    }
    /** @type {Map<number, Slide>} */
    const slides = new Map();
    for (const [index, slide] of this.slides) {
      const next = newIndexOf(patch, index);
      if (next >= 0 && !slides.has(next)) slides.set(next, slide);
      else slide.remove();
    }
    this.slides = slides;
    const index = nearestNewIndex(patch, this.index);
    const isSame = newIndexOf(patch, this.index) >= 0;
    if (isSame) {
      this.stayAt(index);
      return;
    }
    // The next photo often has the index of the one before.
    this.index = -1;
    this.setIndex(index);
  }

  /**
   * Goes on with the same photo, whose slide is there, at another index.
   * @param {number} index
   */
  stayAt(index) {
    if (!this.list) return;
    this.index = index;
    this.list.items.want(Math.max(0, index - 3), Math.min(this.list.count, index + 4));
    this.arrange();
    this.draw();
    this.dispatchEvent(new CustomEvent('viewer-index', { detail: index }));
  }

  /** After the whole list was fetched again, the photo may have another index; where it is found, a movie plays on. */
  async findAgain() {
    const slide = this.current();
    const id = slide?.item?.id;
    const { list } = this;
    if (!list || !id) return;
    const search = api.find(list.view, { id }).catch(() => null);
    this.search = search;
    const found = await search;
    // The viewer was closed, somebody went to another photo, or another search began.
    if (this.search !== search) return;
    this.search = null;
    const isKept = found !== null && this.current() === slide && slide.item?.id === id;
    for (const other of this.slides.values()) if (!isKept || other !== slide) other.remove();
    this.slides.clear();
    if (isKept) this.slides.set(found.index, slide);
    else this.index = -1;
    if (list.count === 0) this.dispatchEvent(new CustomEvent('viewer-close'));
    else if (isKept) this.stayAt(found.index);
    else this.setIndex(found ? found.index : 0);
  }

  /** Takes items that arrived. */
  itemsArrived() {
    // The slides still have the indexes of the list before.
    if (!this.isOpen || this.search) return;
    const hadItem = this.current()?.item;
    this.arrange();
    if (!hadItem) this.current()?.enter();
    this.draw();
    if (this.item) this.dispatchEvent(new CustomEvent('viewer-index', { detail: this.index }));
  }

}

customElements.define('photo-viewer', PhotoViewer);
