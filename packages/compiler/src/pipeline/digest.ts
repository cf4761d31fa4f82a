// SHA-256 as lowercase hex: of bytes, of text, of files that need not fit into memory.

import { createHash } from 'node:crypto';
import { BLOCK_BYTES, fileBlocks } from './file-blocks.js';
import type { Host } from './host.js';

export function digestBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function digestFile(host: Host, path: string, sizeBytes: number): string {
  return sizeBytes <= BLOCK_BYTES ? digestBytes(host.readFile(path)) : digestBlocks(host, path);
}

/** Of the bytes from `from` up to `to`; undefined where the file ends before that. */
export function digestRange(host: Host, path: string, from: number, to: number): string | undefined {
  let count = 0;
  const digest = digestBlocks(host, path, from, to, (block) => {
    count += block.length;
  });
  return count === to - from ? digest : undefined;
}

function digestBlocks(host: Host, path: string, from?: number, to?: number, onBlock?: (block: Uint8Array) => void) {
  const reader = host.openRead(path);
  try {
    const hash = createHash('sha256');
    for (const block of fileBlocks(reader, from, to)) {
      hash.update(block);
      onBlock?.(block);
    }
    return hash.digest('hex');
  } finally {
    reader.close();
  }
}
