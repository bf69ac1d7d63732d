/**
 * Owns menus: a list of choices below a button, for pointer, touch and keyboard.
 */

import { addUndrawn, h, icon, render } from './dom.js';

/** @typedef {{label: string, icon?: string, run: () => void, isOn?: boolean, isDanger?: boolean, reason?: string}} MenuItem With a reason, it cannot be chosen. */

/**
 * @param {HTMLElement} button
 * @param {MenuItem[]} items
 */
export function openMenu(button, items) {
  const menu = document.createElement('div');
  menu.className = 'menu';
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', button.getAttribute('aria-label') ?? '');
  const isDark = button.closest('photo-viewer, .action-bar') !== null;
  menu.classList.toggle('dark', button.closest('photo-viewer') !== null && isDark);
  // Inside its landmark, so that readers know where they are.
  addUndrawn(button.closest('nav, main, photo-viewer') ?? document.body, menu);
  const close = (/** @type {boolean} */ returnsFocus) => {
    removeEventListener('pointerdown', outside, true);
    removeEventListener('resize', away);
    menu.remove();
    button.setAttribute('aria-expanded', 'false');
    if (returnsFocus && button.isConnected) button.focus();
  };
  const away = () => close(false);
  const outside = (/** @type {PointerEvent} */ event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) close(false);
  };
  render(menu, items.map(({ label, icon: name, run, isOn, isDanger, reason }) => h('button', {
    type: 'button', role: isOn === undefined ? 'menuitem' : 'menuitemradio', 'aria-checked': isOn === undefined ? null : String(isOn), 'aria-disabled': reason ? 'true' : null, class: isDanger ? 'danger' : '',
    onclick: () => {
      if (reason) return;
      close(true);
      run();
    },
  }, name ? icon(name) : h('span.icon'), reason ? h('span.words', null, label, h('span.reason', null, reason)) : label, isOn ? icon('check') : null)));
  menu.addEventListener('keydown', (event) => {
    const buttons = [...menu.querySelectorAll('button')];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next !== undefined) buttons[(next + buttons.length) % buttons.length].focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== ' ') event.preventDefault();
  });
  const box = button.getBoundingClientRect();
  const width = menu.offsetWidth;
  const left = Math.max(8, Math.min(innerWidth - width - 8, box.right - width));
  const isAbove = box.bottom + menu.offsetHeight + 8 > innerHeight;
  menu.style.left = `${left}px`;
  menu.style.top = `${isAbove ? Math.max(8, box.top - menu.offsetHeight - 4) : box.bottom + 4}px`;
  button.setAttribute('aria-expanded', 'true');
  menu.querySelector('button')?.focus();
  addEventListener('pointerdown', outside, true);
  addEventListener('resize', away);
}
