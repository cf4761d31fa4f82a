// The work of a build, done and remaining: only for the estimate of the remaining time. Derived assets are known when their source is
// compiled; until then their work is assumed to be in the same proportion as for finished sources of the same kind.

interface Work {
  readonly kind: string;
  readonly amount: number;
  readonly isSource: boolean;
}

interface KindWork {
  /** Of sources to be made. */
  open: number;
  /** Of sources that are done. */
  done: number;
  /** Of derived assets found in them. */
  inside: number;
}

export class WorkWeights {
  readonly #open = new Map<string, Work>();
  readonly #kinds = new Map<string, KindWork>();
  #known = 0;
  #done = 0;

  /** Adds an asset to be made. If added again, the last value counts. */
  expect(key: string, kind: string, amount: number, isSource: boolean): void {
    this.drop(key);
    this.#open.set(key, { kind, amount, isSource });
    this.#known += amount;
    if (isSource) this.#of(kind).open += amount;
  }

  /** Adds the derived assets of a source of this kind, which is now done. */
  found(parentKind: string, amount: number): void {
    this.#of(parentKind).inside += amount;
  }

  /** Removes an asset that need not be made after all. */
  drop(key: string): void {
    this.#known -= this.#close(key)?.amount ?? 0;
  }

  /** Made or failed. */
  finish(key: string): void {
    const work = this.#close(key);
    if (work === undefined) return;
    this.#done += work.amount;
    if (work.isSource) this.#of(work.kind).done += work.amount;
  }

  of(key: string): number {
    return Math.round(this.#open.get(key)?.amount ?? 0);
  }

  get done(): number {
    return Math.round(this.#done);
  }

  /** Done and total work, including expected derived assets. */
  get total(): number {
    let expected = 0;
    for (const { open, done, inside } of this.#kinds.values()) if (done > 0) expected += (open * inside) / done;
    return Math.round(this.#known + expected);
  }

  #close(key: string): Work | undefined {
    const work = this.#open.get(key);
    this.#open.delete(key);
    if (work?.isSource === true) this.#of(work.kind).open -= work.amount;
    return work;
  }

  #of(kind: string): KindWork {
    const known = this.#kinds.get(kind) ?? { open: 0, done: 0, inside: 0 };
    this.#kinds.set(kind, known);
    return known;
  }
}
