/**
 * Owns the list that is shown: opens it for a place of the address, keeps it true by the event stream, and passes each change
 * to the grid, the viewer and the selection.
 */

import { store } from '../actions/state.js';
import { api, statusOf } from '../core/api.js';
import { oneAtATime } from '../core/oneatatime.js';
import { PhotoList } from '../list/list.js';
import { PIECE } from '../list/piece.js';
import { everything, followed, countOf, NOTHING } from '../list/selection.js';
import { EventStream } from '../list/stream.js';

/** @typedef {import('../grid/grid.js').PhotoGrid} PhotoGrid */
/** @typedef {import('../viewer/viewer.js').PhotoViewer} PhotoViewer */
/** @typedef {import('../grid/grid.js').Place} Place */

/** Milliseconds until albums are asked for again that could not be fetched, or whose photos have changed. */
const RETRY = 5000;

export class Live {
  /** @param {PhotoGrid} grid */
  constructor(grid) {
    this.grid = grid;
    /**
     * The viewer of one photo, which is there some time after the first photos.
     * @type {PhotoViewer | null}
     */
    this.viewer = null;
    /** @type {PhotoList | null} */
    this.list = null;
    /** @type {EventStream | null} */
    this.stream = null;
    this.albumsTimer = 0;
    /** When albums will be asked for. */
    this.albumsAt = Infinity;
    /** The numbers of the last events that told of albums and activity; -1 before the first. */
    this.told = { albums: -1, activity: -1 };
    this.hasAskedForAlbums = false;
    /**
     * Where to be after the list was fetched again.
     * @type {{id: string, offset: number} | null}
     */
    this.wish = null;
    /** Opens the list again that failed; where the address is followed, at its place. */
    this.openAgain = () => {
      if (this.list) void this.open(this.list.view, '', 0);
    };
  }

  start() {
    this.stream = new EventStream((event) => this.receive(event), (isConnected) => store.set({ isConnected }));
  }

  /** Follows albums and activity where no list shows. The server refuses a stream with a list that it does not show. */
  follow() {
    if (this.list?.status !== 'ready') this.stream?.watch({});
  }

  /**
   * Opens a list at a place.
   * @param {string} view
   * @param {string} at The photo at the top.
   * @param {number} offset
   */
  async open(view, at, offset) {
    this.list?.close();
    this.viewer?.close();
    const list = new PhotoList(view);
    this.list = list;
    store.set({ list, selected: NOTHING, listRevision: store.state.listRevision + 1 });
    list.onStatus = () => {
      store.set({ listRevision: store.state.listRevision + 1 });
      if (list.status !== 'loading') this.follow();
    };
    list.onRetry = () => this.grid.draw();
    list.onItems = (first, end) => {
      this.grid.itemsArrived(first, end);
      this.viewer?.itemsArrived();
    };
    const found = at ? api.find(view, { id: at }).catch(() => null) : Promise.resolve(null);
    list.onChange = (news) => this.changed(news);
    this.wish = null;
    this.grid.canReorder = false;
    await Promise.all([list.load(), found]);
    const place = await found;
    if (this.list !== list || list.status !== 'ready') return list;
    this.grid.canReorder = list.canReorder;
    if (!place) void list.items.request(0, Math.min(list.count, PIECE));
    this.grid.show(list, place ? { index: place.index, offset } : null);
    this.stream?.watch({ [view]: list.version });
    return list;
  }

  /** Fetches the list again and stays at the same photo. */
  async reload() {
    const { list } = this;
    if (!list) return;
    const place = this.grid.place();
    const item = place ? list.items.get(place.index) : undefined;
    this.wish = place && item ? { id: item.id, offset: place.offset } : null;
    await list.load();
  }

  /** @param {import('../list/list.js').ListNews} news */
  async changed(news) {
    const { list } = this;
    if (!list) return;
    if (!news.patch) {
      // The first time, `open` shows the list.
      if (this.grid.list !== list) return;
      const { wish } = this;
      this.wish = null;
      const found = wish ? await api.find(list.view, { id: wish.id }).catch(() => null) : null;
      const { selected } = store.state;
      const hadAll = countOf(selected) > 0 && countOf(selected) === this.grid.layout.count;
      this.grid.show(list, found && wish ? { index: found.index, offset: wish.offset } : this.grid.place());
      store.set({ selected: hadAll ? everything(list.count) : NOTHING, listRevision: store.state.listRevision + 1 });
      this.stream?.watch({ [list.view]: list.version });
    } else {
      const started = performance.now();
      const selected = followed(store.state.selected, news.patch);
      this.grid.changed(news);
      store.set({ selected, listRevision: store.state.listRevision + 1 });
      performance.measure?.('photos-change', { start: started });
    }
    this.viewer?.changed(news);
  }

  /** @param {import('../list/stream.js').StreamEvent} event */
  receive({ kind, data }) {
    switch (kind) {
      case 'view':
        // The stream may still have the list that was shown before.
        if (data.view === this.list?.view) this.list?.take(data);
        break;
      case 'reload':
        if (data.view === this.list?.view && data.version !== this.list?.version) void this.reload();
        break;
      case 'compare':
        void this.compare();
        break;
      case 'state':
        this.catchUp(data);
        break;
      case 'albums':
        this.told.albums = data.number;
        this.fetchAlbumsIn(150);
        break;
      case 'activity':
        this.told.activity = data.number;
        store.set({ activityRevision: store.state.activityRevision + 1 });
        // Counts and covers of smart albums change with photos, and no event tells of them.
        if (this.hasAskedForAlbums) this.fetchAlbumsIn(RETRY);
        break;
      case 'access':
        void this.checkSession();
        break;
      case 'offline':
      case 'online':
        this.setOffline(kind === 'offline');
        break;
      case 'sources':
        this.list?.items.refresh();
        this.grid.draw();
        this.recover();
        break;
    }
  }

  /**
   * Asks again for what changed while there was no stream.
   * @param {{albums: number, activity: number, offline: boolean}} state The present numbers, and whether the library is away.
   */
  catchUp({ albums, activity, offline }) {
    const { told } = this;
    this.told = { albums, activity };
    if (this.hasAskedForAlbums && (albums !== told.albums || activity !== told.activity)) void this.fetchAlbums();
    if (activity !== told.activity) store.set({ activityRevision: store.state.activityRevision + 1 });
    this.setOffline(offline);
    // The stream is open again, so the server can be reached.
    if (told.albums !== -1) this.recover();
  }

  /** @param {boolean} isOffline */
  setOffline(isOffline) {
    const isBack = store.state.isLibraryOffline && !isOffline;
    store.set({ isLibraryOffline: isOffline });
    if (!isBack) return;
    void this.compare();
    this.recover();
  }

  /** Asks again for what could not be loaded, because something is back. */
  recover() {
    if (this.list?.status === 'failed') this.openAgain();
    this.grid.retryPictures();
    this.viewer?.retryPictures();
  }

  /** Fetches the list again where its version is no longer the last one. */
  async compare() {
    const { list } = this;
    if (!list || list.status !== 'ready') return;
    const before = list.version;
    try {
      const info = await api.view(list.view);
      // The stream may have told of a later version meanwhile.
      if (this.list === list && list.version === before && info.version !== before) await this.reload();
    } catch (error) {
      const status = statusOf(error);
      if (this.list === list && (status === 403 || status === 404)) list.fail(error);
    }
  }

  /** @param {number} milliseconds */
  fetchAlbumsIn(milliseconds) {
    const at = performance.now() + milliseconds;
    if (this.albumsAt <= at) return;
    clearTimeout(this.albumsTimer);
    this.albumsAt = at;
    this.albumsTimer = setTimeout(() => {
      this.albumsAt = Infinity;
      void this.fetchAlbums();
    }, milliseconds);
  }

  fetchAlbums = oneAtATime(async () => {
    this.hasAskedForAlbums = true;
    try {
      const { folders } = await api.albums();
      store.set({ albums: folders });
    } catch (error) {
      const status = statusOf(error);
      if (status === 403) store.set({ albums: [] });
      else if (status !== 401) this.fetchAlbumsIn(RETRY);
    }
  });

  checkSession = oneAtATime(async () => {
    try {
      store.set({ session: await api.session() });
      await this.fetchAlbums();
      await this.compare();
    } catch (error) {
      if (statusOf(error) === 401) {
        this.stream?.close();
        store.set({ phase: store.state.session?.isLink ? 'linkEnded' : 'signIn', session: null, problem: '' });
      }
    }
  });
}
