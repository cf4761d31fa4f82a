// Gathers facts about assets for the plan: whether their records still hold, what they contain, what refers to what. It reads and
// decides nothing. An asset whose stat data proves that nothing changed costs no more than those stats.

import type { Yielding } from '../../model/kind/naming.js';
import type { DerivedAsset } from '../../model/kind/output.js';
import { type Asset, derivedAsset } from '../asset.js';
import type { ReferencesOf } from '../cache/record-references.js';
import type { Project } from '../project.js';
import { type AssetFacts, isSteady, type PlanFacts, type Writer } from './plan.js';
import { collectReferences, type References } from './references.js';
import { asUsed, collectUses, NO_USES, type Uses } from './source-uses.js';
import { changeReasons, staleReasons } from './staleness.js';
import { UnchangedCheck } from './unchanged-check.js';

interface GatherOptions {
  /** Records are not used: everything is stale. */
  readonly noCache: boolean;
  /** Also lists what is inside sources that will be built, by their last record. */
  readonly predict: boolean;
}

const NONE: readonly never[] = [];
const keyOf = ({ asset }: Writer): string => asset.key;
export const NO_REFERENCES: References = { readers: new Map(), hashes: new Set() };

const COLD_REASONS = {
  absent: 'no earlier build is recorded',
  damaged: 'the record of earlier builds is damaged or from another version',
  foreign: 'the record of earlier builds came from elsewhere and does not match the output',
} as const;

export class FactGatherer {
  readonly #project: Project;
  readonly #options: GatherOptions;
  readonly #unchanged: UnchangedCheck;

  constructor(project: Project, options: GatherOptions) {
    this.#project = project;
    this.#options = options;
    this.#unchanged = new UnchangedCheck(project);
  }

  /** For all sources, or for those that were selected. */
  gather(wanted: readonly Asset[] = this.#project.assets): PlanFacts {
    const { assets, cache } = this.#project;
    const isWanted = wanted === assets ? undefined : new Set(wanted);
    const left = isWanted === undefined ? NONE : assets.filter((asset) => !isWanted.has(asset));
    const writers = (some: readonly Asset[]) => some.map((asset) => ({ asset, yieldsBy: this.#yieldsBy(asset) }));
    const others = writers(left);
    const asked = writers(wanted);
    const all = others.length === 0 ? asked : [...asked, ...others];
    const { referringOf } = cache.records;
    const uses = this.#uses(asked, all, referringOf);
    const yields = all.some(({ yieldsBy }) => yieldsBy !== undefined);
    return {
      wanted: asked.map((writer) => this.#factsOf(writer, uses)),
      others,
      references: yields ? this.#references(all, referringOf) : NO_REFERENCES,
      lastBuildSucceeded: cache.settled,
      unknown: this.#options.predict ? 'predict' : 'wait',
    };
  }

  /** For the sources that had to wait until all others were made. `referringOf` returns the newest records. */
  decidable(
    { wanted, others, lastBuildSucceeded: settled, unknown }: PlanFacts,
    waiting: readonly AssetFacts[],
    referringOf: ReferencesOf,
  ): PlanFacts {
    const later = new Set(waiting);
    const decided = [...wanted.filter((facts) => !later.has(facts)), ...others];
    const uses = this.#uses(waiting, decided, referringOf);
    const now = waiting.map((facts) => (facts.asset.follows ? this.#factsOf(facts, uses) : facts));
    return {
      wanted: now,
      others: decided,
      references: this.#references(decided, referringOf),
      lastBuildSucceeded: settled,
      unknown,
    };
  }

  /** For one source that is compiled as `asset` says, whoever refers to it. */
  check(asset: Asset): AssetFacts {
    return this.#look(asset, undefined, NONE);
  }

  /** References of all sources that cannot yield themselves. */
  #references(sources: readonly Writer[], referringOf: ReferencesOf): References {
    return collectReferences(sources.filter(isSteady).map(keyOf), referringOf, this.#kindOf);
  }

  /** How sources that do not follow uses themselves use `followers`. */
  #uses(followers: readonly Writer[], sources: readonly Writer[], referringOf: ReferencesOf): Uses {
    if (!followers.some(({ asset }) => asset.follows)) return NO_USES;
    return collectUses(sources.filter(isSteady).map(keyOf), referringOf, this.#kindOf);
  }

  readonly #kindOf = (name: string) => this.#project.kinds.find(name);

  #factsOf({ asset, yieldsBy }: Writer, uses: Uses): AssetFacts {
    if (!asset.follows) return this.#look(asset, yieldsBy, NONE);
    const used = asUsed(asset, uses);
    return this.#look(used.asset, yieldsBy, used.warnings);
  }

  #look(asset: Asset, yieldsBy: Yielding | undefined, warnings: AssetFacts['warnings']): AssetFacts {
    const stale = this.#staleReasons(asset);
    const isLookedInto = stale.length === 0 || this.#options.predict;
    const derived = isLookedInto ? this.#project.cache.records.derivedOf(asset.key) : NONE;
    return {
      asset,
      stale,
      failsAgain: stale.length > 0 && this.#options.predict && this.#failsAgain(asset),
      yieldsBy,
      warnings,
      inside: derived.length === 0 ? NONE : derived.flatMap((part) => this.inside(asset, part)),
    };
  }

  /** Empty if the kind no longer exists. */
  inside(parent: Asset, derived: DerivedAsset): readonly AssetFacts[] {
    const { kinds, resolver } = this.#project;
    const kind = kinds.find(derived.kind);
    if (kind === undefined) return NONE;
    return [this.#look(derivedAsset(parent, derived, kind, kinds, resolver), undefined, NONE)];
  }

  #staleReasons(asset: Asset): readonly string[] {
    const { cache, facts } = this.#project;
    if (this.#options.noCache) return ['--no-cache was given'];
    if (this.#unchanged.holds(asset)) return NONE;
    const record = cache.records.get(asset.key);
    if (record !== undefined) return staleReasons(asset, record, facts);
    if (cache.failures.has(asset.key)) return ['it failed in the last build'];
    return [cache.cold === undefined ? 'new' : COLD_REASONS[cache.cold]];
  }

  #failsAgain(asset: Asset): boolean {
    const { cache, facts } = this.#project;
    const attempt = this.#options.noCache ? undefined : cache.failures.get(asset.key)?.attempt;
    return attempt !== undefined && changeReasons(asset, attempt, facts).length === 0;
  }

  /** Whether a source is compiled is not part of its content key, so the kind need not declare these settings. */
  #yieldsBy({ kind, source, settings }: Asset): Yielding | undefined {
    const { resolver } = this.#project;
    const yielding = kind.yieldsToReferences?.(settings.all);
    return yielding === undefined || resolver.hasOwnRule(source, yielding.setting) ? undefined : yielding;
  }
}
