/** Owns questions that are asked again whenever something changes, so that no answer takes back what a later one told. */

/**
 * Returns a function that asks, and whose promise ends with the last answer. Called while a question is on its way, it asks
 * once more afterwards.
 * @param {() => Promise<void>} ask
 * @returns {() => Promise<void>}
 */
export function oneAtATime(ask) {
  /** @type {Promise<void> | null} */
  let running = null;
  let isWanted = false;
  const run = async () => {
    try {
      while (isWanted) {
        isWanted = false;
        await ask().catch((error) => {
          if (!isWanted) throw error;
        });
      }
    } finally {
      running = null;
    }
  };
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}
