/**
 * Owns the page of albums: the places of the library, and every album and folder with its cover.
 */

import { canChange, isOwner, store } from '../actions/state.js';
import { previewAddress } from '../core/api.js';
import { h, icon, iconButton, render } from '../core/dom.js';
import { number, t } from '../core/texts.js';
import { link, otherPlaces, placeLink, places, smartLink } from '../features/places.js';
import { addMenu, drawTree } from '../features/tree.js';

/** @typedef {import('../core/types.js').AlbumNode} AlbumNode */

/** @param {HTMLElement} root */
export function show(root) {
  const albums = store.state.albums;
  const smart = (albums ?? []).filter(({ kind }) => kind === 'smart');
  const own = (albums ?? []).filter(({ kind }) => kind !== 'smart');
  const isNarrow = innerWidth < 1000;
  render(root, h('div.page-body', null,
    isNarrow ? h('ul.entries.boxed', null, [...places(), ...otherPlaces()].filter(({ view, page }) => page !== 'photos' || view !== 'all').map(placeLink)) : null,
    h('div.section-heading', null, h('h2', null, t('albums.mine')), canChange() && isOwner() ? iconButton('plus', t('albums.add'), addMenu, { 'aria-haspopup': 'menu' }) : null),
    albums === null ? h('p.quiet', null, t('loading')) : own.length === 0 ? h('p.quiet', null, t('albums.noneText')) : h('ul.covers', null, flat(own).map(cover)),
    isNarrow && own.length > 0 ? [h('h2', { key: 'tree' }, t('albums.arrange')), h('div.boxed', { key: 'tree-box' }, drawTree())] : null,
    smart.length > 0 ? [h('h2', { key: 'smart' }, t('albums.smart')), h('ul.entries.boxed', { key: 'smart-list' }, smart.map(smartLink))] : null));
}

/**
 * All albums, with the titles of the folders around them.
 * @param {AlbumNode[]} nodes
 * @param {string[]} path
 * @returns {{node: AlbumNode, path: string}[]}
 */
function flat(nodes, path = []) {
  return nodes.flatMap((node) => node.kind === 'folder' ? flat(node.children ?? [], [...path, node.title]) : [{ node, path: path.join(' › ') }]);
}

/** @param {{node: AlbumNode, path: string}} album */
function cover({ node, path }) {
  return h('li', { key: node.id }, link({ page: 'photos', view: node.key ?? `album:${node.id}` }, { class: 'cover', title: node.title },
    h('div.cover-picture', null, node.cover ? h('img', { alt: '', src: previewAddress(node.cover, 'grid'), loading: 'lazy' }) : icon(node.kind === 'search' ? 'search' : 'album')),
    h('strong', null, node.title || t('album.untitled')),
    h('span.quiet', null, path ? h('span.path', null, path) : null, node.count === undefined ? null : h('span.count', null, `${path ? ' · ' : ''}${number(node.count)}`))));
}
