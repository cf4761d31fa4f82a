// One file that no build made, at a place that the user named: written as outputs are, whole or not at all. A link that
// stands there is replaced, never followed; what a killed write left there is replaced as well.

import { basename, dirname } from 'node:path';
import type { Host } from '../host/host.js';
import { makeOutputFolder } from './make-output-folder.js';
import { OutputFolder } from './output-folder.js';

/** Makes the folders above. Rejects with the disk's errors. */
export async function writeSingleFile(host: Host, path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  makeOutputFolder(host, folder);
  await new OutputFolder(host, folder).write(basename(path), [bytes]);
}
