// The list of `packOrder`: a text file with a path per line, as a program records them while it loads. Paths that do not exist are skipped, so a
// recording may be older than the project.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { errorCode } from '../host/host.js';
import type { FinishContext } from './finish.js';
import type { PackedFile } from './pack.js';

/** The paths of the list that are among these files, each once. Throws AssetError if the list cannot be read. */
export function readPackOrder(
  { host, config: { packOrder } }: Pick<FinishContext, 'host' | 'config'>,
  files: readonly PackedFile[],
): readonly string[] {
  if (packOrder === undefined) return [];
  const known = new Set(files.map(({ path }) => path));
  return [...new Set(readList(host, packOrder))].filter((path) => known.has(path));
}

function readList(host: FinishContext['host'], path: string): readonly string[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(host.readFile(path));
    return text.split('\n').map((line) => line.replace(/\r$/, ''));
  } catch (error) {
    const cause = error instanceof TypeError ? 'it is not UTF-8 text' : errorCode(error);
    if (cause === undefined) throw error;
    throw new AssetError({ code: 'build/pack-order', message: `packOrder: ${path} cannot be read: ${cause}` });
  }
}
