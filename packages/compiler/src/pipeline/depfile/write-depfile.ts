// Writes the depfile of one or several builds: whole or not at all.

import { sep } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import { writeSingleFile } from '../commit/write-single-file.js';
import type { Host } from '../host/host.js';
import { compareText } from '../host/source-path.js';
import { listBuildInputs } from './build-inputs.js';
import { formatDepfile, isUnreadableName } from './format-depfile.js';

/** Options of `writeDepfile`. */
export interface DepfileOptions {
  /** What was built, each with success. */
  readonly configs: readonly Config[];
  /** Absolute. */
  readonly path: string;
  /** What the inputs are dependencies of, spelled as in the build file. */
  readonly target: string;
  /** More inputs, absolute. */
  readonly also?: readonly string[];
}

export async function writeDepfileWith(
  host: Host,
  { configs, path, target, also = [] }: DepfileOptions,
): Promise<readonly Diagnostic[]> {
  const inputs = new Set(also);
  for (const config of configs) for (const input of await listBuildInputs(host, config)) inputs.add(input);
  const names = [...inputs].map((input) => (sep === '/' ? input : input.replaceAll(sep, '/'))).sort(compareText);
  await writeSingleFile(host, path, Buffer.from(formatDepfile(target, names)));
  const unreadable = [target, ...names].filter(isUnreadableName);
  const [file] = unreadable;
  if (file === undefined) return [];
  const others = unreadable.length === 1 ? '' : ` (nor those of ${plural(unreadable.length - 1, 'other')})`;
  const message = `Make or Ninja cannot read this name${others} in a depfile, so they will start assetc every time`;
  return [{ code: 'build/depfile-name', severity: 'notice', file, message }];
}
