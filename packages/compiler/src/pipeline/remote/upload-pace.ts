// How long the answer to an upload may take. The operating system buffers data long before it is transferred: before the server can answer,
// all concurrent uploads must have been transferred, at the rate measured so far.

/** Before anything was answered. */
const FIRST_BYTES_PER_MS = 1000;
/** Upper limit, however slow the connection is. */
const MIN_BYTES_PER_MS = 64;
/** Smaller uploads measure latency, not bandwidth. */
const TELLING_BYTES = 1 << 18;

export class UploadPace {
  readonly #now: () => number;
  #begunBytes = 0;
  #endedBytes = 0;
  #answeredBytes = 0;
  /** Time with uploads in progress, without the time since `#sinceMs`. */
  #busyMs = 0;
  #sinceMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns the time until this upload can be answered: for itself, for uploads in progress, and for later ones, which share the bandwidth.
   * Uploads that are answered meanwhile do not shorten it: they were transferred while this one waited.
   */
  begin(bytes: number): () => number {
    if (this.#begunBytes === this.#endedBytes) this.#sinceMs = this.#now();
    const before = this.#endedBytes;
    this.#begunBytes += bytes;
    return () => (this.#begunBytes - before) / this.#bytesPerMs;
  }

  end(bytes: number, isAnswered: boolean): void {
    const nowMs = this.#now();
    this.#busyMs += nowMs - this.#sinceMs;
    this.#sinceMs = nowMs;
    this.#endedBytes += bytes;
    if (isAnswered) this.#answeredBytes += bytes;
  }

  get #bytesPerMs(): number {
    if (this.#answeredBytes < TELLING_BYTES) return FIRST_BYTES_PER_MS;
    return Math.max(MIN_BYTES_PER_MS, this.#answeredBytes / Math.max(1, this.#busyMs));
  }
}
