// --twice: every asset is compiled a second time, and nothing of that is written. New threads compile in the opposite order, with the input
// at another path and the clock in another year. Files whose names are not part of the key have other names. So every difference has a
// cause that is not in the cache key.

import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Asset } from '../asset.js';
import type { BuildServices } from '../build-services.js';
import { jobOf } from '../execute/compile-asset.js';
import type { Execution } from '../execute/execute.js';
import { failureDiagnostic } from '../execute/failure-diagnostic.js';
import { jobMemory, jobWork } from '../execute/job-memory.js';
import { drainQueue } from '../execute/work-queue.js';
import { errorCode, MAX_FILE_BYTES } from '../host/host.js';
import { type BuildLog, LAST } from '../report/build-log.js';
import type { Executors } from '../workers/executors.js';
import { compareRuns } from './compare-runs.js';
import { renameInputs, seenAt } from './rename-inputs.js';
import { openSecondInputPath } from './second-input-path.js';

interface Twice {
  readonly config: Config;
  readonly services: BuildServices;
  readonly execution: Execution;
  readonly executors: Executors;
  readonly threads: number;
  readonly log: BuildLog;
}

/** Another year, month, day, weekday, hour, minute and second. */
const CLOCK_AHEAD_MS = 1000 * (((400 * 24 + 1) * 60 + 1) * 60 + 1);

/** Rejects with the signal's reason if it aborts. */
export async function compileTwice(twice: Twice): Promise<void> {
  const { config, services, log } = twice;
  try {
    const way = await openSecondInputPath(services.host, config.input);
    try {
      await compileAll(twice, way.root);
    } finally {
      await way.remove();
    }
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    log.report(LAST, [error.diagnostic]);
  }
}

async function compileAll(
  { config, services, execution, executors, threads, log }: Twice,
  root: string,
): Promise<void> {
  const { signal, budget } = services;
  const elsewhere = executors.at({ root, clockAheadMs: CLOCK_AHEAD_MS });
  const stop = () => void elsewhere.dispose();
  signal.addEventListener('abort', stop, { once: true });
  const assets = [...execution.kept.values(), ...execution.assetsMade.values()].reverse();
  for (const asset of assets) log.expectAgain(asset, jobWork(asset, services));
  let differing = 0;
  try {
    const executorFor = await elsewhere.prepare(config, threads);
    const again = async (asset: Asset): Promise<readonly Diagnostic[]> => {
      const record = execution.made.get(asset.key) ?? services.cache.records.get(asset.key);
      if (record === undefined) throw new Error(`${asset.id} stands without a record`);
      const release = await budget.take(jobMemory(asset, services));
      try {
        signal.throwIfAborted();
        const { job, places } = renameInputs(asset, record, jobOf(asset, services));
        const result = await executorFor(asset).run(job, signal);
        signal.throwIfAborted();
        return compareRuns(asset, record, seenAt(result, places, asset, job), (path) =>
          outputBytes(path, config, services),
        );
      } catch (error) {
        signal.throwIfAborted();
        return [failureDiagnostic(error, asset.source)];
      } finally {
        release();
      }
    };
    await drainQueue({
      tasks: assets,
      // In this order; the results are not awaited.
      weightOf: () => 0,
      run: async (asset) => {
        const found = await again(asset);
        if (found.length > 0) differing++;
        log.comparedAgain(asset, found);
        return [];
      },
      threads: () => threads,
      signal,
    });
    log.emit({ type: 'compared', assets: assets.length, differing });
  } finally {
    signal.removeEventListener('abort', stop);
    await elsewhere.dispose();
  }
}

function outputBytes(path: string, { output }: Config, { host }: BuildServices): Uint8Array | undefined {
  const file = join(output, path);
  try {
    return (host.stat(file)?.sizeBytes ?? 0) > MAX_FILE_BYTES ? undefined : host.readFile(file);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
