// The record of what `assetc convert <folder>` wrote into a folder: each path with the digests that its content may have. A file is
// ours only if its content has a recorded digest, so a file that the user made or changed is never replaced. Before a file is
// written, its new digest is added; afterward the old one is removed. So a killed run leaves no file that the next one does not know.

import { join } from 'node:path';
import type { Host } from '../host/host.js';

export const RECORD_FILE = '.assetc-converted';

/** Path below the folder → SHA-256 digests. */
type WrittenRecord = ReadonlyMap<string, readonly string[]>;

/** Empty if there is none, or if it is not ours: then existing files count as the user's. */
export function readRecord(host: Host, folder: string): WrittenRecord {
  const path = join(folder, RECORD_FILE);
  if (host.entryType(path) !== 'file') return new Map();
  const files = filesOf(parseJson(new TextDecoder().decode(host.readFile(path))));
  return new Map(Object.entries(files).flatMap(([name, value]) => (isDigests(value) ? [[name, value] as const] : [])));
}

/** Sorted, so that equal records have equal bytes. */
export function encodeRecord(record: WrittenRecord): Uint8Array {
  const files = [...record].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const lines = files.map(([path, digests]) => `  ${JSON.stringify(path)}: ${JSON.stringify(digests)}`);
  return new TextEncoder().encode(`{ "version": 1, "files": {\n${lines.join(',\n')}\n} }\n`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function filesOf(value: unknown): object {
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 1) return {};
  return 'files' in value && typeof value.files === 'object' && value.files !== null ? value.files : {};
}

const isDigests = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((digest) => typeof digest === 'string');
