// The outcome of each asset of a build: made, restored, shared, failed, or kept.

import type { Asset } from '../asset.js';
import type { RecordTable } from '../cache/record-table.js';
import { compareText } from '../host/source-path.js';
import type { AssetOutcome } from './events.js';

/** An asset that was kept, and where its outputs are. */
export interface Kept {
  readonly asset: Asset;
  readonly records: Pick<RecordTable, 'outputsOf'>;
}

export function keptOutcome({ asset, records }: Kept): AssetOutcome {
  const { id, source, kind, key } = asset;
  return { id, source, kind: kind.name, status: 'cached', reasons: [], outputs: records.outputsOf(key) };
}

export class AssetOutcomes {
  readonly #made = new Map<string, AssetOutcome>();
  readonly #kept: Kept[] = [];

  /** By key: what an earlier attempt made. To this one it is up to date. */
  readonly #before: ReadonlyMap<string, AssetOutcome>;

  constructor(before: ReadonlyMap<string, AssetOutcome> = new Map()) {
    this.#before = before;
  }

  /** For another attempt at the same build, which finds what this one made, except what was discarded. */
  madeBefore(discarded: ReadonlySet<string>): AssetOutcomes {
    const made = [...this.#made].filter(([key, { status }]) => status !== 'failed' && !discarded.has(key));
    return new AssetOutcomes(new Map(made));
  }

  keep(kept: Kept): void {
    const before = this.#before.get(kept.asset.key);
    if (before === undefined) this.#kept.push(kept);
    else this.#made.set(kept.asset.key, before);
  }

  /** Also for a kept asset that is rejected later. */
  set(key: string, outcome: AssetOutcome): void {
    this.#made.set(key, outcome);
  }

  count(wanted: AssetOutcome['status']): number {
    let count = 0;
    for (const { status } of this.#made.values()) if (status === wanted) count++;
    return wanted === 'cached' ? count + this.#stillKept().length : count;
  }

  /** All of them, by id. */
  list(): readonly AssetOutcome[] {
    const all = [...this.#stillKept().map(keptOutcome), ...this.#made.values()];
    return all.sort((a, b) => compareText(a.id, b.id));
  }

  #stillKept(): readonly Kept[] {
    return this.#made.size === 0 ? this.#kept : this.#kept.filter(({ asset }) => !this.#made.has(asset.key));
  }
}
