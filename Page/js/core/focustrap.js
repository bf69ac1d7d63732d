/** Owns that the Tab key stays in one part of the page while that part covers the rest. */

/** What the Tab key reaches. */
const REACHED = 'a[href], button, input, select, textarea, summary, video[controls], [tabindex]';

/**
 * Where the Tab key leads at the edges of a part; the browser finds the way between them.
 * @param {number} count The number of elements that the key reaches.
 * @param {number} at The position of the one with the focus; -1 where it is none of them.
 * @param {boolean} isBackwards
 * @returns {number} The position of the next element; -1 where the browser finds it.
 */
export function positionAfterTab(count, at, isBackwards) {
  if (count === 0) return -1;
  if (isBackwards) return at <= 0 ? count - 1 : -1;
  return at === -1 || at === count - 1 ? 0 : -1;
}

/**
 * Keeps the focus within some parts, in the order of the document.
 * @param {KeyboardEvent} event The Tab key.
 * @param {Element[]} parts
 */
export function keepFocusIn(event, parts) {
  const reached = parts.flatMap((part) => /** @type {HTMLElement[]} */ ([...part.querySelectorAll(REACHED)])).filter(isReached);
  const at = reached.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = positionAfterTab(reached.length, at, event.shiftKey);
  // Without anything to reach, the focus stays where it is.
  if (next < 0 && reached.length > 0) return;
  event.preventDefault();
  reached[next]?.focus();
}

/** @param {HTMLElement} element */
function isReached(element) {
  return element.tabIndex >= 0 && !element.matches(':disabled') && element.closest('[inert]') === null && element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
}
