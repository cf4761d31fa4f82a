// Leaves a result for those who compile the same later: in the content store, for the presets that follow, and in the shared cache. What a worker
// made is left only after the build found nothing wrong with any of it, and is sent only if the format of every output was checked.

import type { Asset } from '../asset.js';
import type { ContentStore } from '../cache/content-store.js';
import type { Dependency } from '../cache/record.js';
import { keepTrace, makeTrace, saveOutputs, type Trace, tracedOutputs } from '../cache/trace.js';
import type { LaterAsset } from '../preset-run.js';
import type { AskedQuestions } from '../remote/result-keys.js';
import type { JobOutput, JobResult } from '../workers/job.js';
import type { JobServices } from './compute.js';
import { withoutContent } from './made-output.js';

interface CompiledResult {
  readonly asset: Asset;
  /** The content key, which holds for what was read. */
  readonly key: string;
  readonly dependencies: readonly Dependency[];
  readonly result: JobResult;
  readonly later: readonly LaterAsset[];
  /** Those that the store had under the key. */
  readonly traces: readonly Trace[];
  readonly asked: readonly AskedQuestions[] | undefined;
}

export async function shareResult(compiled: CompiledResult, services: JobServices): Promise<void> {
  const { asset, key, dependencies, result, later, traces } = compiled;
  const { store, presetSharing, remote } = services;
  const { derived, diagnostics, outputs } = result;
  const traceOf = (one: Asset): Trace => makeTrace(one, { dependencies, outputs: [], derived, diagnostics });
  /** Files are harmless, because they are found by their content. The trace that leads to them waits if it must. */
  const keep = async (
    to: ContentStore,
    at: string,
    trace: Trace,
    made: readonly JobOutput[],
    earlier: readonly Trace[],
  ) => {
    const saved = await saveOutputs(to, trace, made);
    await whenProven(result, services, () => keepTrace(to, at, saved, earlier));
  };
  // Copying from the input is as fast as from the store, so the store does not keep a second copy.
  const isCopied = result.copies.length > 0;
  if (store !== undefined && !isCopied) await keep(store, key, traceOf(asset), outputs, traces);
  // After saving: a result that waits to be sent may be dropped from memory and read from the store again.
  if (remote?.pushes === true && result.byWorker?.isChecked !== false) await send(compiled, traceOf(asset), services);
  if (isCopied || presetSharing === undefined) return;
  for (const [i, other] of later.entries()) {
    const forOther = result.outputsByPreset[i] ?? [];
    // The store had no trace, or this preset would not have been requested.
    if (forOther.length > 0) await keep(presetSharing.store, other.key, traceOf(other.asset), forOther, []);
  }
}

async function send({ asset, key, result, asked }: CompiledResult, trace: Trace, services: JobServices): Promise<void> {
  const copies = result.copies.map((copy) => ({ ...withoutContent(copy), copyOf: copy.file }));
  const whole = { ...trace, outputs: [...tracedOutputs(result.outputs), ...copies] };
  // What waits is not held in memory: the store has it.
  const outputs = result.byWorker === undefined ? result.outputs : [];
  const upload = { asset, contentKey: key, trace: whole, outputs, asked, mayBeThere: false };
  await whenProven(result, services, () => services.remote?.send(upload));
}

async function whenProven(
  { byWorker }: JobResult,
  { workerResults }: JobServices,
  action: () => Promise<void> | void,
): Promise<void> {
  if (byWorker === undefined) await action();
  else workerResults?.postpone(action);
}
