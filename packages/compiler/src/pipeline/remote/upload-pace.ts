// How long the answer to what is sent may take. A machine swallows what it is given long before its line has carried it: until the server
// can answer, all that is under way must have gone over the line, at the rate that was seen so far.

/** Before anything was answered. */
const FIRST_BYTES_PER_MS = 1000;
/** However slow it was seen: whoever waits waits for an end. */
const LEAST_BYTES_PER_MS = 64;
/** Fewer tell of the way, not of its width. */
const TELLING_BYTES = 1 << 18;

export class UploadPace {
  readonly #now: () => number;
  #underWayBytes = 0;
  #answeredBytes = 0;
  /** In which something was under way, but for the time since `#sinceMs`. */
  #busyMs = 0;
  #sinceMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(bytes: number): void {
    if (this.#underWayBytes === 0) this.#sinceMs = this.#now();
    this.#underWayBytes += bytes;
  }

  end(bytes: number, isAnswered: boolean): void {
    const nowMs = this.#now();
    this.#busyMs += nowMs - this.#sinceMs;
    this.#sinceMs = nowMs;
    this.#underWayBytes -= bytes;
    if (isAnswered) this.#answeredBytes += bytes;
  }

  /** What the line needs for all that is under way. */
  get lineMs(): number {
    return this.#underWayBytes / this.#bytesPerMs;
  }

  get #bytesPerMs(): number {
    if (this.#answeredBytes < TELLING_BYTES) return FIRST_BYTES_PER_MS;
    return Math.max(LEAST_BYTES_PER_MS, this.#answeredBytes / Math.max(1, this.#busyMs));
  }
}
