/**
 * Owns the start of the page after its first screen (`first.js`): texts, session and the grid of photos. Everything around the
 * photos (`shell.js`) comes when the first photos are on the screen, or after a moment where that takes longer.
 */

import '../grid/grid.js';
import { isOutside, store } from '../actions/state.js';
import { useTheme } from '../actions/theme.js';
import { api, forgetEarly, RequestError } from '../core/api.js';
import { router } from '../core/navigation.js';
import { hasLostToken, loadPageAgain, wasGuest } from '../core/request.js';
import { keepLinkInAddress, secretInAddress } from '../core/router.js';
import { loadServerTexts } from '../core/servertexts.js';
import { loadStyle } from '../core/styles.js';
import { loadTexts, t } from '../core/texts.js';
import { Live } from './live.js';

/** @typedef {import('../grid/grid.js').PhotoGrid} PhotoGrid */

/** Milliseconds that the rest of the page waits for the first photos. */
const PATIENCE = 400;
/** Milliseconds until the page is loaded again because its way in could not be. */
const RETRY = 5000;

/** @param {string} id */
const byID = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const grid = /** @type {PhotoGrid} */ (byID('grid'));
const live = new Live(grid);
let isStarted = false;

/** What the parts around the photos need before they show. */
let dressed = Promise.resolve(/** @type {unknown} */ (null));

/**
 * @param {Promise<unknown>} styles Ends when all style sheets are there.
 */
export async function start(styles) {
  dressed = styles;
  useTheme(localStorage.getItem('theme'));
  try {
    store.set({ openFolders: JSON.parse(localStorage.getItem('folders') ?? '[]') });
  } catch {
    localStorage.removeItem('folders');
  }
  const secret = secretInAddress();
  const early = secret || hasLostToken() ? null : api.session().then((session) => ({ session }), (error) => ({ error }));
  /** @type {import('../actions/state.js').State['phase']} */
  let outside = wasGuest() ? 'linkEnded' : 'signIn';
  await loadTexts();
  void loadServerTexts();
  byID('sign-in').setAttribute('aria-label', t('signIn'));
  byID('skip').textContent = t('skip');
  byID('sidebar').setAttribute('aria-label', t('place.navigation'));
  byID('bottombar').setAttribute('aria-label', t('place.navigation'));
  byID('drop-curtain').textContent = t('upload.drop');
  store.set({ route: router.current });
  // Where it cannot be loaded, `shell.js` tells.
  if (router.current.photo) import('../viewer/viewer.js').catch(() => {});
  if (new URLSearchParams(location.search).has('measure')) void import('./measure.js').then(({ showMeasures }) => showMeasures(document.body));
  if (secret) {
    try {
      await api.signIn(secret);
    } catch (error) {
      const isRefused = error instanceof RequestError && error.status === 401;
      const word = error instanceof RequestError ? error.word : '';
      const isElsewhere = word === 'code-elsewhere';
      outside = 'link' in secret ? 'linkEnded' : isElsewhere ? 'code' : 'signIn';
      if ('link' in secret && word === 'link-password') {
        store.set({ link: secret.link });
        keepLinkInAddress(secret.link);
        return showOutside('linkPassword');
      }
      if (word === 'link-used-up') store.set({ problem: t('signIn.linkUsedUp') });
      // Who followed a link wants to see its photos, and no others.
      if (isRefused && outside === 'linkEnded') return showOutside(outside);
      store.set({ problem: isElsewhere ? '' : isRefused ? t('signIn.oldCode') : await reasonOf(error) });
    }
  }
  try {
    const known = await early;
    if (known && 'error' in known) throw known.error;
    if (hasLostToken()) return showOutside(outside);
    await enter(known?.session);
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return showOutside(outside);
    store.set({ phase: 'broken', problem: await reasonOf(error) });
  }
  showOutside();
}

/**
 * Shows what stands there for somebody who is not let in, now or later.
 * @param {import('../actions/state.js').State['phase']} [phase]
 */
function showOutside(phase) {
  if (phase) store.set({ phase });
  store.follow((state) => isOutside(state.phase), (isSo) => isSo && void letIn());
}

let hasSignIn = false;

/** Lets somebody sign in, or says why the page cannot start. */
async function letIn() {
  if (hasSignIn) return;
  hasSignIn = true;
  try {
    const { showSignIn } = await import('../features/signin.js');
    await dressed;
    showSignIn(byID('sign-in'), enter);
  } catch {
    // There is nothing else that a person could do on the page.
    hasSignIn = false;
    setTimeout(() => void loadPageAgain().then(letIn), RETRY);
  }
}

/** @param {unknown} error */
async function reasonOf(error) {
  // Where the server is gone, the module does not come either.
  return import('../actions/actions.js').then(({ reasonOf }) => reasonOf(error), () => t('error.unreachable'));
}

/**
 * Shows the library to somebody who is let in.
 * @param {import('../core/types.js').Session} [session] What is known of the session already.
 */
async function enter(session) {
  store.set({ session: session ?? (await api.session()), phase: 'ready', problem: '' });
  if (store.state.session?.isPicker) await dressed;
  document.body.classList.add('ready');
  if (isStarted) {
    location.reload();
    return;
  }
  isStarted = true;
  grid.canSelect = true;
  if (store.state.session?.isPicker) {
    const [{ startPicking }] = await Promise.all([import('../picking/picker.js'), loadStyle('picking')]);
    await startPicking(grid, () => live.stream?.close());
  }
  live.start();
  const first = showFirstPhotos();
  await Promise.race([first.then(untilIdle), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  grid.layOutAll();
  const { showShell } = await import('./shell.js');
  await dressed;
  await showShell(grid, live, first.then(() => forgetEarly()));
}

/** Waits until the frame that was just drawn is on the screen and the browser has nothing else to do. */
async function untilIdle() {
  await new Promise((resolve) => {
    // Safari has no such call.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: PATIENCE / 4 });
    else setTimeout(resolve, PATIENCE / 8);
  });
}

/** Shows the photos at the address in the grid, where it leads to photos and not to a single one. */
async function showFirstPhotos() {
  const { page, view, photo, at, offset, size } = router.current;
  document.body.dataset.page = page;
  if (page !== 'photos' || photo) return;
  grid.setSize(size);
  const list = await live.open(view, at, offset);
  if (live.list === list && list.status === 'ready' && list.count > 0) await grid.whenAllShown();
}
