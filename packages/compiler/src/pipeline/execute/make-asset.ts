// Makes one stale asset: takes the result of an equal asset of this build or of the content store if a trace holds, otherwise compiles it.
// Failures become diagnostics; a failed asset counts as not made.

import { relativePathProblem } from '@assetc/formats';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Asset } from '../asset.js';
import type { Attempt } from '../cache/failures.js';
import type { AssetRecord } from '../cache/record.js';
import { keepTrace, loadTraces, type Trace } from '../cache/trace.js';
import { checkOutputPath } from '../plan/check-output-path.js';
import { contentKey } from '../plan/content-key.js';
import type { AskedQuestions } from '../remote/result-keys.js';
import { compileAsset } from './compile-asset.js';
import type { JobServices } from './compute.js';
import { failureDiagnostic } from './failure-diagnostic.js';
import { keepIfContentUnchanged, restore } from './restore.js';

export type Made =
  | {
      readonly status: 'built' | 'restored';
      readonly record: AssetRecord;
      readonly ms?: number;
      /** It took the result of an equal asset of this build. */
      readonly isShared?: boolean;
      /** The trace from which it was restored. */
      readonly trace?: Trace;
    }
  | {
      readonly status: 'failed';
      readonly diagnostics: readonly Diagnostic[];
      readonly attempt?: Attempt;
      readonly ms?: number;
    };

/** Rejects only when the build is aborted. */
export async function makeAsset(asset: Asset, services: JobServices): Promise<Made> {
  try {
    return await make(asset, services);
  } catch (error) {
    services.signal.throwIfAborted();
    return { status: 'failed', diagnostics: [failureDiagnostic(error, asset.source)] };
  }
}

async function make(asset: Asset, services: JobServices): Promise<Made> {
  // A file such as a:b.png: no path may have a name that begins like a drive.
  if (relativePathProblem(asset.source) !== undefined) checkOutputPath(asset.base, asset);
  const key = contentKey(asset, services.facts);
  const unmoved = key === undefined ? undefined : keepIfContentUnchanged(asset, key, services);
  if (unmoved !== undefined) return unmoved;
  if (key === undefined) return (await compileAsset(asset, undefined, services)).made;

  const twin = services.inflight.get(key);
  if (twin !== undefined) {
    const restored = await takeFromTwin(asset, key, await twin, services);
    if (restored !== undefined) return restored.status === 'failed' ? restored : { ...restored, isShared: true };
  }
  let finish: (trace: Trace | undefined) => void = () => {};
  if (!services.inflight.has(key))
    services.inflight.set(
      key,
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
  try {
    const store = services.store ?? services.presetSharing?.store;
    const traces = store === undefined ? [] : await loadTraces(store, key);
    const restored = await restore(asset, key, traces, 'store', services);
    if (restored !== undefined && restored.status !== 'failed') {
      finish(restored.trace);
      if (restored.trace !== undefined)
        services.remote?.send({
          asset,
          contentKey: key,
          trace: restored.trace,
          outputs: [],
          asked: undefined,
          mayBeThere: true,
        });
      return restored;
    }
    const { made: fetched, asked } = await takeRemote(asset, key, services);
    if (fetched !== undefined) {
      finish(fetched.status === 'restored' ? fetched.trace : undefined);
      return fetched;
    }
    const { made, trace } = await compileAsset(asset, key, services, { traces, asked });
    finish(trace);
    return made;
  } finally {
    finish(undefined);
  }
}

async function takeFromTwin(
  asset: Asset,
  key: string,
  trace: Trace | undefined,
  services: JobServices,
): Promise<Made | undefined> {
  if (trace === undefined) return undefined;
  const { workerResults } = services;
  const isProven = workerResults?.hasTrace(trace) !== true;
  if (!isProven) workerResults?.add(asset.key, trace);
  return restore(asset, key, [trace], 'twin', services, undefined, isProven);
}

/** From the shared cache, or from the store if it was fetched from there before. */
async function takeRemote(
  asset: Asset,
  key: string,
  { remote, ...services }: JobServices,
): Promise<{ readonly made?: Made | undefined; readonly asked?: readonly AskedQuestions[] }> {
  if (remote === undefined) return {};
  const { store } = services;
  const traceKey = remote.traceKey(key);
  const traces = store === undefined ? [] : await loadTraces(store, traceKey);
  const kept = await restore(asset, key, traces, 'store', services);
  if (kept !== undefined) return { made: kept };
  const { asked, result } = await remote.find(asset, key, services.facts);
  if (result === undefined) return { asked };
  try {
    const { trace, blobs } = result;
    const made = await restore(asset, key, [trace], 'remote', services, blobs);
    if (made !== undefined && store !== undefined) {
      for (const [digest, bytes] of blobs) await store.put('artifact', digest, bytes);
      await keepTrace(store, traceKey, trace, traces);
    }
    return { made, asked };
  } finally {
    result.release();
  }
}
