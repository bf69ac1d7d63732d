/**
 * Owns what differs between photos side by side. Pure functions.
 */

/**
 * The facts of some photos in words: those that are always shown, and those that differ.
 * @template M
 * @param {M[]} members
 * @param {{name: string, isAlways?: boolean, words: (member: M) => string}[]} facts
 * @returns {{name: string, words: string[], differs: boolean}[]}
 */
export function differing(members, facts) {
  return facts.flatMap(({ name, isAlways, words }) => {
    const all = members.map(words);
    const differs = new Set(all).size > 1;
    return isAlways || differs ? [{ name, words: all, differs }] : [];
  });
}
