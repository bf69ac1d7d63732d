/**
 * Owns which folders of the tree of albums are open. This browser remembers them.
 */

import { store } from '../actions/state.js';

/** @typedef {import('../core/types.js').AlbumNode} AlbumNode */

/**
 * The folders that an album lies in, the outermost first; undefined where the tree does not have it.
 * @param {AlbumNode[]} nodes
 * @param {string} view The key of the album.
 * @returns {AlbumNode[] | undefined}
 */
function foldersAbove(nodes, view) {
  for (const node of nodes) {
    if (node.key === view) return [];
    const below = foldersAbove(node.children ?? [], view);
    if (below) return [node, ...below];
  }
  return undefined;
}

/** @param {string} id */
export const isOpen = (id) => store.state.openFolders.includes(id);

/** @param {string} id */
export function toggleFolder(id) {
  const { openFolders } = store.state;
  setOpenFolders(isOpen(id) ? openFolders.filter((other) => other !== id) : [...openFolders, id]);
}

/**
 * Opens the folders that an album lies in.
 * @param {string} view
 */
export function reveal(view) {
  const closed = (foldersAbove(store.state.albums ?? [], view) ?? []).filter(({ id }) => !isOpen(id));
  if (closed.length > 0) setOpenFolders([...store.state.openFolders, ...closed.map(({ id }) => id)]);
}

/** @param {string[]} openFolders */
function setOpenFolders(openFolders) {
  localStorage.setItem('folders', JSON.stringify(openFolders));
  store.set({ openFolders });
}
