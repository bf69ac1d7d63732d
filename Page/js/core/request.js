/**
 * Owns how the server is asked: requests with one kind of error, the answers that are asked for early, and the addresses that
 * the first screen needs.
 */

/** @typedef {import('./types.js').Item} Item */

/** A request that was refused (a status of HTTP) or that did not reach the server (status 0). */
export class RequestError extends Error {
  /**
   * @param {number} status
   * @param {string} word The word of the server for this error.
   * @param {string} message
   * @param {number} [retryAfter] Seconds.
   */
  constructor(status, word, message, retryAfter) {
    super(message);
    this.status = status;
    this.word = word;
    this.retryAfter = retryAfter;
  }
}

/**
 * The status that the server answered with; 0 where there was no answer.
 * @param {unknown} error
 */
export function statusOf(error) {
  return error instanceof RequestError ? error.status : 0;
}

/** Milliseconds after which a question without an answer counts as failed: a connection may have ended without a word. */
const LONGEST = 120_000;

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, signal?: AbortSignal, raw?: BodyInit}} [options]
 */
export async function request(method, path, options = {}) {
  /** @type {RequestInit} */
  const init = { method, signal: options.signal ?? (method === 'GET' ? /** @type {any} */ (AbortSignal).timeout(LONGEST) : undefined), credentials: 'same-origin' };
  if (options.raw !== undefined) {
    init.body = options.raw;
    init.headers = { 'Content-Type': 'application/octet-stream' };
  } else if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    init.headers = { 'Content-Type': 'application/json' };
  }
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new RequestError(0, 'unreachable', '');
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  throw new RequestError(response.status, answer.error ?? '', answer.message ?? '', retryAfter);
}

/**
 * Answers that were asked for before the parts that need them were there.
 * @type {Map<string, Promise<any>>}
 */
const early = new Map();

/** @param {string} path */
function takeEarly(path) {
  const answer = early.get(path);
  early.delete(path);
  return answer;
}

/**
 * Asks for something now, where that has not happened, for the part that asks for it next.
 * @param {string} path
 */
export function askEarly(path) {
  const known = early.get(path);
  if (known) return known;
  const answer = fetchOf(path);
  early.set(path, answer);
  // An error is for whoever takes the answer before it comes. Later everything may be different: somebody may have signed in.
  answer.catch(() => {
    if (early.get(path) === answer) early.delete(path);
  });
  return answer;
}

/** Lets all early answers go that nobody took, because they are no longer true later. */
export function forgetEarly() {
  early.clear();
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function fetchOf(path, signal) {
  const response = await request('GET', path, { signal });
  return response.headers.get('Content-Type') === 'application/octet-stream' ? response.arrayBuffer() : response.json();
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function get(path, signal) {
  return takeEarly(path) ?? fetchOf(path, signal);
}

const part = encodeURIComponent;

/** The addresses that are asked for early. */
export const paths = {
  session: '/api/session',
  /** @param {string} view */
  view: (view) => `/api/views/${part(view)}`,
  /**
   * @param {string} view
   * @param {number} version
   */
  shape: (view, version) => `/api/views/${part(view)}/shape?version=${version}`,
  /**
   * @param {string} view
   * @param {number} version
   * @param {number} from
   * @param {number} count
   */
  items: (view, version, from, count) => `/api/views/${part(view)}/items?version=${version}&from=${from}&count=${count}`,
  /**
   * @param {string} view
   * @param {{date: string} | {id: string}} what
   */
  find: (view, what) => `/api/find?${new URLSearchParams({ view, ...what })}`,
};

/**
 * @param {Item} item
 * @param {'grid' | 'screen'} size
 */
export function previewAddress(item, size) {
  return `/preview/${part(item.p)}/${part(item.id)}/${size}.jpg`;
}

/**
 * Loads the page again if the server answers. Browsers remember until then that a module could not be loaded
 * (https://github.com/whatwg/html/issues/6768).
 */
export async function loadPageAgain() {
  const isThere = await fetch('/', { cache: 'no-store' }).then(() => true, () => false);
  if (isThere) location.reload();
}
