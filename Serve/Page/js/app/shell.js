/**
 * Owns what lies around the photos: bars, messages, pages, the viewer of one photo, and what a change of the address means.
 */

import '../viewer/viewer.js';
import { api } from '../core/api.js';
import { focusedTile } from '../grid/focus.js';
import { followKeys } from './keyboard.js';
import { setSources } from '../features/commands.js';
import { followRoute, router, go } from '../core/navigation.js';
import { showMessages } from '../actions/messages.js';
import { showActionBar } from './actionbar.js';
import { showBottombar } from './bottombar.js';
import { dragPhotos } from '../features/drag.js';
import { showSidebar } from './sidebar.js';
import { showState } from './states.js';
import { showTopbar } from './topbar.js';
import { showUnderstanding } from './understanding.js';
import { takeDrops } from '../features/upload.js';
import { drawAccess, leaveAccess } from '../pages/access.js';
import { drawActivity } from '../pages/activity.js';
import { drawAlbums } from '../pages/albums.js';
import { drawDuplicates, leaveDuplicates } from '../pages/duplicates.js';
import { drawSearch } from '../pages/search.js';
import { drawStorage, leaveStorage } from '../pages/storage.js';
import { openCropper } from '../viewer/crop.js';
import { canChange, store } from '../actions/state.js';
import { t } from '../core/texts.js';

/** @typedef {import('../core/router.js').Route} Route */
/** @typedef {import('./live.js').Live} Live */
/** @typedef {import('../grid/grid.js').PhotoGrid} PhotoGrid */
/** @typedef {import('../viewer/viewer.js').PhotoViewer} PhotoViewer */

/** @param {string} id */
const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {PhotoGrid} */
let grid;
/** @type {Live} */
let live;
const viewer = /** @type {PhotoViewer} */ (byID('viewer'));
/** The place of the grid is written to the address when it has been still for a moment. */
let placeTimer = 0;

/**
 * Shows everything around the photos, and follows the address from now on.
 * @param {PhotoGrid} shownGrid
 * @param {Live} shownLive
 * @param {Promise<void>} first Ends when the first photos are shown, or cannot be.
 */
export async function showShell(shownGrid, shownLive, first) {
  grid = shownGrid;
  live = shownLive;
  live.viewer = viewer;
  followGrid();
  followViewer();
  showMessages(byID('messages'));
  showSidebar(byID('sidebar'));
  showTopbar(byID('topbar'), grid);
  showUnderstanding(byID('understanding'));
  showBottombar(byID('bottombar'));
  showActionBar(byID('action-bar'));
  showState(byID('state'), live);
  showPages();
  showConnection(byID('connection'));
  dragPhotos(grid);
  takeDrops(byID('drop-curtain'));
  followKeys(grid, viewer);
  setSources(() => (viewer.isOpen ? viewer.item : undefined), () => {
    const tile = focusedTile(grid);
    return tile?.item;
  });
  followRoute((route) => void follow(route));
  document.body.classList.add('complete');
  const { list } = live;
  // A list that is shown already, or that failed with its reason, is not fetched again.
  if (list === null || list.view !== router.current.view) await follow(router.current);
  else store.set({ route: router.current });
  live.follow();
  await Promise.all([first, live.fetchAlbums()]);
}

/** @param {Route} route */
async function follow(route) {
  const before = store.state.route;
  store.set({ route });
  if (grid.size !== route.size) grid.setSize(route.size);
  const isPhotos = route.page === 'photos';
  document.body.dataset.page = route.page;
  if (!isPhotos) {
    viewer.close();
    return;
  }
  const isNew = live.list === null || live.list.view !== route.view || live.list.status !== 'ready';
  if (isNew) await live.open(route.view, route.photo || route.at, route.photo && !route.at ? grid.height / 3 : route.offset);
  else if (before.page === 'photos' && !before.photo && !route.photo && route.at !== before.at && route !== before) await goToPlace(route);
  if (live.list?.view !== route.view || live.list.status !== 'ready') return;
  if (route.photo) await openPhoto(route.photo);
  else if (viewer.isOpen) leaveViewer();
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

/** @param {string} id */
async function openPhoto(id) {
  const { list } = live;
  if (!list || viewer.item?.id === id) return;
  let index = -1;
  for (const [at, item] of list.items.known) if (item.id === id) index = at;
  if (index < 0) index = (await api.find(list.view, { id }).catch(() => ({ index: -1 }))).index;
  if (live.list !== list) return;
  if (index >= 0) viewer.open(list, index);
  else router.replace({ photo: '' }, true);
}

/** Closes the viewer; the grid shows the photo that was seen last and gives it the focus. */
function leaveViewer() {
  const { index } = viewer;
  viewer.close();
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
    if (!item || !live.list) return;
    viewer.open(live.list, index);
    go({ photo: item.id, at: router.current.at, offset: router.current.offset });
  });
  grid.addEventListener('photo-select', (event) => store.set({ selected: /** @type {CustomEvent} */ (event).detail }));
  grid.addEventListener('photo-position', (event) => {
    const place = /** @type {CustomEvent<{index: number, offset: number} | null>} */ (event).detail;
    clearTimeout(placeTimer);
    placeTimer = setTimeout(() => {
      const { list } = live;
      if (!list || grid.list !== list || store.state.route.page !== 'photos' || viewer.isOpen) return;
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
  store.follow(({ session }) => session, () => (grid.canSelect = store.state.session !== null && !store.state.session.isPicker && (canChange() || store.state.session.canDownloadOriginals)));
}

/** Lets the address follow the viewer. */
function followViewer() {
  viewer.addEventListener('viewer-index', () => {
    const { item } = viewer;
    if (!item || router.current.photo === item.id || !router.current.photo) return;
    router.replace({ photo: item.id });
    store.set({ route: router.current });
  });
  viewer.addEventListener('viewer-close', () => {
    leaveViewer();
    store.set({ panel: '' });
    router.leave({ photo: '' });
  });
  addEventListener('photo-crop', () => openCropper(viewer));
}

/** Draws the page that is not a grid of photos, where one is shown. */
function showPages() {
  const root = byID('page');
  let last = '';
  store.draw(({ route, albums, openFolders, activityRevision, session }) => [route.page, route.view, albums, openFolders, activityRevision, session], () => {
    const { page } = store.state.route;
    root.hidden = page === 'photos';
    // Keys scroll a page only where something in it can have the focus, and this one has no button.
    root.tabIndex = page === 'storage' ? 0 : -1;
    if (page !== last) {
      root.scrollTop = 0;
      if (last === 'access') leaveAccess();
      if (last === 'storage') leaveStorage();
      if (last === 'duplicates') leaveDuplicates();
      root.replaceChildren();
      last = page;
    }
    if (page === 'albums') drawAlbums(root);
    else if (page === 'search') drawSearch(root);
    else if (page === 'activity') drawActivity(root);
    else if (page === 'duplicates') drawDuplicates(root);
    else if (page === 'storage') drawStorage(root);
    else if (page === 'access') drawAccess(root);
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
