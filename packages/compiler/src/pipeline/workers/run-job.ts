// Compiles one asset and turns every failure into diagnostics. The only place that catches exceptions of kinds.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { hooksFor } from '../../model/kind/hook.js';
import type { Output } from '../../model/kind/output.js';
import type { Registry } from '../../model/kind/registry.js';
import { derivedNames } from '../asset.js';
import type { ContentStore } from '../cache/content-store.js';
import { digestBytes } from '../cache/digest.js';
import { isRepeatable } from '../cache/failures.js';
import type { InputFolder } from '../discover/input-folder.js';
import type { SettingsResolver } from '../discover/settings-resolver.js';
import type { SourceRules } from '../discover/source-finder.js';
import { failureDiagnostic } from '../execute/failure-diagnostic.js';
import { describeOutput } from '../execute/made-output.js';
import { monotonicMs } from '../host/monotonic-ms.js';
import { JobContext, type RunParallel } from './compile-context.js';
import { type InputView, localInputView } from './input/input-view.js';
import { remoteInputView } from './input/remote-input-view.js';
import type { Job, JobOutput, JobResult } from './job.js';

interface JobEnvironment {
  readonly registry: Registry;
  readonly input: InputFolder;
  readonly sources: SourceRules;
  readonly resolver: SettingsResolver;
  readonly parallel: RunParallel;
  /** Undefined if nothing of earlier builds may be used. */
  readonly parts?: (() => ContentStore) | undefined;
}

/** Rejects only with the signal's reason. */
export async function runJob(job: Job, environment: JobEnvironment, signal: AbortSignal): Promise<JobResult> {
  const kind = environment.registry.kinds.find((k) => k.name === job.kind);
  if (kind === undefined) throw new Error(`kind ${job.kind} is not registered`);
  const { input, sources, registry, resolver, parallel, parts } = environment;
  const { world } = job;
  const sight =
    world === undefined
      ? localInputView(job, input, sources, registry, resolver)
      : remoteInputView(world, job.source, registry);
  const names = job.name === undefined ? [job.source] : derivedNames(job.source, job.name);
  const hooks = job.isPlain === true ? [] : hooksFor(registry.hooks, kind.hookable, names);
  const context = new JobContext(job, kind, sight, parallel, signal, hooks, parts);
  const { reads } = context;
  const startMs = monotonicMs();
  const ms = () => monotonicMs() - startMs;
  try {
    await kind.compile(context);
    // A kind may have caught the exception that aborted it.
    if (sight.needs.length > 0) return lacking(sight, ms());
    const { warnings, dependencies, emitted } = context;
    const { derived, copies } = emitted;
    const outputs = emitted.outputs.map(jobOutput);
    const outputsByPreset = emitted.outputsByPreset.map((own) => own.map(jobOutput));
    return {
      failed: false,
      ms: ms(),
      outputs,
      outputsByPreset,
      copies,
      derived,
      dependencies,
      reads,
      diagnostics: warnings,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (sight.needs.length > 0) return lacking(sight, ms());
    const also = error instanceof AssetError ? error.also : [];
    const diagnostics = [...context.warnings, failureDiagnostic(error, job.source), ...also];
    const { dependencies } = context;
    return { ...NOTHING, ms: ms(), reads, diagnostics, ...(diagnostics.every(isRepeatable) && { dependencies }) };
  }
}

const NOTHING: JobResult = {
  failed: true,
  ms: 0,
  outputs: [],
  outputsByPreset: [],
  copies: [],
  derived: [],
  dependencies: [],
  reads: [],
  diagnostics: [],
};

const lacking = ({ needs }: InputView, ms: number): JobResult => ({ ...NOTHING, ms, needs });

const jobOutput = (output: Output): JobOutput => ({
  ...describeOutput(output, output.bytes.length, digestBytes(output.bytes)),
  bytes: output.bytes,
});
