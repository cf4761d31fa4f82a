// What a build will do, and why. Pure: facts in, decisions out. The build, --dry-run, --explain and `why` all use it.
//
// Which assets a source contains, what it refers to and what it writes is only certain once it is compiled. So a build waits: sources
// that may yield, or that follow their uses, are decided when all others are made, and derived assets are planned when they are found.
// A prediction cannot wait. It uses the last record instead, and marks what depends on it as assumed.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Yielding } from '../../model/kind/naming.js';
import type { Asset } from '../asset.js';
import type { PlannedAsset } from '../report/events.js';
import { type Claim, findCollisions } from './collisions.js';
import { type References, referrersOf } from './references.js';

export interface AssetFacts {
  readonly asset: Asset;
  /** Why its record does not hold. Empty if it does. */
  readonly stale: readonly string[];
  /** For predictions: it failed in the last build, and nothing that it was compiled from has changed. So it affects no other asset. */
  readonly failsAgain: boolean;
  /** The setting by which it is only built if nothing refers to it. */
  readonly yieldsBy: Yielding | undefined;
  /** Warnings about how it is used, reported whether it is built or kept. */
  readonly warnings: readonly Diagnostic[];
  /** Its derived assets, by its record. For a stale source only gathered for predictions. */
  readonly inside: readonly AssetFacts[];
}

export interface PlanFacts {
  /** The assets to decide, sorted by path. */
  readonly wanted: readonly AssetFacts[];
  /** Sources that are already decided or not selected. Their outputs still count for collisions. */
  readonly others: readonly Writer[];
  readonly references: References;
  /** The last build succeeded, so kept assets do not collide with each other. */
  readonly lastBuildSucceeded: boolean;
  /** What to do about facts that only compiling can find out. */
  readonly unknown: 'wait' | 'predict';
}

export interface Planned {
  readonly asset: Asset;
  readonly reasons: readonly string[];
  /** It depends on what the last build found in a source that will be built again. */
  readonly assumed: boolean;
}

/** Skipped, because other sources refer to it and compile it. */
export interface Yielded extends Planned {
  /** The setting that would keep it: `texture.standalone: all`. */
  readonly keptBy: string;
}

/** It would overwrite another source's output. */
export interface Refused extends Planned {
  readonly problem: Diagnostic;
}

export interface Plan {
  readonly keep: readonly Planned[];
  readonly build: readonly Planned[];
  readonly yielded: readonly Yielded[];
  /** These fail without being compiled. */
  readonly refused: readonly Refused[];
  /** To be decided when `build` is done. */
  readonly waiting: readonly AssetFacts[];
  /** Warnings about assets that are kept or built, in addition to those of their jobs. */
  readonly warnings: readonly { readonly asset: Asset; readonly diagnostics: readonly Diagnostic[] }[];
  /** Which asset writes what, as far as known before compiling. Empty if nothing is built. */
  readonly claims: readonly Claim[];
}

/** An asset that may write outputs, and whether it yields. */
export type Writer = Pick<AssetFacts, 'asset' | 'yieldsBy'>;

/** Whether it does not depend on what other assets refer to. */
export const isSteady = ({ asset, yieldsBy }: Writer): boolean => yieldsBy === undefined && !asset.follows;

const NO_COLLISIONS = { claims: [], refused: [] };

const keyOf = ({ asset }: { readonly asset: Asset }): string => asset.key;
const collide = (writers: readonly Writer[]) => findCollisions(writers.map(({ asset }) => asset));
const isStale = ({ stale, inside }: AssetFacts): boolean =>
  stale.length > 0 || (inside.length > 0 && inside.some(isStale));
const mayAffectOthers = ({ stale, failsAgain, inside }: AssetFacts): boolean =>
  (stale.length > 0 && !failsAgain) || (inside.length > 0 && inside.some(mayAffectOthers));

export function planBuild({ wanted, others, references, lastBuildSucceeded: settled, unknown }: PlanFacts): Plan {
  const steady: AssetFacts[] = [];
  const unsteady: AssetFacts[] = [];
  for (const facts of wanted) (isSteady(facts) ? steady : unsteady).push(facts);
  /** Something is compiled whose references to other sources may change. */
  const open = steady.some(mayAffectOthers);
  const waits = open && unknown === 'wait';
  const yielded: Yielded[] = [];
  const unclaimed: AssetFacts[] = [];
  for (const facts of waits ? [] : unsteady) {
    const { asset, yieldsBy } = facts;
    const reason = yieldReason(facts, references);
    if (reason === undefined || yieldsBy === undefined) unclaimed.push(facts);
    else yielded.push({ asset, reasons: [reason], keptBy: yieldsBy.keptBy, assumed: open });
  }

  const decided = unclaimed.length === 0 ? steady : steady.concat(unclaimed);
  const writers = (): readonly Writer[] =>
    open
      ? [...wanted, ...others].filter(({ yieldsBy }) => yieldsBy === undefined)
      : [...decided, ...others.filter((other) => yieldReason(other, references) === undefined)];
  const { claims, refused } = !settled || open || unclaimed.some(isStale) ? collide(writers()) : NO_COLLISIONS;
  const isRefused = new Set(refused.map(keyOf));
  const waiting = waits ? unsteady.filter(({ asset }) => !isRefused.has(asset.key)) : [];
  // An undecided source may turn out to collide.
  const mayYield = wanted.some(({ yieldsBy }) => yieldsBy !== undefined);
  const inDoubt = new Set(open && mayYield ? collide([...wanted, ...others]).refused.map(keyOf) : []);

  const into: Verdicts = { keep: [], build: [] };
  const warnings: Plan['warnings'][number][] = [];
  for (const facts of decided) {
    const { asset, warnings: diagnostics } = facts;
    if (isRefused.has(asset.key)) continue;
    decide(facts, inDoubt.has(asset.key) || (open && !isSteady(facts)), into);
    if (diagnostics.length > 0) warnings.push({ asset, diagnostics });
  }
  const { keep, build } = into;
  return { keep, build, yielded, refused, waiting, warnings, claims };
}

/** Every asset of the plan with its action. */
export function plannedAssets({
  keep,
  build,
  yielded,
  refused,
}: Omit<Plan, 'waiting' | 'warnings' | 'claims'>): readonly {
  readonly planned: Planned;
  readonly action: PlannedAsset['action'];
}[] {
  const as = (action: PlannedAsset['action']) => (planned: Planned) => ({ planned, action });
  return [...keep.map(as('keep')), ...build.map(as('build')), ...yielded.map(as('yield')), ...refused.map(as('fail'))];
}

/** Plans a derived asset of a source that has just been compiled. */
export function planFound(facts: AssetFacts): Plan {
  const keep: Planned[] = [];
  const build: Planned[] = [];
  decide(facts, false, { keep, build });
  return { keep, build, yielded: [], refused: [], waiting: [], warnings: [], claims: [] };
}

interface Verdicts {
  readonly keep: Planned[];
  readonly build: Planned[];
}

function decide(facts: AssetFacts, assumed: boolean, into: Verdicts): void {
  const { asset, stale, inside } = facts;
  (stale.length > 0 ? into.build : into.keep).push({ asset, reasons: stale, assumed });
  for (const part of inside) decide(part, assumed || stale.length > 0, into);
}

function yieldReason({ asset, yieldsBy }: Writer, references: References): string | undefined {
  if (yieldsBy === undefined) return undefined;
  const referrers = referrersOf(asset, references);
  if (referrers.length === 0) return undefined;
  const more = referrers.length > 3 ? ` and ${referrers.length - 3} more` : '';
  return `compiled with ${referrers.slice(0, 3).join(', ')}${more} (${yieldsBy.setting})`;
}
