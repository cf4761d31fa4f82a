// Which assets a change of these files can concern: those that read them, and those that wrote them.

import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import { CACHE_FILE } from '../cache/cache-log.js';
import type { ConcernedFiles } from '../cache/load-part.js';

/**
 * Undefined if a file is in neither folder, or is the configuration, which an asset may read too: a change of it may concern everything.
 * The record is not among the outputs.
 */
export function concernedFiles(
  changed: readonly string[],
  { input, output, file }: Pick<Config, 'input' | 'output' | 'file'>,
): ConcernedFiles | undefined {
  const record = join(output, CACHE_FILE);
  const inputPrefix = join(input, '/');
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  for (const path of changed) {
    if (path === record) continue;
    if (file !== undefined && resolve(path) === resolve(file)) return undefined;
    if (path.startsWith(`${output}/`)) outputs.add(path.slice(output.length + 1));
    else if (path.startsWith(inputPrefix)) inputs.add(path.slice(inputPrefix.length));
    else return undefined;
  }
  return { inputs, outputs };
}
