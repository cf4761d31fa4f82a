// Writes one file at a path that the user named, like an output: completely or not at all. A link there is replaced, never followed;
// leftovers of a killed write are replaced as well.

import { basename, dirname } from 'node:path';
import type { Host } from '../host/host.js';
import { makeOutputFolder } from './make-output-folder.js';
import { OutputFolder } from './output-folder.js';

/** Creates the folders above. Rejects with the disk's errors. */
export async function writeSingleFile(host: Host, path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  makeOutputFolder(host, folder);
  await new OutputFolder(host, folder).write(basename(path), [bytes]);
}
