// The last step of a build: writes the cache.

import { type AssetRecord, isRacy, NO_TIMES, type OutputRecord } from '../cache/record.js';
import { addTimes } from '../cache/times.js';
import { LockLost } from '../commit/lock-lost.js';
import { outputPathOf } from '../commit/output-path.js';
import { writeFailure } from '../commit/write-failure.js';
import type { OutputFacts } from '../plan/facts.js';
import { LAST } from '../report/build-log.js';
import type { FinishRequest } from './finish.js';

export async function writeCache({ project, services, execution, log }: FinishRequest): Promise<void> {
  const { cache, state, host, outputs: outputFacts } = project;
  const nowMs = host.now();
  for (const [path, file] of state.seenFiles()) cache.files.set(path, file);
  const renewed = new Set<string>();
  if (outputFacts.renewed.size > 0)
    for (const [path, , key] of cache.records.outputs()) if (outputFacts.renewed.has(path)) renewed.add(key);
  // Others keep their rows: decoding them would take longer than everything else here.
  for (const key of new Set([...execution.made.keys(), ...renewed])) {
    const record = cache.records.get(key);
    if (record === undefined) continue;
    const outputs = provenOutputs(record, execution.made.has(key), nowMs, outputFacts);
    cache.records.set(key, { ...record, outputs });
  }
  addTimes(cache, log.compiled, (key) => cache.records.has(key));
  try {
    await services.writer.writeSnapshot(cache);
  } catch (error) {
    if (error instanceof LockLost) throw error;
    log.report(LAST, [writeFailure(undefined, 'the cache', error).diagnostic]);
  }
}

/**
 * The outputs of an asset with the stat data that proves them unchanged. `isMade`: they were written just now, so it may prove nothing, and
 * what was observed before, in `renewed`, is about the files that they replaced.
 */
export function provenOutputs(
  record: AssetRecord,
  isMade: boolean,
  nowMs: number,
  { renewed }: Pick<OutputFacts, 'renewed'>,
): readonly OutputRecord[] {
  return record.outputs.map((output) => {
    if (isMade) return isRacy(output.mtimeMs, output.ctimeMs, nowMs) ? { ...output, ...NO_TIMES } : output;
    const times = renewed.get(outputPathOf(record, output));
    return times === undefined ? output : { ...output, ...times };
  });
}

/**
 * What was reported about assets that failed, so that `why` can report it again. It makes nothing up to date: a failure is never cached.
 * Returns whether there is something new to record.
 */
export function rememberFailures({ options, project, execution, log }: FinishRequest): boolean {
  const { failures } = project.cache;
  const isComplete = options.paths === undefined && !options.signal.aborted;
  let changed = false;
  for (const key of [...failures.keys()])
    if (isComplete || execution.made.has(key) || execution.kept.has(key))
      if (!log.failures.has(key)) changed = failures.delete(key) || changed;
  for (const [key, failure] of log.failures) {
    if (JSON.stringify(failures.get(key)) === JSON.stringify(failure)) continue;
    failures.set(key, failure);
    changed = true;
  }
  return changed;
}
