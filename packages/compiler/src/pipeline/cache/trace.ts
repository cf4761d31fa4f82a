// A trace says how an asset was made: which dependencies beyond its content key were seen, and what came out. Several traces
// may share a key (a shader under changing includes); the newest come first.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { areKnown } from '../../diagnostics/stored-diagnostics.js';
import type { DerivedAsset, Output } from '../../model/kind.js';
import type { Asset } from '../asset.js';
import { isCoveredByKey } from '../content-key.js';
import { digestText } from '../digest.js';
import { dependencyReason, type Facts } from '../staleness.js';
import type { ContentStore } from './content-store.js';
import type { Dependency } from './record.js';

export interface TracedOutput {
  readonly suffix: string;
  readonly sizeBytes: number;
  readonly digest: string;
  readonly asset?: NonNullable<Output['asset']>;
  readonly refersTo?: readonly string[];
}

export interface Trace {
  /** The source as it was called; diagnostics and, where `anywhere` is false, dependencies speak of it. */
  readonly source: string;
  /** True where the outcome holds for equal content at any path. */
  readonly anywhere: boolean;
  readonly dependencies: readonly Dependency[];
  readonly outputs: readonly TracedOutput[];
  readonly derived: readonly DerivedAsset[];
  readonly diagnostics: readonly Diagnostic[];
}

const MAX_TRACES = 16;

export function makeTrace(asset: Asset, made: Omit<Trace, 'source' | 'anywhere'>): Trace {
  const others = made.dependencies.filter(
    (dependency) => dependency.type !== 'settings-for' && !isCoveredByKey(asset, dependency),
  );
  return { ...made, source: asset.source, anywhere: others.length === 0 && made.derived.length === 0 };
}

/** Whether the trace tells what compiling `asset` now would give. */
export function traceHolds(trace: Trace, asset: Asset, facts: Facts): boolean {
  if (!trace.anywhere && trace.source !== asset.source) return false;
  return trace.dependencies.every((dependency) => {
    // What holds anywhere depends on nothing but the content key and the settings of what is inside.
    if (dependency.type !== 'settings-for' && (trace.anywhere || isCoveredByKey(asset, dependency))) return true;
    return dependencyReason(asset, dependency, facts) === undefined;
  });
}

export async function loadTraces(store: ContentStore, key: string): Promise<readonly Trace[]> {
  const bytes = await store.get('trace', key);
  if (bytes === undefined) return [];
  const text = new TextDecoder().decode(bytes);
  const json = text.slice(65);
  if (text.slice(0, 64) !== digestText(json)) return [];
  // The check sum vouches that these are traces as written below, by this version of the store; codes are newer or older.
  const traces = JSON.parse(json) as readonly Trace[];
  return traces.filter((trace) => areKnown(trace.diagnostics));
}

export async function saveTrace(store: ContentStore, key: string, trace: Trace): Promise<void> {
  const text = JSON.stringify(trace);
  const others = (await loadTraces(store, key)).filter((other) => JSON.stringify(other) !== text);
  const json = JSON.stringify([trace, ...others].slice(0, MAX_TRACES));
  await store.put('trace', key, new TextEncoder().encode(`${digestText(json)} ${json}`));
}
