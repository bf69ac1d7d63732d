/**
 * Owns the bar at the top: what is shown and how many, the search field, the date field, the sizes, upload and more.
 */

import { undo, redo } from '../actions/actions.js';
import { canChange, isOwner, store } from '../actions/state.js';
import { setTheme } from '../actions/theme.js';
import { showMenu, whenLoaded } from '../actions/whenloaded.js';
import { amountWords } from '../core/amounts.js';
import { h, icon, iconButton, render } from '../core/dom.js';
import { go, router } from '../core/navigation.js';
import { t } from '../core/texts.js';
import { chooseFiles } from '../features/files.js';
import { albumWith, kindTitle, otherPlaces, places } from '../features/places.js';
import { closeSuggestions, fieldProps, suggest, suggestionKey, suggestionList } from '../features/suggestions.js';

/** @typedef {import('../grid/grid.js').PhotoGrid} PhotoGrid */

/** What a page or list is called. */
export function titleOf() {
  const { route, list } = store.state;
  if (route.page === 'albums') return t('albums.title');
  if (route.page === 'search') return t('search');
  const place = [...places(), ...otherPlaces()].find((other) => other.page === route.page && (other.page !== 'photos' || other.view === route.view));
  if (place) return place.label;
  if (route.view.startsWith('search:')) return t('search.results');
  if (route.view.startsWith('album:')) return albumWith(route.view.slice(6))?.title || list?.title || t(list?.status === 'ready' ? 'album.untitled' : 'albums.title');
  if (route.view === 'offline') return t('sources.offline');
  return kindTitle(route.view, list?.title || t('place.all'));
}

/** The letters of a search that the server reads, whatever they are. */
const LONGEST = 1000;

let searchTimer = 0;

/** @param {string} text */
function search(text) {
  clearTimeout(searchTimer);
  const words = text.trim();
  const { route } = store.state;
  const view = words ? `search:${words}` : 'all';
  if (view === route.view && route.page === 'photos') return;
  // While somebody writes, the address changes without steps for Back.
  if (route.view.startsWith('search:') && route.page === 'photos') router.replace({ page: 'photos', view, at: '', photo: '', offset: 0 }, true);
  else if (words) go({ page: 'photos', view, at: '', photo: '' });
}

/**
 * Searches for a suggestion; what is typed next goes on from it.
 * @param {string} text
 */
function choose(text) {
  const input = /** @type {HTMLInputElement} */ (document.querySelector('#search'));
  input.value = text;
  input.focus();
  input.setSelectionRange(text.length, text.length);
  closeSuggestions();
  search(text);
}

/**
 * @param {HTMLElement} root
 * @param {PhotoGrid} grid
 */
export function showTopbar(root, grid) {
  store.draw(({ route, list, listRevision, session, isConnected, albums, suggestions }) => [route, list, listRevision, session, isConnected, albums, suggestions], () => {
    const { route, list } = store.state;
    const isGrid = route.page === 'photos';
    const count = isGrid && list?.status === 'ready' ? list.count : null;
    const searched = route.view.startsWith('search:') ? route.view.slice(7) : '';
    const isLink = store.state.session?.isLink;
    const album = route.view.startsWith('album:') && isGrid ? albumWith(route.view.slice(6)) : undefined;
    document.title = `${titleOf()}${store.state.session ? ` – ${store.state.session.library}` : ''}`;
    root.classList.toggle('searching', searched !== '' || route.page === 'search');
    render(root,
      h('div.title', null,
        h('h1', { title: titleOf() }, titleOf()),
        count === null ? null : h('span.quiet.count', { 'aria-live': 'polite' }, amountWords(count, list?.videos))),
      isLink ? h('div.search-gap') : h('form.search', { role: 'search', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const input = /** @type {HTMLInputElement} */ (/** @type {HTMLElement} */ (event.target).querySelector('input'));
        closeSuggestions();
        search(input.value);
        input.blur();
      } },
      icon('search'),
      h('input', {
        type: 'search', name: 'search', id: 'search', placeholder: t('search.hint'), 'aria-label': t('search'), autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search', maxlength: LONGEST, value: searched, 'aria-keyshortcuts': '/',
        oninput: (/** @type {InputEvent} */ event) => {
          const { value } = /** @type {HTMLInputElement} */ (event.target);
          void suggest(value);
          clearTimeout(searchTimer);
          searchTimer = setTimeout(() => search(value), 200);
        },
        onblur: closeSuggestions,
        ...fieldProps(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (suggestionKey(event, choose) || event.key !== 'Escape') return;
          const input = /** @type {HTMLInputElement} */ (event.target);
          event.stopPropagation();
          event.preventDefault();
          input.value = '';
          input.blur();
          clearTimeout(searchTimer);
          if (route.view.startsWith('search:') || route.page === 'search') go({ page: 'photos', view: 'all', at: '', photo: '' });
        },
      }),
      suggestionList(choose)),
      h('div.tools', null,
        isGrid && count && list?.order === 'date' ? iconButton('calendar', t('date.go'), () => void askDay(grid), { key: 'date', 'aria-keyshortcuts': 'g' }) : null,
        isGrid && count ? h('div.sizes', { role: 'group', 'aria-label': t('size'), key: 'sizes' }, /** @type {const} */ (['s', 'm', 'l']).map((size) => iconButton(`size-${size}`, t(`size.${size}`), () => setSize(size), { key: size, 'aria-pressed': String(route.size === size), class: route.size === size ? 'on' : '' }))) : null,
        isLink && count && list && store.state.session?.canDownload ? iconButton('download', t('download.all'), () => void downloadAll(list), { key: 'download' }) : null,
        store.state.session?.canAdd ? iconButton('upload', t('add.title'), () => void whenLoaded(import('../features/contribute.js'), ({ contribute }) => contribute()), { key: 'add' }) : null,
        canChange() && isOwner() && !isLink ? iconButton('upload', t('upload'), () => chooseFiles(), { key: 'upload', class: 'wide-only' }) : null,
        iconButton('more', t('more'), (event) => showMenu(event, moreItems(grid, album)), { key: 'more', 'aria-haspopup': 'menu' })),
    );
  });
}

/**
 * Lets a guest download all photos of a list as one file.
 * @param {import('../list/list.js').PhotoList} list
 */
function downloadAll({ view, version, count, videos }) {
  return whenLoaded(import('../features/download.js'), ({ askDownload }) => askDownload({ on: { view, version, all: true, except: [] }, count, videos }));
}

/** @param {'s' | 'm' | 'l'} size */
export function setSize(size) {
  localStorage.setItem('size', size);
  router.replace({ size }, true);
}

/**
 * @param {PhotoGrid} grid
 * @param {import('../core/types.js').AlbumNode | undefined} album
 */
function moreItems(grid, album) {
  const { theme, route, list } = store.state;
  const may = canChange();
  const isNarrow = innerWidth < 700 && route.page === 'photos';
  return [
    ...(isNarrow ? /** @type {const} */ (['s', 'm', 'l']).map((size) => ({ label: t(`size.${size}`), icon: `size-${size}`, isOn: route.size === size, run: () => setSize(size) })) : []),
    ...(route.page === 'photos' && list?.order === 'date' ? [{ label: t('date.go'), icon: 'calendar', run: () => void askDay(grid) }] : []),
    ...(may && isOwner() ? [{ label: t('upload.files'), icon: 'upload', run: () => chooseFiles() }, { label: t('upload.folder'), icon: 'folder', run: () => chooseFiles(true) }] : []),
    ...(album && may && isOwner() && album.canEdit ? [{ label: t('albums.rename'), icon: 'edit', run: () => void whenLoaded(import('../features/albumdialogs.js'), ({ rename }) => rename(album)) }] : []),
    ...(album && isOwner() && list ? [{ label: t('do.share'), icon: 'share', run: () => void whenLoaded(import('../features/share.js'), ({ share }) => share({ on: { view: list.view, version: list.version, all: true, except: [] }, count: list.count, videos: list.videos }, list.title)) }] : []),
    ...(may ? [{ label: t('undo.last'), icon: 'undo', run: () => void undo() }, { label: t('redo.last'), icon: 'redo', run: () => void redo() }] : []),
    ...(/** @type {const} */ (['system', 'light', 'dark']).map((name) => ({ label: t(`theme.${name}`), icon: name === 'dark' ? 'moon' : name === 'light' ? 'sun' : 'contrast', isOn: theme === name, run: () => setTheme(name) }))),
    { label: t('help'), icon: 'keyboard', run: () => void whenLoaded(import('../features/help.js'), ({ showHelp }) => showHelp()) },
    ...(store.state.session?.isLink || store.state.session?.isPicker ? [] : [{ label: t('signOut'), icon: 'exit', run: () => void whenLoaded(import('../features/signin.js'), ({ signOut }) => signOut()) }]),
  ];
}

/**
 * Lets somebody go to a day.
 * @param {PhotoGrid} grid
 */
export function askDay(grid) {
  return whenLoaded(import('../features/day.js'), ({ askForDay }) => askForDay(grid));
}
