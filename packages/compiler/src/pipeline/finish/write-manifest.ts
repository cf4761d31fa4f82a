// Writes the manifest from the records, unless it is up to date.

import { join } from 'node:path';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { digestBytes } from '../cache/digest.js';
import type { AssetRecord } from '../cache/record.js';
import { LockLost } from '../commit/lock-lost.js';
import { writeFailure } from '../commit/write-failure.js';
import { intactProduct, productRecord } from '../plan/facts.js';
import type { FinishContext } from './finish.js';
import { MANIFEST_FILE, makeManifest } from './manifest.js';

interface WrittenManifest {
  readonly written: boolean;
  /** There is something new to record. */
  readonly changed: boolean;
}

/** `untouched`: nothing that it lists has changed since the last build. Throws AssetError; then the previous manifest stays. */
export async function writeManifest(
  records: () => readonly AssetRecord[],
  untouched: boolean,
  { host, folder, config, cache, log, verify, validate }: FinishContext,
): Promise<WrittenManifest> {
  const { output, manifest: mode } = config;
  const known = intactProduct(host, join(output, MANIFEST_FILE), cache.manifest);
  if (known !== undefined && untouched && known.madeOf === mode) {
    log.emit({ type: 'manifest', path: MANIFEST_FILE, entries: known.entries, written: false });
    const changed = known !== cache.manifest;
    cache.manifest = known;
    return { written: false, changed };
  }
  const outcome = makeManifest(records(), mode);
  if ('problems' in outcome) throw problemOf(outcome.problems);
  const { bytes, entries } = outcome;
  const digest = digestBytes(bytes);
  const written = known?.digest !== digest;
  if (written) {
    try {
      await folder.write(MANIFEST_FILE, [bytes]);
    } catch (error) {
      if (error instanceof AssetError || error instanceof LockLost) throw error;
      throw writeFailure(undefined, MANIFEST_FILE, error);
    }
  }
  if (verify) {
    const { verifyFile } = await import('./verify.js');
    const [problem] = await verifyFile(MANIFEST_FILE, digest, { host, output, validate });
    if (problem !== undefined) throw new AssetError(problem);
  }
  const made = { sizeBytes: bytes.length, digest, entries, madeOf: mode };
  cache.manifest = productRecord(host, join(output, MANIFEST_FILE), made);
  log.emit({ type: 'manifest', path: MANIFEST_FILE, entries, written });
  return { written, changed: true };
}

function problemOf([first, ...also]: readonly AssetError['diagnostic'][]): Error {
  return first === undefined ? new Error('a manifest failed without a problem') : new AssetError(first, { also });
}
