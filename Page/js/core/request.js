/**
 * Owns how the server is asked: requests with one kind of error, the answers that are asked for early, the addresses that
 * the first screen needs, and what the page keeps of its session.
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

/**
 * What the page keeps of its session. Only pages of the same port can read it, unlike cookies, which a browser sends to all
 * ports of a host. So without TLS the session has a path of its own, below which the cookie counts, and changes need a token.
 * @typedef {object} Kept
 * @property {string} home The path below which everything of the session lies.
 * @property {string} [token]
 * @property {boolean} [isGuest] Whether the browser came through a share link.
 */

const HOME = /^\/~[0-9a-f]{32}\//;

/** @type {Kept} */
let kept = { home: '/' };

/** Finds the session that this browser had, and goes to its home. */
export function findSession() {
  const here = HOME.exec(location.pathname)?.[0] ?? '/';
  kept = { home: here };
  try {
    const known = JSON.parse(localStorage.getItem('session') ?? '');
    if (known.home === '/' || HOME.test(known.home)) kept = known;
  } catch {
    // Nobody signed in here yet.
  }
  if (kept.home !== here) goHome();
}

/** Takes over a session that another tab of this browser opens, because the server then ends the one before. */
export function followSession() {
  addEventListener('storage', ({ key }) => {
    if (key !== 'session') return;
    const isGuest = wasGuest();
    findSession();
    // A guest sees other photos than the owner.
    if (wasGuest() !== isGuest) location.reload();
  });
}

/**
 * Keeps a session that was just opened.
 * @param {{home?: string, token?: string, browser?: string, isLink?: boolean}} answer
 */
export function keepSession({ home = '/', token, browser, isLink }) {
  kept = { home, token, isGuest: isLink };
  localStorage.setItem('session', JSON.stringify(kept));
  if (browser) localStorage.setItem('browser', browser);
  goHome();
}

/** Forgets the session, which has ended. */
export function forgetSession() {
  localStorage.removeItem('session');
  kept = { home: '/' };
}

/** Whether the last session of this browser was that of a guest. */
export const wasGuest = () => kept.isGuest === true;

/** Whether changes would be refused, because the browser keeps the cookie and has lost the rest. */
export const hasLostToken = () => kept.home !== '/' && !kept.token;

/** What tells the server that the owner signed in before in this browser. */
export const knownBrowser = () => localStorage.getItem('browser') ?? undefined;

function goHome() {
  history.replaceState(history.state, '', kept.home + location.search + location.hash);
}

/**
 * The address of something on the server in this session.
 * @param {string} path
 */
export const placeOf = (path) => kept.home + path.slice(1);

/**
 * The headers that each change has.
 * @returns {Record<string, string>}
 */
export function changeHeaders() {
  return kept.token ? { 'Photokit-Token': kept.token } : {};
}

/** Milliseconds after which a question without an answer counts as failed: a connection may have ended without a word. */
export const LONGEST = 120_000;

/**
 * What ends a question: the one who asked it, or the longest time for it.
 * @param {AbortSignal} [signal]
 * @param {number} [longest] Milliseconds.
 * @returns {AbortSignal}
 */
export function withLimit(signal, longest = LONGEST) {
  const Signal = /** @type {any} */ (AbortSignal);
  if (!signal) return Signal.timeout(longest);
  // Browsers before 2024 cannot join two; the one who asked may end the question there, too.
  return Signal.any ? Signal.any([signal, Signal.timeout(longest)]) : signal;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, signal?: AbortSignal, raw?: BodyInit}} [options]
 */
export async function request(method, path, options = {}) {
  /** @type {Record<string, string>} */
  const headers = method === 'GET' ? {} : changeHeaders();
  /** @type {RequestInit} */
  const init = { method, headers, signal: method === 'GET' ? withLimit(options.signal) : options.signal, credentials: 'same-origin' };
  if (options.raw !== undefined) {
    init.body = options.raw;
    headers['Content-Type'] = 'application/octet-stream';
  } else if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    headers['Content-Type'] = 'application/json';
  }
  let response;
  try {
    response = await fetch(placeOf(path), init);
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
  return placeOf(`/preview/${part(item.p)}/${part(item.id)}/${size}.jpg`);
}

/**
 * Loads the page again if the server answers. Browsers remember until then that a module could not be loaded
 * (https://github.com/whatwg/html/issues/6768).
 */
export async function loadPageAgain() {
  const isThere = await fetch('/', { cache: 'no-store' }).then(() => true, () => false);
  if (isThere) location.reload();
}
