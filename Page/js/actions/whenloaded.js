/**
 * Owns the use of parts that a first visit does not need: their modules are loaded when they are used.
 */

import { loadPageAgain } from '../core/request.js';
import { t } from '../core/texts.js';
import { say } from './messages.js';

/**
 * Uses a part when it is loaded. Where it cannot be loaded, a message says so, and can load the page again.
 * @template M, R
 * @param {Promise<M>} part What an import that was just begun returns.
 * @param {(part: M) => R} use
 * @returns {Promise<Awaited<R> | undefined>} What `use` returned; undefined where the part cannot be loaded.
 */
export async function whenLoaded(part, use) {
  let loaded;
  try {
    loaded = await part;
  } catch {
    say({ text: t('error.unreachable'), kind: 'failed', action: { label: t('state.again'), act: () => void loadPageAgain() } });
    return undefined;
  }
  return await use(loaded);
}

/**
 * Opens a menu below the button of an event.
 * @param {MouseEvent} event
 * @param {import('../core/menu.js').MenuItem[]} items
 */
export function showMenu(event, items) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  void whenLoaded(import('../core/menu.js'), ({ openMenu }) => openMenu(button, items));
}
