// Which assets a change of these files can concern: those that read them, and those that wrote them.
// Files that come and go must be below the input.

import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import { CACHE_FILE } from '../cache/cache-state.js';
import { isAtOrInside } from '../host/is-inside.js';

/**
 * Undefined if a file is in neither folder, or is the configuration, which an asset may read too: a change of it may concern everything.
 * The record is not among the outputs.
 */
export function concernedFiles(
  changed: readonly string[],
  { input, output, file }: Pick<Config, 'input' | 'output' | 'file'>,
): { readonly inputs: Set<string>; readonly outputs: Set<string> } | undefined {
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

/** Paths relative to the input. Undefined if one is outside it, or if its folders may contain outputs. */
export function pathsInInput(
  files: readonly string[],
  { input, output, otherOutputs, file }: Pick<Config, 'input' | 'output' | 'otherOutputs' | 'file'>,
): readonly string[] | undefined {
  const prefix = join(input, '/');
  if (files.length > 0 && [output, ...otherOutputs].some((folder) => isAtOrInside(folder, input))) return undefined;
  if (files.some((path) => !path.startsWith(prefix) || path === file)) return undefined;
  return files.map((path) => path.slice(prefix.length));
}
