/**
 * Owns getting in with the password, a code or the password of a link, what a wrong or ended link says, and getting out.
 */

import { reasonOf } from '../actions/actions.js';
import { isOutside, store } from '../actions/state.js';
import { api, forgetSession, RequestError } from '../core/api.js';
import { field } from '../core/dialogs.js';
import { h, icon, render } from '../core/dom.js';
import { wasGuest } from '../core/request.js';
import { removeSecretFromAddress } from '../core/router.js';
import { t } from '../core/texts.js';

/**
 * @param {HTMLElement} root
 * @param {() => Promise<void>} enter Called after somebody got in.
 */
export function showSignIn(root, enter) {
  let problem = store.state.problem;
  let isBusy = false;
  const draw = () => {
    const { phase } = store.state;
    if (phase === 'broken') {
      render(root, h('div.card', { key: phase }, h('div.picture', null, icon('warning')), h('h1', null, t('state.failed')), h('p', null, store.state.problem), h('button.primary', { type: 'button', onclick: () => location.reload() }, t('state.again'))));
      return;
    }
    if (phase === 'linkEnded') {
      render(root, h('div.card', { key: phase }, h('div.picture', null, icon('share')), h('h1', null, t('signIn.badLink')), h('p', { role: 'alert' }, problem || t('signIn.linkEnded')), h('button', { type: 'button', onclick: leaveLink }, t('signIn.asOwner'))));
      return;
    }
    if (phase === 'linkPassword') {
      render(root, h('form.card', { key: phase, onsubmit: (/** @type {SubmitEvent} */ event) => void openLink(event) },
        h('div.picture', null, icon('share')),
        h('h1', null, t('signIn.linkTitle')),
        h('p.quiet', null, t('signIn.linkText')),
        field(t('signIn.password'), h('input', { type: 'password', name: 'password', required: true, autocomplete: 'off' })),
        h('p.problem', { role: 'alert' }, problem),
        h('button.primary', { type: 'submit', disabled: isBusy }, t('signIn.openLink'))));
      return;
    }
    const asksCode = phase === 'code';
    render(root, h('form.card', { key: phase, onsubmit: (/** @type {SubmitEvent} */ event) => void submit(event) },
      h('div.picture', null, icon('photos')),
      h('h1', null, t('signIn.title')),
      h('p.quiet', null, t(asksCode ? 'signIn.codeText' : 'signIn.text')),
      asksCode
        ? field(t('signIn.code'), h('input', { type: 'text', name: 'code', required: true, autocomplete: 'one-time-code', autocapitalize: 'characters', spellcheck: 'false' }))
        : field(t('signIn.password'), h('input', { type: 'password', name: 'password', required: true, autocomplete: 'current-password' })),
      h('p.problem', { role: 'alert' }, problem),
      h('button.primary', { type: 'submit', disabled: isBusy }, t('signIn')),
      h('button', { type: 'button', disabled: isBusy, onclick: () => store.set({ phase: asksCode ? 'signIn' : 'code', problem: '' }) }, t(asksCode ? 'signIn.usePassword' : 'signIn.useCode'))));
  };
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const values = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const asksCode = store.state.phase === 'code';
    isBusy = true;
    problem = '';
    draw();
    try {
      await api.signIn(asksCode ? { code: String(values.get('code')) } : { password: String(values.get('password')) });
      await enter();
    } catch (error) {
      const isRefused = error instanceof RequestError && error.status === 401;
      problem = isRefused ? t(asksCode ? 'signIn.wrongCode' : 'signIn.wrong') : reasonOf(error);
    }
    isBusy = false;
    draw();
  };
  const openLink = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const values = new FormData(/** @type {HTMLFormElement} */ (event.target));
    isBusy = true;
    problem = '';
    draw();
    try {
      await api.signIn({ link: store.state.link, linkPassword: String(values.get('password')) });
      removeSecretFromAddress();
      await enter();
    } catch (error) {
      const word = error instanceof RequestError ? error.word : '';
      isBusy = false;
      if (word === 'link-used-up') return store.set({ phase: 'linkEnded', problem: t('signIn.linkUsedUp') });
      if (word === 'refused') return store.set({ phase: 'linkEnded', problem: '' });
      problem = word === 'wrong-link-password' ? t('signIn.wrong') : reasonOf(error);
    }
    isBusy = false;
    draw();
  };
  store.draw(({ phase, problem: reason }) => [phase, reason], () => {
    root.hidden = !isOutside(store.state.phase);
    if (root.hidden) return;
    problem = store.state.problem;
    draw();
    (root.querySelector('input') ?? root.querySelector('button'))?.focus();
  });
}

/** Goes to the owner's page, which asks for the password only where the owner is not signed in. */
function leaveLink() {
  if (wasGuest()) forgetSession();
  location.assign('/');
}

export async function signOut() {
  await api.signOut().catch(() => {});
  // A guest who left is not asked for the owner's password either.
  if (!wasGuest()) forgetSession();
  location.assign('/');
}
