// What a build will do, and why. Pure: facts in, verdicts out; the build, --dry-run, --explain and `why` ask here and nowhere else.
//
// What lies inside a source, what a source refers to and what it writes is known for certain only once it is compiled. A build
// therefore waits: sources that may yield to others, or follow what these use them for, are decided when all others are made, what is
// found inside is planned when it is found. A prediction cannot wait. It takes the last record's word instead, and marks what rests on it as assumed.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Yielding } from '../../model/naming.js';
import type { Asset } from '../asset.js';
import type { PlannedAsset } from '../report/events.js';
import { type Claim, findCollisions } from './collisions.js';
import { type References, referrersOf } from './references.js';

export interface AssetFacts {
  readonly asset: Asset;
  /** Why its record does not hold; empty: it does. */
  readonly stale: readonly string[];
  /** The setting by which it is built only where nobody refers to it. */
  readonly yieldsBy: Yielding | undefined;
  /** What its uses give reason to say: told whether it is built or kept. */
  readonly warnings: readonly Diagnostic[];
  /** What its record says lies inside. Of a stale source only gathered for predictions. */
  readonly inside: readonly AssetFacts[];
}

export interface PlanFacts {
  /** What is to be decided, in the order of paths. */
  readonly wanted: readonly AssetFacts[];
  /** Sources that are decided already or not asked for: what they write is theirs all the same. */
  readonly others: readonly Writer[];
  readonly references: References;
  /** The records were left by a build that succeeded: among what is kept nobody writes over another. */
  readonly settled: boolean;
  /** What to do about that which only compiling will tell. */
  readonly unknown: 'wait' | 'predict';
}

export interface Planned {
  readonly asset: Asset;
  readonly reasons: readonly string[];
  /** It rests on what the last build found in a source that is about to be built again. */
  readonly assumed: boolean;
}

/** Left to the sources that refer to it. */
export interface Yielded extends Planned {
  /** The setting that would keep it: `texture.standalone: all`. */
  readonly keptBy: string;
}

/** It would write over another source's output. */
export interface Refused extends Planned {
  readonly problem: Diagnostic;
  /** One of those involved tells the user. */
  readonly tells: boolean;
}

export interface Plan {
  readonly keep: readonly Planned[];
  readonly build: readonly Planned[];
  readonly yielded: readonly Yielded[];
  /** They fail without being tried. */
  readonly refused: readonly Refused[];
  /** To be decided when `build` is done. */
  readonly waiting: readonly AssetFacts[];
  /** What there is to say about assets that are kept or built, besides what compiling says. */
  readonly warnings: readonly { readonly asset: Asset; readonly told: readonly Diagnostic[] }[];
  /** Who writes what, as far as it is known before compiling; empty where nothing is built. */
  readonly claims: readonly Claim[];
}

/** Who may write something, and whether it yields. */
export type Writer = Pick<AssetFacts, 'asset' | 'yieldsBy'>;

/** Nothing about it hangs on what others refer to. */
export const isSteady = ({ asset, yieldsBy }: Writer): boolean => yieldsBy === undefined && !asset.follows;

const NO_COLLISIONS = { claims: [], refused: [] };

const keyOf = ({ asset }: { readonly asset: Asset }): string => asset.key;
const collide = (writers: readonly Writer[]) => findCollisions(writers.map(({ asset }) => asset));
const isStale = ({ stale, inside }: AssetFacts): boolean =>
  stale.length > 0 || (inside.length > 0 && inside.some(isStale));

export function planBuild({ wanted, others, references, settled, unknown }: PlanFacts): Plan {
  const steady: AssetFacts[] = [];
  const unsteady: AssetFacts[] = [];
  for (const facts of wanted) (isSteady(facts) ? steady : unsteady).push(facts);
  /** Something is compiled that may come to refer to other sources, or cease to. */
  const open = steady.some(isStale);
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
  // One that has yet to be decided may turn out to be a rival.
  const mayYield = wanted.some(({ yieldsBy }) => yieldsBy !== undefined);
  const inDoubt = new Set(open && mayYield ? collide([...wanted, ...others]).refused.map(keyOf) : []);

  const into: Verdicts = { keep: [], build: [] };
  const warnings: Plan['warnings'][number][] = [];
  for (const facts of decided) {
    const { asset, warnings: told } = facts;
    if (isRefused.has(asset.key)) continue;
    decide(facts, inDoubt.has(asset.key) || (open && !isSteady(facts)), into);
    if (told.length > 0) warnings.push({ asset, told });
  }
  const { keep, build } = into;
  return { keep, build, yielded, refused, waiting, warnings, claims };
}

/** Every asset of the plan with its verdict. */
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

/** Something found inside a source that has just been compiled. */
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
  return `left to ${referrers.slice(0, 3).join(', ')}${more} by ${yieldsBy.setting}`;
}
