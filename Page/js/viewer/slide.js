/**
 * Owns one photo in the viewer: the small picture that is there at once, the sharp one that follows, and movies.
 */

import { store } from '../actions/state.js';
import { animationAddress, askWhyMissing, movieAddress, pictureAddress, previewAddress } from '../core/api.js';
import { delayAfter } from '../core/retries.js';
import { t } from '../core/texts.js';
import { prefersStillness } from '../grid/motion.js';
import { labelOf } from '../list/labels.js';
import { isTriedAgain, pictureProblemOf } from '../list/problems.js';
import { mayPlayLater } from './fragments.js';
import { MovieStream, movieProblem } from './moviestream.js';
import { TileLayer } from './tilelayer.js';
import { FITTED, fittedSize, keptZoom, largestScale, needsTiles, pictureWidth, showsPixels } from './zoom.js';

/** @typedef {import('../core/types.js').Item} Item */
/** @typedef {import('./zoom.js').Size} Size */

/** The longer side of the stored previews. */
const GRID = 256;
const SCREEN = 1024;

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
    /** The longer side of the picture that is shown, at most; 0 for none. */
    this.pixels = 0;
    /**
     * Why there is no picture.
     * @type {import('../list/problems.js').PictureProblem | null}
     */
    this.problem = null;
    /** The attempts to load a picture that failed. */
    this.attempts = 0;
    this.timer = 0;
    this.isOver = false;
    /**
     * The file of an animated picture, while it plays.
     * @type {HTMLImageElement | null}
     */
    this.animation = null;
    /** @type {TileLayer | null} */
    this.tiles = null;
    /** @type {HTMLVideoElement | null} */
    this.movie = null;
    /**
     * What the server makes of the movie, where that is played.
     * @type {MovieStream | null}
     */
    this.stream = null;
    /** What went wrong with the movie that is shown; empty for nothing. */
    this.movieFailure = '';
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
    // What changed may be that the file is back.
    const isNews = isEqual && item !== this.item && this.problem !== null;
    this.item = item;
    this.stage = stage;
    if (isNews) this.tryAgain();
    if (!isEqual) {
      this.asked = 0;
      this.pixels = 0;
      this.stopLoading();
      this.stopAnimation();
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
    void this.load(previewAddress(item, 'grid'), GRID);
    if (item.kind === 'image' || !this.isCurrent) void this.load(previewAddress(item, 'screen'), SCREEN);
    if (this.isCurrent) this.enter();
  }

  /** @param {Size} stage */
  resize(stage) {
    this.stage = stage;
    const { item } = this;
    if (!item) return;
    const photo = { width: item.w, height: item.h };
    this.fitted = fittedSize(photo, stage, devicePixelRatio);
    this.zoom = keptZoom(this.zoom, largestScale(photo, this.fitted, devicePixelRatio), this.fitted, stage);
    this.frame.style.width = `${this.fitted.width}px`;
    this.frame.style.height = `${this.fitted.height}px`;
    this.place();
  }

  place() {
    const { scale, x, y } = this.zoom;
    this.frame.style.transform = scale === 1 && x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    const { w: width, h: height } = this.item ?? { w: 1, h: 1 };
    this.frame.classList.toggle('pixels', showsPixels({ width, height }, this.fitted, scale, devicePixelRatio));
  }

  /** Begins what only the photo in the middle does: movies and the sharp picture. */
  enter() {
    this.isCurrent = true;
    const { item } = this;
    if (!item) return;
    if (item.kind === 'image' && this.problem && !this.picture) this.onState('failed');
    if (item.kind !== 'image') this.showMovie(item);
    else if (this.canMove && !prefersStillness()) void this.playAnimation();
    else void this.sharpen();
  }

  leave() {
    this.isCurrent = false;
    this.zoom = FITTED;
    this.place();
    this.stopAnimation();
    this.removeTiles();
    this.endMovie();
  }

  endMovie() {
    const { movie } = this;
    // From now on, what the element tells is no news of this photo.
    this.movie = null;
    this.movieFailure = '';
    this.stream?.close();
    this.stream = null;
    if (!movie) return;
    this.takeFocusFrom(movie);
    movie.pause();
    // Without this, the browser goes on loading the file.
    movie.removeAttribute('src');
    movie.load();
    movie.remove();
  }

  /**
   * Keeps the focus in the viewer where a movie that has it can have it no longer.
   * @param {HTMLVideoElement} movie
   */
  takeFocusFrom(movie) {
    if (document.activeElement === movie) /** @type {HTMLElement | null} */ (this.element.parentElement)?.focus({ preventScroll: true });
  }

  /** Takes the photo out of the window, for good. */
  remove() {
    this.isOver = true;
    this.isCurrent = false;
    this.stopLoading();
    this.stopAnimation();
    this.endMovie();
    this.element.remove();
  }

  /** Whether the photo is an animated picture that this browser may have. */
  get canMove() {
    const flags = this.item?.flags ?? [];
    return flags.includes('animated') && !flags.includes('edited') && store.state.session?.canDownloadOriginals === true;
  }

  /** Lets an animated picture move; where the browser cannot play its file, the still picture stays. */
  async playAnimation() {
    const { item } = this;
    if (!item || this.animation) return;
    const animation = new Image();
    animation.className = 'animation';
    animation.alt = labelOf(item);
    animation.draggable = false;
    animation.src = animationAddress(item);
    this.animation = animation;
    const isThere = await animation.decode().then(() => true, () => false);
    if (this.animation !== animation) return;
    if (isThere) {
      this.frame.append(animation);
      this.frame.classList.add('moving');
    } else {
      this.animation = null;
      void this.sharpen();
    }
  }

  toggleAnimation() {
    if (!this.animation) void this.playAnimation();
    else {
      this.stopAnimation();
      void this.sharpen();
    }
  }

  stopAnimation() {
    const { animation } = this;
    this.animation = null;
    // Without this, the browser goes on loading the file.
    animation?.removeAttribute('src');
    animation?.remove();
    this.frame.classList.remove('moving');
  }

  /** Asks for as many pixels as the screen can show at this enlargement. */
  async sharpen() {
    const { item } = this;
    if (!item || item.kind !== 'image' || this.animation || this.isOver) return;
    const photo = { width: item.w, height: item.h };
    if (!needsTiles(photo, this.fitted, this.zoom.scale, devicePixelRatio)) this.removeTiles();
    else {
      this.tiles ??= new TileLayer(this.frame, item, (isLoading) => this.onState(isLoading ? 'loading' : this.problem ? 'failed' : 'shown'));
      this.tiles.show(this.fitted, this.zoom, this.stage);
    }
    const width = pictureWidth(photo, this.fitted, this.zoom.scale, devicePixelRatio);
    if (width <= SCREEN || width <= this.asked) return;
    this.asked = width;
    await this.load(pictureAddress(item, width), width);
  }

  removeTiles() {
    this.tiles?.remove();
    this.tiles = null;
  }

  stopLoading() {
    clearTimeout(this.timer);
    this.removeTiles();
    this.problem = null;
    this.attempts = 0;
  }

  /**
   * Lays a picture over those that are there, when it is decoded.
   * @param {string} address
   * @param {number} pixels Its longer side, at most. The smallest one may be missing without a word.
   */
  async load(address, pixels) {
    const { item } = this;
    const isFirst = pixels === GRID;
    const picture = new Image();
    picture.alt = '';
    picture.draggable = false;
    picture.src = address;
    if (!isFirst) this.onState('loading');
    const isThere = await picture.decode().then(() => true, () => false);
    if (this.isOver || this.item?.id !== item?.id || this.item?.p !== item?.p) return;
    if (!isThere) {
      if (!isFirst) await this.failed();
      return;
    }
    if (isFirst && this.picture) return;
    // A sharper picture may have come first.
    if (pixels >= this.pixels) this.lay(picture, pixels);
    if (isFirst) return;
    this.problem = null;
    this.attempts = 0;
    this.onState(this.tiles?.isAsking ? 'loading' : 'shown');
  }

  /**
   * @param {HTMLImageElement} picture
   * @param {number} pixels
   */
  lay(picture, pixels) {
    this.pixels = pixels;
    if (this.item) picture.alt = labelOf(this.item);
    const before = [...this.frame.querySelectorAll(':scope > img:not(.animation)')];
    this.frame.append(picture);
    if (this.movie) this.frame.append(this.movie);
    this.picture = picture;
    this.frame.style.backgroundColor = '';
    requestAnimationFrame(() => before.forEach((old) => old.remove()));
  }

  /** Asks again later for a picture that did not come, and finds out why where there is none at all. */
  async failed() {
    const { item, picture } = this;
    if (!item) return;
    this.asked = 0;
    const { status, word } = picture ? { status: 0, word: '' } : await askWhyMissing(previewAddress(item, 'screen'));
    if (this.isOver || this.item?.id !== item.id || this.item?.p !== item.p) return;
    const problem = pictureProblemOf(status, word);
    this.problem = this.picture ? null : problem;
    this.onState(this.picture ? 'shown' : 'failed');
    this.attempts += 1;
    clearTimeout(this.timer);
    if (isTriedAgain(problem, this.attempts)) this.timer = setTimeout(() => this.tryAgain(), delayAfter(this.attempts));
  }

  /** Asks for the pictures that are missing, and for a movie that did not come. */
  tryAgain() {
    clearTimeout(this.timer);
    const { item } = this;
    if (!item || this.isOver) return;
    this.tiles?.tryAgain();
    if (this.pixels < SCREEN && (item.kind === 'image' || !this.isCurrent)) void this.load(previewAddress(item, 'screen'), SCREEN);
    if (!this.isCurrent) return;
    if (this.movieFailure && mayPlayLater(this.movieFailure)) {
      this.endMovie();
      this.showMovie(item);
    }
    void this.sharpen();
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
    // Behind the movie of a Live Photo, the picture may still be missing.
    movie.addEventListener('loadeddata', () => this.movie === movie && this.onState(isLive && this.problem ? 'failed' : 'shown'));
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
    this.stream = new MovieStream(item, movie, (word) => this.cannotPlay(movie, word));
  }

  /**
   * Leaves the picture of a movie that cannot be played.
   * @param {HTMLVideoElement} movie
   * @param {string} word What went wrong.
   */
  cannotPlay(movie, word) {
    if (this.movie !== movie) return;
    if (movie.controls) {
      this.takeFocusFrom(movie);
      movie.controls = false;
      this.movieFailure = word;
    } else this.endMovie();
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
