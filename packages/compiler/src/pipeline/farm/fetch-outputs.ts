// Fetches the outputs of a worker from the shared cache: all or none.

import type { MadeOutput } from '../execute/made-output.js';
import type { MemoryHold } from '../execute/memory-budget.js';
import type { JobOutput, JobResult } from '../workers/job.js';
import type { MadeReply } from './farm-reply.js';
import { mapConcurrently } from './map-concurrently.js';

/** `get` returns verified bytes. Undefined if something is missing; then no memory is held. */
export async function fetchOutputs(
  reply: MadeReply,
  hold: MemoryHold | undefined,
  get: (output: MadeOutput) => Promise<Uint8Array | undefined>,
): Promise<JobResult | undefined> {
  const all = [reply.outputs, ...reply.outputsByPreset];
  await hold?.take(all.flat().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const fetched: (readonly JobOutput[])[] = [];
  for (const wanted of all) {
    const outputs = await mapConcurrently(wanted, async (output): Promise<JobOutput | undefined> => {
      const bytes = await get(output);
      return bytes === undefined ? undefined : { ...output, bytes };
    });
    fetched.push(outputs.flatMap((output) => output ?? []));
  }
  if (fetched.some((outputs, i) => outputs.length < (all[i]?.length ?? 0))) {
    hold?.release();
    return undefined;
  }
  const [outputs = [], ...outputsByPreset] = fetched;
  const { ms, derived, dependencies, diagnostics } = reply;
  return {
    failed: false,
    ms,
    outputs,
    outputsByPreset,
    copies: [],
    derived,
    dependencies,
    reads: [],
    diagnostics,
  };
}
