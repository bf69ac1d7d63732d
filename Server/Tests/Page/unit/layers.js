/**
 * Owns the layers of the page's modules: each folder may name modules of those before it in the order that
 * `Documentation/Architecture.md` states, and no module leads back to itself.
 */

import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';

/** @typedef {{path: string, text: string}} Module */

/**
 * The order of the folders in a block of code that is marked as `page-layers`, in the form of the block `layers`.
 * @param {string} document
 * @returns {string[]} From the lowest to the highest.
 */
export function statedOrder(document) {
  const block = /^```page-layers\n([^]*?)^```$/m.exec(document);
  if (!block) throw new Error('Documentation/Architecture.md has no block of code that is marked as page-layers.');
  return block[1].trim().split(/\s+/).filter((word) => word !== 'Page:');
}

/**
 * All modules below a folder.
 * @param {URL} folder
 * @param {string} path
 * @returns {Promise<Module[]>}
 */
export async function modulesIn(folder, path = '') {
  /** @type {Module[]} */
  const found = [];
  for (const entry of await readdir(new URL(path, folder), { withFileTypes: true })) {
    const name = path + entry.name;
    if (entry.isDirectory()) found.push(...await modulesIn(folder, `${name}/`));
    else found.push({ path: name, text: await readFile(new URL(name, folder), 'utf8') });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * The path of a module from the folder of all modules. What is no relative path is returned as it stands.
 * @param {string} from The module that names it.
 * @param {string} name
 */
const pathOf = (from, name) => (name.startsWith('.') ? posix.join(posix.dirname(from), name) : name);

/**
 * The modules that a module imports before it runs.
 * @param {Module} module
 * @returns {string[]}
 */
export function importedAtOnce({ path, text }) {
  const code = text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*/gm, '');
  const found = code.matchAll(/^\s*(?:import\s*|(?:import|export)\b[^;'"()]*?\sfrom\s*)['"]([^'"\n]+)['"]/gm);
  return [...found].map(([, name]) => pathOf(path, name));
}

/**
 * What a module names: what it imports at once or when it is used, and what the types in its comments come from.
 * @param {Module} module
 * @returns {string[]} Without repetitions, in the order of the alphabet.
 */
export function namedBy(module) {
  const calls = module.text.matchAll(/\bimport\(\s*([^)]*?)\s*\)/g);
  const whenUsed = [...calls].map(([, name]) => pathOf(module.path, /^(['"])(.*)\1$/.exec(name)?.[2] ?? name));
  return [...new Set([...importedAtOnce(module), ...whenUsed])].sort();
}

/**
 * The modules that some modules bring with them.
 * @param {Module[]} modules
 * @param {string[]} starts Their paths.
 * @returns {Set<string>} With the starts.
 */
export function loadedWith(modules, starts) {
  const found = new Set(starts);
  // A set also goes through what is added meanwhile.
  for (const path of found) {
    const module = modules.find((other) => other.path === path);
    for (const other of module ? importedAtOnce(module) : []) found.add(other);
  }
  return found;
}

/** @param {string} path */
const folderOf = (path) => (path.includes('/') ? path.split('/')[0] : '.');

/**
 * A sentence for each name of a module that is missing, that stands higher, or whose folder the order does not name.
 * @param {string[]} order
 * @param {Module[]} modules
 */
export function violations(order, modules) {
  const paths = new Set(modules.map(({ path }) => path));
  return modules.flatMap((module) => {
    const folder = folderOf(module.path);
    const rank = order.indexOf(folder);
    if (rank < 0) return [`${module.path} is in ${folder}, which is not in the order of the folders.`];
    return namedBy(module).flatMap((other) => {
      if (!paths.has(other)) return [`${module.path} names ${other}, which is no module of the page.`];
      return order.indexOf(folderOf(other)) > rank ? [`${module.path} names ${other}, which stands higher.`] : [];
    });
  });
}

/**
 * The cycles of modules that name each other.
 * @param {Module[]} modules
 * @returns {string[]} The modules of each cycle that was found, with arrows.
 */
export function cycles(modules) {
  const named = new Map(modules.map((module) => [module.path, namedBy(module)]));
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const found = [];
  const follow = (/** @type {string} */ path, /** @type {string[]} */ way) => {
    const start = way.indexOf(path);
    if (start >= 0) found.push([...way.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const other of named.get(path) ?? []) follow(other, [...way, path]);
    done.add(path);
  };
  for (const { path } of modules) follow(path, []);
  return found;
}
