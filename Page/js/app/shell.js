/**
 * Owns what lies around the photos: bars, messages, pages, the viewer of one photo, and what a change of the address means.
 */

import { showMessages } from '../actions/messages.js';
import { canSelect, isOutside, store } from '../actions/state.js';
import { whenLoaded } from '../actions/whenloaded.js';
import { api } from '../core/api.js';
import { followRoute, go, router } from '../core/navigation.js';
import { SIZES } from '../core/router.js';
import { loadStyle } from '../core/styles.js';
import { t } from '../core/texts.js';
import { setSources } from '../features/commands.js';
import { dragPhotos } from '../features/drag.js';
import { takeDrops } from '../features/files.js';
import { indexAfterLeaving, Leaving } from '../list/leaving.js';
import { showActionBar } from './actionbar.js';
import { showBottombar } from './bottombar.js';
import { followKeys } from './keyboard.js';
import { showPages } from './pages.js';
import { showSidebar } from './sidebar.js';
import { showState } from './states.js';
import { setSize, showTopbar } from './topbar.js';
import { showUnderstanding } from './understanding.js';

/** @typedef {import('../core/router.js').Route} Route */
/** @typedef {import('./live.js').Live} Live */
/** @typedef {import('../grid/grid.js').PhotoGrid} PhotoGrid */

/** @param {string} id */
const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {PhotoGrid} */
let grid;
/** @type {Live} */
let live;
/** The place of the grid is written to the address when it has been still for a moment. */
let placeTimer = 0;
/** The photos that are on their way out of the list. */
const leaving = new Leaving();

/**
 * Shows everything around the photos, and follows the address from now on.
 * @param {PhotoGrid} shownGrid
 * @param {Live} shownLive
 * @param {Promise<void>} first Ends when the first photos are shown, or cannot be.
 */
export async function showShell(shownGrid, shownLive, first) {
  grid = shownGrid;
  live = shownLive;
  followGrid();
  followViewer();
  loadAhead();
  showMessages(byID('messages'));
  showSidebar(byID('sidebar'));
  showTopbar(byID('topbar'), grid);
  showUnderstanding(byID('understanding'));
  showBottombar(byID('bottombar'));
  showActionBar(byID('action-bar'));
  showState(byID('state'), live);
  showPages(byID('page'));
  showConnection(byID('connection'));
  dragPhotos(grid);
  takeDrops(byID('drop-curtain'));
  followKeys(grid, live);
  setSources(() => (live.viewer?.isOpen ? live.viewer.item ?? null : undefined), itemWithFocus, passOver);
  store.follow(({ listRevision }) => listRevision, () => leaving.settle());
  live.openAgain = () => void follow(router.current);
  followRoute((route) => void follow(route));
  document.body.classList.add('complete');
  const { list } = live;
  // A list that is shown already, or that failed with its reason, is not fetched again.
  if (list === null || list.view !== router.current.view) await follow(router.current);
  else store.set({ route: router.current });
  live.follow();
  await Promise.all([first, live.fetchAlbums()]);
}

/** The photo with the focus, unless it is on its way out of the list. */
function itemWithFocus() {
  const item = grid.focusedTile()?.item;
  return leaving.has(item?.id) ? undefined : item;
}

/**
 * Goes on from a photo that leaves the list, before the server has answered.
 * @param {import('../core/types.js').Item} item
 * @param {Promise<boolean>} done Whether the server did it.
 */
function passOver(item, done) {
  void leaving.add(item.id, done);
  const { list, viewer } = live;
  if (!list) return;
  if (viewer?.isOpen) {
    viewer.passOver();
    return;
  }
  const focused = grid.focusedTile();
  if (focused?.item?.id !== item.id) return;
  const next = indexAfterLeaving(focused.index, list.count, (index) => leaving.has(list.items.get(index)?.id));
  if (next >= 0) grid.focusOn(next);
}

/** @param {Route} route */
async function follow(route) {
  const before = store.state.route;
  store.set({ route });
  if (grid.size !== route.size) grid.setSize(route.size);
  const isPhotos = route.page === 'photos';
  document.body.dataset.page = route.page;
  if (!isPhotos) {
    live.viewer?.close();
    return;
  }
  const isNew = live.list === null || live.list.view !== route.view || live.list.status !== 'ready';
  if (isNew) await live.open(route.view, route.photo || route.at, route.photo && !route.at ? grid.height / 3 : route.offset);
  else if (before.page === 'photos' && !before.photo && !route.photo && route.at !== before.at && route !== before) await goToPlace(route);
  if (live.list?.view !== route.view || live.list.status !== 'ready') return;
  if (route.photo) await openPhoto(route.photo);
  else if (live.viewer?.isOpen) leaveViewer();
}

/**
 * Goes where the address says, after Back or Forward within a list.
 * @param {Route} route
 */
async function goToPlace(route) {
  if (!live.list) return;
  const found = route.at ? await api.find(route.view, { id: route.at }).catch(() => null) : null;
  grid.goTo(found ? { index: found.index, offset: route.offset } : null);
  grid.draw(true);
}

/** The viewer needs its style sheet, too. */
function importViewer() {
  return Promise.all([import('../viewer/viewer.js'), loadStyle('viewer')]);
}

/**
 * Loads the viewer, once.
 * @returns {Promise<import('../viewer/viewer.js').PhotoViewer | null>} null where it cannot be loaded; the person has been told.
 */
async function loadViewer() {
  if (!live.viewer) {
    const isLoaded = await whenLoaded(importViewer(), () => true);
    if (isLoaded) {
      live.viewer = /** @type {import('../viewer/viewer.js').PhotoViewer} */ (byID('viewer'));
      live.viewer.leaving = leaving;
    }
  }
  return live.viewer;
}

/** Loads what a person uses next, when the pointer or the focus reaches the photos, so that the first photo opens at once. */
function loadAhead() {
  const load = () => {
    grid.removeEventListener('pointerover', load);
    grid.removeEventListener('focusin', load);
    // Where these cannot be loaded, it is told when they are used.
    if (!store.state.session?.isPicker) importViewer().catch(() => {});
    import('../core/dialogs.js').catch(() => {});
  };
  grid.addEventListener('pointerover', load);
  grid.addEventListener('focusin', load);
}

/** @param {string} id */
async function openPhoto(id) {
  const { list } = live;
  const viewer = live.viewer ?? (await loadViewer());
  // Somebody may have gone elsewhere while the viewer was being loaded.
  if (!list || live.list !== list || router.current.photo !== id || viewer?.item?.id === id) return;
  let index = -1;
  for (const [at, item] of list.items.known) if (item.id === id) index = at;
  if (index < 0 && viewer) index = (await api.find(list.view, { id }).catch(() => ({ index: -1 }))).index;
  if (live.list !== list || isOutside(store.state.phase)) return;
  if (viewer && index >= 0) viewer.open(list, index);
  else router.replace({ photo: '' }, true);
}

/** Closes the viewer; the grid shows the photo that was seen last and gives it the focus. */
function leaveViewer() {
  const index = live.viewer?.index ?? -1;
  live.viewer?.close();
  if (index >= 0 && index < grid.layout.count) {
    grid.reveal(index);
    grid.focusOn(index, false);
  }
}

/** Lets the rest of the page know what happens in the grid. */
function followGrid() {
  grid.addEventListener('photo-open', (event) => {
    const index = /** @type {CustomEvent<number>} */ (event).detail;
    const item = live.list?.items.get(index);
    if (!item) return;
    go({ photo: item.id, at: router.current.at, offset: router.current.offset });
  });
  grid.addEventListener('photo-select', (event) => store.set({ selected: /** @type {CustomEvent} */ (event).detail }));
  grid.addEventListener('photo-resize', (event) => {
    const next = SIZES[SIZES.indexOf(grid.size) + /** @type {CustomEvent<number>} */ (event).detail];
    if (next) setSize(next);
  });
  grid.addEventListener('photo-position', (event) => {
    const place = /** @type {CustomEvent<{index: number, offset: number} | null>} */ (event).detail;
    clearTimeout(placeTimer);
    placeTimer = setTimeout(() => {
      const { list } = live;
      if (!list || grid.list !== list || store.state.route.page !== 'photos' || live.viewer?.isOpen) return;
      const item = place ? list.items.get(place.index) : undefined;
      if (place && !item) return;
      const at = item?.id ?? '';
      const offset = Math.round(place?.offset ?? 0);
      if (at === router.current.at && offset === router.current.offset) return;
      router.replace({ at, offset });
      store.set({ route: router.current });
    }, 150);
  });
  store.follow(({ selected }) => selected, (selected) => grid.setSelected(selected));
  store.follow(({ session }) => session, () => (grid.canSelect = canSelect()));
}

/** Lets the address follow the viewer, which is loaded when the first photo is opened. */
function followViewer() {
  const viewer = byID('viewer');
  // Below what asks somebody to sign in, it would play on and hold the keys.
  store.follow(({ phase }) => isOutside(phase), (isSo) => isSo && live.viewer?.close());
  viewer.addEventListener('viewer-index', () => {
    const item = live.viewer?.item;
    if (!item || router.current.photo === item.id || !router.current.photo) return;
    router.replace({ photo: item.id });
    store.set({ route: router.current });
  });
  viewer.addEventListener('viewer-close', () => {
    leaveViewer();
    store.set({ panel: '' });
    router.leave({ photo: '' });
  });
  addEventListener('photo-crop', () => {
    const { viewer: opened } = live;
    if (opened) void whenLoaded(import('../viewer/crop.js'), ({ openCropper }) => openCropper(opened));
  });
  addEventListener('video-trim', () => {
    const { viewer: opened } = live;
    if (opened) void whenLoaded(import('../viewer/trim.js'), ({ openTrimmer }) => openTrimmer(opened));
  });
}

/**
 * Says where the connection or the library is away; photos that are there can still be seen.
 * @param {HTMLElement} root
 */
function showConnection(root) {
  let timer = 0;
  store.draw(({ isConnected, isLibraryOffline }) => [isConnected, isLibraryOffline], () => {
    const { isConnected, isLibraryOffline } = store.state;
    clearTimeout(timer);
    const show = () => {
      root.hidden = isConnected && !isLibraryOffline;
      root.textContent = !isConnected ? t('connection.broken') : isLibraryOffline ? t('connection.libraryOffline') : '';
    };
    // A stream that is there again at once needs no word.
    if (isConnected) show();
    else timer = setTimeout(show, 1200);
  });
}
