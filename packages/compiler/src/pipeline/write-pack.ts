// The step that leaves the pack as the records say: left alone where it holds the same files already.

import type { AssetRecord } from './cache/record.js';
import { isProductIntact, productRecord } from './facts.js';
import type { FinishContext } from './finish.js';
import { MANIFEST_FILE } from './manifest.js';
import { type PackFile, packContents, packPath, streamPackFile } from './pack.js';
import { compareText } from './source-path.js';
import { verifyPack } from './verify.js';

/** Returns whether it was written. Throws AssetError; the previous pack then stands. */
export async function writePack(
  records: readonly AssetRecord[],
  { host, config, cache, log, verify }: FinishContext,
): Promise<boolean> {
  const files = packFiles(records, cache.manifest);
  const madeOf = packContents(files);
  const path = packPath(config.output);
  const known = cache.pack;
  const intact = known?.madeOf === madeOf && isProductIntact(host, '', path, known);
  if (!intact) {
    const written = await streamPackFile(host, config.output, files);
    cache.pack = productRecord(host, path, { ...written, madeOf });
  }
  if (verify) await verifyPack(host, path, cache.pack);
  const sizeBytes = cache.pack?.sizeBytes ?? 0;
  log.emit({ type: 'pack', path, entries: files.length, sizeBytes, written: !intact });
  return !intact;
}

/** Derived assets may share an output; a pack is no part of a pack. */
function packFiles(records: readonly AssetRecord[], manifest: FinishContext['cache']['manifest']): readonly PackFile[] {
  if (manifest === undefined) throw new Error('a pack is made after the manifest');
  const byPath = new Map<string, PackFile>();
  for (const record of records)
    for (const { suffix, sizeBytes, digest } of record.outputs) {
      const path = record.base + suffix;
      if (!path.toLowerCase().endsWith('.hpack')) byPath.set(path, { path, sizeBytes, digest });
    }
  byPath.set(MANIFEST_FILE, { path: MANIFEST_FILE, sizeBytes: manifest.sizeBytes, digest: manifest.digest });
  return [...byPath.values()].sort((a, b) => compareText(a.path, b.path));
}
