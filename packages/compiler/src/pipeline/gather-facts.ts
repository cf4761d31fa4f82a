// Looks at assets for the plan: whether their records hold, what lies inside them, who refers to whom. Everything here reads and
// nothing decides; an asset whose stat data prove that nothing changed costs no more than those stats.

import type { DerivedAsset, Yielding } from '../model/kind.js';
import { type Asset, derivedAsset } from './asset.js';
import type { AssetRecord } from './cache/record.js';
import type { AssetFacts, PlanFacts, Writer } from './plan.js';
import type { Project } from './project.js';
import { collectReferences, type References } from './references.js';
import { staleReasons } from './staleness.js';
import { UnchangedCheck } from './unchanged.js';

interface GatherOptions {
  /** Records are not consulted: everything is stale. */
  readonly noCache: boolean;
  /** Also looks into sources that are to be built, by their last record. */
  readonly predict: boolean;
}

const NONE: readonly never[] = [];
const NO_REFERENCES: References = { readers: new Map(), hashes: new Set() };

const COLD_REASONS = {
  absent: 'no cache',
  damaged: 'the cache is damaged or of another version',
  foreign: 'the cache came from elsewhere and does not match the output',
} as const;

export class FactGatherer {
  readonly #project: Project;
  readonly #options: GatherOptions;
  readonly #unchanged: UnchangedCheck;

  constructor(project: Project, options: GatherOptions) {
    this.#project = project;
    this.#options = options;
    this.#unchanged = new UnchangedCheck(project.cache.records, project.state.input, project.config.output);
  }

  /** Of all sources, or of those that were asked for. */
  gather(wanted: readonly Asset[] = this.#project.assets): PlanFacts {
    const { assets, cache } = this.#project;
    const isWanted = wanted === assets ? undefined : new Set(wanted);
    const left = isWanted === undefined ? NONE : assets.filter((asset) => !isWanted.has(asset));
    const others = left.map((asset) => ({ asset, yieldsBy: this.#yieldsBy(asset) }));
    const facts = wanted.map((asset) => this.of(asset));
    const yields = [...facts, ...others].some(({ yieldsBy }) => yieldsBy !== undefined);
    return {
      wanted: facts,
      others,
      references: yields ? this.#references([...facts, ...others], (key) => cache.records.get(key)) : NO_REFERENCES,
      settled: cache.settled,
      unknown: this.#options.predict ? 'predict' : 'wait',
    };
  }

  /** What waited for the others, which are made now: `recordOf` has their newest records. */
  decidable(
    { wanted, others, settled, unknown }: PlanFacts,
    waiting: readonly AssetFacts[],
    recordOf: (key: string) => AssetRecord | undefined,
  ): PlanFacts {
    const decided = [...wanted.filter(({ yieldsBy }) => yieldsBy === undefined), ...others];
    return { wanted: waiting, others: decided, references: this.#references(decided, recordOf), settled, unknown };
  }

  /** What all sources refer to that do not themselves yield. */
  #references(sources: readonly Writer[], recordOf: (key: string) => AssetRecord | undefined): References {
    const steady = sources.filter(({ yieldsBy }) => yieldsBy === undefined);
    return collectReferences(
      steady.map(({ asset }) => asset.key),
      recordOf,
    );
  }

  of(asset: Asset): AssetFacts {
    const stale = this.#staleReasons(asset);
    const isLookedInto = stale.length === 0 || this.#options.predict;
    const derived = isLookedInto ? this.#project.cache.records.derivedOf(asset.key) : NONE;
    return {
      asset,
      stale,
      yieldsBy: asset.name === undefined ? this.#yieldsBy(asset) : undefined,
      inside: derived.length === 0 ? NONE : derived.flatMap((part) => this.inside(asset, part)),
    };
  }

  /** Empty where the last build derived an asset of a kind that is no more. */
  inside(parent: Asset, derived: DerivedAsset): readonly AssetFacts[] {
    const { kinds, resolver } = this.#project;
    const kind = kinds.find(derived.kind);
    return kind === undefined ? [] : [this.of(derivedAsset(parent, derived, kind, kinds.of(kind), resolver))];
  }

  #staleReasons(asset: Asset): readonly string[] {
    const { cache, facts } = this.#project;
    if (this.#options.noCache) return ['no cache was asked for'];
    if (this.#unchanged.holds(asset)) return NONE;
    const record = cache.records.get(asset.key);
    if (record !== undefined) return staleReasons(asset, record, facts);
    if (cache.failures.has(asset.key)) return ['it failed in the last build'];
    return [cache.cold === undefined ? 'new' : COLD_REASONS[cache.cold]];
  }

  /** Whether a source is compiled at all is no part of its key, so the settings that decide it need not be declared. */
  #yieldsBy({ kind, source, settings }: Asset): Yielding | undefined {
    const { resolver } = this.#project;
    const yielding = kind.yieldsToReferences?.(settings.all);
    return yielding === undefined || resolver.hasOwnRule(source, yielding.setting) ? undefined : yielding;
  }
}
