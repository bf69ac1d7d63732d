/**
 * Owns the state of the page: one object, replaced and never changed in place, and who is told when a part of it changes.
 */

/**
 * @template {object} T
 */
export class Store {
  /** @param {T} initial */
  constructor(initial) {
    this.state = initial;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.isTelling = false;
  }

  /**
   * Changes some values and tells the listeners, once for all changes that listeners make themselves.
   * @param {Partial<T>} values
   */
  set(values) {
    const keys = /** @type {(keyof T)[]} */ (Object.keys(values));
    if (keys.every((key) => Object.is(this.state[key], values[key]))) return;
    this.state = { ...this.state, ...values };
    if (this.isTelling) {
      this.isTellingAgain = true;
      return;
    }
    this.isTelling = true;
    try {
      do {
        this.isTellingAgain = false;
        for (const listener of this.listeners) listener();
      } while (this.isTellingAgain);
    } finally {
      this.isTelling = false;
    }
  }

  /**
   * Calls a function now and whenever what `select` returns becomes another value.
   * @template R
   * @param {(state: T) => R} select
   * @param {(selected: R) => void} follow
   * @returns {() => void} Ends the calls.
   */
  follow(select, follow) {
    let last = select(this.state);
    const listener = () => {
      const next = select(this.state);
      if (Object.is(next, last)) return;
      last = next;
      follow(next);
    };
    this.listeners.add(listener);
    follow(last);
    return () => this.listeners.delete(listener);
  }

  /**
   * Calls a function once in the next frame after any of several values changed, and now.
   * @param {(state: T) => unknown[]} select
   * @param {() => void} draw
   */
  draw(select, draw) {
    let last = select(this.state);
    let isWaiting = false;
    const listener = () => {
      const next = select(this.state);
      if (isWaiting || next.every((value, at) => Object.is(value, last[at]))) return;
      isWaiting = true;
      queueMicrotask(() => {
        isWaiting = false;
        last = select(this.state);
        draw();
      });
    };
    this.listeners.add(listener);
    draw();
    return () => this.listeners.delete(listener);
  }
}
