// Detects that no data was transferred for too long, that the transfer is too slow, or that it takes too long in total. Counts ticks instead
// of reading the clock: while a job keeps this thread busy there are no ticks, so a server is not blamed for data that was not read.

const TICK_MS = 50;

/** Minimum rate of all requests together. A slower server counts as failing. */
export const MIN_BYTES_PER_S = 1 << 15;
const MIN_BYTES_PER_TICK = (MIN_BYTES_PER_S * TICK_MS) / 1000;

/** silent: no data was transferred · slow: below the minimum rate · late: the total time is over. */
export type Idleness = 'silent' | 'slow' | 'late';

interface Watched {
  readonly patienceMs: () => number;
  readonly wholeMs: () => number;
  ticks: number;
  readonly giveUp: (why: Idleness) => void;
  idleTicks: number;
  /** How far it is behind the minimum rate, shared with other running requests. */
  lagTicks: number;
}

/** Call it when data was transferred. */
export interface Activity {
  /** `bytes` is undefined when the answer begins, which counts more than its bytes. */
  seen(bytes?: number): void;
  end(): void;
}

export class IdleWatch {
  readonly #watched = new Set<Watched>();
  #timer: ReturnType<typeof setInterval> | undefined;

  watch(patienceMs: () => number, giveUp: (why: Idleness) => void, wholeMs = () => Number.POSITIVE_INFINITY): Activity {
    const watched: Watched = { patienceMs, wholeMs, giveUp, ticks: 0, idleTicks: 0, lagTicks: 0 };
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    return {
      seen: (bytes) => {
        watched.idleTicks = 0;
        const caughtUp = bytes === undefined ? watched.lagTicks : (bytes * this.#watched.size) / MIN_BYTES_PER_TICK;
        watched.lagTicks = Math.max(0, watched.lagTicks - caughtUp);
      },
      end: () => {
        this.#watched.delete(watched);
        if (this.#watched.size === 0) this.stop();
      },
    };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    for (const watched of [...this.#watched]) {
      const patienceMs = watched.patienceMs();
      const isSilent = ++watched.idleTicks * TICK_MS >= patienceMs;
      const isSlow = ++watched.lagTicks * TICK_MS >= patienceMs;
      const isLate = ++watched.ticks * TICK_MS >= watched.wholeMs();
      if (!(isSilent || isSlow || isLate) || !this.#watched.delete(watched)) continue;
      // If it is late because it was slow, report that.
      const wasMost = (ticks: number) => ticks * 2 > watched.ticks;
      if (isSilent || (isLate && wasMost(watched.idleTicks))) watched.giveUp('silent');
      else watched.giveUp(isSlow || wasMost(watched.lagTicks) ? 'slow' : 'late');
    }
    if (this.#watched.size === 0) this.stop();
  }
}
