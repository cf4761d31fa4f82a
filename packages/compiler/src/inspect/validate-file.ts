// One compiled file against the rules of its format.

import type { Problem } from '@assetc/formats';
import { formatOf } from './file-formats.js';

/** Empty for files of a format that is not ours: embedded files may hold anything. */
export async function validateFile(path: string, bytes: Uint8Array): Promise<readonly Problem[]> {
  return (await knownFormat(path)?.validate(bytes)) ?? [];

  /** By name alone: a file that the user embeds is not held to a format that its first bytes happen to resemble. */
  function knownFormat(name: string) {
    return formatOf(name) === undefined ? undefined : formatOf(name, bytes);
  }
}
