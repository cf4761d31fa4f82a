// Finds out that nothing has come or gone for too long, too little, or that the whole takes too long. Counts ticks instead of reading the clock: while a job keeps this thread busy
// no tick comes either, so that a server is never blamed for what lay unread.

const TICK_MS = 50;

/** What all that is under way must move together: less is a server that only seems to answer. */
export const MIN_BYTES_PER_S = 1 << 15;
const MIN_BYTES_PER_TICK = (MIN_BYTES_PER_S * TICK_MS) / 1000;

/** silent: nothing came or went · slow: less than a server must move · late: the whole took longer than it may. */
export type Idleness = 'silent' | 'slow' | 'late';

interface Watched {
  readonly patienceMs: () => number;
  readonly wholeMs: () => number;
  ticks: number;
  readonly giveUp: (why: Idleness) => void;
  idleTicks: number;
  /** How far it is behind the least rate; a share of that where others are under way. */
  lagTicks: number;
}

/** Tells that something came or went. */
export interface Activity {
  /** `bytes` undefined: the answer begins, which is worth more than its bytes. */
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
      // Where it is late because little came, that explains more.
      const wasMost = (ticks: number) => ticks * 2 > watched.ticks;
      if (isSilent || (isLate && wasMost(watched.idleTicks))) watched.giveUp('silent');
      else watched.giveUp(isSlow || wasMost(watched.lagTicks) ? 'slow' : 'late');
    }
    if (this.#watched.size === 0) this.stop();
  }
}
