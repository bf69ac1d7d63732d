/**
 * Owns questions in the middle of the page: native dialogs that answer with a promise. Escape and a click beside the dialog
 * answer null.
 */

import { h, render } from './dom.js';
import { t } from './texts.js';

/** @typedef {import('./dom.js').Child} Child */
/** @typedef {{label: string, kind?: 'primary' | 'danger', value: string, isFirst?: boolean}} Choice The first choice has the focus, so that Enter takes it. */

/**
 * @param {object} question
 * @param {string} question.title
 * @param {Child[]} [question.body]
 * @param {Choice[]} question.choices
 * @param {boolean} [question.isWide]
 * @param {(form: HTMLFormElement) => string | Promise<string>} [question.check] Why the values cannot be taken; empty where they can.
 * @returns {Promise<{choice: string, values: Record<string, string>, form: HTMLFormElement} | null>}
 */
export function ask({ title, body = [], choices, isWide, check }) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const dialog = document.createElement('dialog');
  dialog.className = isWide ? 'wide' : '';
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  document.body.append(dialog);
  return new Promise((resolve) => {
    let problem = '';
    const draw = () => render(dialog, h('form', { method: 'dialog', onsubmit: submit, novalidate: !!check },
      // Enter in a field takes the first button that sends the form.
      h('button', { type: 'submit', hidden: true, value: (choices.find(({ kind }) => kind === 'primary') ?? choices[0])?.value ?? '', key: 'default' }),
      h('h2', { id: 'dialog-title' }, title),
      h('div.body', null, body),
      h('p.problem', { role: 'alert' }, problem),
      h('div.choices', null,
        choices.some(({ value }) => value === '') ? null : h('button', { type: 'button', onclick: () => dialog.close() }, t('cancel')),
        choices.map(({ label, kind, value, isFirst }) => h('button', { type: 'submit', value, class: kind, key: `choice-${value}`, 'data-focus': isFirst ? '' : null }, label))),
    ));
    const submit = async (/** @type {SubmitEvent} */ event) => {
      const form = /** @type {HTMLFormElement} */ (event.target);
      event.preventDefault();
      problem = (await check?.(form)) ?? '';
      if (problem) {
        draw();
        return;
      }
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      const choice = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? choices[choices.length - 1].value;
      resolve({ choice, values, form });
      dialog.close();
    };
    draw();
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.onclose = () => {
      dialog.remove();
      resolve(null);
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
    dialog.showModal();
    const first = dialog.querySelector('[data-focus]') ?? dialog.querySelector('input:not([type=hidden]), textarea, select, .choices [type=submit]');
    /** @type {HTMLElement | null} */ (first)?.focus();
  });
}

/**
 * Asks for yes or no.
 * @param {string} title
 * @param {string} text
 * @param {string} label
 * @param {'primary' | 'danger'} [kind]
 */
export async function confirm(title, text, label, kind = 'primary') {
  const answer = await ask({ title, body: [h('p', null, text)], choices: [{ label, kind, value: 'yes' }] });
  return answer !== null;
}

/**
 * Asks for one line of text.
 * @param {string} title
 * @param {string} label
 * @param {string} value
 * @param {string} accept
 * @returns {Promise<string | null>}
 */
export async function askText(title, label, value, accept) {
  const answer = await ask({
    title,
    body: [field(label, h('input', { name: 'text', value, required: true, maxlength: 1000, autocomplete: 'off' }))],
    choices: [{ label: accept, kind: 'primary', value: 'ok' }],
  });
  return answer ? answer.values.text.trim() || null : null;
}

/**
 * A control with its label above.
 * @param {string} label
 * @param {Child} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  return h('label.field', null, h('span', null, label), control, hint ? h('small', null, hint) : null);
}
