/**
 * Owns the events of the server. All tabs of a browser share one stream, because a browser opens only six connections to a
 * server over HTTP/1.1: the tab that holds a lock opens the stream and passes the events on. When that tab goes, another
 * takes over. The stream goes on from the versions of the lists that the tabs have. Events that a tab knows already do no harm.
 */

import { eventsAddress } from '../core/api.js';

/** A stream carries at most so many lists. */
const MOST_VIEWS = 16;
/** The bytes of these lists in the address, which the server reads up to 32 KB. A search may have 12 KB. */
const MOST_BYTES = 24_000;
const KINDS = ['view', 'reload', 'state', 'albums', 'activity', 'access', 'offline', 'online', 'sources'];

/**
 * @typedef {object} StreamEvent
 * @property {string} kind
 * @property {any} data
 */

/**
 * The lists that a tab shows, with the version that it has of each.
 * @typedef {Record<string, number>} Wanted
 */

/**
 * @typedef {{type: 'want', tab: string, views: Wanted}
 *   | {type: 'leave', tab: string}
 *   | {type: 'event', kind: string, data: any}
 *   | {type: 'state', isOpen: boolean}
 *   | {type: 'leader'}} Message
 */

export class EventStream {
  /**
   * @param {(event: StreamEvent) => void} receive
   * @param {(isOpen: boolean) => void} changed Told when the connection breaks and when it is there again.
   */
  constructor(receive, changed) {
    this.receive = receive;
    this.changed = changed;
    this.tab = Math.random().toString(36).slice(2);
    /** @type {Wanted} */
    this.views = {};
    /** Whether this tab has said what it shows. A page without photos shows no list, and follows albums and activity. */
    this.isWatching = false;
    /** @type {Map<string, Wanted>} */
    this.wanted = new Map();
    /**
     * The version of each list that the stream has told.
     * @type {Map<string, number>}
     */
    this.versions = new Map();
    /** @type {EventSource | null} */
    this.source = null;
    this.sourceViews = '';
    this.isLeader = false;
    this.isClosed = false;
    /** Lets another tab lead. */
    this.release = () => {};
    this.retry = 0;
    this.timer = 0;
    this.channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('photos-events') : null;
    if (this.channel) this.channel.onmessage = ({ data }) => this.heard(data);
    addEventListener('pagehide', () => this.post({ type: 'leave', tab: this.tab }));
    addEventListener('pageshow', ({ persisted }) => persisted && this.announce());
    addEventListener('online', () => this.isLeader && !this.isOpen && this.open());
    if (this.channel && navigator.locks) {
      void navigator.locks.request('photos-events', () => this.isClosed ? undefined : new Promise((end) => {
        this.release = () => end(undefined);
        this.lead();
      }));
    } else {
      this.lead();
    }
  }

  get isOpen() {
    return this.source?.readyState === 1;
  }

  /**
   * Says which lists this tab shows, and the version that it has of each.
   * @param {Wanted} views
   */
  watch(views) {
    this.views = views;
    this.isWatching = true;
    this.announce();
  }

  announce() {
    if (!this.isWatching) return;
    if (this.isLeader) this.want(this.tab, this.views);
    else this.post({ type: 'want', tab: this.tab, views: this.views });
  }

  /** @param {Message} message */
  post(message) {
    this.channel?.postMessage(message);
  }

  /** @param {Message} message */
  heard(message) {
    switch (message.type) {
      case 'want':
        if (this.isLeader) this.want(message.tab, message.views);
        break;
      case 'leave':
        this.wanted.delete(message.tab);
        break;
      case 'leader':
        this.announce();
        // Events between the two leaders may be lost to this tab; the owner of the list compares versions.
        this.receive({ kind: 'compare', data: {} });
        break;
      case 'event':
        this.deliver(message.kind, message.data);
        break;
      case 'state':
        this.changed(message.isOpen);
        break;
    }
  }

  lead() {
    this.isLeader = true;
    this.post({ type: 'leader' });
    this.announce();
  }

  /**
   * Opens the stream again where a list is wanted that it does not carry, or that the tab has in an older version.
   * @param {string} tab
   * @param {Wanted} views
   */
  want(tab, views) {
    this.wanted.set(tab, views);
    const carried = this.sourceViews.split('\n');
    let isCarried = this.source !== null;
    for (const [view, version] of Object.entries(views)) {
      const told = carried.includes(view) ? this.versions.get(view) : undefined;
      if (told !== undefined && version >= told) continue;
      this.versions.set(view, version);
      isCarried = false;
    }
    // A few lists that nobody wants any more do not matter.
    if (isCarried && this.allViews().length >= carried.length - 3) {
      if (tab !== this.tab) this.post({ type: 'state', isOpen: this.isOpen });
      return;
    }
    this.open();
  }

  allViews() {
    const views = [...new Set([...this.wanted.values()].flatMap((wanted) => Object.keys(wanted)))].sort().slice(0, MOST_VIEWS);
    let bytes = 0;
    return views.filter((view) => {
      const length = encodeURIComponent(view).length;
      if (bytes + length > MOST_BYTES) return false;
      bytes += length;
      return true;
    });
  }

  open() {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.source?.close();
    const views = this.allViews();
    this.sourceViews = views.join('\n');
    const source = new EventSource(eventsAddress(views, views.map((view) => this.versions.get(view) ?? 0).join(',')));
    this.source = source;
    source.onopen = () => {
      this.retry = 0;
      this.tell(true);
    };
    source.onerror = () => {
      if (this.source !== source) return;
      this.tell(false);
      // The browser tries again by itself, from the last event, unless the server refused.
      if (source.readyState !== 2) return;
      // The session may be over, which a stream cannot tell.
      this.post({ type: 'event', kind: 'access', data: {} });
      this.deliver('access', {});
      this.retry = Math.min(15000, this.retry ? this.retry * 2 : 500);
      this.timer = setTimeout(() => this.open(), this.retry);
    };
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        const { data } = /** @type {MessageEvent} */ (event);
        const value = data ? JSON.parse(data) : {};
        if (kind === 'view') this.versions.set(value.view, value.to);
        if (kind === 'reload') this.versions.set(value.view, value.version);
        this.post({ type: 'event', kind, data: value });
        this.deliver(kind, value);
      });
    }
  }

  /** @param {boolean} isOpen */
  tell(isOpen) {
    this.post({ type: 'state', isOpen });
    this.changed(isOpen);
  }

  /**
   * @param {string} kind
   * @param {any} data
   */
  deliver(kind, data) {
    if ((kind === 'view' || kind === 'reload') && !(data.view in this.views)) return;
    this.receive({ kind, data });
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.post({ type: 'leave', tab: this.tab });
    this.channel?.close();
    this.channel = null;
    this.release();
  }
}
