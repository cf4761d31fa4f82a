// Records what an attempt that is given up has made, except what was discarded. The next attempt compiles only that again, and replaces or
// removes every file that was written for it.

import type { FinishRequest } from './finish.js';
import { writeCache } from './write-cache.js';

/** `discarded`: by assetKey. */
export async function keepForNextAttempt(request: FinishRequest, discarded: ReadonlySet<string>): Promise<void> {
  const { project, services, execution } = request;
  const { cache } = project;
  for (const key of discarded) {
    execution.made.delete(key);
    execution.assetsMade.delete(key);
  }
  for (const path of services.committer.recordedPaths()) cache.leftovers.add(path);
  for (const [key, record] of execution.made) cache.records.set(key, record);
  for (const [path] of cache.records.outputs()) cache.leftovers.delete(path);
  cache.settled = false;
  await writeCache(request);
  await services.writer.close().catch(() => undefined);
}
