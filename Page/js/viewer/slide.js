/**
 * Owns one photo in the viewer: the small picture that is there at once, the sharp one that follows, and movies.
 */

import { store } from '../actions/state.js';
import { movieAddress, pictureAddress, previewAddress } from '../core/api.js';
import { t } from '../core/texts.js';
import { labelOf } from '../list/labels.js';
import { MovieStream, movieProblem } from './moviestream.js';
import { FITTED, fittedSize, pictureWidth } from './zoom.js';

/** @typedef {import('../core/types.js').Item} Item */
/** @typedef {import('./zoom.js').Size} Size */

export class Slide {
  constructor() {
    this.element = document.createElement('div');
    this.element.className = 'slide';
    this.frame = this.element.appendChild(document.createElement('div'));
    this.frame.className = 'frame';
    /** @type {Item | null} */
    this.item = null;
    /** @type {Size} */
    this.stage = { width: 1, height: 1 };
    /** @type {Size} */
    this.fitted = { width: 1, height: 1 };
    this.zoom = FITTED;
    /** The width of the sharpest picture that was asked for. */
    this.asked = 0;
    /** @type {HTMLImageElement | null} */
    this.picture = null;
    /** @type {HTMLVideoElement | null} */
    this.movie = null;
    /**
     * What the server makes of the movie, where that is played.
     * @type {MovieStream | null}
     */
    this.stream = null;
    this.isCurrent = false;
    /** @type {(what: 'loading' | 'shown' | 'failed' | 'cannotPlay', sentence?: string) => void} */
    this.onState = () => {};
  }

  /**
   * @param {Item | null} item
   * @param {Size} stage
   */
  show(item, stage) {
    const isSame = item && this.item && item.id === this.item.id;
    const isEqual = isSame && item.p === this.item?.p && item.w === this.item?.w && item.h === this.item?.h;
    this.item = item;
    this.stage = stage;
    if (!isEqual) {
      this.asked = 0;
      this.endMovie();
      if (!isSame) {
        this.frame.replaceChildren();
        this.picture = null;
        this.zoom = FITTED;
      }
    }
    this.resize(stage);
    if (!item || isEqual) return;
    this.frame.style.backgroundColor = isSame || !/^#[0-9a-f]{6}$/i.test(item.color ?? '') ? '' : item.color ?? '';
    void this.load(previewAddress(item, 'grid'), true);
    if (item.kind === 'image' || !this.isCurrent) void this.load(previewAddress(item, 'screen'), false);
    if (this.isCurrent) this.enter();
  }

  /** @param {Size} stage */
  resize(stage) {
    this.stage = stage;
    const { item } = this;
    if (!item) return;
    this.fitted = fittedSize({ width: item.w, height: item.h }, stage, devicePixelRatio);
    this.frame.style.width = `${this.fitted.width}px`;
    this.frame.style.height = `${this.fitted.height}px`;
    this.place();
  }

  place() {
    const { scale, x, y } = this.zoom;
    this.frame.style.transform = scale === 1 && x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    this.frame.classList.toggle('pixels', scale * this.fitted.width * devicePixelRatio > (this.item?.w ?? 1) * 2);
  }

  /** Begins what only the photo in the middle does: movies and the sharp picture. */
  enter() {
    this.isCurrent = true;
    const { item } = this;
    if (!item) return;
    if (item.kind !== 'image') this.showMovie(item);
    else void this.sharpen();
  }

  leave() {
    this.isCurrent = false;
    this.zoom = FITTED;
    this.place();
    this.endMovie();
  }

  endMovie() {
    this.stream?.close();
    this.stream = null;
    this.movie?.pause();
    this.movie?.remove();
    this.movie = null;
  }

  /** Asks for as many pixels as the screen can show at this enlargement. */
  async sharpen() {
    const { item } = this;
    if (!item || item.kind !== 'image') return;
    const width = pictureWidth({ width: item.w, height: item.h }, this.fitted, this.zoom.scale, devicePixelRatio);
    if (width <= 1024 || width <= this.asked) return;
    this.asked = width;
    await this.load(pictureAddress(item, width), false);
  }

  /**
   * Lays a picture over those that are there, when it is decoded.
   * @param {string} address
   * @param {boolean} isFirst Whether the picture may be missing without a word.
   */
  async load(address, isFirst) {
    const { item } = this;
    const picture = new Image();
    picture.alt = '';
    picture.draggable = false;
    picture.src = address;
    if (!isFirst) this.onState('loading');
    const isThere = await picture.decode().then(() => true, () => false);
    if (this.item?.id !== item?.id || this.item?.p !== item?.p) return;
    if (!isThere) {
      if (!isFirst && !this.picture) this.onState('failed');
      return;
    }
    if (isFirst && this.picture) return;
    if (item) picture.alt = labelOf(item);
    const before = [...this.frame.querySelectorAll('img')];
    this.frame.append(picture);
    if (this.movie) this.frame.append(this.movie);
    this.picture = picture;
    this.frame.style.backgroundColor = '';
    requestAnimationFrame(() => before.forEach((old) => old.remove()));
    if (!isFirst) this.onState('shown');
  }

  /** @param {Item} item */
  showMovie(item) {
    if (this.movie) return;
    const movie = document.createElement('video');
    movie.controls = true;
    movie.playsInline = true;
    movie.preload = 'metadata';
    movie.poster = previewAddress(item, 'screen');
    movie.setAttribute('aria-label', t('photo.video'));
    this.movie = movie;
    this.frame.append(movie);
    this.play(item, movie, false);
  }

  /**
   * Plays the file of a movie where the visitor may have it and the browser knows it, else what the server makes of it.
   * @param {Item} item
   * @param {HTMLVideoElement} movie
   * @param {boolean} isLive
   */
  play(item, movie, isLive) {
    const { session } = store.state;
    if (!session?.canDownloadOriginals && !session?.isPicker) {
      this.playMade(item, movie);
      return;
    }
    const giveUp = () => this.movie === movie && !this.stream && this.playMade(item, movie);
    movie.src = movieAddress(item, isLive);
    movie.addEventListener('error', giveUp);
    // A browser that knows the sound alone would play that before a black picture.
    movie.addEventListener('loadedmetadata', () => item.kind !== 'audio' && movie.videoWidth === 0 && giveUp());
    void movie.play().catch(() => {});
  }

  /**
   * @param {Item} item
   * @param {HTMLVideoElement} movie
   */
  playMade(item, movie) {
    if (movie.src) {
      // The sound of a file without known pictures would go on until the stream begins.
      movie.removeAttribute('src');
      movie.load();
    }
    this.onState('loading');
    movie.addEventListener('loadeddata', () => this.onState('shown'), { once: true });
    this.stream = new MovieStream(item, movie, (word) => this.cannotPlay(movie, word));
  }

  /**
   * Leaves the picture of a movie that cannot be played.
   * @param {HTMLVideoElement} movie
   * @param {string} word What went wrong.
   */
  cannotPlay(movie, word) {
    if (this.movie !== movie) return;
    if (movie.controls) movie.controls = false;
    else this.endMovie();
    this.onState('cannotPlay', movieProblem(word));
  }

  /** Plays the movie of a Live Photo once over its picture. */
  playLive() {
    const { item } = this;
    if (!item || this.movie) return;
    const movie = document.createElement('video');
    movie.className = 'live';
    movie.playsInline = true;
    movie.setAttribute('aria-label', t('photo.live'));
    movie.addEventListener('playing', () => movie.classList.add('shown'));
    movie.addEventListener('ended', () => {
      movie.classList.remove('shown');
      setTimeout(() => this.movie === movie && this.endMovie(), 200);
    });
    this.movie = movie;
    this.frame.append(movie);
    this.play(item, movie, true);
  }
}
