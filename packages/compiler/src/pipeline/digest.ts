// SHA-256 as lowercase hex: of bytes, of text, of files that need not fit into memory.

import { createHash } from 'node:crypto';
import type { Host } from './host.js';

const CHUNK_BYTES = 1 << 20;

export function digestBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function digestFile(host: Host, path: string, sizeBytes: number): string {
  if (sizeBytes <= CHUNK_BYTES) return digestBytes(host.readFile(path));
  const reader = host.openRead(path);
  try {
    const hash = createHash('sha256');
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (let position = 0; ; ) {
      const count = reader.read(buffer, position);
      if (count === 0) return hash.digest('hex');
      hash.update(count === buffer.length ? buffer : buffer.subarray(0, count));
      position += count;
    }
  } finally {
    reader.close();
  }
}
