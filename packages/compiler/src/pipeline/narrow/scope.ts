// Which assets a change of these files can concern: those that read them, and those that wrote them.

import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { CACHE_FILE } from '../cache/cache-log.js';
import type { ConcernedFiles } from '../cache/load-part.js';

/** Undefined if a file is in neither folder: a change of it may concern everything. The record is not among the outputs. */
export function concernedFiles(
  changed: readonly string[],
  { input, output }: Pick<Config, 'input' | 'output'>,
): ConcernedFiles | undefined {
  const record = join(output, CACHE_FILE);
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  for (const path of changed) {
    if (path === record) continue;
    if (path.startsWith(`${output}/`)) outputs.add(path.slice(output.length + 1));
    else if (path.startsWith(`${input}/`)) inputs.add(path.slice(input.length + 1));
    else return undefined;
  }
  return { inputs, outputs };
}
