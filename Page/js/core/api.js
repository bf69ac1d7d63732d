/**
 * Owns requests to the server: one function a route.
 */

import { get, keepSession, knownBrowser, LONGEST, paths, placeOf, request, RequestError } from './request.js';

export { changeHeaders, forgetEarly, forgetSession, placeOf, previewAddress, RequestError, statusOf } from './request.js';

/** @typedef {import('./types.js').Item} Item */

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function change(method, path, body) {
  const text = await (await request(method, path, { body })).text();
  return text ? JSON.parse(text) : {};
}

const part = encodeURIComponent;

export const api = {
  /** @returns {Promise<import('./types.js').Session>} */
  session: () => get(paths.session),
  /** @param {{code: string} | {password: string} | {link: string, linkPassword?: string}} secret */
  signIn: async (secret) => keepSession(await change('POST', '/api/session', 'link' in secret ? secret : { ...secret, browser: knownBrowser() })),
  signOut: () => change('DELETE', '/api/session'),
  /** @param {{password: string} | {confirm: true}} secret */
  unlock: (secret) => change('POST', '/api/unlock', secret),
  /** @returns {Promise<import('./types.js').Access[]>} */
  accesses: async () => {
    const answer = await get('/api/sessions');
    return Array.isArray(answer) ? answer : answer.sessions;
  },
  /** @param {string} id */
  revoke: (id) => change('DELETE', `/api/sessions/${part(id)}`),
  /**
   * @param {string} name
   * @returns {Promise<{id: string, token: string}>}
   */
  addDevice: (name) => change('POST', '/api/devices', { name }),
  /**
   * @param {import('./types.js').NewLink} link
   * @returns {Promise<import('./types.js').Link>}
   */
  addLink: (link) => change('POST', '/api/links', link),
  /**
   * @param {string} id
   * @returns {Promise<import('./types.js').Link>}
   */
  copyLink: (id) => change('POST', `/api/links/${part(id)}/copies`),

  /**
   * @param {string} view
   * @returns {Promise<import('./types.js').ViewInfo>}
   */
  view: (view) => get(paths.view(view)),
  /**
   * @param {string} view
   * @param {number} version
   * @returns {Promise<ArrayBuffer>}
   */
  shape: (view, version) => get(paths.shape(view, version)),
  /**
   * @param {string} view
   * @param {number} version
   * @param {number} from
   * @param {number} count
   * @param {AbortSignal} [signal]
   * @returns {Promise<{version: number, from: number, items: Item[]}>}
   */
  items: (view, version, from, count, signal) => get(paths.items(view, version, from, count), signal),
  /**
   * @param {string} view
   * @param {{date: string} | {id: string}} what
   * @returns {Promise<{index: number}>}
   */
  find: (view, what) => get(paths.find(view, what)),

  /**
   * Words that complete the last word of a search.
   * @param {string} text
   * @returns {Promise<{text: string, word: string, count: number, subject?: 'person' | 'place' | 'camera'}[]>}
   */
  suggestions: async (text) => (await get(`/api/suggestions?${new URLSearchParams({ text })}`)).suggestions,

  /**
   * Places whose names begin with a text.
   * @param {string} name
   * @returns {Promise<{hasTable: boolean, places: import('./types.js').NamedPlace[]}>}
   */
  places: (name) => get(`/api/places?${new URLSearchParams({ name })}`),

  /**
   * @param {string} id
   * @returns {Promise<import('./types.js').Details>}
   */
  details: (id) => get(`/api/photos/${part(id)}`),
  /**
   * Has the tiles of a large picture made, which can take some seconds.
   * @param {Item} item
   * @returns {Promise<import('./types.js').TileGrid>}
   */
  tiles: (item) => get(`/photos/${part(item.id)}/tiles?tag=${part(item.p)}`),
  /**
   * How a movie is made up that the server makes for every browser.
   * @param {string} id
   * @param {number} side The most pixels of the longer side.
   * @param {AbortSignal} signal
   * @returns {Promise<import('./types.js').MovieForm>}
   */
  movieForm: (id, side, signal) => get(`/api/photos/${part(id)}/movie?side=${side}`, signal),
  /**
   * @param {string} id
   * @param {import('./types.js').MovieForm} form
   * @param {string} name `init`, or the number of a fragment.
   * @param {AbortSignal} signal
   * @returns {Promise<ArrayBuffer>}
   */
  moviePart: async (id, { side, tag }, name, signal) => (await request('GET', `/photos/${part(id)}/movie/${name}?side=${side}&tag=${part(tag)}`, { signal })).arrayBuffer(),
  /**
   * @param {string} id
   * @returns {Promise<{entries: import('./types.js').HistoryEntry[], complete: boolean}>}
   */
  history: (id) => get(`/api/photos/${part(id)}/history`),

  /**
   * @param {string} verb
   * @param {import('./types.js').Selection} on
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<{count: number, videos?: number, undo: string | null}>}
   */
  act: (verb, on, more = {}) => change('POST', '/api/actions', { do: verb, on, ...more }),
  /**
   * @param {string} [step] The last one where it is missing.
   * @returns {Promise<import('./types.js').Reversed>}
   */
  undo: (step) => change('POST', '/api/undo', step ? { undo: step } : {}),
  /**
   * @param {string | null} [step] The last one where it is missing.
   * @returns {Promise<import('./types.js').Reversed>}
   */
  redo: (step) => change('POST', '/api/redo', step ? { redo: step } : {}),

  /** @returns {Promise<{version: number, folders: import('./types.js').AlbumNode[]}>} */
  albums: () => get('/api/albums'),
  /**
   * @param {string} title
   * @param {'album' | 'folder' | 'search'} kind
   * @param {string} [parent]
   * @param {string} [search] What a saved search looks for.
   * @returns {Promise<{id: string, undo: string | null}>}
   */
  makeAlbum: (title, kind, parent, search) => change('POST', '/api/albums', { title, kind, parent, search }),
  /**
   * @param {string} id
   * @param {{title?: string, parent?: string | null, position?: number}} values
   * @returns {Promise<{undo: string | null}>}
   */
  changeAlbum: (id, values) => change('PATCH', `/api/albums/${part(id)}`, values),
  /**
   * @param {string} id
   * @returns {Promise<{undo: string | null}>}
   */
  deleteAlbum: (id) => change('DELETE', `/api/albums/${part(id)}`),

  /** @returns {Promise<import('./types.js').Question>} */
  question: () => get('/api/pick'),
  /** @param {{ids?: string[], decision?: 'allowed' | 'limited' | 'denied'}} answer */
  answer: (answer) => change('POST', '/api/pick', answer),
  cancelQuestion: () => change('DELETE', '/api/pick'),

  /**
   * @param {number} from
   * @param {number} count
   * @returns {Promise<import('./types.js').Duplicates>}
   */
  duplicates: (from, count) => get(`/api/duplicates?from=${from}&count=${count}`),
  /** @param {'alike' | 'pixels' | 'bytes'} kind */
  searchDuplicates: (kind) => change('POST', '/api/duplicates', { kind }),
  endDuplicates: () => change('DELETE', '/api/duplicates'),
  /**
   * Merges a group, or all groups of a kind.
   * @param {{group: string} | {kind: string}} what
   * @returns {Promise<import('./types.js').Merged>}
   */
  mergeDuplicates: (what) => change('POST', '/api/duplicates/merge', what),
  /**
   * Puts another photo of a group first, which merging keeps.
   * @param {string} group
   * @param {string} photo
   */
  chooseKeeper: (group, photo) => change('POST', '/api/duplicates/keeper', { group, photo }),
  /**
   * Says that the photos of a group are no duplicates, or takes it back.
   * @param {string} group
   * @param {boolean} isDifferent
   * @returns {Promise<{count: number}>}
   */
  callDifferent: (group, isDifferent) => change('POST', '/api/duplicates/different', { group, isDifferent }),
  /**
   * Brings the files of a photo back that are in a remote alone.
   * @param {string} id
   * @returns {Promise<{count: number, bytes: number}>}
   */
  fetchFiles: (id) => change('POST', `/api/photos/${part(id)}/fetch`),

  /** @returns {Promise<import('./types.js').Source[]>} */
  sources: async () => {
    const answer = await get('/api/sources');
    return Array.isArray(answer) ? answer : answer.sources;
  },
  /** @returns {Promise<import('./types.js').Storage>} */
  storage: () => get('/api/remotes'),
  /**
   * @param {string | null} before
   * @returns {Promise<{entries: import('./types.js').ActivityEntry[], next?: string | null}>}
   */
  activity: (before) => get(`/api/activity?count=30${before ? `&before=${part(before)}` : ''}`),

  /** @returns {Promise<import('./types.js').OutgoingUploads>} */
  outgoingUploads: () => get('/api/activity/uploads'),

  /** @returns {Promise<{files: {id: string, name: string, bytes: number}[], filesLeft: number, bytesLeft: number}>} */
  ownContributions: () => get('/api/contributions/own'),
  /** @returns {Promise<import('./types.js').WaitingGuest[]>} */
  contributions: async () => (await get('/api/contributions')).guests,
  /**
   * @param {string[]} ids
   * @returns {Promise<{taken: number, refused: {id: string, name: string, message: string}[], undo: string | null}>}
   */
  takeContributions: (ids) => change('POST', '/api/contributions/take', { ids }),
  /**
   * @param {string[]} ids
   * @returns {Promise<{count: number}>}
   */
  refuseContributions: (ids) => change('POST', '/api/contributions/refuse', { ids }),
  /** @returns {Promise<{id: string}>} */
  beginUpload: () => change('POST', '/api/uploads'),
  /**
   * Reads the progress of an import line by line.
   * @param {string} id
   * @param {(progress: {files?: number, of?: number}) => void} report
   * @returns {Promise<import('./types.js').ImportAnswer>}
   */
  importUpload: async (id, report) => {
    const response = await request('POST', `/api/uploads/${part(id)}/import`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let last = { imported: 0, known: 0, refused: [], error: '', message: '' };
    let text = '';
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: '', done: true };
      text += value ?? '';
      const lines = text.split('\n');
      text = done ? '' : lines.pop() ?? '';
      for (const line of lines.filter(Boolean)) {
        last = /** @type {any} */ (JSON.parse(line));
        report(/** @type {any} */ (last));
      }
      if (done && last.error) throw new RequestError(500, last.error, last.message);
      if (done) return last;
    }
  },
  /** @param {string} id */
  abandonUpload: (id) => change('DELETE', `/api/uploads/${part(id)}`),
  /**
   * @param {import('./types.js').Selection} on
   * @param {import('./types.js').DownloadChoice} choice
   * @returns {Promise<{url: string, remaining: number}>}
   */
  download: (on, choice) => change('POST', '/api/downloads', { on, ...choice }),
};

/**
 * The whole picture as a browser can show it; the tag keeps an edited picture apart from the one before.
 * @param {Item} item
 * @param {number} width The most pixels of the longer side.
 */
export function pictureAddress(item, width) {
  return placeOf(`/photos/${part(item.id)}/picture?width=${Math.min(16384, width)}&tag=${part(item.p)}`);
}

/**
 * The address of one tile of a large picture.
 * @param {Item} item
 * @param {number} column
 * @param {number} row
 */
export function tileAddress(item, column, row) {
  return placeOf(`/photos/${part(item.id)}/tiles/${column}/${row}?tag=${part(item.p)}`);
}

/**
 * The file of an animated picture, which browsers play; the tag keeps another file apart from the one before.
 * @param {Item} item
 */
export function animationAddress(item) {
  return `${originalAddress(item.id, 0)}&tag=${part(item.p)}`;
}

/**
 * Asks why there is no picture at an address.
 * @param {string} address
 * @returns {Promise<{status: number, word: string}>} The answer's status and the server's word; 0 without an answer.
 */
export async function askWhyMissing(address) {
  // Others wait for this answer.
  const signal = /** @type {any} */ (AbortSignal).timeout(LONGEST);
  const response = await fetch(address, { credentials: 'same-origin', cache: 'no-store', signal }).catch(() => null);
  if (response?.ok) void response.body?.cancel();
  const answer = response && !response.ok ? await response.json().catch(() => ({})) : {};
  return { status: response?.status ?? 0, word: answer.error ?? '' };
}

/**
 * A small picture of a file that a guest has sent.
 * @param {string} id
 */
export function contributionAddress(id) {
  return placeOf(`/api/contributions/${part(id)}/preview`);
}

/**
 * @param {Item} item
 * @param {boolean} isLive
 */
export function movieAddress(item, isLive) {
  return placeOf(`/photos/${part(item.id)}/movie${isLive ? '?live=1' : ''}`);
}

/**
 * @param {string} id
 * @param {number} resource
 */
export function originalAddress(id, resource) {
  return placeOf(`/photos/${part(id)}/original?resource=${resource}`);
}

/**
 * The address of one stream of events.
 * @param {string[]} views
 * @param {string} since
 */
export function eventsAddress(views, since) {
  const query = new URLSearchParams(views.map((view) => ['view', view]));
  if (since) query.append('since', since);
  return placeOf(`/api/events?${query}`);
}
