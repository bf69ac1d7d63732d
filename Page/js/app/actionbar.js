/**
 * Owns the bar that appears with a selection: how many photos, and what can be done to them.
 */

import { store } from '../actions/state.js';
import { showMenu } from '../actions/whenloaded.js';
import { h, icon, iconButton, render } from '../core/dom.js';
import { t } from '../core/texts.js';
import { clearSelection, commandsFor, target } from '../features/commands.js';
import { countOf, everything } from '../list/selection.js';

/** @param {HTMLElement} root */
export function showActionBar(root) {
  store.draw(({ selected, list, route, session, listRevision }) => [selected, list, route.photo, session, listRevision], () => {
    const { selected, list } = store.state;
    const count = countOf(selected);
    const isShown = count > 0 && !store.state.route.photo;
    root.hidden = !isShown;
    const what = isShown ? target() : null;
    if (!what || !list) {
      render(root);
      return;
    }
    const commands = commandsFor(what);
    const room = innerWidth < 640 ? 3 : 7;
    const shown = commands.length <= room ? commands : commands.filter(({ id }) => id === 'delete').length && commands.length > room ? [...commands.filter(({ id }) => id !== 'delete').slice(0, room - 1), ...commands.filter(({ id }) => id === 'delete')] : commands.slice(0, room);
    const rest = commands.filter((command) => !shown.includes(command));
    render(root,
      iconButton('close', t('select.clear'), clearSelection, { key: 'clear', 'aria-keyshortcuts': 'Escape' }),
      h('strong.words', { role: 'status' }, t('select.count', { count })),
      count < list.count ? h('button.plain', { key: 'all', type: 'button', onclick: () => store.set({ selected: everything(list.count) }), 'aria-keyshortcuts': 'Control+A' }, t('select.all')) : null,
      h('span.space'),
      shown.map(({ id, icon: name, label, run, isDanger, key, reason }) => h('button.tool', { key: id, type: 'button', class: isDanger ? 'danger' : '', 'aria-label': label, title: reason ?? label, 'aria-disabled': reason ? 'true' : null, 'aria-description': reason ?? null, onclick: run, 'aria-keyshortcuts': key ?? null }, icon(name), h('span.label', null, label))),
      rest.length > 0 ? iconButton('more', t('more'), (event) => showMenu(event, rest.map((command) => ({ ...command, isOn: undefined }))), { key: 'more', 'aria-haspopup': 'menu' }) : null);
  });
}
