/**
 * Owns what is shown where there are no photos to show: empty, loading, locked, gone, offline and broken, each with a
 * sentence and the one thing to do.
 */

import { canChange, isOwner, store } from '../actions/state.js';
import { whenLoaded } from '../actions/whenloaded.js';
import { h, icon, render } from '../core/dom.js';
import { go } from '../core/navigation.js';
import { t } from '../core/texts.js';
import { chooseFiles } from '../features/files.js';

/** @typedef {import('./live.js').Live} Live */

/** The letters of a search that a title has. */
const LONGEST_TITLE = 80;

/**
 * @param {HTMLElement} root
 * @param {Live} live
 */
export function showState(root, live) {
  let timer = 0;
  store.draw(({ list, listRevision, route, session }) => [list, listRevision, route.page, session], () => {
    clearTimeout(timer);
    const { list, route } = store.state;
    if (route.page !== 'photos' || !list || (list.status === 'ready' && list.count > 0)) {
      root.hidden = true;
      return;
    }
    if (list.status === 'loading') {
      // A list that comes at once needs no word.
      root.hidden = true;
      timer = setTimeout(() => {
        root.hidden = false;
        render(root, h('div.spinner', { 'aria-hidden': 'true' }), h('p', { role: 'status' }, t('loading')));
      }, 300);
      return;
    }
    root.hidden = false;
    const { name, title, text, label, act } = describe(list, live);
    render(root, h('div.picture', null, icon(name)), h('h2', null, title), h('p', null, text), label ? h('button.primary', { type: 'button', onclick: act }, label) : null);
  });
}

/**
 * @param {import('../list/list.js').PhotoList} list
 * @param {Live} live
 * @returns {{name: string, title: string, text: string, label?: string, act?: () => void}}
 */
function describe(list, live) {
  const { view } = list;
  const home = { label: t('state.toPhotos'), act: () => go({ page: 'photos', view: 'all', at: '', photo: '' }) };
  switch (list.status) {
    case 'locked':
      if (view === 'hidden') return { name: 'lock', title: t('hidden.title'), text: t('hidden.text'), label: t('hidden.show'), act: () => void whenLoaded(import('../features/unlock.js'), ({ unlock }) => unlock(() => live.open('hidden', '', 0))) };
      return { name: 'lock', title: t('state.refused'), text: list.reason || t('state.refusedText'), ...home };
    case 'gone':
      if (view.startsWith('search:')) return { name: 'search', title: t('search.long'), text: t('search.longText'), label: t('search.clear'), act: home.act };
      return { name: 'album', title: t('state.gone'), text: t('state.goneText'), ...home };
    case 'failed':
      return { name: 'warning', title: t('state.failed'), text: list.reason || t('error.unreachable'), label: t('state.again'), act: () => live.openAgain() };
    case 'signedOut':
      return { name: 'lock', title: t('signIn.ended'), text: t('signIn.endedText'), label: t('signIn'), act: () => store.set({ phase: store.state.session?.isLink ? 'linkEnded' : 'signIn' }) };
  }
  if (view.startsWith('search:')) return { name: 'search', title: t('search.none', { words: beginning(view.slice(7)) }), text: t('search.noneText'), label: t('search.clear'), act: home.act };
  if (view.startsWith('album:') && list.order === 'date') return { name: 'search', title: t('search.none', { words: list.title }), text: t('search.noneText'), ...home };
  if (view.startsWith('album:')) return { name: 'album', title: t('empty.album'), text: canChange() ? t('empty.albumText') : t('empty.text'), ...home };
  const known = ['favorites', 'trash', 'hidden', 'offline'].includes(view) ? view : view === 'all' ? 'all' : 'other';
  const icons = { favorites: 'heart', trash: 'trash', hidden: 'eye-off', offline: 'folder', all: 'photos', other: 'photos' };
  const common = { name: icons[/** @type {keyof typeof icons} */ (known)], title: t(`empty.${known}`), text: t(`empty.${known}Text`, { days: store.state.session?.trashDays ?? 30 }) };
  if (store.state.session?.isPicker) return { name: 'photos', title: t('picking.none'), text: t('picking.noneText'), ...(view === 'all' ? {} : home) };
  if (view === 'all') return canChange() && isOwner() ? { ...common, label: t('upload.files'), act: () => chooseFiles() } : { ...common, text: t('empty.text') };
  return { ...common, ...home };
}

/**
 * The first words of a text, which fit into a title.
 * @param {string} text
 */
function beginning(text) {
  const letters = [...text];
  return letters.length > LONGEST_TITLE ? `${letters.slice(0, LONGEST_TITLE).join('').trimEnd()}…` : text;
}
