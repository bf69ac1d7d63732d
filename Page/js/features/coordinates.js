/**
 * Owns reading a place that somebody wrote. Pure.
 */

/**
 * Reads a place as maps write it: two numbers in degrees.
 * @param {string} text
 * @returns {{latitude: number, longitude: number} | null}
 */
export function parsePlace(text) {
  const found = /^\s*([+-]?\d+(?:\.\d+)?)\s*°?\s*([NS])?\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)\s*°?\s*([EWO])?\s*$/i.exec(text);
  if (!found) return null;
  const latitude = Number(found[1]) * (/s/i.test(found[2] ?? '') ? -1 : 1);
  const longitude = Number(found[3]) * (/w/i.test(found[4] ?? '') ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
