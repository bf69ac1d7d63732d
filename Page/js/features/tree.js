/**
 * Owns the tree of albums and folders: opening, renaming, making, nesting and ordering by pointer and keyboard, and taking
 * photos that are dropped on an album.
 */

import { run, act } from '../actions/actions.js';
import { canChange, isOwner, store } from '../actions/state.js';
import { showMenu, whenLoaded } from '../actions/whenloaded.js';
import { api } from '../core/api.js';
import { h, icon, iconButton } from '../core/dom.js';
import { go } from '../core/navigation.js';
import { number, t } from '../core/texts.js';
import { DRAG_TYPE, draggedSelection } from './drag.js';
import { isOpen, toggleFolder } from './folders.js';
import { link } from './places.js';

/** @typedef {import('../core/types.js').AlbumNode} AlbumNode */
/** @typedef {{node: AlbumNode, parent: AlbumNode | null, siblings: AlbumNode[], at: number, depth: number}} Entry */

const NODE_TYPE = 'application/x-photos-album';

/**
 * The visible entries of a tree from top to bottom.
 * @param {AlbumNode[]} nodes
 * @param {(id: string) => boolean} isOpen
 * @param {AlbumNode | null} [parent]
 * @param {number} [depth]
 * @returns {Entry[]}
 */
export function visible(nodes, isOpen, parent = null, depth = 0) {
  return nodes.flatMap((node, at) => [
    { node, parent, siblings: nodes, at, depth },
    ...(node.kind === 'folder' && isOpen(node.id) ? visible(node.children ?? [], isOpen, node, depth + 1) : []),
  ]);
}

/** The tree, of albums and folders without the smart albums. */
export function drawTree() {
  const nodes = (store.state.albums ?? []).filter(({ kind }) => kind !== 'smart');
  if (nodes.length === 0) return h('p.quiet.empty-tree', null, t('albums.none'));
  const entries = visible(nodes, isOpen);
  const { route } = store.state;
  const hasCurrent = entries.some(({ node }) => route.page === 'photos' && node.key === route.view);
  return h('ul.tree', { role: 'tree', 'aria-label': t('albums.title'), onkeydown: key }, entries.map((entry, position) => row(entry, hasCurrent ? route.page === 'photos' && entry.node.key === route.view : position === 0)));
}

/**
 * @param {Entry} entry
 * @param {boolean} isStop Whether Tab leads here.
 */
function row(entry, isStop) {
  const { node, depth } = entry;
  const isFolder = node.kind === 'folder';
  const { route } = store.state;
  const isCurrent = route.page === 'photos' && node.key === route.view;
  const may = canChange() && isOwner() && node.canEdit;
  const content = [
    isFolder ? icon(isOpen(node.id) ? 'folder-open' : 'folder') : icon(node.kind === 'search' ? 'search' : 'album'),
    h('span.name', null, node.title || t('album.untitled')),
    node.count === undefined ? null : h('span.count', null, number(node.count)),
  ];
  return h('li', {
    key: node.id, role: 'treeitem', 'aria-level': depth + 1, 'aria-setsize': entry.siblings.length, 'aria-posinset': entry.at + 1, 'aria-expanded': isFolder ? String(isOpen(node.id)) : null, 'aria-current': isCurrent ? 'page' : null,
    'aria-label': node.title || t('album.untitled'), tabIndex: isStop ? 0 : -1, 'data-id': node.id, vars: { '--depth': String(depth) }, draggable: may,
    ondragstart: (/** @type {DragEvent} */ event) => {
      event.stopPropagation();
      event.dataTransfer?.setData(NODE_TYPE, node.id);
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
    },
    ondragover: (/** @type {DragEvent} */ event) => over(event, entry),
    ondragleave: (/** @type {DragEvent} */ event) => mark(/** @type {HTMLElement} */ (event.currentTarget), ''),
    ondrop: (/** @type {DragEvent} */ event) => drop(event, entry),
  },
  isFolder
    ? h('div.entry', { onclick: () => toggleFolder(node.id), title: node.title }, content)
    : link({ page: 'photos', view: node.key ?? `album:${node.id}` }, { class: 'entry', tabIndex: -1, draggable: false, title: node.title }, content),
  may ? iconButton('more', t('albums.more', { title: node.title }), (event) => showMenu(event, menuOf(entry)), { class: 'entry-menu', tabIndex: -1, 'aria-haspopup': 'menu' }) : null);
}

/** @param {Entry} entry */
function menuOf(entry) {
  const { node, parent, siblings, at } = entry;
  return [
    { label: t('albums.rename'), icon: 'edit', run: () => withDialogs(({ rename }) => rename(node)) },
    ...(node.kind === 'folder' ? [
      { label: t('albums.newInside'), icon: 'album-add', run: () => withDialogs(({ make }) => make('album', node.id)) },
      { label: t('albums.newFolderInside'), icon: 'folder', run: () => withDialogs(({ make }) => make('folder', node.id)) },
    ] : []),
    ...(at > 0 ? [{ label: t('albums.up'), icon: 'up', run: () => void step(node, -1) }] : []),
    ...(at < siblings.length - 1 ? [{ label: t('albums.down'), icon: 'down', run: () => void step(node, 1) }] : []),
    ...(at > 0 && siblings[at - 1].kind === 'folder' ? [{ label: t('albums.into', { title: siblings[at - 1].title }), icon: 'right', run: () => void move(node, { parent: siblings[at - 1].id }) }] : []),
    ...(parent ? [{ label: t('albums.out'), icon: 'left', run: () => void moveOut(entry) }] : []),
    { label: t('albums.delete'), icon: 'trash', isDanger: true, run: () => withDialogs(({ remove }) => remove(node)) },
  ];
}

/**
 * @param {AlbumNode} node
 * @param {{parent?: string | null, position?: number}} values
 */
async function move(node, values) {
  await run(() => api.changeAlbum(node.id, values), () => t('done.movedAlbum', { title: node.title }));
  if (values.parent && !isOpen(values.parent)) toggleFolder(values.parent);
}

/**
 * Moves an album up or down from where it is now: another program may have changed the tree since the menu was opened.
 * @param {AlbumNode} node
 * @param {number} by
 */
async function step(node, by) {
  const entry = locate(node.id);
  const position = (entry?.at ?? -1) + by;
  if (entry && position >= 0 && position < entry.siblings.length) await move(node, { position });
}

/** @param {Entry} entry */
function moveOut({ node, parent }) {
  const outer = locate(parent?.id ?? '');
  return move(node, { parent: outer?.parent?.id ?? null, position: (outer?.at ?? 0) + 1 });
}

/**
 * @param {string} id
 * @returns {Entry | undefined}
 */
function locate(id) {
  return visible((store.state.albums ?? []).filter(({ kind }) => kind !== 'smart'), () => true).find(({ node }) => node.id === id);
}

/** @param {KeyboardEvent} event */
function key(event) {
  const item = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest('[role=treeitem]'));
  const id = item?.dataset.id ?? '';
  const entry = locate(id);
  if (!item || !entry || event.target !== item) return;
  const items = [.../** @type {NodeListOf<HTMLElement>} */ (item.parentElement?.querySelectorAll('[role=treeitem]') ?? [])];
  const at = items.indexOf(item);
  const focus = (/** @type {HTMLElement | undefined | null} */ other) => other?.focus();
  const may = canChange() && isOwner() && entry.node.canEdit;
  const { node, siblings, parent } = entry;
  const again = () => setTimeout(() => focus(/** @type {HTMLElement | null} */ (document.querySelector(`[role=treeitem][data-id="${CSS.escape(id)}"]`))), 250);
  if (event.altKey && may) {
    if (event.key === 'ArrowUp' && entry.at > 0) void move(node, { position: entry.at - 1 }).then(again);
    else if (event.key === 'ArrowDown' && entry.at < siblings.length - 1) void move(node, { position: entry.at + 1 }).then(again);
    else if (event.key === 'ArrowRight' && entry.at > 0 && siblings[entry.at - 1].kind === 'folder') void move(node, { parent: siblings[entry.at - 1].id }).then(again);
    else if (event.key === 'ArrowLeft' && parent) void moveOut(entry).then(again);
    else return;
    event.preventDefault();
    return;
  }
  switch (event.key) {
    case 'ArrowDown': focus(items[at + 1]); break;
    case 'ArrowUp': focus(items[at - 1]); break;
    case 'Home': focus(items[0]); break;
    case 'End': focus(items[items.length - 1]); break;
    case 'ArrowRight':
      if (node.kind !== 'folder') return;
      if (isOpen(id)) focus(items[at + 1]);
      else toggleFolder(id);
      break;
    case 'ArrowLeft':
      if (node.kind === 'folder' && isOpen(id)) toggleFolder(id);
      else if (parent) focus(items.find((other) => other.dataset.id === parent.id));
      break;
    case 'Enter':
    case ' ':
      if (node.kind === 'folder') toggleFolder(id);
      else go({ page: 'photos', view: node.key ?? `album:${id}`, photo: '', at: '' });
      break;
    case 'F2':
      if (may) withDialogs(({ rename }) => rename(node));
      break;
    case 'Delete':
    case '#':
      if (may) withDialogs(({ remove }) => remove(node));
      break;
    default:
      return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/**
 * @param {HTMLElement} element
 * @param {string} where
 */
function mark(element, where) {
  element.dataset.drop = where;
}

/**
 * Where something would be dropped: before, after or into an entry.
 * @param {DragEvent} event
 * @param {Entry} entry
 */
function whereOf(event, entry) {
  const types = event.dataTransfer?.types ?? [];
  if (types.includes(DRAG_TYPE)) return entry.node.kind === 'album' && entry.node.canEdit ? 'into' : '';
  if (!types.includes(NODE_TYPE)) return '';
  const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  const share = (event.clientY - box.top) / box.height;
  if (entry.node.kind === 'folder' && share > 0.25 && share < 0.75) return 'into';
  return share < 0.5 ? 'before' : 'after';
}

/**
 * @param {DragEvent} event
 * @param {Entry} entry
 */
function over(event, entry) {
  const where = canChange() ? whereOf(event, entry) : '';
  mark(/** @type {HTMLElement} */ (event.currentTarget), where);
  if (where) event.preventDefault();
}

/**
 * @param {DragEvent} event
 * @param {Entry} entry
 */
function drop(event, entry) {
  const where = whereOf(event, entry);
  mark(/** @type {HTMLElement} */ (event.currentTarget), '');
  if (!where) return;
  event.preventDefault();
  event.stopPropagation();
  const { node } = entry;
  const selection = event.dataTransfer?.types.includes(DRAG_TYPE) ? draggedSelection() : null;
  if (selection) {
    void act('addToAlbum', selection, { album: node.id }, { album: node.title });
    return;
  }
  const moved = locate(event.dataTransfer?.getData(NODE_TYPE) ?? '');
  if (!moved || moved.node.id === node.id) return;
  if (where === 'into') {
    void move(moved.node, { parent: node.id });
    return;
  }
  const isSame = moved.siblings === entry.siblings || moved.parent?.id === entry.parent?.id;
  const position = entry.at + (where === 'after' ? 1 : 0) - (isSame && moved.at < entry.at + (where === 'after' ? 1 : 0) ? 1 : 0);
  void move(moved.node, isSame ? { position } : { parent: entry.parent?.id ?? null, position });
}

/**
 * Offers what can be added to the tree.
 * @param {MouseEvent} event
 */
export function addMenu(event) {
  showMenu(event, [
    { label: t('albums.new'), icon: 'album-add', run: () => withDialogs(({ make }) => make('album')) },
    { label: t('albums.newFolder'), icon: 'folder', run: () => withDialogs(({ make }) => make('folder')) },
  ]);
}

/** @param {(dialogs: typeof import('./albumdialogs.js')) => unknown} use */
function withDialogs(use) {
  void whenLoaded(import('./albumdialogs.js'), use);
}
