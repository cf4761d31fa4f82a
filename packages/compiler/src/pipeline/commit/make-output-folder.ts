// Creates the folder that the user named for outputs. A file in its place is named: the disk reports it as "not found", or not at all.

import { dirname } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Host } from '../host/host.js';

/** Throws the disk's errors. */
export function makeOutputFolder(host: Host, folder: string): void {
  const file = fileInTheWay(host, folder);
  if (file !== undefined) throw Object.assign(new Error(`${file} is a file, not a folder`), { code: 'ENOTDIR' });
  host.makeFolder(folder);
}

/** Undefined if the output is a folder, or could be created. */
export function outputProblem(host: Host, { output }: { readonly output: string }): Diagnostic | undefined {
  const file = fileInTheWay(host, output);
  if (file === undefined) return undefined;
  const message =
    file === output
      ? `the output ${output} is a file, not a folder`
      : `the output folder ${output} cannot be created: ${file} is a file`;
  return { code: 'build/output-file', severity: 'error', message };
}

/** The path itself or one above it. */
function fileInTheWay(host: Host, path: string): string | undefined {
  const type = host.stat(path)?.type;
  if (type !== undefined) return type === 'folder' ? undefined : path;
  return dirname(path) === path ? undefined : fileInTheWay(host, dirname(path));
}
