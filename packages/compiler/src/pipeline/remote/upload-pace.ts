// How long the answer to what is sent may take. A machine swallows what it is given long before its line has carried it: until the server
// can answer, all that was under way with it must have gone over the line, at the rate that was seen so far.

/** Before anything was answered. */
const FIRST_BYTES_PER_MS = 1000;
/** However slow it was seen: whoever waits waits for an end. */
const MIN_BYTES_PER_MS = 64;
/** Smaller uploads measure latency, not bandwidth. */
const TELLING_BYTES = 1 << 18;

export class UploadPace {
  readonly #now: () => number;
  #begunBytes = 0;
  #endedBytes = 0;
  #answeredBytes = 0;
  /** In which something was under way, but for the time since `#sinceMs`. */
  #busyMs = 0;
  #sinceMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns what the line needs until this can be answered: for itself, for what is under way, and for what comes to it, which shares the
   * line. That others are answered meanwhile takes nothing from it: they were carried in the time that this has waited.
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
