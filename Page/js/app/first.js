/**
 * Owns the first moment of the page: it asks for session, list and first photos, draws the first screen, and then lets the
 * rest of the page come (`main.js`), whose style sheets and modules are listed in `index.html`. Whoever needs an answer that
 * was asked for here takes it from `request.js` as if it asked itself.
 */

import { askEarly, findSession, followSession, paths } from '../core/request.js';
import { parseRoute } from '../core/router.js';
import { chooseLocale, loadTexts } from '../core/texts.js';
import { drawFirstScreen } from '../grid/screen.js';
import { PIECE } from '../list/piece.js';

/** Milliseconds that the rest of the page waits for the first photos. */
const PATIENCE = 200;

/** @typedef {import('../core/router.js').Size} Size */

/** The parts of the document that are being loaded: style sheets until now. */
function styles() {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel="stylesheet"]'));
  return Promise.all([...links].map((link) => link.sheet ?? new Promise((resolve) => (link.onload = link.onerror = resolve))));
}

async function parsed() {
  if (document.readyState === 'loading') await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

/**
 * Asks for the first photos of a list by the link that the server put into the document, where there is one.
 * @param {string} view
 */
function askByLink(view) {
  // The addresses of links are relative to that of the page.
  const link = document.querySelector(`link[rel="preload"][href^="${paths.view(view).slice(1)}/items?"]`);
  if (link) void askEarly(`/${link.getAttribute('href')}`);
}

/** Asks for the photos at the address and draws those of the first screen, where the address leads to the beginning of a list. */
async function showFirstPhotos() {
  const route = parseRoute(location.search, /** @type {Size} */ (localStorage.getItem('size') ?? 'm'));
  const { page, view, photo, at } = route;
  const asked = askEarly(paths.session);
  if (page !== 'photos') return;
  if (!photo && !at) askByLink(view);
  /** @type {import('../core/types.js').ViewInfo} */
  const info = await askEarly(paths.view(view));
  const shape = paths.shape(view, info.shape);
  if (photo || at || info.count === 0) {
    void askEarly(shape);
    if (photo || at) void askEarly(paths.find(view, { id: photo || at }));
    return;
  }
  const [{ items }, session] = await Promise.all([askEarly(paths.items(view, info.version, 0, Math.min(info.count, PIECE))), asked, parsed().then(styles)]);
  if (session.isPicker) return;
  document.body.dataset.page = page;
  document.body.classList.add('ready');
  const screen = drawFirstScreen(/** @type {HTMLElement} */ (document.getElementById('grid')), route, info, items);
  await Promise.race([screen.shown, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  void askEarly(shape);
  // The first words of a date take some milliseconds, for which the pictures do not wait.
  chooseLocale();
  screen.drawHeadings();
}

async function start() {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  findSession();
  followSession();
  // With a code or a link in the address nobody is let in yet. Errors are told by the part that needs the answer.
  if (!/code=|link=/.test(location.hash)) await showFirstPhotos().catch(() => {});
  void loadTexts();
  await parsed();
  const rest = /** @type {HTMLTemplateElement} */ (document.getElementById('rest'));
  document.head.append(rest.content);
  const dressed = styles();
  const { start: startPage } = await import('./main.js');
  await startPage(dressed);
}

void start();
