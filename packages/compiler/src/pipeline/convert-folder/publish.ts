// Puts compiled files into the folder that the user named. Replaces only what an earlier run wrote and nobody changed since.

import { join } from 'node:path';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { digestFile } from '../cache/digest.js';
import { OutputFolder } from '../commit/output-folder.js';
import { writeFailure } from '../commit/write-failure.js';
import { fileBlocks } from '../host/file-blocks.js';
import { errorCode, type Host } from '../host/host.js';
import { encodeRecord, RECORD_FILE, readRecord } from './written-record.js';

/** A file that now has its new content. */
export interface WrittenFile {
  /** Absolute. */
  readonly path: string;
  readonly sizeBytes: number;
}

interface Published {
  readonly written: readonly WrittenFile[];
  /** How many files already had this content. */
  readonly unchanged: number;
  /** Errors: files that are not ours, or that the disk refused. */
  readonly problems: readonly Diagnostic[];
}

/** `from`: the folder with the compiled files, `paths` below it. */
export async function publish(host: Host, from: string, paths: readonly string[], to: string): Promise<Published> {
  const record = readRecord(host, to);
  const folder = new OutputFolder(host, to);
  const problems: Diagnostic[] = [];
  const fresh = new Map<string, string>();
  let unchanged = 0;
  for (const path of paths) {
    const digest = digestOf(host, join(from, path));
    if (digest === undefined) throw new Error(`the build did not write ${path}`);
    const state = stateOf(host, join(to, path), digest, record.get(path) ?? []);
    if (state === 'equal') unchanged++;
    else if (state === 'foreign') problems.push(foreign(path));
    else fresh.set(path, digest);
  }
  if (fresh.size === 0) return { written: [], unchanged, problems };
  const next = new Map(record);
  for (const [path, digest] of fresh) next.set(path, [...new Set([digest, ...(record.get(path) ?? [])])]);
  const write = async (path: string, chunks: Iterable<Uint8Array>): Promise<boolean> => {
    try {
      await folder.write(path, chunks);
      return true;
    } catch (error) {
      if (!(error instanceof AssetError) && errorCode(error) === undefined) throw error;
      problems.push((error instanceof AssetError ? error : writeFailure(path, 'it', error)).diagnostic);
      return false;
    }
  };
  const written: WrittenFile[] = [];
  if (!(await write(RECORD_FILE, [encodeRecord(next)]))) return { written, unchanged, problems };
  for (const [path, digest] of fresh) {
    const reader = host.openRead(join(from, path));
    try {
      if (!(await write(path, fileBlocks(reader)))) continue;
    } finally {
      reader.close();
    }
    next.set(path, [digest]);
    written.push({ path: join(to, path), sizeBytes: host.stat(join(to, path))?.sizeBytes ?? 0 });
  }
  await write(RECORD_FILE, [encodeRecord(next)]);
  return { written, unchanged, problems };
}

/** Undefined if it is not a file. */
function digestOf(host: Host, file: string): string | undefined {
  const stat = host.entryType(file) === 'file' ? host.stat(file) : undefined;
  return stat === undefined ? undefined : digestFile(host, file, stat.sizeBytes);
}

function stateOf(
  host: Host,
  file: string,
  digest: string,
  ours: readonly string[],
): 'absent' | 'equal' | 'ours' | 'foreign' {
  if (host.entryType(file) === undefined) return 'absent';
  const current = digestOf(host, file);
  if (current === digest) return 'equal';
  return current !== undefined && ours.includes(current) ? 'ours' : 'foreign';
}

const foreign = (path: string): Diagnostic => ({
  code: 'convert/foreign-file',
  severity: 'error',
  file: path,
  message: 'exists, and is not as an earlier "assetc convert" wrote it, so it is not replaced',
});
