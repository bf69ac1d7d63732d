/**
 * Owns the question before hidden photos are shown.
 */

import { reasonOf } from '../actions/actions.js';
import { say } from '../actions/messages.js';
import { store } from '../actions/state.js';
import { api } from '../core/api.js';
import { ask, field } from '../core/dialogs.js';
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';

/**
 * Asks for the password where there is one, and shows the hidden photos.
 * @param {() => Promise<unknown>} open
 */
export async function unlock(open) {
  if (!store.state.session?.hasPassword) {
    try {
      await api.unlock({ confirm: true });
      await open();
    } catch (error) {
      say({ text: reasonOf(error), kind: 'failed' });
    }
    return;
  }
  const answer = await ask({
    title: t('hidden.title'),
    body: [field(t('signIn.password'), h('input', { type: 'password', name: 'password', required: true, autocomplete: 'current-password' }))],
    choices: [{ label: t('hidden.show'), kind: 'primary', value: 'show' }],
  });
  if (!answer) return;
  try {
    await api.unlock({ password: answer.values.password });
    await open();
  } catch (error) {
    say({ text: reasonOf(error), kind: 'failed' });
  }
}
