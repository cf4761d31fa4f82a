// Which assets a change of these files can concern: those that read them, and those that wrote them.

import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { CACHE_FILE, type CacheState } from '../cache/cache-log.js';
import { splitAssetKey } from '../cache/record.js';
import { compareText } from '../host/source-path.js';

export interface Scope {
  /** Sources to check, with their derived assets. Sorted. */
  readonly sources: readonly string[];
  /** Input files that changed, relative to the input. */
  readonly inputs: readonly string[];
}

/** Undefined if a file is neither an input of an asset nor an output: a change of it may concern everything. */
export function scopeOf(changed: readonly string[], { input, output }: Config, cache: CacheState): Scope | undefined {
  const record = join(output, CACHE_FILE);
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  for (const path of changed) {
    if (path === record) continue;
    if (path.startsWith(`${output}/`)) outputs.add(path.slice(output.length + 1));
    else if (path.startsWith(`${input}/`)) inputs.add(path.slice(input.length + 1));
    else return undefined;
  }
  const keys = cache.records.assetsOf(inputs, outputs);
  if (keys === undefined) return undefined;
  const sources = new Set([...keys].map((key) => splitAssetKey(key).source));
  return { sources: [...sources].sort(compareText), inputs: [...inputs] };
}
