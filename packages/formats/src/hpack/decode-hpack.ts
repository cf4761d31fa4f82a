// A whole pack in memory: every entry with a view of its payload.

import { FormatError } from '../core/format-error.js';
import { toNumber } from '../core/wide.js';
import { HpackHeader, type PackEntry } from './hpack-layout.js';
import { PackTable } from './pack-table.js';

export interface Hpack {
  /** Sorted by path; `bytes` are views. */
  readonly entries: readonly (PackEntry & { readonly bytes: Uint8Array })[];
}

export function decodeHpack(bytes: Uint8Array): Hpack {
  const header = HpackHeader.read(bytes);
  const headBytes = HpackHeader.size + toNumber(header.tocBytes, 16, 'tocBytes');
  if (headBytes > bytes.byteLength) throw new FormatError('truncated', 16, 'the table does not fit');
  const table = new PackTable(bytes.subarray(0, headBytes), bytes.byteLength);
  const entries: (PackEntry & { readonly bytes: Uint8Array })[] = [];
  for (const entry of table.entries()) {
    entries.push({ ...entry, bytes: bytes.subarray(entry.offset, entry.offset + entry.size) });
  }
  return { entries };
}
