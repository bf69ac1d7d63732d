/**
 * Owns which photos are on their way out of a list: an action was asked for, and the list does not know of it yet. Whoever acts
 * on several photos one after the other acts on each once.
 */

export class Leaving {
  constructor() {
    /**
     * Whether the server has done it, by the identifiers of the photos.
     * @type {Map<string, boolean>}
     */
    this.photos = new Map();
  }

  /** @param {string | undefined} id */
  has(id) {
    return id !== undefined && this.photos.has(id);
  }

  /**
   * @param {string} id
   * @param {Promise<boolean>} done Whether the server did it; a photo that stays is no longer on its way.
   */
  async add(id, done) {
    this.photos.set(id, false);
    if (!(await done)) this.photos.delete(id);
    else if (this.photos.has(id)) this.photos.set(id, true);
  }

  /** Forgets what the server has done, because the list has changed: somebody may have taken it back. */
  settle() {
    for (const [id, isDone] of this.photos) if (isDone) this.photos.delete(id);
  }
}

/**
 * The photo that the arrow keys lead to.
 * @param {number} index
 * @param {number} steps How far, and to which side.
 * @param {number} count
 * @param {(index: number) => boolean} isLeaving
 * @returns {number} The same photo where there is no other on that side.
 */
export function indexBeside(index, steps, count, isLeaving) {
  const step = Math.sign(steps);
  let found = index;
  let left = Math.abs(steps);
  for (let next = index + step; left > 0 && next >= 0 && next < count; next += step) {
    if (isLeaving(next)) continue;
    found = next;
    left -= 1;
  }
  return found;
}

/**
 * The photo that takes the place of one that leaves: the next one, or the one before the last.
 * @param {number} index
 * @param {number} count
 * @param {(index: number) => boolean} isLeaving
 * @returns {number} -1 where all photos leave.
 */
export function indexAfterLeaving(index, count, isLeaving) {
  const next = indexBeside(index, 1, count, isLeaving);
  if (next !== index) return next;
  const before = indexBeside(index, -1, count, isLeaving);
  return before === index ? -1 : before;
}
