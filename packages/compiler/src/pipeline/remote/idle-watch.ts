// Finds out that nothing has come or gone for too long. Counts ticks instead of reading the clock: while a job keeps this thread busy no
// tick comes either, so that a server is never blamed for what lay unread.

const TICK_MS = 50;

interface Watched {
  readonly patienceMs: () => number;
  readonly giveUp: () => void;
  idleTicks: number;
}

/** Tells that something came or went. */
export interface Activity {
  seen(): void;
  end(): void;
}

export class IdleWatch {
  readonly #watched = new Set<Watched>();
  #timer: ReturnType<typeof setInterval> | undefined;

  watch(patienceMs: () => number, giveUp: () => void): Activity {
    const watched: Watched = { patienceMs, giveUp, idleTicks: 0 };
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    return {
      seen: () => {
        watched.idleTicks = 0;
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
    for (const watched of [...this.#watched])
      if (++watched.idleTicks * TICK_MS >= watched.patienceMs() && this.#watched.delete(watched)) watched.giveUp();
    if (this.#watched.size === 0) this.stop();
  }
}
