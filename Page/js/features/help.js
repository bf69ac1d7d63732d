/**
 * Owns the list of keys.
 */

import { store } from '../actions/state.js';
import { ask } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';

/** @type {[string, [string[], string][]][]} */
const KEYS = [
  ['help.everywhere', [[['/'], 'help.search'], [['z'], 'help.undo'], [['Shift', 'z'], 'help.redo'], [['g'], 'help.date'], [['?'], 'help.keys'], [['Esc'], 'help.back']]],
  ['help.grid', [[['←', '→', '↑', '↓'], 'help.move'], [['Enter'], 'help.open'], [['Space'], 'help.select'], [['Shift', '→'], 'help.extend'], [['Shift', 'A'], 'help.day'], [['Ctrl', 'A'], 'help.all'], [['Ctrl', 'Home'], 'help.first'], [['Alt', '→'], 'help.moveInAlbum'], [['+'], 'help.larger'], [['-'], 'help.smaller']]],
  ['help.photos', [[['f'], 'do.favorite'], [['a'], 'do.addToAlbum'], [['e'], 'do.edit'], [['r'], 'do.rotate'], [['h'], 'do.hide'], [['d'], 'do.download'], [['s'], 'do.share'], [['#'], 'do.delete']]],
  ['help.viewer', [[['←', '→'], 'help.neighbours'], [['Enter'], 'help.pixels'], [['+', '-', '0'], 'help.zoom'], [['Space'], 'help.play'], [['i'], 'viewer.facts'], [['c'], 'do.crop'], [['t'], 'do.trim']]],
];

/** @type {[string, [string[], string][]][]} */
const PICKER_KEYS = [
  ['help.everywhere', [[['/'], 'help.search'], [['g'], 'help.date'], [['Ctrl', 'Enter'], 'pick.add'], [['?'], 'help.keys']]],
  ['help.grid', [[['←', '→', '↑', '↓'], 'help.move'], [['Space'], 'help.select'], [['v'], 'picking.look'], [['Ctrl', 'Home'], 'help.first'], [['+'], 'help.larger'], [['-'], 'help.smaller']]],
];

export function showHelp() {
  const lists = store.state.session?.isPicker ? PICKER_KEYS : KEYS;
  return ask({
    title: t('help'),
    isWide: true,
    body: [h('div.keys', { tabIndex: 0 }, lists.map(([title, keys]) => h('section', { key: title }, h('h3', null, t(title)), h('dl', null, keys.map(([names, words]) => h('div', { key: words }, h('dt', null, names.map((name, at) => h('kbd', { key: at }, name))), h('dd', null, t(words))))))))],
    choices: [{ label: t('close'), kind: 'primary', value: '' }],
  });
}
