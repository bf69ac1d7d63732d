/**
 * Owns the dialogs that make, rename and delete albums and folders.
 */

import { run } from '../actions/actions.js';
import { store } from '../actions/state.js';
import { api } from '../core/api.js';
import { askText, confirm } from '../core/dialogs.js';
import { go } from '../core/navigation.js';
import { t } from '../core/texts.js';
import { isOpen, toggleFolder } from './folders.js';

/** @typedef {import('../core/types.js').AlbumNode} AlbumNode */

/**
 * Makes an album or a folder, and opens the album.
 * @param {'album' | 'folder'} kind
 * @param {string} [parent]
 */
export async function make(kind, parent) {
  const title = await askText(t(kind === 'album' ? 'albums.new' : 'albums.newFolder'), t('albums.name'), '', t('albums.make'));
  if (!title) return;
  const made = await run(() => api.makeAlbum(title, kind, parent), () => t(kind === 'album' ? 'done.madeAlbum' : 'done.madeFolder', { title }));
  if (!made) return;
  if (parent && !isOpen(parent)) toggleFolder(parent);
  if (kind === 'album') go({ page: 'photos', view: `album:${made.id}`, photo: '', at: '' });
}

/**
 * Saves a search among the albums, and opens it there.
 * @param {string} text
 */
export async function saveSearch(text) {
  const title = await askText(t('search.saveTitle'), t('albums.name'), text, t('save'));
  if (!title) return;
  const made = await run(() => api.makeAlbum(title, 'search', undefined, text), () => t('done.savedSearch', { title }));
  if (made) go({ page: 'photos', view: `album:${made.id}`, photo: '', at: '' });
}

/** @param {AlbumNode} node */
export async function rename(node) {
  const title = await askText(t('albums.rename'), t('albums.name'), node.title, t('save'));
  if (title && title !== node.title) await run(() => api.changeAlbum(node.id, { title }), () => t('done.renamed', { title }));
}

/** @param {AlbumNode} node */
export async function remove(node) {
  const text = node.kind === 'folder' ? t('albums.deleteFolderText') : t('albums.deleteText');
  if (!(await confirm(t('albums.deleteQuestion', { title: node.title }), text, t('albums.delete'), 'danger'))) return;
  const answer = await run(() => api.deleteAlbum(node.id), () => t('done.deletedAlbum', { title: node.title }));
  if (answer && store.state.route.view === node.key) go({ page: 'photos', view: 'all', photo: '', at: '' });
}
