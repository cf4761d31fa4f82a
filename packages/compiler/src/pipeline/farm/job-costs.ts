// Whether a job is worth sending: by the measured costs of its kind and of sending in this build. The estimate decides where a job runs,
// never its result.

/** Until a kind has been measured, in texels at normal quality (see jobWork). */
const FIRST_WORK_PER_MS = 4000;
/** Until something has been sent. */
const FIRST_BYTES_PER_MS = 50_000;
/** Fixed cost of a job: the queue, and answers of the cache. Measured on loopback, doubled. */
const OVERHEAD_MS = 15;
/** Below this, sending gains nothing. */
const MIN_MS = 40;
/** The weight of the last measurement. */
const WEIGHT = 0.2;

export class JobCosts {
  readonly #workPerMs = new Map<string, number>();
  readonly #minMs: number;
  #bytesPerMs = FIRST_BYTES_PER_MS;

  /** `minMs`: see FarmQueue. */
  constructor(minMs: number = MIN_MS) {
    this.#minMs = minMs;
  }

  expectedMs(kind: string, work: number): number {
    return work / (this.#workPerMs.get(kind) ?? FIRST_WORK_PER_MS);
  }

  learn(kind: string, work: number, ms: number): void {
    const rate = work / Math.max(ms, 0.1);
    const known = this.#workPerMs.get(kind);
    this.#workPerMs.set(kind, known === undefined ? rate : known + (rate - known) * WEIGHT);
  }

  learnTransfer(sizeBytes: number, ms: number): void {
    // Small ones measure latency, not bandwidth.
    if (sizeBytes < 1 << 16) return;
    this.#bytesPerMs += (sizeBytes / Math.max(ms, 0.1) - this.#bytesPerMs) * WEIGHT;
  }

  isSmall(expectedMs: number): boolean {
    return expectedMs < this.#minMs;
  }

  /** `sizeBytes`: bytes that would have to be sent. */
  isWorthSending(expectedMs: number, sizeBytes: number): boolean {
    if (this.#minMs === 0) return true;
    return !this.isSmall(expectedMs) && expectedMs > 2 * (OVERHEAD_MS + sizeBytes / this.#bytesPerMs);
  }
}
