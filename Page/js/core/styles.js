/**
 * Owns the style sheets that a first visit does not need: each is loaded once, with the part that it belongs to.
 */

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/**
 * Loads a style sheet.
 * @param {'viewer' | 'pages' | 'picking'} name
 * @returns {Promise<void>} Ends when the style sheet applies; fails where it cannot be loaded.
 */
export function loadStyle(name) {
  const known = loading.get(name);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  // The address has the edition of the page, as those of the modules.
  link.href = new URL(`../../style/${name}.css`, import.meta.url).href;
  const loaded = new Promise((resolve, reject) => {
    link.onload = () => resolve(undefined);
    link.onerror = () => {
      loading.delete(name);
      link.remove();
      reject(new Error(`The style sheet ${name} cannot be loaded.`));
    };
  });
  document.head.append(link);
  loading.set(name, loaded);
  return loaded;
}
