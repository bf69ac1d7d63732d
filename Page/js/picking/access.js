/**
 * Owns the question what a program may do with the library: everything, some photos, or nothing.
 */

import { ask } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';

/** @typedef {import('../core/types.js').Question} Question */
/** @typedef {'allowed' | 'limited' | 'denied' | 'later'} Decision */

/**
 * @param {Question} question
 * @param {(decision: Decision) => void} decide
 */
export function askForAccess(question, decide) {
  const { name, addOnly, prompt } = question;
  void ask({
    title: t(addOnly ? 'access.askAdd' : 'access.ask', { name }),
    body: [h('p', null, t(addOnly ? 'access.askAddText' : 'access.askText', { name })), prompt ? h('p.quiet', null, prompt) : null],
    choices: [
      { label: t('access.deny'), value: 'denied' },
      ...(addOnly ? [] : [{ label: t('access.choose'), value: 'limited' }]),
      { label: t(addOnly ? 'access.allowAdding' : 'access.allowAll'), kind: 'primary', value: 'allowed' },
    ],
  }).then((answer) => decide(/** @type {Decision} */ (answer?.choice ?? 'later')));
}
