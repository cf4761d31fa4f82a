// A trace says how an asset was made: which dependencies beyond its content key were seen, and what came out. Several traces
// may share a key (a shader under changing includes); the newest come first.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { areKnown } from '../../diagnostics/stored-diagnostics.js';
import type { DerivedAsset } from '../../model/kind.js';
import type { Asset } from '../asset.js';
import { isCoveredByKey } from '../content-key.js';
import { digestText } from '../digest.js';
import type { MadeOutput } from '../made-output.js';
import { dependencyReason, type Facts } from '../staleness.js';
import { checkAssetKind, checkDependencyObject, checkDerived, checkDiagnostic, checkHashes } from './check-record.js';
import type { ContentStore } from './content-store.js';
import type { Dependency } from './record.js';
import { count, Damaged, digest, fields, inputPath, list, optional, text } from './untrusted.js';

export interface Trace {
  /** The source as it was called; diagnostics and, where `anywhere` is false, dependencies speak of it. */
  readonly source: string;
  /** True where the outcome holds for equal content at any path. */
  readonly anywhere: boolean;
  readonly dependencies: readonly Dependency[];
  readonly outputs: readonly MadeOutput[];
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
  try {
    return list(JSON.parse(json))
      .slice(0, MAX_TRACES)
      .map(checkTrace)
      .filter((trace) => areKnown(trace.diagnostics));
  } catch (error) {
    // Whole, and yet no traces of ours: nothing of them is believed.
    if (error instanceof Damaged || error instanceof SyntaxError) return [];
    throw error;
  }
}

function checkTrace(value: unknown): Trace {
  const trace = fields(value);
  const derived = list(trace.derived).map((one) => {
    checkDerived(one);
    return one;
  });
  const diagnostics = list(trace.diagnostics).map((one) => {
    checkDiagnostic(one);
    return one;
  });
  return {
    source: inputPath(trace.source),
    anywhere: trace.anywhere === true,
    dependencies: list(trace.dependencies).map(checkDependencyObject),
    outputs: list(trace.outputs).map(checkTracedOutput),
    derived,
    diagnostics,
  };
}

/** Its suffix is judged with the base that it will follow, when it is committed. */
function checkTracedOutput(value: unknown): MadeOutput {
  const output = fields(value);
  const refersTo = optional(output.refersTo, checkHashes);
  const listed = optional(output.asset, fields);
  return {
    suffix: text(output.suffix),
    sizeBytes: count(output.sizeBytes),
    digest: digest(output.digest),
    ...(listed !== undefined && {
      asset: { kind: checkAssetKind(listed.kind), colorspace: listed.colorspace === 'srgb' ? 'srgb' : 'linear' },
    }),
    ...(refersTo !== undefined && { refersTo }),
  };
}

export async function saveTrace(store: ContentStore, key: string, trace: Trace): Promise<void> {
  const text = JSON.stringify(trace);
  const others = (await loadTraces(store, key)).filter((other) => JSON.stringify(other) !== text);
  const json = JSON.stringify([trace, ...others].slice(0, MAX_TRACES));
  await store.put('trace', key, new TextEncoder().encode(`${digestText(json)} ${json}`));
}
