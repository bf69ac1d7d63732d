/**
 * Owns the one store of the page and the names of what is in it.
 */

import { parseRoute } from '../core/router.js';
import { Store } from '../core/store.js';
import { NOTHING } from '../list/selection.js';

/**
 * A message at the bottom of the page.
 * @typedef {object} Message
 * @property {number} id
 * @property {string} text
 * @property {'done' | 'failed' | 'pending'} kind
 * @property {{label: string, act: () => void}} [action]
 * @property {number} [progress] From 0 to 1.
 */

/** @typedef {{text: string, word: string, count: number, subject?: 'person' | 'place' | 'camera'}} Suggestion */

/**
 * @typedef {object} State
 * @property {'starting' | 'signIn' | 'code' | 'linkEnded' | 'linkPassword' | 'ready' | 'broken'} phase
 * @property {string} problem Why the page cannot start.
 * @property {string} link The secret of the link whose password is asked for.
 * @property {import('../core/types.js').Session | null} session
 * @property {import('../core/router.js').Route} route
 * @property {import('../list/list.js').PhotoList | null} list
 * @property {number} listRevision Rises with each change of the list.
 * @property {import('../list/selection.js').Selected} selected
 * @property {import('../core/types.js').AlbumNode[] | null} albums
 * @property {Message[]} messages
 * @property {boolean} isConnected Whether events arrive.
 * @property {boolean} isLibraryOffline
 * @property {number} activityRevision Rises when something was committed.
 * @property {string[]} openFolders
 * @property {'light' | 'dark' | 'system'} theme
 * @property {'' | 'facts' | 'history'} panel
 * @property {{items: Suggestion[], active: number}} suggestions Below the search field; the active one is marked, -1 where none is.
 */

/** @type {State} */
const initial = {
  phase: 'starting',
  problem: '',
  link: '',
  session: null,
  route: parseRoute(''),
  list: null,
  listRevision: 0,
  selected: NOTHING,
  albums: null,
  messages: [],
  isConnected: true,
  isLibraryOffline: false,
  activityRevision: 0,
  openFolders: [],
  theme: 'system',
  panel: '',
  suggestions: { items: [], active: -1 },
};

export const store = new Store(initial);

/**
 * Whether nobody is let in: a password or a code is asked for, a link has ended, or the page cannot start.
 * @param {State['phase']} phase
 */
export const isOutside = (phase) => phase !== 'starting' && phase !== 'ready';

/** Whether this client may change anything. */
export function canChange() {
  const { session } = store.state;
  return session !== null && !session.readOnly;
}

/** Whether there is something that this client may do with selected photos. A program that asks for photos selects on its own. */
export function canSelect() {
  const { session } = store.state;
  return session !== null && !session.isPicker && (canChange() || session.canDownload || session.canDownloadOriginals);
}

/** What every server can do to photos; a server that can do more says so. */
const USUAL = ['favorite', 'unfavorite', 'hide', 'unhide', 'delete', 'restore', 'purge', 'addToAlbum', 'removeFromAlbum', 'moveInAlbum', 'set', 'revert', 'rotate', 'crop', 'trim'];

/**
 * Whether the server knows an action.
 * @param {string} verb
 */
export function knowsAction(verb) {
  return (store.state.session?.actions ?? USUAL).includes(verb);
}

/** Whether this client is the owner, who sees the whole library. */
export function isOwner() {
  return store.state.session?.role === 'owner' && !store.state.session.isPicker;
}

/** The album that is shown, where one is. */
export function albumShown() {
  const { list } = store.state;
  return list?.view.startsWith('album:') ? list.view.slice(6) : '';
}
