// Which of several packs, one on top of the other, decides about a path that more than one has or removes.

import { type LayerConflict, LayeredFiles } from '@assetc/formats';
import type { Host } from '../pipeline/host/host.js';
import { type OpenedPack, openAnyPackAt } from './open-pack.js';

/** Packs, the lowest first. Throws AssetError if there is no such file, FormatError if one is malformed. */
export async function listConflicts(host: Host, paths: readonly string[]): Promise<readonly LayerConflict[]> {
  const opened: OpenedPack[] = [];
  try {
    for (const path of paths) opened.push(await openAnyPackAt(host, path));
    return (await LayeredFiles.open(opened.map(({ pack }) => pack))).conflicts();
  } finally {
    for (const pack of opened) pack.close();
  }
}
