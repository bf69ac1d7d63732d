/**
 * Owns the choice of an album for photos.
 */

import { act, reasonOf } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { store } from '../actions/state.js';
import { amount } from '../core/amounts.js';
import { api } from '../core/api.js';
import { ask, field } from '../core/dialogs.js';
import { h, icon } from '../core/dom.js';
import { t } from '../core/texts.js';

/** @typedef {import('../core/types.js').AlbumNode} AlbumNode */

/**
 * All albums that photos can be added to, with the titles of the folders around them.
 * @param {AlbumNode[]} nodes
 * @param {string[]} path
 * @returns {{id: string, title: string, path: string}[]}
 */
function editableAlbums(nodes, path = []) {
  return nodes.flatMap((node) => node.kind === 'folder'
    ? editableAlbums(node.children ?? [], [...path, node.title])
    : node.kind === 'album' && node.canEdit ? [{ id: node.id, title: node.title, path: path.join(' › ') }] : []);
}

/**
 * Asks for an album and adds the photos.
 * @param {import('../core/types.js').Subject} what
 */
export async function addToAlbum(what) {
  const albums = editableAlbums(store.state.albums ?? []);
  const answer = await ask({
    title: t('pick.title', { ...amount(what.count, what.videos) }),
    body: [
      h('div.pick', { role: 'radiogroup', 'aria-label': t('pick.album'), tabIndex: 0 }, albums.map(({ id, title, path }, at) => h('label', { key: id },
        h('input', { type: 'radio', name: 'album', value: id, checked: at === 0 }), icon('album'), h('span', null, title || t('album.untitled'), path ? h('small', null, path) : null)))),
      field(t('pick.new'), h('input', { name: 'title', autocomplete: 'off', maxlength: 1000 }), albums.length > 0 ? t('pick.newHint') : undefined),
    ],
    check: (form) => {
      const values = new FormData(form);
      return values.get('album') || String(values.get('title')).trim() ? '' : t('pick.missing');
    },
    choices: [{ label: t('pick.add'), kind: 'primary', value: 'add' }],
  });
  if (!answer) return;
  const title = answer.values.title.trim();
  let { album } = answer.values;
  let name = albums.find(({ id }) => id === album)?.title ?? '';
  if (title) {
    try {
      album = (await api.makeAlbum(title, 'album')).id;
      name = title;
    } catch (error) {
      say({ text: reasonOf(error), kind: 'failed' });
      return;
    }
  }
  await act('addToAlbum', what.on, { album }, { album: name });
}
