/**
 * Owns the list of what can be done to photos: one definition for the action bar, the viewer, menus, keys and their help.
 */

import { act } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { albumShown, canChange, isOwner, knowsAction, store } from '../actions/state.js';
import { whenLoaded } from '../actions/whenloaded.js';
import { amount } from '../core/amounts.js';
import { t } from '../core/texts.js';
import { videosIn } from '../list/kinds.js';
import { countOf, NOTHING, query } from '../list/selection.js';

/** @typedef {import('../core/types.js').Item} Item */
/** @typedef {import('../core/types.js').Selection} Selection */
/** @typedef {{on: Selection, count: number, videos: number | null, item?: Item, isViewer: boolean}} Target What an action applies to; the number of videos is null where it is not known. */
/** @typedef {{id: string, icon: string, label: string, run: () => void, isOn?: boolean, key?: string, isDanger?: boolean, reason?: string}} Command With a reason why it cannot be done, running it tells the reason. */

/** @type {() => Item | null | undefined} */
let itemInView = () => undefined;
/** @type {() => Item | undefined} */
let itemWithFocus = () => undefined;
/** @type {(item: Item, done: Promise<boolean>) => void} */
let passOver = () => {};

/**
 * @param {() => Item | null | undefined} inView The photo in the viewer; null where it is not known yet, undefined without a viewer.
 * @param {() => Item | undefined} withFocus The photo with the focus in the grid.
 * @param {(item: Item, done: Promise<boolean>) => void} leaves Goes on from a photo that leaves the list, at once.
 */
export function setSources(inView, withFocus, leaves) {
  itemInView = inView;
  itemWithFocus = withFocus;
  passOver = leaves;
}

/**
 * What an action applies to: the photo in the viewer, else the selection, else the photo with the focus.
 * @returns {Target | null}
 */
export function target() {
  const { selected, list } = store.state;
  const seen = itemInView();
  // Nothing behind the viewer is meant.
  if (seen === null) return null;
  if (seen) return { on: { ids: [seen.id] }, count: 1, videos: videosOf(seen), item: seen, isViewer: true };
  const count = countOf(selected);
  if (list && count > 0) return { on: query(selected, list.view, list.version, list.count), count, videos: videosIn(list, selected.ranges), item: count === 1 ? list.items.get(selected.ranges[0][0]) : undefined, isViewer: false };
  const item = itemWithFocus();
  return item ? { on: { ids: [item.id] }, count: 1, videos: videosOf(item), item, isViewer: false } : null;
}

/** @param {Item} item */
const videosOf = ({ kind }) => (kind === 'video' ? 1 : 0);

export function clearSelection() {
  store.set({ selected: NOTHING });
}

/**
 * @param {string} verb
 * @param {Record<string, unknown>} [more]
 * @param {boolean} [ends] Whether the selection ends where the action succeeded.
 */
async function apply(verb, more = {}, ends = false) {
  const what = target();
  if (!what) return;
  const done = act(verb, what.on, more);
  // Whoever presses the key again means the next photo.
  if (ends && what.item && 'ids' in what.on) passOver(what.item, done.then((answer) => answer !== null));
  if ((await done) && ends && !what.isViewer) clearSelection();
}

/**
 * Whether a photo can be rotated and cropped: its movie would stay as it is.
 * @param {Item} item
 */
function isEditable(item) {
  return item.kind === 'image' && !item.flags.includes('live');
}

/**
 * Asks about what an action applies to now: a menu stays open while the list changes.
 * @param {(what: Target) => unknown} ask
 */
function withTarget(ask) {
  const what = target();
  if (what) void ask(what);
}

/** @param {string} text */
function tell(text) {
  say({ kind: 'failed', text });
}

/**
 * What can be done to something, in the order of importance.
 * @param {Target} what
 * @returns {Command[]}
 */
export function commandsFor(what) {
  const { session, list, route } = store.state;
  const view = list?.view ?? route.view;
  const { item, count } = what;
  const may = canChange();
  /** @type {Command[]} */
  const result = [];
  const add = (/** @type {boolean} */ isPossible, /** @type {Command} */ command) => isPossible && result.push(command);
  if (view === 'trash') {
    add(may, { id: 'restore', icon: 'restore', label: t('do.restore'), run: () => apply('restore', {}, true) });
    add(may && isOwner(), { id: 'purge', icon: 'trash', label: t('do.purge'), run: purge, key: '#', isDanger: true });
    return result;
  }
  const isFavorite = item ? item.flags.includes('favorite') : view === 'favorites';
  add(may, { id: 'favorite', icon: isFavorite ? 'heart-full' : 'heart', label: t(isFavorite ? 'do.unfavorite' : 'do.favorite'), run: () => apply(isFavorite ? 'unfavorite' : 'favorite'), isOn: item ? isFavorite : undefined, key: 'f' });
  add(may, { id: 'addToAlbum', icon: 'album-add', label: t('do.addToAlbum'), run: () => void whenLoaded(import('./addtoalbum.js'), ({ addToAlbum }) => withTarget(addToAlbum)), key: 'a' });
  add(may && albumShown() !== '' && list?.order === 'manual', { id: 'removeFromAlbum', icon: 'minus', label: t('do.removeFromAlbum'), run: () => apply('removeFromAlbum', { album: albumShown() }, true) });
  add(session !== null && !session.isPicker && session.canDownload, { id: 'download', icon: 'download', label: t('do.download'), run: () => void whenLoaded(import('./download.js'), ({ askDownload }) => askDownload(what)), key: 'd' });
  add(may && isOwner(), { id: 'share', icon: 'share', label: t('do.share'), run: () => void whenLoaded(import('./share.js'), ({ share }) => share(what)), key: 's' });
  add(may, { id: 'edit', icon: 'edit', label: t('do.edit'), run: () => void whenLoaded(import('./edit.js'), ({ edit }) => withTarget(edit)), key: 'e' });
  const reason = item && !isEditable(item) ? t(item.kind === 'image' ? 'reason.live' : 'reason.video') : undefined;
  add(may && item?.kind !== 'audio' && knowsAction('rotate'), { id: 'rotate', icon: 'rotate', label: t('do.rotate'), run: reason ? () => tell(reason) : () => apply('rotate', { degrees: 90 }), key: 'r', reason });
  add(may && item?.kind !== 'audio' && knowsAction('crop') && count === 1 && what.isViewer, { id: 'crop', icon: 'crop', label: t('do.crop'), run: reason ? () => tell(reason) : () => dispatchEvent(new CustomEvent('photo-crop')), key: 'c', reason });
  add(may && item?.kind === 'video' && knowsAction('trim') && count === 1 && what.isViewer, { id: 'trim', icon: 'trim', label: t('do.trim'), run: () => dispatchEvent(new CustomEvent('video-trim')), key: 't' });
  add(may && (item ? item.flags.includes('edited') : false), { id: 'revert', icon: 'restore', label: t('do.revert'), run: () => apply('revert') });
  const isHidden = item ? item.flags.includes('hidden') : view === 'hidden';
  add(may && isOwner(), { id: 'hide', icon: isHidden ? 'eye' : 'eye-off', label: t(isHidden ? 'do.unhide' : 'do.hide'), run: () => apply(isHidden ? 'unhide' : 'hide', {}, true), key: 'h' });
  add(may, { id: 'delete', icon: 'trash', label: t('do.delete'), run: () => void deleteTarget(), key: '#', isDanger: true });
  return result;
}

/**
 * Asks whether photos may go.
 * @param {string} title
 * @param {string} text
 * @param {string} label
 */
function confirm(title, text, label) {
  return whenLoaded(import('../core/dialogs.js'), (dialogs) => dialogs.confirm(title, text, label, 'danger'));
}

/** Deletes; asks first where it is more than one photo. */
async function deleteTarget() {
  const what = target();
  if (!what) return;
  const days = store.state.session?.trashDays ?? 30;
  if (what.count > 1 && !(await confirm(t('delete.question', { ...amount(what.count, what.videos) }), t('delete.stays', { days }), t('do.delete')))) return;
  await apply('delete', {}, true);
}

async function purge() {
  const what = target();
  if (!what) return;
  if (await confirm(t('purge.question', { ...amount(what.count, what.videos) }), t('purge.text'), t('do.purge'))) await apply('purge', { confirm: true }, true);
}

const BUTTONS = ['favorite', 'restore', 'purge', 'delete'];

/**
 * The commands that are buttons in the viewer.
 * @param {Item | undefined} item
 */
export function viewerCommands(item) {
  if (!item) return [];
  return commandsFor({ on: { ids: [item.id] }, count: 1, videos: videosOf(item), item, isViewer: true }).filter(({ id }) => BUTTONS.includes(id));
}

/**
 * The other commands of the viewer.
 * @param {Item} item
 */
export function moreMenu(item) {
  const buttons = viewerCommands(item).map(({ id }) => id);
  return commandsFor({ on: { ids: [item.id] }, count: 1, videos: videosOf(item), item, isViewer: true }).filter(({ id }) => !buttons.includes(id)).map((command) => ({ ...command, isOn: undefined }));
}

/**
 * Runs the command of a key.
 * @param {string} key
 */
export function runKey(key) {
  const what = target();
  if (!what) return false;
  const wanted = key === 'Delete' || key === 'Backspace' ? '#' : key;
  const command = commandsFor(what).find((other) => other.key === wanted);
  command?.run();
  return command !== undefined;
}
