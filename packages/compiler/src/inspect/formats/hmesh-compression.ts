// What `info` states about the compressed chunks of a mesh.

import type { CompressedChunk } from '@assetc/formats';
import { grouped } from '../../runtimes/file-format.js';

/** Nothing for a mesh without compression. */
export const compressionFacts = (chunks: readonly CompressedChunk[]) =>
  chunks.length === 0 ? {} : { compressed: chunks.map((chunk) => ({ ...chunk })) };

export function compressionStatements(chunks: readonly CompressedChunk[]): readonly string[] {
  if (chunks.length === 0) return [];
  const [size, raw] = [total(chunks, 'sizeBytes'), total(chunks, 'rawBytes')];
  const each = chunks.map(
    ({ name, codec, sizeBytes, rawBytes }) => `${name} by ${codec} ${grouped(sizeBytes)} of ${grouped(rawBytes)}`,
  );
  return [`compressed to ${grouped(size)} of ${grouped(raw)} bytes (${each.join(', ')})`];
}

const total = (chunks: readonly CompressedChunk[], field: 'sizeBytes' | 'rawBytes'): number =>
  chunks.reduce((sum, chunk) => sum + chunk[field], 0);
