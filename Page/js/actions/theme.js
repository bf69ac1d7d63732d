/**
 * Owns the choice between light and dark; `system` follows the reader's system.
 */

import { store } from './state.js';

/** @param {'light' | 'dark' | 'system'} theme */
export function setTheme(theme) {
  localStorage.setItem('theme', theme);
  useTheme(theme);
}

/** @param {string | null} theme */
export function useTheme(theme) {
  const known = theme === 'light' || theme === 'dark' ? theme : 'system';
  if (known === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = known;
  store.set({ theme: known });
}
