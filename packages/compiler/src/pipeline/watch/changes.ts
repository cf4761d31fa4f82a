// What has been saved since the last build, and whether a burst of saves is over.

import type { Host } from '../host/host.js';

/**
 * Quiet time that ends a burst of saves; one of edits alone ends sooner, because folders that come and go are reported in pieces. A burst
 * longer than the last is built in between.
 */
const QUIET_MS = 100;
/** More than the 50 ms for which chokidar swallows further changes of a file that it has reported: none of them may come after the check. */
const EDIT_QUIET_MS = 60;
const BURST_MS = 2_000;
/** For up to this many files the time of the last write is checked. */
const MAX_CHECKS = 64;

export class Changes {
  readonly #signal: AbortSignal;
  readonly #pending = new Set<string>();
  #wake: (() => void) | undefined;
  #firstMs = 0;
  #isEdits = true;
  #lastMs = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  get paths(): readonly string[] {
    return [...this.#pending].sort();
  }

  clear(): void {
    this.#pending.clear();
    this.#isEdits = true;
  }

  note(path: string, isEdit: boolean): void {
    this.#isEdits &&= isEdit;
    this.#lastMs = performance.now();
    if (this.isEmpty) this.#firstMs = this.#lastMs;
    this.#pending.add(path);
    this.#wake?.();
  }

  /** The next change, the end of the watch, or the end of the time. */
  async next(ms: number): Promise<void> {
    if (this.isEmpty) await this.#pause(ms, true);
  }

  /** Returns true when a burst of saves is over, false if it has gone on for so long that it is built in between. */
  async settle(host: Host): Promise<boolean> {
    while (!this.#signal.aborted) {
      const leftMs = (this.#isEdits ? EDIT_QUIET_MS : QUIET_MS) - this.#quietMs(host);
      if (leftMs <= 0) return true;
      const burstMs = this.#firstMs + BURST_MS - performance.now();
      if (burstMs <= 0) return false;
      await this.#pause(Math.min(leftMs, burstMs), false);
    }
    return true;
  }

  /** Time since the last event, or the last write to a reported file: not every write to a file is reported. */
  #quietMs(host: Host): number {
    let quietMs = performance.now() - this.#lastMs;
    const nowMs = host.now();
    let looks = 0;
    for (const path of this.#pending) {
      if (looks++ >= MAX_CHECKS) break;
      const ageMs = nowMs - (host.stat(path)?.mtimeMs ?? 0);
      // A time in the future comes from another clock.
      if (ageMs >= 0) quietMs = Math.min(quietMs, ageMs);
    }
    return quietMs;
  }

  #pause(ms: number, wakes: boolean): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#signal.removeEventListener('abort', end);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wake = wakes ? end : undefined;
      this.#signal.addEventListener('abort', end, { once: true });
      if (this.#signal.aborted) end();
    });
  }
}
