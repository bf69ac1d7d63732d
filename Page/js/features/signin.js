/**
 * Owns getting in with the password, and getting out.
 */

import { reasonOf } from '../actions/actions.js';
import { store } from '../actions/state.js';
import { api, RequestError } from '../core/api.js';
import { field } from '../core/dialogs.js';
import { h, icon, render } from '../core/dom.js';
import { t } from '../core/texts.js';

/**
 * @param {HTMLElement} root
 * @param {() => Promise<void>} enter Called after somebody got in.
 */
export function showSignIn(root, enter) {
  let problem = store.state.problem;
  let isBusy = false;
  const draw = () => {
    if (store.state.phase === 'broken') {
      render(root, h('div.card', null, h('div.picture', null, icon('warning')), h('h1', null, t('state.failed')), h('p', null, store.state.problem), h('button.primary', { type: 'button', onclick: () => location.reload() }, t('state.again'))));
      return;
    }
    render(root, h('form.card', { onsubmit: (/** @type {SubmitEvent} */ event) => void submit(event) },
      h('div.picture', null, icon('photos')),
      h('h1', null, t('signIn.title')),
      h('p.quiet', null, t('signIn.text')),
      field(t('signIn.password'), h('input', { type: 'password', name: 'password', required: true, autocomplete: 'current-password' })),
      h('p.problem', { role: 'alert' }, problem),
      h('button.primary', { type: 'submit', disabled: isBusy }, t('signIn'))));
  };
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const password = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('password'));
    isBusy = true;
    problem = '';
    draw();
    try {
      await api.signIn({ password });
      await enter();
    } catch (error) {
      problem = error instanceof RequestError && error.status === 401 ? t('signIn.wrong') : reasonOf(error);
    }
    isBusy = false;
    draw();
  };
  store.draw(({ phase, problem: reason }) => [phase, reason], () => {
    root.hidden = store.state.phase !== 'signIn' && store.state.phase !== 'broken';
    if (root.hidden) return;
    problem = store.state.problem;
    draw();
    root.querySelector('input')?.focus();
  });
}

export async function signOut() {
  await api.signOut().catch(() => {});
  location.assign('/');
}
