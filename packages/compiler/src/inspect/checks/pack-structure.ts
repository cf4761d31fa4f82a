// Checks the table and the padding of a pack; a compressed one must also decompress to exactly the pack that it states.

import { createHash } from 'node:crypto';
import { FormatError, validatePack } from '@assetc/formats';
import type { CheckReport } from '../check-report.js';
import type { Disk } from '../disk.js';
import { type AnyPackSource, packSource } from '../pack-source.js';
import { readerSource } from '../reader-source.js';

/** `name`: its name in the report. */
export async function checkPackStructure(
  disk: Disk,
  path: string,
  name: string,
  report: CheckReport,
  signal: AbortSignal | undefined,
): Promise<void> {
  const reader = disk.openRead(path);
  try {
    const source = await packSource(readerSource(reader));
    report.malformed(name, await validatePack(source));
    await checkWhole(source, signal);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report.malformed(name, [{ code: error.code, field: 'file', message: error.message, offset: error.offset }]);
  } finally {
    reader.close();
  }
}

const PIECE_BYTES = 1 << 20;

/** Throws FormatError. */
async function checkWhole(source: AnyPackSource, signal: AbortSignal | undefined): Promise<void> {
  if (source.packSha256 === undefined) return;
  const hash = createHash('sha256');
  const sizeBytes = await source.size();
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
    signal?.throwIfAborted();
    hash.update(await source.read(at, Math.min(PIECE_BYTES, sizeBytes - at)));
  }
  if (hash.digest('hex') !== Buffer.from(source.packSha256).toString('hex'))
    throw new FormatError('bad-value', 16, 'it decompresses to another pack than it was made from');
}
