// A job as the text in the queue: what to compile, with which compiler, and the index of all its inputs.

import type { Asset } from '../asset.js';
import type { RemoteInputIndex } from '../workers/input/remote-inputs.js';
import type { Job } from '../workers/job.js';
import { MAX_TEXT_CHARACTERS, withFormat } from './farm-job.js';

interface PayloadLimits {
  readonly memoryBytes: number;
  /** 0: none. */
  readonly limitMs: number;
}

/** Undefined if it is too long for the queue. */
export function farmPayload(
  { kindIdentity }: Asset,
  job: Job,
  world: RemoteInputIndex,
  { memoryBytes, limitMs }: PayloadLimits,
): string | undefined {
  const { kind, source, name = null, base, params, settings, otherPresets: others = [] } = job;
  // Keys are not sorted: a compile gets its settings in the declared order on every machine.
  const payload = JSON.stringify(
    withFormat({
      kind,
      identity: kindIdentity,
      source,
      name,
      base,
      params: params === undefined ? null : [params],
      settings,
      others,
      memoryBytes,
      limitMs,
      world,
    }),
  );
  return payload.length > MAX_TEXT_CHARACTERS ? undefined : payload;
}
