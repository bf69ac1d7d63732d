/**
 * Owns the question which files of photos are downloaded. The answer is remembered in this browser.
 */

import { download } from '../actions/actions.js';
import { store } from '../actions/state.js';
import { amount } from '../core/amounts.js';
import { ask, confirm, field } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';

/** @typedef {import('../core/types.js').DownloadChoice} DownloadChoice */

/** Each choice with the values that the server knows; the first is that of somebody who never chose. */
const WHAT = ['originals', 'current', 'both'];
const METADATA = ['none', 'sidecars', 'embedded'];
const WITHHELD = ['places', 'persons'];

/** @returns {DownloadChoice} */
function remembered() {
  /** @type {Partial<DownloadChoice>} */
  let known = {};
  try {
    known = JSON.parse(localStorage.getItem('download') ?? '{}') ?? {};
  } catch {
    localStorage.removeItem('download');
  }
  const one = (/** @type {string[]} */ values, /** @type {unknown} */ value) => values.find((other) => other === value) ?? values[0];
  return {
    what: /** @type {DownloadChoice['what']} */ (one(WHAT, known.what)),
    metadata: /** @type {DownloadChoice['metadata']} */ (one(METADATA, known.metadata)),
    without: WITHHELD.filter((word) => Array.isArray(known.without) && known.without.includes(word)),
  };
}

/**
 * Asks which files are wanted, and downloads them.
 * @param {import('../core/types.js').Subject} what
 */
export async function askDownload({ on, count, videos }) {
  // Who may not have the files gets pictures that are drawn anew, without any choice.
  if (!store.state.session?.canDownloadOriginals) return download(on, { what: 'current', metadata: 'none', without: [] }, async () => true);
  const last = remembered();
  // Only copies can lose what their originals state.
  const onchange = (/** @type {Event} */ event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (box.checked) /** @type {HTMLSelectElement} */ (box.form?.elements.namedItem('metadata')).value = 'embedded';
  };
  const select = (/** @type {'what' | 'metadata'} */ name, /** @type {string[]} */ values) => h('select', { name, value: last[name] },
    values.map((value) => h('option', { value, key: value, selected: value === last[name] }, t(`download.${name}.${value}`))));
  const answer = await ask({
    title: t('download.title', { ...amount(count, videos) }),
    body: [
      field(t('download.what'), select('what', WHAT)),
      field(t('download.metadata'), select('metadata', METADATA), t('download.metadataHint')),
      h('div', { role: 'group', 'aria-label': t('download.without') },
        WITHHELD.map((word) => h('label.check', { key: word }, h('input', { type: 'checkbox', name: word, value: 'yes', checked: last.without.includes(word), onchange }), t(`download.without.${word}`)))),
    ],
    choices: [{ label: t('do.download'), kind: 'primary', value: 'download', isFirst: true }],
  });
  if (!answer) return;
  const { values } = answer;
  /** @type {DownloadChoice} */
  const choice = {
    what: /** @type {DownloadChoice['what']} */ (values.what),
    metadata: /** @type {DownloadChoice['metadata']} */ (values.metadata),
    without: WITHHELD.filter((word) => word in values),
  };
  localStorage.setItem('download', JSON.stringify(choice));
  await download(on, choice, (remaining) => confirm(t('download.remaining', { count: remaining }), t('download.remainingText'), t('download.anyway'), 'danger'));
}
