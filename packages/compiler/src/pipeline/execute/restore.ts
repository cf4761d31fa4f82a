// Restores an asset's outputs instead of compiling: from its own record, an equal asset of this build, or the content store.

import type { Asset } from '../asset.js';
import type { BuildServices } from '../build-services.js';
import { digestBytes } from '../cache/digest.js';
import type { AssetRecord, Dependency, TakenFrom } from '../cache/record.js';
import { carriedBytes, type Trace, traceHolds } from '../cache/trace.js';
import type { NewOutput } from '../commit/commit.js';
import { claimOutputs, commitAsset } from '../commit/commit-asset.js';
import { outputPathOf } from '../commit/output-path.js';
import { errorCode } from '../host/host.js';
import { bindDiagnostics, placesOf } from './bind-diagnostics.js';
import { copyInput } from './copy-input.js';
import { withoutContent } from './made-output.js';
import type { Made } from './make-asset.js';

/** For a derived asset whose bytes only moved (its model was exported again): outputs stay, the record is updated. */
export function keepIfContentUnchanged(asset: Asset, key: string, services: BuildServices): Made | undefined {
  const record = services.cache.records.get(asset.key);
  if (!services.trustRecords || record?.contentKey !== key || record.base !== asset.base) return undefined;
  // Warnings contain names and positions.
  if (record.diagnostics.length > 0 || !hasSameNames(asset, record)) return undefined;
  if (!record.outputs.every((output) => services.facts.output(outputPathOf(record, output), output) === 'intact'))
    return undefined;
  if (claimOutputs(asset, record.outputs, services) !== undefined) return undefined;
  const dependencies = inputDependencies(asset, services);
  if (dependencies === undefined) return undefined;
  return {
    status: 'restored',
    record: { ...record, params: asset.params, settings: asset.settings.json, dependencies },
  };
}

function hasSameNames(asset: Asset, { dependencies }: AssetRecord): boolean {
  const read = new Set(dependencies.map((dependency) => (dependency.type === 'part' ? dependency.ref.file : '')));
  return placesOf(asset).inputs.every(({ file }) => read.has(file));
}

function inputDependencies(asset: Asset, services: BuildServices): readonly Dependency[] | undefined {
  if (asset.params === undefined || asset.kind.contentOf === undefined) return undefined;
  const dependencies: Dependency[] = [];
  for (const ref of asset.kind.contentOf(asset.params).inputs) {
    const fileDigest = services.facts.digest(ref.file);
    const digest = services.facts.partDigest(ref);
    if (fileDigest === undefined || digest === undefined) return undefined;
    dependencies.push({ type: 'part', ref, digest, fileDigest });
  }
  return dependencies;
}

/** Undefined if no trace holds, or if its outputs are gone. `blobs`: outputs that came with the trace. `isProven`: see commitAsset. */
export async function restore(
  asset: Asset,
  key: string,
  traces: readonly Trace[],
  from: TakenFrom,
  services: BuildServices,
  blobs: ReadonlyMap<string, Uint8Array> = NO_BLOBS,
  isProven = true,
): Promise<Made | undefined> {
  for (const trace of traces) {
    if (!traceHolds(trace, asset, services.facts) || !namesWhatKindsRead(trace, services)) continue;
    const outputs = await fetchOutputs(asset, trace, services, blobs);
    if (outputs === undefined) continue;
    const dependencies = translateDependencies(asset, trace, services);
    if (dependencies === undefined) continue;
    const diagnostics = bindDiagnostics(trace.diagnostics, trace, placesOf(asset));
    const made = { outputs, dependencies, derived: trace.derived, diagnostics, from };
    return { status: 'restored', record: await commitAsset(asset, key, made, services, isProven), trace };
  }
  return undefined;
}

/** Whether kinds can read the derived assets of a trace. If not, the trace is not used. Kinds that no longer exist are handled by the
 *  plan. */
function namesWhatKindsRead({ derived }: Trace, { kinds }: BuildServices): boolean {
  return derived.every(({ kind, params }) => {
    try {
      kinds.find(kind)?.contentOf?.(params);
      return true;
    } catch {
      return false;
    }
  });
}

/** A trace from another path contains that path; everything that the content key covers is the same at this one. */
function translateDependencies(asset: Asset, trace: Trace, services: BuildServices): readonly Dependency[] | undefined {
  if (asset.params !== undefined) {
    const others = trace.dependencies.filter((dependency) => dependency.type === 'settings-for');
    const inputs = inputDependencies(asset, services);
    if (inputs !== undefined && trace.anywhere) return [...inputs, ...others];
  }
  if (trace.source === asset.source) return trace.dependencies;
  const move = (path: string): string => asset.source + path.slice(trace.source.length);
  return trace.dependencies.map((dependency): Dependency => {
    switch (dependency.type) {
      case 'bytes':
      case 'existence':
        return { ...dependency, path: move(dependency.path) };
      case 'part':
        return { ...dependency, ref: { ...dependency.ref, file: move(dependency.ref.file) } };
      case 'listing':
        return { ...dependency, folder: move(dependency.folder) };
      default:
        return dependency;
    }
  });
}

const NO_BLOBS: ReadonlyMap<string, Uint8Array> = new Map();

async function fetchOutputs(
  asset: Asset,
  { source, outputs }: Trace,
  services: BuildServices,
  blobs: ReadonlyMap<string, Uint8Array>,
): Promise<NewOutput[] | undefined> {
  const fetched: NewOutput[] = [];
  for (const output of outputs) {
    const { copyOf, digest } = output;
    if (copyOf !== undefined) {
      const file = copyOf === source ? asset.source : copyOf;
      if (services.facts.digest(file) !== digest) return undefined;
      fetched.push({ ...withoutContent(output), chunks: () => copyInput(services.state.input, file, digest) });
      continue;
    }
    const bytes =
      blobs.get(digest) ??
      readPlaced(digest, services) ??
      carriedBytes(output) ??
      (await (services.store ?? services.presetSharing?.store)?.get('artifact', digest));
    if (bytes === undefined) return undefined;
    fetched.push({ ...withoutContent(output), chunks: () => [bytes] });
  }
  return fetched;
}

/** An output of this build with the same content, if it has not changed since. */
function readPlaced(digest: string, services: BuildServices): Uint8Array | undefined {
  const place = services.committer.placeOf(digest);
  if (place === undefined) return undefined;
  try {
    const bytes = services.host.readFile(place);
    return digestBytes(bytes) === digest ? bytes : undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
