// Errors of a job that reads outside the input, reads a missing file, or reads a file that changes meanwhile.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { normalizeInside } from '../host/source-path.js';

/** `source`: the source of the job. */
export function checkInsideInput(path: string, source: string): void {
  if (normalizeInside(path) === path) return;
  throw new AssetError({
    code: 'build/outside-input',
    file: source,
    message: `refers to ${JSON.stringify(path)}, which is outside the input folder`,
    hint: 'Move the file into the input folder and correct the reference.',
  });
}

export function missing(path: string, source: string): never {
  if (path === source)
    throw new AssetError({
      code: 'build/vanished',
      file: path,
      message: 'disappeared while the build was running',
      hint: 'Run the build again.',
    });
  throw new AssetError({
    code: 'build/missing-file',
    file: source,
    message: `refers to ${JSON.stringify(path)}, which does not exist`,
    hint: 'Add the file, or correct the reference.',
  });
}

export function changed(path: string): AssetError {
  return new AssetError({
    code: 'build/vanished',
    file: path,
    message: 'changed while it was being read',
    hint: 'Run the build again.',
  });
}
