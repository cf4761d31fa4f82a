// Small pictures of entries, drawn once per content and kept while the page is open. They are drawn one at a time, between frames, and only
// when something that shows them asks.

import type { Entry, Store } from '../store/store.js';

/** `later`: it cannot be drawn now. Undefined: it has no picture. */
export type Draw = (store: Store, entry: Entry) => Promise<Blob | 'later' | undefined>;

/** Pictures take a few kilobytes each. */
const MAX_KEPT = 400;

const keyOf = ({ path, version }: Entry): string => `${version} ${path}`;

export class Thumbnails {
  readonly #store: Store;
  readonly #drawOf: (entry: Entry) => Draw | undefined;
  readonly #nextFrame: () => Promise<unknown>;
  /** Addresses by content; an empty one: it has no picture. The least recently drawn are dropped. */
  readonly #kept = new Map<string, string>();
  readonly #waiting = new Map<string, { readonly entry: Entry; readonly for: Set<symbol> }>();
  readonly #listeners = new Set<() => void>();
  #isDrawing = false;

  constructor(store: Store, drawOf: (entry: Entry) => Draw | undefined, nextFrame: () => Promise<unknown>) {
    this.#store = store;
    this.#drawOf = drawOf;
    this.#nextFrame = nextFrame;
  }

  /** The address of its picture. Undefined if there is none, or none yet. */
  get(entry: Entry): string | undefined {
    const url = this.#kept.get(keyOf(entry));
    return url === '' ? undefined : url;
  }

  /** Draws it if that was not done yet. Listeners learn when it is there. Returns a function for when it is not shown any more. */
  request(entry: Entry): () => void {
    const key = keyOf(entry);
    if (this.#kept.has(key) || this.#drawOf(entry) === undefined) return () => undefined;
    // The map and a list may both show it: it is given up if neither does.
    const wish = Symbol();
    const waiting = this.#waiting.get(key) ?? { entry, for: new Set<symbol>() };
    waiting.for.add(wish);
    this.#waiting.set(key, waiting);
    void this.#drawAll();
    return () => {
      waiting.for.delete(wish);
      if (waiting.for.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
    };
  }

  /** Adds a listener for new pictures. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #drawAll(): Promise<void> {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    await this.#nextFrame();
    for (let next = this.#first(); next !== undefined; next = this.#first()) {
      const [key, { entry }] = next;
      this.#waiting.delete(key);
      // A file without a picture is not tried again: its own page reports why it cannot be read.
      const made = await this.#drawOf(entry)?.(this.#store, entry).catch(() => undefined);
      if (made !== 'later') this.#keep(key, made === undefined ? '' : URL.createObjectURL(made));
      await this.#nextFrame();
    }
    this.#isDrawing = false;
  }

  #first(): readonly [string, { readonly entry: Entry }] | undefined {
    return this.#waiting.entries().next().value;
  }

  #keep(key: string, url: string): void {
    this.#kept.set(key, url);
    for (const [oldest, old] of this.#kept) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
      if (old !== '') URL.revokeObjectURL(old);
    }
    for (const listener of [...this.#listeners]) listener();
  }
}
