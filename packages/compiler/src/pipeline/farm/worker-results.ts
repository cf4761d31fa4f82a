// What other machines made in this build. It is believed only as long as none of it turns out to be wrong: until then, whatever would outlive
// the build is postponed. Outputs are written, but neither recorded on the disk, nor kept in the content store, nor sent to the shared cache.

import { createHmac, randomBytes } from 'node:crypto';
import type { BuildFarm } from './build-farm.js';

/** Finds a broken or changed worker soon, and takes next to no time. */
const DEFAULT_SHARE = 0.01;

type Postponed = () => Promise<void> | void;

export class WorkerResults {
  /** No worker can know which of its results are compiled here as well. It has no influence on any output. */
  readonly #secret = randomBytes(32);
  readonly #verify: NonNullable<BuildFarm['verify']>;
  readonly #assets = new Set<string>();
  readonly #traces = new WeakSet<object>();
  readonly #postponed: Postponed[] = [];
  readonly #distrusted = new AbortController();

  constructor(verify: BuildFarm['verify'] = DEFAULT_SHARE) {
    this.#verify = verify;
  }

  /** Aborts when a result was wrong. */
  get distrusted(): AbortSignal {
    return this.#distrusted.signal;
  }

  /** By assetKey: assets whose outputs rest on them. */
  get assets(): ReadonlySet<string> {
    return this.#assets;
  }

  /** Whether this machine compiles the job as well. `id`: of the job. */
  isChosen(id: string, source: string): boolean {
    if (typeof this.#verify === 'function') return this.#verify(source);
    const digits = createHmac('sha256', this.#secret).update(id).digest().readUIntBE(0, 6);
    return digits / 2 ** 48 < this.#verify;
  }

  distrust(): void {
    this.#distrusted.abort();
  }

  /** `trace`: by which equal assets take the same result. */
  add(assetKey: string, trace: object | undefined): void {
    this.#assets.add(assetKey);
    if (trace !== undefined) this.#traces.add(trace);
  }

  hasTrace(trace: object): boolean {
    return this.#traces.has(trace);
  }

  postpone(action: Postponed): void {
    this.#postponed.push(action);
  }

  /** Nothing was wrong: what was postponed is done. */
  async believe(): Promise<void> {
    for (const action of this.#postponed.splice(0)) await action();
  }
}
